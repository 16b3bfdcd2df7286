"""Comparing texts: DH-64, X-37; golden vectors of UDA-Benchmark."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.answers.text import normal_text, same_text, says, token_f1
from tests.build import shared


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Net income", "net  income."),
        ("**Net income**", "Net income"),
        ("_Net income_", "Net income"),
        ("`x_1`", "x_1"),
        ("“Apple”", "'Apple'"),
        ("Apple’s", "Apple's"),
        ("A\u2013B", "A-B"),
        ("ﬁnance", "finance"),
        ("ＡＢＣ", "abc"),
        ("STRASSE", "straße"),
        ("# Title", "Title"),
        ("> quoted", "quoted"),
        ("今天。", "今天"),
        (" a\tb\n", "a b"),
    ],
)
def test_form_does_not_count(first: str, second: str) -> None:
    """DH-64."""
    assert same_text(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The Who", "Who"),
        ("a_1", "a1"),
        ("2*3*4", "234"),
        ("Product 1", "Product 2"),
        ("C", "C++"),
        ("", "x"),
        ("$a_{n+1}$", "$a_n+1$"),
    ],
)
def test_words_do_count(first: str, second: str) -> None:
    assert not same_text(first, second)


def test_a_reply_says_its_final_answer_or_its_last_line() -> None:
    """DH-68."""
    assert says("The answer is: Net income.", "net income")
    assert says("I looked at the table.\nNet income", "net income")
    assert says('{"answer": "Net income"}', "Gross profit", "net income")
    assert not says("Net income is what I would rule out", "net income")
    assert not says("", "net income")
    assert not says("...", "...")


@given(st.text(max_size=60))
def test_normalising_twice_changes_nothing_more(text: str) -> None:
    once = normal_text(text)
    assert same_text(once, once)


def test_token_f1_is_that_of_uda_benchmark() -> None:
    """golden/uda_token_f1.json, computed by qinchuanhui/UDA-Benchmark@fca5237."""
    for case in json.loads(shared("golden/uda_token_f1.json").read_text()):
        assert token_f1(case["pred"], case["gt"]) == pytest.approx(case["f1"])


def test_chinese_characters_are_words() -> None:
    assert token_f1("今天天气", "今天") == pytest.approx(2 * 2 / 6)


@given(st.text(max_size=40), st.text(max_size=40))
def test_token_f1_is_symmetric_and_within_bounds(first: str, second: str) -> None:
    assert 0 <= token_f1(first, second) == token_f1(second, first) <= 1
