"""Which items the case viewer shows: the most telling first."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from evidoc.records.geometry import reaches
from evidoc.records.item import Item
from evidoc.records.score import Score
from evidoc.reports.words import HEADLINE

RIGHT_FROM = 0.8  # 4 of 5 (CV-55)
_FULL = 1.0 - 1e-9


@dataclass(frozen=True, slots=True)
class Chosen:
    """An item that the viewer shows, with each system's score; `index` is its place in the bench."""

    index: int
    item: Item
    scores: tuple[Score, ...]


class Choice:
    """Keeps the most telling items of a stream: those on which systems disagree, then those with low scores."""

    def __init__(self, limit: int, *, references: Collection[int] = ()) -> None:
        """Keep at most `limit` items in memory, whatever is offered; systems that are references tell nothing."""
        self._limit = limit
        self._references = references
        self._heap: list[tuple[tuple[float, float, str], Chosen]] = []

    def offer(self, chosen: Chosen) -> None:
        """Take an item, and drop the least telling one where there are too many."""
        if self._limit <= 0:
            return
        competing = [score for system, score in enumerate(chosen.scores) if system not in self._references]
        entry = (telling(competing or chosen.scores, item=chosen.item.id), chosen)
        if len(self._heap) < self._limit:
            heapq.heappush(self._heap, entry)
        elif entry[0] > self._heap[0][0]:
            heapq.heapreplace(self._heap, entry)

    def best(self) -> list[Chosen]:
        """Give what was kept, the most telling first."""
        return [chosen for _, chosen in sorted(self._heap, key=lambda entry: entry[0], reverse=True)]


def telling(scores: Sequence[Score], *, item: str) -> tuple[float, float, str]:
    """Rank an item: by how far the systems are apart, then by how much is missing to the full score, then by its id.

    Ids are digests, so that of very many equal ones those shown are from all over the bench.
    """
    values = [value for score in scores if (value := headline(score.metrics)) is not None]
    if not values:
        return (0.0, -1.0, item)
    return (max(values) - min(values), 1.0 - sum(values) / len(values), item)


def headline(metrics: Mapping[str, float | None]) -> float | None:
    """Give the value of the most telling metric that an item has: both together, else the answer, else any."""
    name = next((name for name in HEADLINE if name in metrics), None)
    return metrics[name] if name else next(iter(metrics.values()), None)


def glyph(outcome: str, metrics: Mapping[str, float | None]) -> str:
    """Say in one word how a reply fared: right, unsupported, partly, wrong, failed or unscored.

    Unsupported is a right answer whose evidence is not cited: the attribution hallucination of CV-62.
    """
    value = headline(metrics)
    if value is None:
        return "unscored"
    if outcome != "answered":
        return "failed"
    if value >= _FULL:
        return "right"
    answer = metrics.get("answer")
    if answer is not None and reaches(answer, RIGHT_FROM):
        return "unsupported"
    return "wrong" if value <= 0 and not answer else "partly"
