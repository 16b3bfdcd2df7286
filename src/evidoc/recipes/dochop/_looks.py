"""Which chart shows a schema and how it looks: type, colours, style, what its marks are called.

Source: DH-10, DH-59, DH-60.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from msgspec.structs import replace

from evidoc.compose.chart import PALETTES, ChartKind, ChartSpec, ChartStyle, Series
from evidoc.recipes.dochop._panels import Panel
from evidoc.recipes.dochop._records import ChartSchema, ChartTable
from evidoc.recipes.dochop._schemas import ChartType, chart_types

# how readily a type is taken: bars are the only type that two kinds of schema share, areas can seldom be drawn
_WEIGHTS: Mapping[ChartType, int] = {
    "line": 5, "grouped_bar": 3, "area": 9, "radar": 4, "stacked_bar": 4, "bar": 2, "horizontal_bar": 3, "lollipop": 2,
    "pie": 3, "donut": 2, "scatter": 1,
}  # fmt: skip
_PLAIN: Mapping[str, ChartType] = {"TS": "line", "GR": "grouped_bar", "SN": "bar"}  # drawn where finer ways have failed
_TURNED = ("stacked_bar", "radar", "horizontal_bar", "lollipop", "pie", "donut")  # eight lines over three spokes hide each other
_TURNING, _LYING = 0.7, 0.3  # how often the entities of a chart by group are its categories, and its bars lie then
_MOST_LYING = 20  # bars that have room below one another
_MOST_GREYS: Mapping[ChartKind, int] = {"line": 4, "scatter": 4, "radar": 0, "area": 0}  # of other kinds, five
_NAMING = 0.5  # how often the points of a scatter chart are named rather than explained by a legend


@dataclass(frozen=True, slots=True)
class Look:
    """A chart to be drawn; in a `turned` one the categories are the entities, and the series the columns."""

    spec: ChartSpec
    turned: bool


def look_of(panel: Panel, tables: Mapping[str, ChartTable], rng: random.Random, *, plain: bool) -> Look:
    """Choose how a panel looks; `plain` is how it is drawn where finer ways have failed."""
    schema = panel.schema
    style = _style(rng, plain=plain)
    if panel.across is not None:
        return _scattered(schema, panel.across, tables, _Painting(style, rng))
    kind, turned = _kind(schema, rng, plain=plain)
    columns = schema.columns if schema.kind != "SN" else (schema.metric.name,)
    rows = tables[schema.id].values
    if turned:
        series = tuple(Series(name=column, values=tuple(row[at] for row in rows)) for at, column in enumerate(columns))
    else:
        series = tuple(Series(name=entity, values=row) for entity, row in zip(schema.entities, rows, strict=True))
    spec = ChartSpec(
        kind=kind,
        series=series,
        categories=schema.entities if turned else columns,
        value_title=schema.metric.name,
        unit=schema.metric.unit,
        decimals=schema.metric.decimals,
        step=schema.metric.step,
        palette=_palette(kind, len(schema.entities) if kind in ("pie", "donut") else len(series), rng),
        style=replace(style, value_labels="auto") if kind == "area" else style,  # numbers on areas are hard to read
    )
    return Look(spec, turned)


def _kind(schema: ChartSchema, rng: random.Random, *, plain: bool) -> tuple[ChartKind, bool]:
    """Give the kind of chart, and whether the entities are its categories."""
    types = chart_types(schema)
    name = _PLAIN[schema.kind] if plain else rng.choices(types, [_WEIGHTS[name] for name in types])[0]
    if name != "grouped_bar":
        return name, name in _TURNED or schema.kind == "SN"
    turned = schema.kind == "GR" and rng.random() < _TURNING
    few = len(schema.entities) * len(schema.columns) <= _MOST_LYING
    return ("horizontal_bar" if turned and few and not plain and rng.random() < _LYING else "bar"), turned


@dataclass(frozen=True, slots=True)
class _Painting:
    style: ChartStyle
    rng: random.Random


def _scattered(up: ChartSchema, across: ChartSchema, tables: Mapping[str, ChartTable], painting: _Painting) -> Look:
    """Show two metrics against each other, a point an entity; its marks are called by the moment."""
    ups, sides = ([row[0] for row in tables[schema.id].values] for schema in (up, across))
    named = painting.rng.random() < _NAMING
    legend = painting.rng.choice(("bottom", "right"))  # whichever has room, as a plain style has it at the bottom
    if named:
        series: tuple[Series, ...] = (Series(name=up.timestamp, values=tuple(ups), across=tuple(sides)),)
    else:
        series = tuple(_point(name, *pair) for name, *pair in zip(up.entities, ups, sides, strict=True))
    spec = ChartSpec(
        kind="scatter",
        series=series,
        categories=up.entities if named else (up.timestamp,),
        value_title=up.metric.name,
        unit=up.metric.unit,
        decimals=up.metric.decimals,
        step=up.metric.step,
        across_title=across.metric.name,
        across_unit=across.metric.unit,
        across_decimals=across.metric.decimals,
        across_step=across.metric.step,
        palette=_palette("scatter", len(series), painting.rng),
        style=replace(painting.style, value_labels="auto", legend=legend),
    )
    return Look(spec, named)


def _palette(kind: ChartKind, names: int, rng: random.Random) -> str:
    """Choose colours; shades of grey only for so few names that dashes, shapes and hatches are easily told apart."""
    return rng.choice([name for name in sorted(PALETTES) if name != "ink" or names <= _MOST_GREYS.get(kind, 5)])


def _point(name: str, up: Decimal, across: Decimal) -> Series:
    return Series(name=name, values=(up,), across=(across,))


def _style(rng: random.Random, *, plain: bool) -> ChartStyle:
    if plain:
        return ChartStyle(legend="bottom")
    return ChartStyle(
        font=rng.choice(("sans", "sans", "serif")),
        grid=rng.choice(("lines", "dashes", "both", "none")),
        spines=rng.choice(("left_bottom", "box", "bottom", "none")),
        markers=rng.random() < 0.8,
        hatch=rng.random() < 0.2,
        shade=rng.random() < 0.2,
        legend=rng.choice(("top", "bottom", "right")),
        axis_title=rng.choice(("beside", "above")),
        value_labels=rng.choice(("auto", "on")),  # DH-60: with a probability of a half
    )
