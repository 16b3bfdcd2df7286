"""What judges think of the questions and their snippets: the share with a mark of 3 or more by each criterion, and all marks.

Beside the share stands that of DocHop-QA. Source: DHQ-77, P-15; figures 7 and 8 of the paper.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evidoc.analyses._counts import share
from evidoc.analyses._marks import Marked, marked
from evidoc.analyses._published import in_order
from evidoc.analyses._snippets import stated
from evidoc.errors import UsageError
from evidoc.records.analysis import Analysis, Bars, Cell, Series, StatsTable
from evidoc.records.bench import Bench
from evidoc.statistics.clusters import cluster_of
from evidoc.statistics.intervals import mean_interval

PUBLISHED: Mapping[str, float] = {"reality_fluency": 0.92, "accuracy": 0.87, "completeness": 0.76}  # section 4: 11,379 items
_LEVELS = (1, 2, 3, 4)
_UNMARKED = "no judge gave a mark; run evidoc check BENCH --check quality --judge MODEL"
_NOTE = (
    "Marks are of the check `quality`, from 1 (poor) to 4 (excellent), by each judge that was asked. Intervals are 95 %, "
    "percentile bootstrap clustered by document. What is published is by DocHop-QA, section 4, judged by one open model."
)


@dataclass(frozen=True, slots=True)
class Given:
    """One mark: who gave it by which criterion, to an item of which concept and type, over which document."""

    judge: str
    criterion: str
    value: float
    concept: str
    type: str
    cluster: str


def analyse(bench: Bench, *, at_least: int = 3) -> Analysis:
    """Give the share of items with a mark of `at_least` and more, by judge and criterion, by concept too, and all marks.

    Raises:
        UsageError: `at_least` is no level of the scale.
    """
    if at_least not in _LEVELS:
        raise UsageError(f"at_least={at_least} is no mark; give one of 1 to 4")
    without: Counter[str] = Counter()
    given: list[Given] = []
    for one in marked(bench):
        without.update([] if one.marks else [one.item.task.family])
        given += _given(one)
    return Analysis(
        name="quality",
        title="What judges think of the questions",
        note=_NOTE,
        tables=(_shares(given, at_least), _concepts(given, at_least)) if given else (),
        figures=tuple(_figures(given)),
        left_out=stated(without, _UNMARKED),
    )


def share_from(values: Sequence[float], at_least: float) -> float | None:
    """Give the share of marks of a level and more; None of nothing. Source: P-15."""
    return share(sum(value >= at_least for value in values), len(values))


def _given(one: Marked) -> Iterator[Given]:
    task = one.item.task
    for judge, marks in one.marks.items():
        for criterion, value in marks.items():
            yield Given(judge, criterion, value, task.kind, task.type, cluster_of(one.item))


def _shares(given: Sequence[Given], at_least: int) -> StatsTable:
    rows = tuple(
        (judge, criterion, *_measured(found, at_least), PUBLISHED.get(criterion) if at_least == 3 else None)
        for (judge, criterion), found in _grouped(given).items()
    )
    header = ("judge", "criterion", "items", "mean", f"share from {at_least}", "low", "high", "published share")
    return StatsTable(name="quality", title=f"Items with a mark of {at_least} or more", header=header, rows=rows)


def _concepts(given: Sequence[Given], at_least: int) -> StatsTable:
    rows = tuple(
        (judge, criterion, concept, *_measured([one for one in found if one.concept == concept], at_least))
        for (judge, criterion), found in _grouped(given).items()
        for concept in in_order(one.concept for one in found)
    )
    header = ("judge", "criterion", "concept", "items", "mean", f"share from {at_least}", "low", "high")
    return StatsTable(name="quality_concepts", title="The same by concept", header=header, rows=rows)


def _measured(found: Sequence[Given], at_least: int) -> tuple[Cell, ...]:
    values = [one.value for one in found]
    limits = mean_interval([float(value >= at_least) for value in values], clusters=[one.cluster for one in found])
    low, high = (None if limit is None else round(limit, 4) for limit in (limits.low, limits.high))
    return len(values), round(sum(values) / len(values), 3), share_from(values, at_least), low, high


def _grouped(given: Sequence[Given]) -> dict[tuple[str, str], list[Given]]:
    """Group marks by judge and criterion, criteria in the order of the rubric."""
    groups: dict[tuple[str, str], list[Given]] = defaultdict(list)
    for one in given:
        groups[one.judge, one.criterion].append(one)
    places = {criterion: place for place, criterion in enumerate(PUBLISHED)}
    return dict(sorted(groups.items(), key=lambda group: (group[0][0], places.get(group[0][1], len(places)), group[0][1])))


def _figures(given: Sequence[Given]) -> Iterator[Bars]:
    """Draw all marks of a judge by criterion, for the questions of each type."""
    judges = list(dict.fromkeys(one.judge for one in given))
    for number, judge in enumerate(sorted(judges), 1):
        own = [one for one in given if one.judge == judge]
        for kind in sorted({one.type for one in own}):
            name = f"marks_{kind}" if len(judges) == 1 else f"marks_{number}_{kind}"
            yield _histogram([one for one in own if one.type == kind], name=name, title=f"Marks by {judge}: {kind}")


def _histogram(given: Sequence[Given], *, name: str, title: str) -> Bars:
    counts = Counter((criterion, round(one.value)) for (_, criterion), found in _grouped(given).items() for one in found)
    criteria = dict.fromkeys(criterion for _, criterion in _grouped(given))
    series = tuple(
        Series(name=criterion, values=tuple(float(counts[criterion, level]) for level in _LEVELS)) for criterion in criteria
    )
    return Bars(name=name, title=title, x="mark", y="items", labels=tuple(map(str, _LEVELS)), series=series)
