"""DocHop's metric: the published rule with its faults, and the strict one (DH-63 to DH-68)."""

from __future__ import annotations

import json

import pytest

from evidoc.kit import Kit
from evidoc.records.item import Answer, Tolerance
from evidoc.records.reply import Reply
from evidoc.scorers.dochop import official_answer, official_is_correct, score
from tests.build import item_of, shared

NUMBER = Answer(kind="number", value="42.5", decimals=2, tolerance=Tolerance(absolute=0.001, relative=0.01))
COUNT = Answer(kind="number", value="100", decimals=0)
NAME = Answer(kind="text", value="Old Mill")
PLACES = Answer(kind="set", value=("Old Mill", "Grand Plaza"))
RANKED = Answer(kind="list", value=("Old Mill", "Grand Plaza"))
FACT = Answer(kind="yes_no", value="no")


def scores(text: str, answer: Answer) -> tuple[float, float]:
    metrics = score(item_of(answer=answer, scorer="dochop"), Reply(text=text), Kit()).metrics
    return metrics["dochop_official"], metrics["dochop_strict"]


def test_the_published_rule_gives_the_published_values() -> None:
    """Golden vectors of the public evaluator."""
    rows = json.loads(shared("golden/dochop_is_correct.json").read_text(encoding="utf-8"))
    for row in rows:
        assert official_answer(row["prediction"]) == row["extracted"]
        assert official_is_correct(row["extracted"], row["answer"]) is row["correct"]


@pytest.mark.parametrize(
    ("text", "answer", "official", "strict"),
    [
        ("The answer is: 42.5", NUMBER, 1, 1),
        ("The answer is: 42.9", NUMBER, 1, 1),
        ("The answer is: 43", NUMBER, 0, 0),
        ("So it is.\nThe answer is: **42.5**.", NUMBER, 1, 1),
        ("The answer is: 101", COUNT, 1, 0),
        ("The answer is: 100", COUNT, 1, 1),
        ("The answer is: old mill", NAME, 1, 1),
        ("The answer is: Mill", NAME, 0, 0),
        ("The answer is: Old Mill, Grand Plaza", PLACES, 1, 1),
        ("The answer is: Grand Plaza, Old Mill", PLACES, 0, 1),
        ("The answer is: Grand Plaza and Old Mill", PLACES, 0, 1),
        ("The answer is: Grand Plaza, Old Mill", RANKED, 0, 0),
        ("The answer is: Old Mill; Grand Plaza", RANKED, 0, 1),
        ("The answer is: No", FACT, 1, 1),
        ("The answer is: false", FACT, 0, 1),
        ("The answer is: yes", FACT, 0, 0),
        ("", NUMBER, 0, 0),
        ("I cannot tell.", NUMBER, 0, 0),
    ],
)
def test_a_reply_is_scored_both_ways(text: str, answer: Answer, official: int, strict: int) -> None:
    assert scores(text, answer) == (official, strict)


def test_a_name_with_a_number_is_right_officially_and_wrong_strictly() -> None:
    """formats.md: "Product 2" against "Item 2"."""
    assert scores("The answer is: Item 2", Answer(kind="text", value="Product 2")) == (1, 0)


def test_the_order_counts_where_the_scorer_is_told_so() -> None:
    item = item_of(answer=PLACES, scorer="dochop(ordered=True)")
    assert score(item, Reply(text="The answer is: Grand Plaza, Old Mill"), Kit(), ordered=True).metrics["dochop_strict"] == 0


def test_a_reply_that_was_cut_is_wrong() -> None:
    item = item_of(answer=NAME, scorer="dochop")
    assert set(score(item, Reply(text="The answer is: Old Mill", status="truncated"), Kit()).metrics.values()) == {0.0}
