"""How a system's score goes with the number of entities that it was shown, by type of question and documents.

Source: DHQ-104; figure 24 of DocHop-QA, whose bins are not stated; 20 wide is ours.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from evidoc.analyses._runs import Asked, asked, open_run_of
from evidoc.analyses._scores import left_out, metric_of, value_of
from evidoc.errors import UsageError
from evidoc.records.analysis import Analysis, Cell, LineOverBars, StatsTable
from evidoc.records.bench import Bench
from evidoc.records.entities import entities_of
from evidoc.statistics.clusters import cluster_of
from evidoc.statistics.intervals import Interval, mean_interval

_PREFERRED = ("index_f1", "saa", "answer", "f1")  # the most telling first; the paper has the F1 of indices
_PANELS = ("Paragraph & Single", "Paragraph & Multi", "Table & Single", "Table & Multi")
_HEADER = ("panel", "instances", "entities", "items", "mean", "low", "high")
_KEPT = 64  # numbers of entities of sets of documents


@dataclass(frozen=True, slots=True)
class _Row:
    """An item that has a score: where it belongs, how many entities were shown, and the score."""

    panel: str
    entities: int
    cluster: str
    value: float


def analyse(bench: Bench, *, run: str, metric: str = "", width: int = 20, seed: int = 0) -> Analysis:
    """Give the mean score in bins of the number of context entities, with how many items each bin holds.

    `metric` is one of the run's metrics; without it the F1 of indices where that was scored, else its main score. Bins are
    `width` entities wide. The second row leaves out items that score 0. Intervals are of 95 %, clustered by document.
    Entities that the view cut are not counted.

    Raises:
        UsageError: The run is of another bench, or was not scored.
        UnknownName: It has no such metric.
    """
    if width < 1:
        raise UsageError(f"width={width}; a bin is at least 1 entity wide")
    folder = open_run_of(bench, run)
    every = list(asked(bench, folder))
    name = metric_of(folder, every, metric, preferred=_PREFERRED)
    counted = _Entities(bench)
    rows = [_row(one, value, counted) for one in every if (value := value_of(one, name)) is not None]
    bins = _bins(rows, width)
    parts = [
        (panel, shown, [row for row in rows if row.panel == panel and (row.value > 0 or shown == _ALL)])
        for panel, shown in _places(rows)
    ]
    found = [(panel, shown, _binned(part, bins, width, seed)) for panel, shown, part in parts]
    return Analysis(
        name="score_by_entities",
        title=f"{name} by the number of context entities",
        note=(
            f"{folder.system}: mean {name} of the items in each bin, 95 % intervals clustered by document. An item is of one "
            "document (single) where all its evidence is in one."
        ),
        tables=(_table(found, bins, width),),
        figures=tuple(
            _figure(panel, shown, cells, (name, bins, width)) for panel, shown, cells in found if any(cell.n for cell in cells)
        ),
        left_out=left_out(every, name),
    )


_ALL, _NONZERO = "all", "without zeros"


def _places(rows: Sequence[_Row]) -> Iterator[tuple[str, str]]:
    there = {row.panel for row in rows}
    return ((panel, shown) for shown in (_ALL, _NONZERO) for panel in _PANELS if panel in there)


def _row(one: Asked, value: float, counted: _Entities) -> _Row:
    item = one.item
    type_ = "Table" if item.task.group == "table" or item.measures.modality == "table" else "Paragraph"
    documents = {evidence.document for evidence in item.needed}
    panel = f"{type_} & {'Multi' if len(documents) > 1 else 'Single'}"
    return _Row(panel, counted.shown(one), cluster_of(item), value)


class _Entities:
    """How many entities the documents of an item have."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._of = lru_cache(maxsize=_KEPT)(self._counted)

    def shown(self, one: Asked) -> int:
        """Count the entities of an item less those that its view cut."""
        cut = one.reply.truncated.blocks if one.reply is not None and one.reply.view.startswith("entities") else 0
        known = one.item.measures.entities
        return max(0, (self._of(tuple(link.id for link in one.item.documents)) if known is None else known) - cut)

    def _counted(self, documents: tuple[str, ...]) -> int:
        return len(entities_of([self._bench.corpus[document] for document in documents]))


def _bins(rows: Sequence[_Row], width: int) -> range:
    """Give the numbers of all bins from the first that has an item to the last."""
    numbers = [row.entities // width for row in rows]
    return range(min(numbers), max(numbers) + 1) if numbers else range(0)


def _binned(rows: Sequence[_Row], bins: range, width: int, seed: int) -> list[Interval]:
    values: dict[int, list[_Row]] = defaultdict(list)
    for row in rows:
        values[row.entities // width].append(row)
    return [
        mean_interval([row.value for row in values[number]], clusters=[row.cluster for row in values[number]], seed=seed)
        for number in bins
    ]


def _label(number: int, width: int) -> str:
    first, last = number * width, (number + 1) * width - 1
    return f"{first}" if first == last else f"{first} to {last}"


Found = Sequence[tuple[str, str, Sequence[Interval]]]


def _table(found: Found, bins: range, width: int) -> StatsTable:
    rows = tuple(
        (panel, shown, _label(number, width), cell.n, _rounded(cell.mean), _rounded(cell.low), _rounded(cell.high))
        for panel, shown, cells in found
        for number, cell in zip(bins, cells, strict=True)
    )
    return StatsTable(name="bins", title="Score by the number of context entities", header=_HEADER, rows=rows)


def _rounded(value: float | None) -> Cell:
    return None if value is None else round(value, 4)


def _figure(panel: str, shown: str, cells: Sequence[Interval], scale: tuple[str, range, int]) -> LineOverBars:
    metric, bins, width = scale
    place = panel.lower().replace(" & ", "_")
    return LineOverBars(
        name=place if shown == _ALL else f"{place}_without_zeros",
        title=panel if shown == _ALL else f"{panel}, {shown}",
        x="context entities",
        y=f"mean {metric}",
        labels=tuple(_label(number, width) for number in bins),
        counts=tuple(cell.n for cell in cells),
        means=tuple(cell.mean for cell in cells),
        lows=tuple(cell.low for cell in cells),
        highs=tuple(cell.high for cell in cells),
    )
