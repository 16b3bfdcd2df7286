"""Lines are broken where a reader would, and fit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.compose._fonts import typeface
from evidoc.compose._lines import pieces, visual, wrap


def test_lines_are_broken_at_spaces() -> None:
    face = typeface("text")
    assert wrap("one two three", typeface=face, width=face.measure("one two") + 0.01) == ("one two", "three")


def test_chinese_is_broken_between_signs_but_not_before_a_full_stop() -> None:
    face = typeface("text")
    assert wrap("中文文本。尾", typeface=face, width=4.1) == ("中文文", "本。尾")


def test_a_word_that_ends_in_a_hyphen_holds_on_to_the_next() -> None:
    assert pieces("pre- and post- war") == [" pre- and", " post- war"]


def test_no_text_gives_no_lines() -> None:
    assert wrap("", typeface=typeface("text"), width=10) == ()


@pytest.mark.parametrize(
    ("logical", "drawn"),
    [
        ("plain text", "plain text"),
        ("αβγ é", "αβγ é"),
        ("שלום עולם", "םלוע םולש"),
        ("abc שלום עולם def", "abc םלוע םולש def"),
        ("שלום abc 12.5 עולם", "םלוע abc 12.5 םולש"),
        ("x שנה 2023 טובה y", "x הבוט 2023 הנש y"),
    ],
)
def test_right_to_left_runs_are_drawn_turned(logical: str, drawn: str) -> None:
    assert visual(logical) == drawn


@given(st.text(st.sampled_from("abcW. -中é"), max_size=200), st.floats(0.3, 30))
def test_lines_hold_all_signs_and_fit_unless_they_are_one_sign(text: str, width: float) -> None:
    face = typeface("text")
    lines = wrap(text, typeface=face, width=width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(face.measure(line) <= width + 1e-9 or len(line.replace("-", "").replace(" ", "")) <= 1 for line in lines)
