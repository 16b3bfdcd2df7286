"""Pies and rings: slices clockwise from the top, each with its value beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from evidoc.compose.charts.geometry import Edges, Mark, Point, Words
from evidoc.compose.charts.labels import label_size
from evidoc.compose.charts.legend import SMALLEST
from evidoc.compose.charts.palettes import Look
from evidoc.compose.charts.shapes import GREY, WHITE, Anchor, Fill, Pencil, Polyline, Shape, Slice
from evidoc.compose.charts.spec import ChartSpec
from evidoc.compose.charts.ticks import written
from evidoc.errors import Undrawable

_LEAST_RADIUS = 22.0  # points
_INNER = 0.55  # of the radius is the hole of a ring
_OUT = 6.0  # points between the rim and the words
_LINE = 1.18  # sizes from label to label


@dataclass(frozen=True, slots=True)
class Pie:
    """A drawn pie: its square, shapes, marks and words."""

    plot: Edges
    shapes: tuple[Shape, ...]
    marks: tuple[Mark, ...]
    words: tuple[Words, ...]


def pie(spec: ChartSpec, room: Edges, looks: Sequence[Look]) -> Pie:
    """Draw the slices and print each value at its rim; values that would overlap are pushed apart.

    Raises:
        Undrawable: The circle would be too small, or the values do not fit (`does_not_fit`).
    """
    pencil = Pencil("value", label_size(spec), spec.style.face)
    title = _title(spec, room)
    top = room[1] + (1.35 * spec.style.size if title else 0.0)
    widest = max(pencil.width(written(value, spec.decimals)) for value in spec.values())
    width, height = room[2] - room[0], room[3] - top
    radius = min(height / 2 - _OUT - pencil.size, width / 2 - _OUT - widest - 1)
    if radius < _LEAST_RADIUS:
        raise Undrawable("does_not_fit", f"a circle of radius {radius:.0f} points; at least {_LEAST_RADIUS:g}")
    centre = ((room[0] + room[2]) / 2, (top + room[3]) / 2)
    slices, marks = _slices(spec, centre, radius, looks)
    words, leaders = _values(spec, pencil, marks, _Rim(centre, radius, (top, room[3])))
    plot = (centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius)
    return Pie(plot, (*slices, *leaders), tuple(marks), (*title, *words))


@dataclass(frozen=True, slots=True)
class _Rim:
    centre: Point
    radius: float
    reach: tuple[float, float]

    def at(self, angle: float, beyond: float = 0.0) -> Point:
        turn = math.radians(angle)
        far = self.radius + beyond
        return (self.centre[0] + far * math.sin(turn), self.centre[1] - far * math.cos(turn))


def _slices(spec: ChartSpec, centre: Point, radius: float, looks: Sequence[Look]) -> tuple[list[Shape], list[Mark]]:
    series = spec.series[0]
    total = sum(series.values, Decimal(0))
    inner = radius * _INNER if spec.kind == "donut" else 0.0
    shapes: list[Shape] = []
    marks: list[Mark] = []
    start = 0.0
    rim = _Rim(centre, radius, (0, 0))
    for category, value, look in zip(spec.categories, series.values, looks, strict=False):
        sweep = float(value / total * 360)
        if sweep:
            fill = Fill(look.colour, edge=WHITE, width=0.8, hatch=look.hatch)
            shapes.append(Slice(centre, radius, inner, start, sweep, fill))
        edges = _bounds(rim, inner, start, sweep)
        tip = rim.at(start + sweep / 2)
        marks.append(Mark(series=series.name, category=category, value=value, edges=edges, tip=tip, sweep=sweep))
        start += sweep
    return shapes, marks


def _bounds(rim: _Rim, inner: float, start: float, sweep: float) -> Edges:
    angles = [start, start + sweep, *(angle for angle in (90.0, 180.0, 270.0) if start < angle < start + sweep)]
    points = [rim.at(angle, beyond) for angle in angles for beyond in (0.0, inner - rim.radius)]
    across, down = zip(*points, strict=True)
    x0, y0, x1, y1 = min(across), min(down), max(across), max(down)
    return (x0 - 0.3, y0 - 0.3, x1 + 0.3, y1 + 0.3) if min(x1 - x0, y1 - y0) < 0.6 else (x0, y0, x1, y1)


def _values(spec: ChartSpec, pencil: Pencil, marks: Sequence[Mark], rim: _Rim) -> tuple[list[Words], list[Shape]]:
    middles = []
    angle = 0.0
    for mark in marks:
        middles.append(angle + mark.sweep / 2)
        angle += mark.sweep
    words: list[Words] = []
    leaders: list[Shape] = []
    for right in (True, False):
        side = [(mark, middle) for mark, middle in zip(marks, middles, strict=True) if (middle < 180) == right]
        if not right:
            side.reverse()
        wanted = [rim.at(middle, _OUT)[1] for _, middle in side]
        for (mark, middle), y in zip(side, _apart(wanted, pencil.size * _LINE, rim.reach), strict=True):
            words.append(_label(spec, pencil, mark, (_beside(rim, y, right=right), y)))
            leaders.append(Polyline((rim.at(middle, 0.6), rim.at(middle, 2.6), (_beside(rim, y, right=right), y)), GREY, 0.4))
    return words, leaders


def _beside(rim: _Rim, y: float, *, right: bool) -> float:
    """Give how far out a label at a height stands, so that it keeps clear of the circle."""
    far = math.sqrt(max((rim.radius + _OUT) ** 2 - (y - rim.centre[1]) ** 2, 0.0))
    return rim.centre[0] + (max(far, 3.0) if right else -max(far, 3.0))


def _label(spec: ChartSpec, pencil: Pencil, mark: Mark, at: Point) -> Words:
    right = at[0] > (mark.edges[0] + mark.edges[2]) / 2 if mark.sweep > 180 else mark.tip[0] <= at[0]
    anchor: Anchor = "start" if right else "end"
    place = (at[0] + (1.0 if right else -1.0), at[1] + 0.36 * pencil.size)
    return pencil.place(written(mark.value, spec.decimals), place, anchor=anchor, owner=(mark.series, mark.category))


def _apart(wanted: Sequence[float], gap: float, reach: tuple[float, float]) -> list[float]:
    """Move heights, given from the top down, as little as needed for a gap between them inside a reach."""
    low, high = reach[0] + gap / 2, reach[1] - gap / 2
    if (len(wanted) - 1) * gap > high - low:
        raise Undrawable("does_not_fit", f"{len(wanted)} values at one side of a circle; draw fewer slices or a higher chart")
    placed: list[float] = []
    for number, y in enumerate(wanted):
        floor = placed[-1] + gap if placed else low
        placed.append(min(max(y, floor), high - gap * (len(wanted) - 1 - number)))
    for number in range(len(placed) - 2, -1, -1):
        placed[number] = min(placed[number], max(wanted[number], low + gap * number), placed[number + 1] - gap)
    return placed


def _title(spec: ChartSpec, room: Edges) -> list[Words]:
    name = spec.axis_name
    size = spec.style.size
    while name and size >= SMALLEST:
        pencil = Pencil("axis_title", size, spec.style.face)
        if pencil.width(name) <= room[2] - room[0]:
            at, anchor = ((room[0] + room[2]) / 2, "middle") if spec.style.title == "centre" else (room[0], "start")
            return [pencil.place(name, (at, room[1] + 0.9 * size), anchor=anchor, owner=(name,))]  # type: ignore[arg-type]
        size -= 0.5
    if name:
        raise Undrawable("does_not_fit", f"the title of the values {name!r} in {room[2] - room[0]:.0f} points")
    return []
