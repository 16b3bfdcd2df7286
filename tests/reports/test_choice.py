from __future__ import annotations

import pytest

from evidoc.records.reply import ReplyStatus
from evidoc.records.score import Score
from evidoc.reports.choice import Choice, Chosen, glyph, headline
from tests.build import item_of


def scored(*values: float | None) -> tuple[Score, ...]:
    return tuple(Score(item="i", outcome="answered", metrics={"saa": value}, unscored={}, detail={}) for value in values)


def chosen(index: int, *values: float | None) -> Chosen:
    return Chosen(index=index, item=item_of(f"Question {index}?"), scores=scored(*values))


def test_disagreement_comes_first_then_low_scores() -> None:
    choice = Choice(10)
    for index, values in enumerate([(1.0, 1.0), (0.0, 0.0), (1.0, 0.0), (0.5, 0.5)]):
        choice.offer(chosen(index, *values))
    assert [one.index for one in choice.best()] == [2, 1, 3, 0]


def test_the_gold_reference_is_no_one_to_disagree_with() -> None:
    choice = Choice(5, references=[0])
    choice.offer(chosen(0, 1.0, 0.5, 0.5))
    choice.offer(chosen(1, 1.0, 1.0, 0.5))
    assert [one.index for one in choice.best()] == [1, 0]


def test_only_as_many_as_asked_for_are_kept() -> None:
    choice = Choice(2)
    for index in range(50):
        choice.offer(chosen(index, index / 50, 0.0))
    assert [one.index for one in choice.best()] == [49, 48]


def test_the_order_of_the_bench_does_not_change_the_choice() -> None:
    first, second = Choice(3), Choice(3)
    for index in range(9):
        first.offer(chosen(index, 0.0, 1.0))
        second.offer(chosen(8 - index, 0.0, 1.0))
    assert [one.item.id for one in first.best()] == [one.item.id for one in second.best()]


def test_no_cases_may_be_asked_for() -> None:
    choice = Choice(0)
    choice.offer(chosen(0, 1.0))
    assert choice.best() == []


def test_unscored_items_come_last() -> None:
    choice = Choice(5)
    choice.offer(chosen(0, None, None))
    choice.offer(chosen(1, 1.0, 1.0))
    assert [one.index for one in choice.best()] == [1, 0]


@pytest.mark.parametrize(
    ("outcome", "metrics", "word"),
    [
        ("answered", {"saa": 1.0, "answer": 1.0}, "right"),
        ("answered", {"saa": 0.0, "answer": 1.0}, "unsupported"),
        ("answered", {"saa": 0.0, "answer": 0.8 - 1e-12}, "unsupported"),
        ("answered", {"saa": 0.0, "answer": 0.5}, "partly"),
        ("answered", {"saa": 0.0, "answer": 0.0}, "wrong"),
        ("answered", {"bleu": 0.4}, "partly"),
        ("refused", {"saa": 0.0}, "failed"),
        ("not_asked", {"saa": None}, "unscored"),
        ("answered", {}, "unscored"),
    ],
)
def test_a_reply_fares_in_one_word(outcome: ReplyStatus, metrics: dict[str, float | None], word: str) -> None:
    """CV-62: a right answer without its evidence is a word of its own."""
    assert glyph(outcome, metrics) == word


def test_the_most_telling_metric_that_is_there_decides() -> None:
    assert headline({"recall": 0.1, "answer": 0.7}) == 0.7
    assert headline({"zeta": 0.2}) == 0.2
    assert headline({}) is None
