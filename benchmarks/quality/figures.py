"""The figures of all metrics: each program's value for each group of files, and the value of each file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from benchmarks.quality.blocks import Counts, block_counts, caption_counts, cell_box_counts, placed_cell_counts, placed_counts
from benchmarks.quality.cases import Case
from benchmarks.quality.grids import Grid, cell_counts, neighbour_counts, pair_grids, tree_similarity
from benchmarks.quality.order import kendall_distance, order_places
from benchmarks.quality.programs import Ran
from benchmarks.quality.text import error_rate, find_all, trigram_recall, trigrams, whole_error_rate
from evidoc.align.source_pages import align
from evidoc.records.table import Table

_LARGE = 800  # places: the tree edit distance of a larger table takes minutes


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One value: a metric of a program over a group of files. `asked` is how many things it is about.

    `detail` is a kind of block where the metric is taken by kind; `files` has the value of each file.
    """

    metric: str
    group: str
    program: str
    value: float
    asked: int
    detail: str = ""
    files: Mapping[str, float] = field(default_factory=dict)


def text_figures(ran: Ran, cases: Sequence[Case]) -> Iterator[Figure]:
    """Give the text and order figures of a program over sheets and articles."""
    for group in ("sheets", "articles"):
        own = [case for case in cases if case.group == group]
        found = {case.name: find_all(case.texts(), ran.seen[case.name].text) for case in own}
        every = [one for each in found.values() for one in each]
        if not every:
            continue
        rates = {name: error_rate(each) for name, each in found.items()}
        yield Figure(
            metric="text error rate", group=group, program=ran.program, value=error_rate(every), asked=len(every), files=rates
        )
        worded = [case for case in own if any(map(trigrams, case.texts()))]
        if worded:
            recalls = {case.name: trigram_recall(case.texts(), ran.seen[case.name].text) for case in worded}
            yield _mean("word 3-gram recall", group, ran, recalls)
        yield from _order(group, ran, own)
    sheets = [case for case in cases if case.group == "sheets"]
    if sheets:
        whole = {case.name: whole_error_rate(case.whole(), ran.seen[case.name].text) for case in sheets}
        yield _mean("whole-text error rate", "sheets", ran, whole)


def table_figures(ran: Ran, cases: Sequence[Case]) -> Iterator[Figure]:
    """Give the table figures of a program that finds tables, over all groups."""
    for group in ("sheets", "articles", "tables"):
        pairs = {
            case.name: pair_grids(case.grids, grids)
            for case in cases
            if case.group == group and (grids := ran.seen[case.name].grids) is not None
        }
        if not any(pairs.values()):
            continue
        yield _counted("table cell F1", group, ran, {name: _summed(each, cell_counts) for name, each in pairs.items()})
        yield _counted("table neighbour F1", group, ran, {name: _summed(each, neighbour_counts) for name, each in pairs.items()})
        yield from _similarity(group, ran, pairs)


def block_figures(ran: Ran, cases: Sequence[Case]) -> Iterator[Figure]:
    """Give the figures that only a program with blocks has: block F1 by kind, bound captions, boxes of cells."""
    for group in ("sheets", "articles"):
        own = [(case, document) for case in cases if case.group == group and (document := ran.seen[case.name].document)]
        blocks = {case.name: block_counts(case.truth, document) for case, document in own if case.truth is not None}
        yield from _by_kind("block", group, ran, blocks)
        captions = {case.name: caption_counts(case.truth, document) for case, document in own if case.truth is not None}
        yield from _by_kind("caption", group, ran, captions)
    for group in ("sheets", "articles", "tables"):
        read = [(case, document) for case in cases if case.group == group and (document := ran.seen[case.name].document)]
        yield from _precise(
            "cell box accuracy", group, {case.name: cell_box_counts(document, case.pdf) for case, document in read}
        )


def alignment_figures(cases: Sequence[Case]) -> Iterator[Figure]:
    """Give what `align` gets right where the truth is drawn, and whether its cell boxes cover their text in real articles."""
    blocks: dict[str, Counts] = {}
    cells: dict[str, Counts] = {}
    for case in cases:
        if case.group == "sheets" and case.source is not None and case.truth is not None:
            aligned = align(case.source, case.pdf).document
            blocks[case.name] = placed_counts(case.truth, aligned)
            cells[case.name] = placed_cell_counts(case.truth, aligned)
    articles = {case.name: case for case in cases if case.group == "articles"}
    covered = {name: cell_box_counts(case.truth, case.pdf) for name, case in articles.items() if case.truth is not None}
    yield from _recalled("aligned blocks", "sheets", blocks)
    yield from _recalled("aligned cells", "sheets", cells)
    yield from _precise("cell box accuracy, aligned", "articles", covered)


def _mean(metric: str, group: str, ran: Ran, values: Mapping[str, float]) -> Figure:
    mean = sum(values.values()) / len(values)
    return Figure(metric=metric, group=group, program=ran.program, value=mean, asked=len(values), files=values)


def _order(group: str, ran: Ran, cases: Sequence[Case]) -> Iterator[Figure]:
    places = {case.name: order_places(find_all(case.ordered_texts(), ran.seen[case.name].text)) for case in cases}
    values = {name: kendall_distance(each) for name, each in places.items() if len(each) > 1}
    if values:
        mean, asked = sum(values.values()) / len(values), sum(map(len, places.values()))
        yield Figure(metric="order distance", group=group, program=ran.program, value=mean, asked=asked, files=values)


def _counted(metric: str, group: str, ran: Ran, counts: Mapping[str, Counts]) -> Figure:
    total = _total(counts.values())
    values = {name: each.f1 for name, each in counts.items() if each.true}
    return Figure(metric=metric, group=group, program=ran.program, value=total.f1, asked=total.true, files=values)


def _summed(pairs: Iterable[tuple[Grid | None, Grid | None]], count: Callable[[Table, Table], Counts]) -> Counts:
    """Count over all pairs; a table that is missing or too many is compared with an empty one."""
    empty = Table(rows=0, columns=0)
    return _total(count(true.table if true else empty, given.table if given else empty) for true, given in pairs)


def _similarity(group: str, ran: Ran, pairs: Mapping[str, Sequence[tuple[Grid | None, Grid | None]]]) -> Iterator[Figure]:
    asked = {
        name: [(true, given) for true, given in each if true is not None and _is_small(true)] for name, each in pairs.items()
    }
    values = {name: [_teds(true, given) for true, given in each] for name, each in asked.items() if each}
    every = [value for each in values.values() for value in each]
    if every:
        means = {name: sum(each) / len(each) for name, each in values.items()}
        yield Figure(
            metric="TEDS", group=group, program=ran.program, value=sum(every) / len(every), asked=len(every), files=means
        )


def _teds(true: Grid, given: Grid | None) -> float:
    return 0.0 if given is None or not _is_small(given) else tree_similarity(true.table, given.table)


def _is_small(grid: Grid) -> bool:
    return grid.table.rows * grid.table.columns <= _LARGE


def _by_kind(metric: str, group: str, ran: Ran, files: Mapping[str, Mapping[str, Counts]]) -> Iterator[Figure]:
    """Give precision, recall and F1 of blocks, or the share of captions, by kind."""
    for kind in sorted({kind for counts in files.values() for kind in counts}):
        counts = {name: each[kind] for name, each in files.items() if kind in each}
        total = _total(counts.values())
        values = {name: each.f1 for name, each in counts.items()}
        for name, value in (("precision", total.precision), ("recall", total.recall), ("F1", total.f1)):
            if metric == "block" or name == "recall":
                title = f"block {name}" if metric == "block" else "caption binding"
                yield Figure(
                    metric=title, group=group, program=ran.program, value=value, asked=total.true, detail=kind, files=values
                )


def _recalled(metric: str, group: str, counts: Mapping[str, Counts]) -> Iterator[Figure]:
    total = _total(counts.values())
    if total.true:
        values = {name: each.recall for name, each in counts.items() if each.true}
        yield Figure(metric=metric, group=group, program="evidoc", value=total.recall, asked=total.true, files=values)


def _precise(metric: str, group: str, counts: Mapping[str, Counts]) -> Iterator[Figure]:
    total = _total(counts.values())
    if total.given:
        values = {name: each.precision for name, each in counts.items() if each.given}
        yield Figure(metric=metric, group=group, program="evidoc", value=total.precision, asked=total.given, files=values)


def _total(counts: Iterable[Counts]) -> Counts:
    return sum(counts, Counts())
