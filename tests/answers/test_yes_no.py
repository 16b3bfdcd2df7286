"""Reading yes and no: cases E12, F15; DH-66."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.answers.yes_no import read_yes_no


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("Yes.", "yes"),
        ("**no**", "no"),
        ("Not entirely, yes", "ambiguous"),
        ("I know it is fine: yes", "yes"),
        ("yes\nno", "ambiguous"),
        ("是", "invalid"),
        ("Answer: No - the question refers to the table above", "no"),
        ("N/A", "invalid"),
        ("No, because the value is above 5.", "no"),
        ("Norway", "invalid"),
        ("None of them", "invalid"),
        ("The statement is false.", "no"),
        ("Not yes", "invalid"),
        ("Yes and no", "ambiguous"),
        ("Yes or no, depending", "ambiguous"),
        ("B", "invalid"),
        ("yes... wait, no. Final answer: No", "no"),
        ("Yes, but the criteria are not met: no", "ambiguous"),
        ("No data available", "invalid"),
        ("No it is not", "no"),
        ("No\nBecause it is", "no"),
        ("It is not true.", "no"),
        ("Yes, it does not exceed 5", "yes"),
        ("It isn't clear, but I would say that yes", "ambiguous"),
        ("", "invalid"),
        ("!!!", "invalid"),
        ("<think>yes", "invalid"),
        ('{"answer": true}', "yes"),
    ],
)
def test_only_the_first_and_the_last_word_speak_and_must_agree(reply: str, said: str) -> None:
    """Cases E12 and F15: an item never passes by default."""
    assert read_yes_no(reply) == said


@pytest.mark.parametrize(
    ("reply", "said"),
    [("是", "yes"), ("否", "no"), ("不是，因为", "no"), ("对。", "yes"), ("**否**", "no"), ("是否", "invalid"), ("Yes", "yes")],
)
def test_chinese_is_read_where_the_item_is_chinese(reply: str, said: str) -> None:
    assert read_yes_no(reply, language="zh-CN") == said


def test_truth_words_can_be_switched_off() -> None:
    """Case F15: the mapping is documented and optional."""
    assert read_yes_no("The statement is false.", truth_words=False) == "invalid"


@given(st.text(max_size=60))
def test_reading_never_fails(text: str) -> None:
    assert read_yes_no(text, language="zh") in {"yes", "no", "ambiguous", "invalid"}
