"""Answers that are stated and explained: right ones count, no wrong one does. Source: DH-64, X-37; cases E12, F15."""

from __future__ import annotations

import time
from collections import Counter

import pytest
from msgspec.structs import replace

from evidoc.kit import Kit
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.scorers import dochop, exact, number
from tests.answers.explained_replies import GOLDS, Gold, Told, right_replies, wrong_replies
from tests.build import item_of

KIT = Kit()


def asked(gold: Gold) -> Item:
    item = item_of(gold.question, answer=gold.answer)
    options = f"Answer with one of these, and no other words: {'; '.join(gold.options)}."
    return replace(item, contract=options) if gold.options else item


def counts(told: Told) -> bool:
    """Score by the scorer that such an item names."""
    if told.gold.is_number:
        return number.score(asked(told.gold), Reply(text=told.text), KIT).metrics["number"] == 1
    return exact.score(asked(told.gold), Reply(text=told.text), KIT).metrics["exact"] == 1


def counts_strictly(told: Told) -> bool:
    return dochop.score(asked(told.gold), Reply(text=told.text), KIT).metrics["dochop_strict"] == 1


def test_the_set_is_large_and_has_every_kind() -> None:
    right, wrong = Counter(told.kind for told in right_replies()), Counter(told.kind for told in wrong_replies())
    assert set(right) == {"sentence", "clause", "concluded", "reckoned"}
    assert set(wrong) == {
        *("hedged", "negated", "corrected", "several", "echoed", "mentioned", "abstained", "argued"),
        *("another thing", "another number"),
    }
    assert (len(GOLDS), sum(right.values()) > 4000, sum(wrong.values()) > 5000) == (18, True, True)


@pytest.mark.parametrize("gold", GOLDS, ids=lambda gold: gold.written)
def test_a_right_answer_counts_however_it_is_explained(gold: Gold) -> None:
    assert [told.text for told in right_replies() if told.gold is gold and not counts(told)] == []


@pytest.mark.parametrize("gold", GOLDS, ids=lambda gold: gold.written)
def test_no_wrong_answer_counts_however_it_is_explained(gold: Gold) -> None:
    assert [(told.kind, told.text) for told in wrong_replies() if told.gold is gold and counts(told)] == []


@pytest.mark.parametrize("gold", [gold for gold in GOLDS if not gold.options], ids=lambda gold: gold.written)
def test_the_strict_rule_of_dochop_takes_the_same(gold: Gold) -> None:
    missed = [told.text for told in right_replies() if told.gold is gold and not counts_strictly(told)]
    fooled = [told.text for told in wrong_replies() if told.gold is gold and counts_strictly(told)]
    assert (missed, fooled) == ([], [])


@pytest.mark.parametrize(
    ("reply", "score", "explained"),
    [
        ("Paris. The report says so on page 3.", 1.0, False),
        ("Paris. The river flows through it, and the government sits there.", 0.0, True),
        ("Paris, a large city in the north.", 0.0, True),
        ("Paris. No, Lyon.", 0.0, False),
        ("Lyon. The river flows through it.", 0.0, False),
        ("", 0.0, False),
    ],
)
def test_a_right_answer_before_free_words_is_told_apart_from_a_wrong_one(reply: str, score: float, explained: bool) -> None:
    """No rule tells an explanation in free words from another answer, so they count 0 and are seen."""
    scored = exact.score(asked(GOLDS[0]), Reply(text=reply), KIT)
    assert (scored.metrics["exact"], scored.detail.get("explained") == "freely") == (score, explained)


@pytest.mark.parametrize(
    "unit", ["1, ", "1 + ", "1--", "the table says ", "so it is 3. ", "\n", " ", "(", "Table 2, where ", "because "]
)
def test_hostile_replies_are_read_at_once(unit: str) -> None:
    """Patterns that could be matched in many ways take no longer than others (case F13)."""
    started = time.perf_counter()
    for gold in (GOLDS[0], GOLDS[12]):
        counts(Told(gold, "hostile", (gold.written + ". " + unit * 2000)[:2000]))
        counts(Told(gold, "hostile", (unit * 2000)[:1990] + gold.written))
    assert time.perf_counter() - started < 5
