"""Lines, areas and scattered points."""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.compose.charts.bars import Marked
from evidoc.compose.charts.frame import Frame
from evidoc.compose.charts.geometry import Mark, Point
from evidoc.compose.charts.legend import AREA_ALPHA
from evidoc.compose.charts.palettes import Look
from evidoc.compose.charts.shapes import Dot, Fill, Polygon, Polyline, Shape
from evidoc.compose.charts.spec import ChartSpec, Series

_LINE = 1.25  # points
_NEAR = 1.2  # points; markers nearer than that hide one another


def lines(spec: ChartSpec, frame: Frame, looks: Sequence[Look]) -> Marked:
    """Draw a line for each series; a marker that would hide another one moves a little aside, never up or down."""
    rows, apart = _rows(spec, frame)
    shapes: list[Shape] = []
    if spec.kind == "area":
        zero = frame.axes[0].at(0)
        order = sorted(range(len(rows)), key=lambda number: -sum(spec.series[number].values))
        for number in order:
            row = rows[number]
            shapes.append(Polygon(((row[0][0], zero), *row, (row[-1][0], zero)), Fill(looks[number].colour, AREA_ALPHA)))
    radius = dot_radius(frame.slot)
    shapes += [Polyline(row, look.colour, _LINE, look.dash) for row, look in zip(rows, looks, strict=False) if len(row) > 1]
    if spec.style.markers or apart or len(spec.categories) == 1:
        shapes += [Dot(at, radius, look.marker, look.colour) for row, look in zip(rows, looks, strict=False) for at in row]
    marks = [mark for series, row in zip(spec.series, rows, strict=True) for mark in _marks(spec, series, row, radius=radius)]
    return Marked(tuple(shapes), tuple(marks), tuple(piece for row in rows for piece in zip(row, row[1:], strict=False)))


def scattered(spec: ChartSpec, frame: Frame, looks: Sequence[Look]) -> Marked:
    """Draw a point for each pair of values."""
    up, across = frame.axes
    radius = 2.4
    shapes: list[Shape] = []
    marks: list[Mark] = []
    for series, look in zip(spec.series, looks, strict=False):
        row = tuple((across.at(x), up.at(y)) for x, y in zip(series.across, series.values, strict=True))
        shapes += [Dot(at, radius, look.marker, look.colour) for at in row]
        marks += _marks(spec, series, row, radius=radius)
    return Marked(tuple(shapes), tuple(marks))


def dot_radius(slot: float) -> float:
    """Give the radius of a marker where categories are so far apart."""
    return min(2.3, max(1.5, 0.14 * slot))


def _rows(spec: ChartSpec, frame: Frame) -> tuple[list[tuple[Point, ...]], bool]:
    """Give the points of each series, and whether any had to move aside."""
    taken: list[list[float]] = [[] for _ in spec.categories]
    step = min(2.4, 0.2 * frame.slot)
    rows: list[tuple[Point, ...]] = []
    moved = False
    for series in spec.series:
        row = []
        for column, (place, value) in enumerate(zip(frame.places, series.values, strict=True)):
            y = frame.axes[0].at(value)
            near = sum(1 for other in taken[column] if abs(other - y) < _NEAR)
            moved = moved or bool(near)
            taken[column].append(y)
            row.append((place + (near + 1) // 2 * step * (1 if near % 2 else -1), y))
        rows.append(tuple(row))
    return rows, moved


def _marks(spec: ChartSpec, series: Series, row: Sequence[Point], *, radius: float) -> list[Mark]:
    across = series.across or (None,) * len(row)
    return [
        Mark(
            series=series.name,
            category=category,
            value=value,
            edges=(x - radius, y - radius, x + radius, y + radius),
            tip=(x, y),
            across=beside,
        )
        for category, value, beside, (x, y) in zip(spec.categories, series.values, across, row, strict=True)
    ]
