"""Text is measured and broken without a font file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.reports.figures.lettering import number, plain, text_width, wrapped


def test_widths_are_those_of_arial() -> None:
    """Liberation Sans, units of 2,048 (fontTools, hmtx): H 1479, i 455, space 569, 1 1139, % 1821 → 5463."""
    assert text_width("Hi 1%", 1000) == pytest.approx(5463 / 2048 * 1000, abs=3)


def test_chinese_is_as_wide_as_it_is_high_and_an_accent_takes_no_place() -> None:
    assert text_width("中文", 10) == 20
    assert text_width("e\u0301", 10) == text_width("e", 10) == text_width("é", 10)


@given(st.text(max_size=80), st.floats(20, 300))
def test_no_line_is_wider_than_it_may_be_and_nothing_is_lost(text: str, width: float) -> None:
    shown = plain(text)
    lines = wrapped(shown, size=12, width=width)
    assert all(text_width(line, 12) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == shown.replace(" ", "")


def test_words_are_kept_whole_where_they_fit() -> None:
    assert wrapped("the quick brown fox", size=10, width=60) == ("the quick", "brown fox")


def test_an_address_is_broken_after_a_stroke() -> None:
    assert wrapped("https://example.org/data/table", size=10, width=100)[0].endswith("/")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"), (1234567, "1,234,567"), (-3.5, "−3.5"), (0.7124, "0.712"), (12.345, "12.35"), (123.45, "123.5"),
        (1234.5, "1,234"), (1e-9, "1.00e−09"), (2.5e16, "2.50e+16"), (float("nan"), "–"), (float("inf"), "–"),
    ],
)  # fmt: skip
def test_numbers_are_written_for_people(value: float, text: str) -> None:
    assert number(value) == text
