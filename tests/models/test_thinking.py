"""Reasoning and final answer are two things: case E02."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.records.thinking import part_thinking


@pytest.mark.parametrize(
    ("raw", "text", "reasoning"),
    [
        ('<think>maybe {"answer": "7"}</think>{"answer": "8"}', '{"answer": "8"}', 'maybe {"answer": "7"}'),
        ('draft {"answer":"7"}</think>\n{"answer":"8"}', '{"answer":"8"}', 'draft {"answer":"7"}'),
        ('{"answer": "the tag <think> opens"}', '{"answer": "the tag <think> opens"}', ""),
        ("<Thinking>x</Thinking> Yes", "Yes", "x"),
        ("<think>a</think>\n<think>b</think>\nNo", "No", "a\nb"),
        ("\n <think>\nx\n</think>\n\n42", "42", "x"),
        ("The tag </think> closes it.", "The tag </think> closes it.", ""),
        ("<think>x</think>The tag </think> closes it.", "The tag </think> closes it.", "x"),
        ("", "", ""),
    ],
)
def test_thinking_is_parted_from_what_is_said(raw: str, text: str, reasoning: str) -> None:
    spoken = part_thinking(raw)
    assert (spoken.text, spoken.reasoning, spoken.is_final) == (text, reasoning, True)


def test_thinking_that_never_ends_leaves_no_answer() -> None:
    """Not 7, which stands in the draft."""
    spoken = part_thinking('<think>never closed {"answer":"7"}')
    assert (spoken.text, spoken.is_final) == ("", False)
    assert "7" in spoken.reasoning


@given(st.text(alphabet="ab <>/thinkTHINK\n", max_size=60))
def test_nothing_that_was_said_is_invented(raw: str) -> None:
    spoken = part_thinking(raw)
    assert spoken.text in raw
