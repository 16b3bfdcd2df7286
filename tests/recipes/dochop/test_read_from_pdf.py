"""A reader that knows only the vector PDF gets the values of the recipe's tables from its charts (DH-60, X-22).

Charts are drawn as the recipe plans them, but with the plain style that the reader of `tests/compose` understands.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from evidoc.compose.chart import ChartSpec, ChartStyle, draw_chart
from evidoc.errors import Reject, Undrawable
from evidoc.kit import Kit, rng_for
from evidoc.recipes.dochop._drawing import draw
from evidoc.recipes.dochop._instance import build_instance
from evidoc.recipes.dochop._panels import panels_of
from evidoc.recipes.dochop._pools import pools
from evidoc.recipes.dochop._records import ChartSchema, ChartTable
from tests.compose import chart_reader
from tests.compose.chart_specs import PLAIN
from tests.recipes.dochop.made import chosen, made

COLOURFUL = "okabe_ito"  # a colour for each of eight series, so that colours name them
INSTANCES = 60
KINDS = ("bar", "line", "area", "radar", "stacked_bar", "horizontal_bar", "lollipop", "pie", "donut", "scatter")
Table = dict[tuple[str, str], float]


class Planned(NamedTuple):
    """A chart as the recipe planned it, with the table that it is to show; a scatter chart has two."""

    spec: ChartSpec
    schema: ChartSchema
    table: ChartTable
    across: ChartTable | None = None


@lru_cache(maxsize=1)
def planned() -> tuple[Planned, ...]:
    return tuple(chart for unit in chosen(INSTANCES) for chart in charts_of(unit))


def charts_of(unit: object) -> Iterator[Planned]:
    kit = Kit(rng=rng_for(1, unit.id))  # type: ignore[attr-defined]
    instance = build_instance(unit, pools("en"), kit)  # type: ignore[arg-type]
    try:
        page = draw(instance, kit.rng).page
    except Reject:  # the recipe builds another instance then
        return
    tables = {table.chart: table for table in instance.trace.tables}
    for chart, panel in zip(page.content.charts, panels_of(instance.trace.schemas), strict=True):
        yield Planned(chart.spec, panel.schema, tables[panel.schema.id], tables[panel.across.id] if panel.across else None)


def of_kind(kind: str) -> list[Planned]:
    return [chart for chart in planned() if chart.spec.kind == kind]


def wanted(chart: Planned) -> Table:
    """Give the table's values by what an entity and a column are called."""
    columns = chart.schema.columns if chart.schema.kind != "SN" else (chart.schema.metric.name,)
    return {
        (entity, column): float(value)
        for entity, row in zip(chart.schema.entities, chart.table.values, strict=True)
        for column, value in zip(columns, row, strict=True)
    }


def read(spec: ChartSpec) -> Table | None:
    """Read a plain drawing of a chart; None where it cannot be drawn plainly, or two names begin alike."""
    series, categories = [entry.name for entry in spec.series], spec.categories
    if len({name.split()[0] for name in series}) < len(series):
        return None
    try:
        pdf = draw_chart(replace(spec, style=PLAIN, palette=COLOURFUL, width=520.0, height=300.0)).pdf()
    except Undrawable:
        return None
    return {
        "bar": lambda: chart_reader.bars(pdf, series, categories),
        "horizontal_bar": lambda: chart_reader.bars(pdf, series, categories, lying=True),
        "stacked_bar": lambda: chart_reader.stacks(pdf, series, categories),
        "line": lambda: chart_reader.polylines(pdf, series, categories),
        "area": lambda: chart_reader.polylines(pdf, series, categories),
        "lollipop": lambda: chart_reader.stems(pdf, series[0], categories),
        "radar": lambda: chart_reader.spokes(pdf, series, categories),
    }[spec.kind]()


def test_every_kind_of_chart_is_planned() -> None:
    """DH-10, X-22."""
    assert {chart.spec.kind for chart in planned()} == set(KINDS)


def test_both_values_of_a_scattered_point_are_those_of_two_tables() -> None:
    """The reader knows discs, and so the charts whose points are named; of the others each point has its own marker."""
    seen = 0
    for chart in of_kind("scatter"):
        assert chart.across is not None
        if len(chart.spec.series) > 1:
            continue
        style = replace(PLAIN, grid="both")
        pdf = draw_chart(replace(chart.spec, style=style, palette=COLOURFUL, width=520.0, height=300.0)).pdf()
        sides, ups = ([float(row[0]) for row in table.values] for table in (chart.across, chart.table))
        found = sorted(chart_reader.points(pdf))
        assert len(found) == len(ups)
        for read_pair, pair in zip(found, sorted(zip(sides, ups, strict=True)), strict=True):
            assert read_pair[0] == pytest.approx(pair[0], abs=0.004 * max(sides))
            assert read_pair[1] == pytest.approx(pair[1], abs=0.004 * max(ups))
        seen += 1
    assert seen >= 2


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("pie", "donut", "scatter")])
def test_the_values_of_a_chart_are_those_of_its_table(kind: str) -> None:
    seen = 0
    for chart in of_kind(kind)[:12]:
        found = read(chart.spec)
        if found is None:
            continue
        by_entity = {(a, b) if a in chart.schema.entities else (b, a): value for (a, b), value in found.items()}
        right = wanted(chart)
        span = max(right.values())
        assert by_entity.keys() == right.keys()
        assert all(by_entity[key] == pytest.approx(value, abs=0.004 * span) for key, value in right.items()), chart.schema
        seen += 1
    assert seen >= 2


@pytest.mark.parametrize("kind", ["pie", "donut"])
def test_the_shares_of_a_pie_are_those_of_its_table(kind: str) -> None:
    for chart in of_kind(kind)[:6]:
        spec = replace(chart.spec, kind="pie", style=ChartStyle(), width=520.0, height=300.0)
        values = list(wanted(chart).values())
        assert chart_reader.shares(draw_chart(spec).pdf()) == pytest.approx([value / sum(values) for value in values], abs=1e-3)


def test_evidence_of_a_scatter_chart_points_at_marks_and_data() -> None:
    """X-05: a point's mark bears out both its metrics, each of which has its own column in the chart's data."""
    seen = 0
    for brought in made(40, data=True):
        document = brought.documents[0]
        scattered = [block for block in document.blocks if block.figure and block.figure.chart_type == "scatter"]
        for evidence in (entry for entry in brought.item.evidence if entry.block in {block.id for block in scattered}):
            table = document.block(evidence.block).table
            assert table is not None
            cells = [table.at(row, column) for row, column in evidence.cells]
            told = [part.rsplit(": ", 1)[1].split(" ")[0] for part in evidence.text.split("; ")]
            assert [cell.text.replace(",", "") for cell in cells if cell] == told
            assert [cell.box for cell in cells if cell] == list(evidence.boxes)
            seen += 1
    assert seen >= 3
