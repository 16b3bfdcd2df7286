"""How often each document is used, and a cap on it (DHQ-34)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from evidoc.linking._pairs import Pair
from evidoc.records.groups import LinkedGroup
from evidoc.records.record import Record


class Reuse(Record, frozen=True, kw_only=True):
    """In how many groups documents are: the number of documents for each number of groups, the most, and the mean.

    `documents` are those in any group; `mean` is over them, 0 where there are none.
    """

    documents: int
    groups: int
    most: int
    mean: float
    histogram: dict[str, int]


def reuse(groups: Iterable[LinkedGroup]) -> Reuse:
    """Count in how many groups each document is."""
    uses: Counter[str] = Counter()
    count = 0
    for count, group in enumerate(groups, 1):  # noqa: B007  (the last count is the result)
        uses.update(group.documents)
    return reuse_of(uses, groups=count)


def reuse_of(uses: Counter[str], *, groups: int) -> Reuse:
    """Give the report of what was counted: for each document its number of groups."""
    return Reuse(
        documents=len(uses),
        groups=groups,
        most=max(uses.values(), default=0),
        mean=round(uses.total() / len(uses), 3) if uses else 0.0,
        histogram={str(times): number for times, number in sorted(Counter(uses.values()).items())},
    )


def capped(pairs: Sequence[Pair], *, most: int) -> list[Pair]:
    """Keep each document in `most` pairs at most, taking the best pairs first; the order stays."""
    uses: Counter[int] = Counter()
    kept = set()
    for pair in sorted(pairs, key=lambda pair: (-pair.score, -pair.similarity, pair.first, pair.second)):
        if uses[pair.first] < most and uses[pair.second] < most:
            uses.update((pair.first, pair.second))
            kept.add((pair.first, pair.second))
    return [pair for pair in pairs if (pair.first, pair.second) in kept]
