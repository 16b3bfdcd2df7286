"""retrieve: a Bench → how well retrievers find the evidence of its questions."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from itertools import islice
from pathlib import Path

import msgspec

from evidoc.engines import run_tasks
from evidoc.errors import EvidocError, NothingKept, UsageError
from evidoc.flow._encoders import encoder_of, encoder_remarks
from evidoc.flow._own_folder import refuse_taken
from evidoc.flow._retrieving import RankedRow, RetrieveOptions, Retrieving
from evidoc.flow._totals import MetricSummary
from evidoc.flow.work import Progress, Work, refuse_counts_below_one
from evidoc.records.bench import Bench, open_bench
from evidoc.records.item import Item
from evidoc.records.record import Record, to_json
from evidoc.records.store import whole_file, write_bytes
from evidoc.retrieval import check_retriever, unit_of
from evidoc.statistics.clusters import cluster_of
from evidoc.statistics.intervals import RESAMPLES, mean_interval

__all__ = ["MetricSummary", "RetrieveOptions", "RetrieveSummary", "retrieve"]

ROWS, SUMMARY = "rankings.jsonl", "retrieval.json"
_HERE = Work(engine="inline")
_NO_OPTIONS = RetrieveOptions()
_WHOLE_SUBSECTIONS = "segments='subsection'"  # as a bench's header has the options of its recipes


class RetrieveSummary(Record, frozen=True, kw_only=True):
    """What `evidoc retrieve --json` prints, and `retrieval.json` keeps: the means of each retriever, metric by metric.

    `recall@k` is the mean share of an item's gold places among the first k, `complete@k` the share of items with all of them
    there, `mrr` the mean of one over the first one's rank; `page_recall@k` counts the pages that the first k blocks stand on.
    `encoders` names, for each retriever that encodes texts, by which encoder, and
    `remarks` say which were taken unnamed. `unscored` items have no gold evidence. Intervals are clustered by document.
    """

    bench: str
    level: str
    pool: str
    items: int
    unscored: int
    interval: str
    retrievers: dict[str, dict[str, MetricSummary]]
    encoders: dict[str, str] = {}
    remarks: tuple[str, ...] = ()


def retrieve(
    bench: Path, *, out: Path | None = None, options: RetrieveOptions = _NO_OPTIONS, work: Work = _HERE
) -> RetrieveSummary:
    """Rank for every question and measure; with `out`, write each item's rankings and the summary there.

    Raises:
        NothingKept: The bench has no items, or none with evidence.
        UnknownName: There is no such retriever.
        UsageError: The options mean nothing, `out` has a retrieval already, or paragraphs are searched for subsections.
        EvidocError: A retriever failed on an item.
    """
    _check(options, out)
    opened = open_bench(bench)
    _refuse_other_segments(opened, options.by)
    totals = _Totals(options.by)
    items = islice(opened.items(), options.limit)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    with whole_file(out / ROWS) if out is not None else nullcontext() as file:
        for item, rows in _ranked(items, Retrieving(bench, options), work=work):
            totals.add(item, rows)
            if file is not None:
                file.write(b"".join(to_json(row) + b"\n" for row in rows))
        totals.refuse_nothing(bench)
    summary = totals.summary(bench, options)
    if out is not None:
        write_bytes(out / SUMMARY, msgspec.json.format(to_json(summary), indent=2) + b"\n")
    return summary


class _Totals:
    """Takes rows item by item and keeps their numbers."""

    def __init__(self, by: Sequence[str]) -> None:
        self._values: dict[str, dict[str, list[float]]] = {name: {} for name in by}
        self._clusters: dict[str, dict[str, list[str]]] = {name: {} for name in by}
        self.items = self.unscored = 0

    def add(self, item: Item, rows: Sequence[RankedRow]) -> None:
        self.items += 1
        self.unscored += bool(rows[0].unscored)
        for row in rows:
            for name, value in row.metrics.items():
                self._values[row.by].setdefault(name, []).append(value)
                self._clusters[row.by].setdefault(name, []).append(cluster_of(item))

    def refuse_nothing(self, bench: Path) -> None:
        if self.items == self.unscored:
            raise NothingKept(f"{bench}: no item has evidence that could be found; make items with evidence first")

    def summary(self, bench: Path, options: RetrieveOptions) -> RetrieveSummary:
        return RetrieveSummary(
            bench=bench.resolve().name,
            level=options.level,
            pool=options.pool,
            items=self.items,
            unscored=self.unscored,
            interval=f"95 %, bootstrap of {RESAMPLES} resamples clustered by document, seed {options.seed}",
            retrievers={by: self._means(by, options.seed) for by in self._values},
            remarks=tuple(encoder_remarks("retrieval", tuple(self._values))),
            encoders={by: name for by in self._values if (name := encoder_of("retrieval", by))},
        )

    def _means(self, by: str, seed: int) -> dict[str, MetricSummary]:
        return {name: self._mean(by, name, seed) for name in self._values[by]}

    def _mean(self, by: str, name: str, seed: int) -> MetricSummary:
        found = mean_interval(self._values[by][name], clusters=self._clusters[by][name], seed=seed)
        assert found.mean is not None and math.isfinite(found.mean)  # a metric is kept with its first value
        return MetricSummary(mean=found.mean, low=found.low, high=found.high, n=found.n, unscored=self.items - found.n)


def _check(options: RetrieveOptions, out: Path | None) -> None:
    refuse_counts_below_one(limit=options.limit)
    for by in options.by:
        check_retriever(by)
    if not options.by or len(set(options.by)) < len(options.by):
        raise UsageError(f"retrievers are {', '.join(options.by) or 'none'}; name each once")
    if not options.k or min(options.k) < 1:
        raise UsageError(f"k is {', '.join(map(str, options.k)) or 'nothing'}; give whole numbers from 1")
    for name, value, known in (("level", options.level, ("block", "page")), ("pool", options.pool, ("documents", "corpus"))):
        if value not in known:
            raise UsageError(f"{name} is {value!r}; take one of {', '.join(known)}")
    if out is not None:
        refuse_taken(out, kind="retrieval")


def _refuse_other_segments(bench: Bench, by: Sequence[str]) -> None:
    """Refuse to search the paragraphs of a bench whose recipe took whole subsections for its segments."""
    if _WHOLE_SUBSECTIONS not in bench.header.settings.get("recipes", ""):
        return
    for each in by:
        if unit_of(each) == "segments":
            raise UsageError(
                f"{each} searches paragraphs, and {bench.folder} was made with {_WHOLE_SUBSECTIONS}; search unit='subsections'"
            )


def _ranked(items: Iterable[Item], retrieving: Retrieving, *, work: Work) -> Iterator[tuple[Item, list[RankedRow]]]:
    taken: deque[Item] = deque()  # as many as the engine looks ahead
    outcomes = run_tasks(retrieving, _noted(items, taken), engine=work.engine, workers=work.workers)
    for done, outcome in enumerate(outcomes, 1):
        item = taken.popleft()
        if outcome.failure is not None:
            raise EvidocError(f"item {item.id}: {outcome.failure.message}")
        yield item, outcome.value or []
        work.progress(Progress(stage="retrieve", done=done, kept=done))


def _noted(items: Iterable[Item], taken: deque[Item]) -> Iterator[Item]:
    for item in items:
        taken.append(item)
        yield item
