"""Parting reasoning from the final answer: case E02, DH-68."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.answers.final import answer_text, final_answer, last_line, without_thinking
from tests.build import shared


@pytest.mark.parametrize(
    ("text", "final", "reasoning"),
    [
        ('<think>maybe {"answer": "7"}</think>{"answer": "8"}', '{"answer": "8"}', 'maybe {"answer": "7"}'),
        ('draft {"answer":"7"}</think>\n{"answer":"8"}', '{"answer":"8"}', 'draft {"answer":"7"}'),
        ('{"answer": "the tag <think> opens"}', '{"answer": "the tag <think> opens"}', ""),
        ("<Thinking>x</Thinking> Yes", "Yes", "x"),
        ("<think>a<think>b</think>c</think> d", "d", "abc"),
        ("<think>a</think>\n<think>b</think> c", "c", "a\nb"),
        ("<think>a</think> write </think> to close", "write </think> to close", "a"),
        ("the tag <think> opens and </think> closes", "the tag <think> opens and </think> closes", ""),
    ],
)
def test_thinking_is_parted_from_the_answer(text: str, final: str, reasoning: str) -> None:
    """Case E02: the draft is never the answer, and a tag that is only mentioned stays."""
    found = final_answer(text)
    assert (found.text, found.reasoning, found.found) == (final, reasoning, True)


@pytest.mark.parametrize("text", ['<think>never closed {"answer":"7"}', "<think>x</think>", "", "   ", "x</think>"])
def test_without_anything_after_the_thinking_there_is_no_answer(text: str) -> None:
    """Case E02: failure, not 7."""
    found = final_answer(text)
    assert (found.text, found.found) == ("", False)
    assert answer_text(text) == ""
    assert without_thinking(text).strip() == ""


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("**Answer:** No", "No"),
        ("**Final answer: 5**", "5"),
        ("The answer is **42**.", "**42**."),
        ("The answer is: 8\nThe answer is: 7", "7"),
        ("So the correct answer is 12 percent", "12 percent"),
        ("yes... wait, no. Final answer: No", "No"),
        ("Answer:\n101", "101"),
        ("Answer: 5\n\nThis follows from Table 2.", "5"),
        ("Answer: 5\n\nAnswer:", "5"),
        ("答案：是", "是"),
        (r"So \boxed{\frac{3}{4}} follows", r"\frac{3}{4}"),
        ("<answer> 12 </answer> because", "12"),
        ("<answer>12", "12"),
    ],
)
def test_what_follows_the_last_marker_is_final(text: str, answer: str) -> None:
    """DH-68."""
    found = final_answer(text)
    assert (found.text, found.marked) == (answer, True)


@pytest.mark.parametrize(
    "text", ["No answer is given", "the answerable part", '"answer": 5', r"\boxed{5", "Answer:", "<answer></answer>"]
)
def test_a_text_without_a_marker_is_kept_whole(text: str) -> None:
    found = final_answer(text)
    assert (found.text, found.marked) == (text, False)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ('{"answer": "8"}', "8"),
        ('{"answer": 8}', "8"),
        ('{"reason": "x", "final_answer": ["a", "b"]}', '["a", "b"]'),
        ('{"answer": true}', "yes"),
        ('{"answer": false}', "no"),
        ('```json\n{"answer": "8"}\n```', "8"),
        ('{"answer": "8"', '{"answer": "8"'),
        ("{not json}", "{not json}"),
        ('{"other": 8}', '{"other": 8}'),
        ("{" * 5000 + "}" * 5000, "{" * 5000 + "}" * 5000),
        ('{"a":' * 5000 + "1" + "}" * 5000, '{"a":' * 5000 + "1" + "}" * 5000),
    ],
)
def test_the_answer_field_of_an_object_is_the_answer(text: str, answer: str) -> None:
    assert answer_text(text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("The answer is: <960>", "960"),
        ("The answer is: <Amber Ltd>.", "Amber Ltd"),
        ("The answer is: <960> loads", "<960> loads"),
        ("The answer is: <br/>", "<br/>"),
        ("<div>", "<div>"),
    ],
)
def test_the_brackets_of_a_contract_s_placeholder_are_no_part_of_the_answer(text: str, answer: str) -> None:
    """DocHop's contract ends "The answer is: <your value>", and systems copy it as it stands."""
    assert answer_text(text) == answer


def test_the_last_line_is_the_last_that_is_not_empty() -> None:
    assert last_line("blah\n7\n\n") == "7"
    assert last_line("") == ""


def test_thinking_is_stripped_as_by_the_second_scidocbench_evaluator() -> None:
    """golden/scidocbench_final_answer.json, column v5; it answers "" where the thinking never ends."""
    for case in json.loads(shared("golden/scidocbench_final_answer.json").read_text()):
        assert final_answer(case["raw"]).text == case["v5"]


@given(st.text(max_size=80))
def test_the_final_text_is_a_part_of_the_reply(text: str) -> None:
    assert final_answer(text).text in text
