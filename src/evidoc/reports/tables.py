"""The report's tables as CSV files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from evidoc.records.item import Item
from evidoc.records.score import Score
from evidoc.reports.content import Content
from evidoc.reports.csv_files import write_csv
from evidoc.statistics.intervals import Interval

_INTERVAL = ("mean", "low", "high", "n")


def write_tables(report: Content, folder: Path) -> tuple[str, ...]:
    """Write the leaderboard, slices, differences, outcomes and funnel; give the names of the files."""
    tables: dict[str, tuple[tuple[str, ...], Iterable[tuple[object, ...]]]] = {
        "leaderboard.csv": (("system", "metric", *_INTERVAL, "unscored"), _leaderboard(report)),
        "slices.csv": (("dimension", "value", "items", "system", "metric", *_INTERVAL), _slices(report)),
        "differences.csv": (
            ("metric", "first", "second", "difference", "low", "high", "p", "wins", "ties", "losses"),
            _pairs(report),
        ),
        "outcomes.csv": (("system", "outcome", "items"), _outcomes(report)),
        "candidates.csv": (
            ("outcome", "reason", "candidates"),
            ((step.outcome, step.reason, step.count) for step in report.funnel),
        ),
    }
    for name, (header, rows) in tables.items():
        write_csv(folder / name, header, rows)
    return tuple(tables)


def item_header(metrics: Iterable[str]) -> tuple[str, ...]:
    """Give the header of `items.csv`, which has a row for each item and system."""
    return ("item", "question", "answer_kind", "document", "system", "outcome", *metrics)


def item_rows(
    item: Item, *, cluster: str, named: Iterable[tuple[str, Score]], metrics: Iterable[str]
) -> Iterator[tuple[object, ...]]:
    """Give an item's rows of `items.csv`."""
    columns = tuple(metrics)
    for system, score in named:
        numbers = (score.metrics.get(metric) for metric in columns)
        yield (item.id, item.question, item.answer.kind, cluster, system, score.outcome, *numbers)


def _leaderboard(report: Content) -> Iterator[tuple[object, ...]]:
    for row in report.standings:
        for name, interval in row.means.items():
            yield (row.name, name, *_numbers(interval), report.items - interval.n)


def _slices(report: Content) -> Iterator[tuple[object, ...]]:
    for dimension in report.dimensions:
        for part in dimension.slices:
            for system, means in enumerate(part.means):
                for name, interval in means.items():
                    yield (dimension.name, part.value, part.items, report.runs[system].name, name, *_numbers(interval))


def _pairs(report: Content) -> Iterator[tuple[object, ...]]:
    for pair in report.pairs:
        names, found = (report.runs[pair.first].name, report.runs[pair.second].name), pair.found
        yield (
            report.headline.name,
            *names,
            found.difference,
            found.low,
            found.high,
            found.p,
            found.wins,
            found.ties,
            found.losses,
        )


def _outcomes(report: Content) -> Iterator[tuple[object, ...]]:
    for row in report.standings:
        for outcome, count in sorted(row.outcomes.items()):
            yield (row.name, outcome, count)


def _numbers(interval: Interval) -> tuple[float | None, float | None, float | None, int]:
    return interval.mean, interval.low, interval.high, interval.n
