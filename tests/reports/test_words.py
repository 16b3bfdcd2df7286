from __future__ import annotations

import pytest

from evidoc.reports.words import count, metric, ordered, percent, printable


@pytest.mark.parametrize(("value", "shown"), [(0.6249, "62.5"), (1.0, "100.0"), (None, "–"), (-0.031, "−3.1"), (-0.0001, "0.0")])
def test_shares_are_shown_as_percent_with_one_decimal(value: float | None, shown: str) -> None:
    assert percent(value) == shown


@pytest.mark.parametrize(("value", "shown"), [(0.05, "+5.0"), (-0.05, "−5.0"), (0.0, "0.0"), (0.00001, "0.0")])
def test_differences_have_a_sign_unless_they_are_nothing(value: float, shown: str) -> None:
    assert percent(value, sign=True) == shown


def test_the_most_telling_metric_comes_first() -> None:
    assert ordered({"zeta", "f1", "answer", "saa", "bleu"}) == ("saa", "answer", "f1", "bleu", "zeta")


def test_a_metric_is_explained_with_operator_and_threshold() -> None:
    """Case F09: the operator is >=, and it is said."""
    assert ">= 0.7" in metric("recall", threshold="0.7").words
    assert "covers a cell" in metric("recall").words and "covers" not in metric("recall", within_element=False).words
    assert "answer >= 0.8" in metric("saa").words and "recall >= 0.6" in metric("saa").words


def test_an_unknown_metric_has_a_name_and_a_range() -> None:
    assert metric("tree_edit").title == "Tree edit" and "0 to 1" in metric("tree_edit").words


def test_counts_have_their_noun() -> None:
    assert (count(1, "item"), count(12000, "item"), count(2, "item has", "items have")) == (
        "1 item",
        "12,000 items",
        "2 items have",
    )


def test_text_over_the_limit_is_cut_and_says_by_how_much() -> None:
    assert printable("abcdef", limit=4) == "abcd … (2 more characters)"


def test_text_that_no_file_takes_is_made_printable() -> None:
    assert printable("a\ud800b\x00c\nd") == "a\ufffdb\ufffdc\nd"
