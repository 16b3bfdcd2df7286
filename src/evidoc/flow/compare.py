"""compare: two scored runs → how much they differ on the same items, and how sure that is."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from evidoc.errors import UsageError
from evidoc.flow._columns import Columns
from evidoc.flow._runs import aligned_scores, names_of, open_scored
from evidoc.records.bench import RunFolder
from evidoc.records.record import Record
from evidoc.reports.reached import provider_errors_said
from evidoc.reports.words import ordered
from evidoc.statistics.clusters import cluster_of
from evidoc.statistics.intervals import RESAMPLES
from evidoc.statistics.paired import paired_difference


@dataclass(frozen=True, slots=True)
class CompareOptions:
    """Which metrics to compare (None: all that both runs have), and the seed of the intervals."""

    metrics: tuple[str, ...] | None = None
    seed: int = 0


class Difference(Record, frozen=True, kw_only=True):
    """One metric in both runs, over the items that have a number in both.

    `first` and `second` are the means over those items, `difference` is first minus second with its 95 %
    interval and two-sided p; `wins`, `ties` and `losses` count items from the first run's side. What is
    undefined is null, and `reason` says why.
    """

    metric: str
    first: float | None
    second: float | None
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    wins: int
    ties: int
    losses: int
    n: int
    left_out: int
    reason: str = ""


class Comparison(Record, frozen=True, kw_only=True):
    """Two runs side by side: their names, how many items both have, how many only one has, and each metric.

    `remarks` say where replies never came.
    """

    first: str
    second: str
    shared: int
    only_first: int
    only_second: int
    interval: str
    metrics: tuple[Difference, ...]
    remarks: tuple[str, ...] = ()


def compare(first: Path, second: Path, *, options: CompareOptions = CompareOptions()) -> Comparison:
    """Compare two scored runs item by item; they may be over different benches that share items.

    Raises:
        UsageError: The runs share no item, or a metric is not in both.
        InvalidRecord: A run was not scored, or its scores are not those of its bench.
    """
    runs = [open_scored([path])[0] for path in (first, second)]
    left, right = (_columns(run, name=name) for run, name in zip(runs, names_of(runs), strict=True))
    shared = [(place, right.places[item]) for item, place in left.places.items() if item in right.places]
    if not shared:
        raise UsageError(
            f"{first} and {second} share no item; compare runs over the same bench, or over benches that share items"
        )
    names = _named(options.metrics, left, right)
    return Comparison(
        first=left.name,
        second=right.name,
        shared=len(shared),
        only_first=len(left.places) - len(shared),
        only_second=len(right.places) - len(shared),
        interval=f"95 %, paired bootstrap of {RESAMPLES} resamples clustered by document, seed {options.seed}",
        metrics=tuple(_difference(name, left, right, shared, seed=options.seed) for name in names),
        remarks=tuple(_remarks(("A", left), ("B", right))),
    )


@dataclass(slots=True)
class _Columns:
    """A run's scores in columns: the place of each item, its cluster's number, and eight bytes a number."""

    name: str
    places: dict[str, int]
    clusters: array[int]
    columns: Columns
    outcomes: Counter[str] = field(default_factory=Counter)


def _columns(run: RunFolder, *, name: str) -> _Columns:
    found = _Columns(name=name, places={}, clusters=array("q"), columns=Columns())
    codes: dict[str, int] = {}
    for row, (item, (score,)) in enumerate(aligned_scores([run])):
        found.places[item.id] = row
        found.outcomes[score.outcome] += 1
        found.clusters.append(codes.setdefault(cluster_of(item), len(codes)))
        for name, value in score.metrics.items():
            found.columns.put(row, name, value)
    return found


def _remarks(*sides: tuple[str, _Columns]) -> Iterator[str]:
    for side, run in sides:
        if said := provider_errors_said(run.outcomes):
            yield f"{side}: {said}"


def _named(asked: tuple[str, ...] | None, left: _Columns, right: _Columns) -> tuple[str, ...]:
    both = left.columns.names & right.columns.names
    missing = [name for name in asked or () if name not in both]
    if missing:
        raise UsageError(f"not in both runs: {', '.join(missing)}; both have {', '.join(ordered(both)) or 'no metric'}")
    return asked or ordered(both)


def _difference(name: str, left: _Columns, right: _Columns, shared: list[tuple[int, int]], *, seed: int) -> Difference:
    pairs = [(left.columns.number(name, one), right.columns.number(name, other)) for one, other in shared]
    found = paired_difference(pairs, clusters=[left.clusters[one] for one, _ in shared], seed=seed)
    whole = [(a, b) for a, b in pairs if a is not None and b is not None]
    return Difference(
        metric=name,
        first=sum(a for a, _ in whole) / len(whole) if whole else None,
        second=sum(b for _, b in whole) / len(whole) if whole else None,
        difference=found.difference,
        low=found.low,
        high=found.high,
        p=found.p,
        wins=found.wins,
        ties=found.ties,
        losses=found.losses,
        n=found.n,
        left_out=found.left_out,
        reason=found.reason,
    )
