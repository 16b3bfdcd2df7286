"""How good a ranking is, given what should have been found; places are blocks or pages. Source: DHQ-125, DHQ-126, X-14."""

from __future__ import annotations

from collections.abc import Hashable, Sequence, Set

from evidoc.errors import UsageError


def recall_at(ranked: Sequence[Hashable], gold: Set[Hashable], *, k: int) -> float:
    """Give the share of the gold places that are among the first k ranked. Source: DHQ-125.

    Raises:
        UsageError: Nothing is gold, so that there is no share.
    """
    _refuse_no_gold(gold)
    return len(set(ranked[:k]) & gold) / len(gold)


def complete_at(ranked: Sequence[Hashable], gold: Set[Hashable], *, k: int) -> float:
    """Give 1 where all gold places are among the first k ranked, else 0. Source: DHQ-126.

    Raises:
        UsageError: Nothing is gold.
    """
    _refuse_no_gold(gold)
    return float(gold <= set(ranked[:k]))


def reciprocal_rank(ranked: Sequence[Hashable], gold: Set[Hashable]) -> float:
    """Give one over the rank of the first gold place, 0 where none was ranked.

    Raises:
        UsageError: Nothing is gold.
    """
    _refuse_no_gold(gold)
    return next((1 / rank for rank, place in enumerate(ranked, 1) if place in gold), 0.0)


def _refuse_no_gold(gold: Set[Hashable]) -> None:
    if not gold:
        raise UsageError("nothing is gold, so nothing can be found; leave the question out")
