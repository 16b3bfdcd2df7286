"""Bars: beside one another, stacked, standing or lying, and lollipops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from evidoc.compose.charts.frame import Frame
from evidoc.compose.charts.geometry import Edges, Mark, Point
from evidoc.compose.charts.palettes import Look
from evidoc.compose.charts.shapes import INK, WHITE, Dot, Fill, Polyline, Rectangle, Shape
from evidoc.compose.charts.spec import ChartSpec
from evidoc.errors import Undrawable

_GROUP = 0.8  # of a slot is filled by its bars
_WIDEST = 30.0  # points
_NARROWEST = 1.6  # points; thinner bars run into one another at 300 dpi
_THIN = 0.3  # points each way that a bar of no length still has


@dataclass(frozen=True, slots=True)
class Marked:
    """What shows the values: shapes in order of drawing, a mark a value, and the lines between marks that labels avoid."""

    shapes: tuple[Shape, ...]
    marks: tuple[Mark, ...]
    lines: tuple[tuple[Point, Point], ...] = ()


def side_by_side(spec: ChartSpec, frame: Frame, looks: Sequence[Look]) -> Marked:
    """Draw a bar for each value, those of a category beside one another.

    Raises:
        Undrawable: The bars would be too thin (`does_not_fit`).
    """
    shapes: list[Shape] = []
    marks: list[Mark] = []
    width = _width(spec, frame, len(spec.series))
    zero = frame.axes[0].at(0)
    for number, (series, look) in enumerate(zip(spec.series, looks, strict=False)):
        for category, place, value in zip(spec.categories, frame.places, series.values, strict=True):
            middle = place + (number - (len(spec.series) - 1) / 2) * width
            end = frame.axes[0].at(value)
            edges = _edges(frame, (middle - width * 0.46, middle + width * 0.46), (zero, end))
            tip = _point(frame, middle, end)
            marks.append(Mark(series=series.name, category=category, value=value, edges=_thick(edges), tip=tip))
            shapes.append(_bar(edges, look))
    return Marked(tuple(shapes), tuple(marks))


def stacked(spec: ChartSpec, frame: Frame, looks: Sequence[Look]) -> Marked:
    """Draw the values of a category on top of one another."""
    shapes: list[Shape] = []
    marks: list[Mark] = []
    width = _width(spec, frame, 1)
    axis = frame.axes[0]
    feet = [Decimal(0)] * len(spec.categories)
    for series, look in zip(spec.series, looks, strict=False):
        for column, (category, middle, value) in enumerate(zip(spec.categories, frame.places, series.values, strict=True)):
            foot = feet[column]
            feet[column] = foot + value
            ends = (axis.at(foot), axis.at(foot + value))
            edges = _edges(frame, (middle - width / 2, middle + width / 2), ends)
            tip = _point(frame, middle, ends[1])
            marks.append(Mark(series=series.name, category=category, value=value, edges=_thick(edges), tip=tip, foot=foot))
            shapes.append(_bar(edges, look))
    return Marked(tuple(shapes), tuple(marks))


def lollipops(spec: ChartSpec, frame: Frame, looks: Sequence[Look]) -> Marked:
    """Draw a stem and a head for each value, those of a category beside one another."""
    shapes: list[Shape] = []
    marks: list[Mark] = []
    lines: list[tuple[Point, Point]] = []
    pitch = frame.slot * _GROUP / len(spec.series)
    radius = min(3.4, pitch * 0.45)
    if radius < 1.4:
        raise Undrawable("does_not_fit", f"lollipops {pitch:.1f} points apart; draw fewer categories or series")
    zero = frame.axes[0].at(0)
    for number, (series, look) in enumerate(zip(spec.series, looks, strict=False)):
        for category, place, value in zip(spec.categories, frame.places, series.values, strict=True):
            x, y = place + (number - (len(spec.series) - 1) / 2) * pitch, frame.axes[0].at(value)
            stem = ((x, zero), (x, y))
            lines.append(stem)
            shapes += [Polyline(stem, look.colour, 1.3), Dot((x, y), radius, look.marker, look.colour)]
            edges = (x - radius, y - radius, x + radius, y + radius)
            marks.append(Mark(series=series.name, category=category, value=value, edges=edges, tip=(x, y)))
    return Marked(tuple(shapes), tuple(marks), tuple(lines))


def _width(spec: ChartSpec, frame: Frame, count: int) -> float:
    width = min(frame.slot * _GROUP / count, _WIDEST)
    if width < _NARROWEST:
        bars = count * len(spec.categories)
        raise Undrawable("does_not_fit", f"{bars} bars of {width:.1f} points; at least {_NARROWEST} points a bar")
    return width


def _point(frame: Frame, place: float, end: float) -> Point:
    return (place, end) if frame.axes[0].direction == "y" else (end, place)


def _edges(frame: Frame, side: tuple[float, float], ends: tuple[float, float]) -> Edges:
    low, high = sorted(ends)
    return (side[0], low, side[1], high) if frame.axes[0].direction == "y" else (low, side[0], high, side[1])


def _thick(edges: Edges) -> Edges:
    x0, y0, x1, y1 = edges
    across, down = (_THIN if x1 - x0 < 2 * _THIN else 0.0), (_THIN if y1 - y0 < 2 * _THIN else 0.0)
    return (x0 - across, y0 - down, x1 + across, y1 + down)


def _bar(edges: Edges, look: Look) -> Rectangle:
    wide = min(edges[2] - edges[0], edges[3] - edges[1]) > 4
    edge = (INK if look.hatch else WHITE) if wide else None
    return Rectangle(edges, Fill(look.colour, edge=edge, width=0.3, hatch=look.hatch))
