"""What documents and models say is shown, and never obeyed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from evidoc.records.printable import UNPRINTABLE, printable


@given(st.text())
def test_nothing_that_moves_a_cursor_or_turns_a_line_round_is_left(text: str) -> None:
    shown = printable(text)
    assert UNPRINTABLE.search(shown) is None
    assert printable(shown) == shown


def test_words_of_any_script_stay_as_they_are() -> None:
    for text in ("Erträge", "营业收入", "إيرادات", "naïve – 5 %", "🦊"):
        assert printable(text) == text


def test_what_is_our_own_layout_is_kept_and_an_odd_byte_is_written_out() -> None:
    assert printable("a\nb\tc\r", keep="\n\t") == "a\nb\tc\\r"
    assert printable("caf\udce9.pdf") == "caf\\xe9.pdf"
