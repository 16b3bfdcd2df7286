"""All scores of all systems in columns: eight bytes a number, so that tens of thousands of items stay small."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evidoc.records.score import Score
from evidoc.reports.dimensions import names, rank
from evidoc.reports.words import ordered
from evidoc.statistics.intervals import RESAMPLES, Interval, mean_interval

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Rows = NDArray[numpy.intp]

SLICE_RESAMPLES = 400  # a slice is for finding where to look; a report has some hundred of them
_NAN = float("nan")


@dataclass(frozen=True, slots=True)
class Slice:
    """The items of one value in one dimension, with each system's means by metric."""

    value: str
    items: int
    means: tuple[Mapping[str, Interval], ...]


class Board:
    """Collects rows of scores, then gives means by system, metric and slice."""

    def __init__(self, systems: Sequence[str], *, seed: int = 0) -> None:
        """Take the systems' names in the order in which each row gives their scores."""
        self.systems = tuple(systems)
        self.outcomes: list[Counter[str]] = [Counter() for _ in systems]
        self.reasons: list[Counter[tuple[str, str]]] = [Counter() for _ in systems]
        self.seed = seed
        self._columns: dict[tuple[int, str], array[float]] = {}
        self._clusters, self._cluster_codes = array("q"), dict[str, int]()
        self._labels: dict[str, array[int]] = {name: array("l") for name in names()}
        self._label_codes: dict[str, dict[str, int]] = {name: {} for name in names()}

    def __len__(self) -> int:
        """Count the items."""
        return len(self._clusters)

    @property
    def documents(self) -> int:
        """Count the clusters, that is the documents that questions are about."""
        return len(self._cluster_codes)

    @property
    def metrics(self) -> tuple[str, ...]:
        """The names of all metrics that some system has a value in, the most telling first."""
        return ordered({name for _, name in self._columns})

    def add(self, scores: Sequence[Score], *, cluster: str, labels: Mapping[str, str]) -> None:
        """Take one item: each system's scores, its cluster, and its value in each dimension."""
        row = len(self._clusters)
        self._clusters.append(self._cluster_codes.setdefault(cluster, len(self._cluster_codes)))
        for name, value in labels.items():
            codes = self._label_codes[name]
            self._labels[name].append(codes.setdefault(value, len(codes)))
        for system, score in enumerate(scores):
            self.outcomes[system][score.outcome] += 1
            self.reasons[system].update(score.unscored.items())
            self._put(system, score, row)

    def values(self, system: int, metric: str) -> array[float]:
        """Give a system's values of a metric, one an item, NaN where there is none."""
        column = self._columns.get((system, metric), array("d"))
        column.extend([_NAN] * (len(self) - len(column)))
        return column

    def clusters(self) -> array[int]:
        """Give the number of each item's cluster."""
        return self._clusters

    def means(self) -> tuple[dict[str, Interval], ...]:
        """Give each system's means over all items, by metric; the same numbers as `evidoc score` gives."""
        import numpy

        return self._intervals(self.metrics, rows=numpy.arange(len(self)), resamples=RESAMPLES)

    def slices(self, dimension: str, metrics: Sequence[str], *, limit: int = 12) -> tuple[Slice, ...]:
        """Part the items by a dimension; only the `limit` values with the most items are given."""
        import numpy

        labels = numpy.array(self._labels[dimension])
        named = [(value, numpy.flatnonzero(labels == code)) for value, code in self._label_codes[dimension].items()]
        largest = sorted(named, key=lambda pair: -len(pair[1]))[:limit]
        return tuple(
            Slice(value=value, items=len(rows), means=self._intervals(metrics, rows=rows, resamples=SLICE_RESAMPLES))
            for value, rows in sorted(largest, key=lambda pair: rank(pair[0], items=len(pair[1])))
        )

    def _put(self, system: int, score: Score, row: int) -> None:
        for name, value in score.metrics.items():
            column = self._columns.setdefault((system, name), array("d"))
            column.extend([_NAN] * (row - len(column)))
            column.append(_NAN if value is None else value)

    def _intervals(self, metrics: Sequence[str], *, rows: Rows, resamples: int) -> tuple[dict[str, Interval], ...]:
        return tuple(
            {metric: self._interval(self.values(system, metric), rows, resamples=resamples) for metric in metrics}
            for system in range(len(self.systems))
        )

    def _interval(self, column: array[float], rows: Rows, *, resamples: int) -> Interval:
        import numpy

        values = numpy.array(column)[rows]
        present = ~numpy.isnan(values)
        clusters = numpy.array(self._clusters)[rows][present].tolist()
        return mean_interval(values[present].tolist(), clusters=clusters, resamples=resamples, seed=self.seed)
