"""How a system's score falls with the depth of the reasoning and with the charts on a page, beside what others published.

Source: DH-72, DH-73, DH-75, P-16; figure 5 of DocHop.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from evidoc.analyses._published_dochop import published_tables
from evidoc.analyses._runs import Asked, asked, open_run_of
from evidoc.analyses._scores import left_out, metric_of, value_of
from evidoc.records.analysis import Analysis, LineOverBars, StatsTable
from evidoc.records.bench import Bench
from evidoc.statistics.clusters import cluster_of
from evidoc.statistics.intervals import Interval, mean_interval

_PREFERRED = ("dochop_official", "dochop_strict", "answer")  # the published rule first, for it stands beside the published
_AXES = (("depth", "Depth of the reasoning"), ("charts", "Charts on the page"))
_NOTE = (
    "The published accuracies are of other systems over other items: DocHop's own. They are printed there, and not counted here."
)
_NO_RUN = "no run is given, so that only what is published is shown; give run='FOLDER'"


def analyse(bench: Bench, *, run: str = "", metric: str = "", seed: int = 0) -> Analysis:
    """Give a run's mean score by depth and by number of charts, with intervals, and the published accuracies.

    `metric` is one of the run's metrics; without it the published rule where that was scored, else the answer's score.
    Intervals are of 95 %, clustered by document.

    Raises:
        UsageError: The run is of another bench, or was not scored.
        UnknownName: It has no such metric.
    """
    if not run:
        return _analysis("What others measured", (), (), (_NO_RUN,))
    folder = open_run_of(bench, run)
    every = list(asked(bench, folder))
    name = metric_of(folder, every, metric, preferred=_PREFERRED)
    tables, figures = [], []
    for axis, title in _AXES:
        means = dict(_means(every, axis, name, seed))
        if means:
            tables.append(_table(axis, title, means))
            figures.append(_figure(axis, title, name, means))
    title = f"{folder.system}: {name} by depth and charts"
    return _analysis(title, tables, figures, left_out(every, name))


def _analysis(title: str, tables: Sequence[StatsTable], figures: Sequence[LineOverBars], missing: Sequence[str]) -> Analysis:
    return Analysis(
        name="score_by_depth",
        title=title,
        note=_NOTE,
        tables=(*tables, *published_tables()),
        figures=tuple(figures),
        left_out=tuple(missing),
    )


def _means(every: Sequence[Asked], axis: str, metric: str, seed: int) -> Iterator[tuple[int, Interval]]:
    """Give the mean of each place on an axis; items that have none are not on it."""
    values: dict[int, list[tuple[float, str]]] = defaultdict(list)
    for one in every:
        place, value = getattr(one.item.measures, axis), value_of(one, metric)
        if place is not None and value is not None:
            values[place].append((value, cluster_of(one.item)))
    for place, found in sorted(values.items()):
        numbers, clusters = zip(*found, strict=True)
        yield place, mean_interval(list(numbers), clusters=list(clusters), seed=seed)


def _table(axis: str, title: str, means: Mapping[int, Interval]) -> StatsTable:
    rows = tuple((place, found.n, *map(_rounded, (found.mean, found.low, found.high))) for place, found in means.items())
    return StatsTable(name=f"by_{axis}", title=title, header=(axis, "items", "mean", "low", "high"), rows=rows)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _figure(axis: str, title: str, metric: str, means: Mapping[int, Interval]) -> LineOverBars:
    return LineOverBars(
        name=f"by_{axis}",
        title=title,
        x=axis,
        y=f"mean {metric}",
        labels=tuple(map(str, means)),
        counts=tuple(found.n for found in means.values()),
        means=tuple(found.mean for found in means.values()),
        lows=tuple(found.low for found in means.values()),
        highs=tuple(found.high for found in means.values()),
    )
