"""Recall@k, Complete@k and the reciprocal rank, by hand. Source: DHQ-125, DHQ-126, X-14."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.errors import UsageError
from evidoc.retrieval import complete_at, recall_at, reciprocal_rank

RANKED = ("d", "a", "x", "b", "y", "c")
GOLD = frozenset("abc")


@pytest.mark.parametrize(("k", "recall", "complete"), [(1, 0, 0), (2, 1 / 3, 0), (5, 2 / 3, 0), (6, 1, 1), (10, 1, 1)])
def test_a_hand_worked_ranking(k: int, recall: float, complete: float) -> None:
    assert recall_at(RANKED, GOLD, k=k) == pytest.approx(recall)
    assert complete_at(RANKED, GOLD, k=k) == complete


def test_the_rank_of_the_first_hit_counts() -> None:
    assert reciprocal_rank(RANKED, GOLD) == 0.5
    assert reciprocal_rank(RANKED, {"z"}) == 0.0


def test_five_gold_places_need_a_perfect_first_five() -> None:
    assert complete_at("abcdx", frozenset("abcde"), k=5) == 0
    assert complete_at("edcba", frozenset("abcde"), k=5) == 1


@pytest.mark.parametrize("measure", [lambda gold: recall_at("a", gold, k=1), lambda gold: complete_at("a", gold, k=1)])
def test_nothing_to_be_found_has_no_measure(measure: object) -> None:
    assert callable(measure)
    with pytest.raises(UsageError, match="leave the question out"):
        measure(frozenset())
    with pytest.raises(UsageError, match="leave the question out"):
        reciprocal_rank("a", frozenset())


@given(st.permutations("abcdefgh"), st.sets(st.sampled_from("abcdefgh"), min_size=1))
def test_complete_is_never_above_recall_and_both_grow_with_k(ranked: list[str], gold: set[str]) -> None:
    """P-14: Complete ≤ Recall; monotone in k."""
    recalls = [recall_at(ranked, gold, k=k) for k in range(1, 9)]
    completes = [complete_at(ranked, gold, k=k) for k in range(1, 9)]
    assert all(complete <= recall for complete, recall in zip(completes, recalls, strict=True))
    assert recalls == sorted(recalls)
    assert completes == sorted(completes)
    assert (recalls[-1], completes[-1]) == (1, 1)
