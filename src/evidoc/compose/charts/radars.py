"""Radar charts: a spoke for each category, rings for the ticks, and a polygon for each series."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from evidoc.compose.charts.bars import Marked
from evidoc.compose.charts.frame import scale_for
from evidoc.compose.charts.geometry import Axis, Edges, Mark, Point, Tick, Words, crosses, touches
from evidoc.compose.charts.legend import SMALLEST
from evidoc.compose.charts.palettes import Look
from evidoc.compose.charts.shapes import INK, PALE, WHITE, Anchor, Dot, Fill, Pencil, Polygon, Polyline, Rectangle, Shape
from evidoc.compose.charts.spec import ChartSpec
from evidoc.errors import Undrawable

_LEAST_RADIUS = 24.0  # points
_GAP = 5.0  # points between the outer ring and the names
_ALPHA = 0.1
_DOT = 1.9
_SHARES = (0.3, 0.22, 0.15)  # of the panel's width, how long a line of a name may be


@dataclass(frozen=True, slots=True)
class Web:
    """The ground of a radar chart: centre, spokes in degrees clockwise from the top, the value axis, shapes and words."""

    plot: Edges
    axis: Axis
    spokes: tuple[float, ...]
    shapes: tuple[Shape, ...]
    names: tuple[Words, ...]


def web(spec: ChartSpec, room: Edges) -> Web:
    """Lay out spokes and rings with the largest radius for which all names fit.

    Raises:
        Undrawable: The names leave too little room (`does_not_fit`).
    """
    top = room[1] + (1.35 * spec.style.size if spec.axis_name else 0.0)
    spokes = tuple(360 / len(spec.categories) * number for number in range(len(spec.categories)))
    room = (room[0], top, room[2], room[3])
    centre, radius, names = _largest(spec, room, spokes)
    marks = scale_for(spec, (min(spec.values()), max(spec.values())), max(1.25 * radius, 30.0))
    low, high = float(marks.low), float(marks.high)
    rings = tuple(
        Tick(value=value, at=(float(value) - low) / (high - low) * radius, text=text)
        for value, text in zip(marks.ticks, marks.texts, strict=True)
    )
    axis = Axis(direction="radius", low=low, high=high, start=0.0, end=radius, ticks=rings, centre=centre)
    title = " ".join(part for part in (spec.axis_name, marks.factor) if part)
    words = [*names, *_title(spec, title, room)]
    plot = (centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius)
    return Web(plot, axis, spokes, _rings(axis, spokes), tuple(words))


def at_spoke(axis: Axis, spoke: float, distance: float) -> Point:
    """Give the point on a spoke at a distance from the centre."""
    turn = math.radians(spoke)
    return (axis.centre[0] + distance * math.sin(turn), axis.centre[1] - distance * math.cos(turn))


def polygons(spec: ChartSpec, ground: Web, looks: Sequence[Look]) -> Marked:
    """Draw a polygon for each series with a marker at each value; markers that would hide one another grow outwards in size."""
    below: list[Shape] = []
    lines: list[Shape] = []
    dots: list[Shape] = []
    marks: list[Mark] = []
    segments: list[tuple[Point, Point]] = []
    for number, (series, look) in enumerate(zip(spec.series, looks, strict=False)):
        row = [at_spoke(ground.axis, spoke, ground.axis.at(v)) for spoke, v in zip(ground.spokes, series.values, strict=True)]
        radius = _DOT + 0.35 * (len(spec.series) - 1 - number) if len(spec.series) < 5 else _DOT
        below.append(Polygon(tuple(row), Fill(look.colour, _ALPHA)))
        lines.append(Polyline((*row, row[0]), look.colour, 1.1, look.dash))
        dots += [Dot(at, radius, look.marker, look.colour) for at in row]
        segments += zip(row, (*row[1:], row[0]), strict=True)
        for category, value, spoke, (x, y) in zip(spec.categories, series.values, ground.spokes, row, strict=True):
            edges = (x - radius, y - radius, x + radius, y + radius)
            marks.append(Mark(series=series.name, category=category, value=value, edges=edges, tip=(x, y), spoke=spoke))
    return Marked((*below, *lines, *dots), tuple(marks), tuple(segments))


def ticks(spec: ChartSpec, ground: Web, marked: Marked) -> tuple[Words, ...]:
    """Print the ticks along that spoke, and on that side of it, where they cover fewest marks.

    The tick at the centre is left out where it would cover one: the rings tell enough.

    Raises:
        Undrawable: Every place covers a mark (`does_not_fit`).
    """
    pencil = Pencil("tick", max(SMALLEST, spec.style.size - 1), spec.style.face)
    boxes = [mark.edges for mark in marked.marks]
    for first in (0, 1):
        rows = [_along(pencil, ground.axis, spoke, side)[first:] for spoke in ground.spokes for side in (-1, 1)]
        for row in rows:
            apart = not any(crosses(one, other) for one, other in zip(row, row[1:], strict=False))
            free = not any(crosses(words, name) for words in row for name in ground.names)
            if apart and free and not any(touches(words.edges, box) for words in row for box in boxes):
                return tuple(row)
    raise Undrawable("does_not_fit", f"the ticks of a radar chart with {len(boxes)} marks; draw fewer series or categories")


def _along(pencil: Pencil, axis: Axis, spoke: float, side: int) -> list[Words]:
    sine, cosine = math.sin(math.radians(spoke)), math.cos(math.radians(spoke))
    upright = abs(cosine) > 0.35
    words = []
    for tick in axis.ticks:
        x, y = at_spoke(axis, spoke, tick.at)
        if upright:
            at, anchor = (x + side * 3.2, y + 0.36 * pencil.size - side * 2.2 * sine), ("start" if side > 0 else "end")
        else:
            at, anchor = (x, y + (0.36 + 0.75 * side) * pencil.size + side * 1.0), "middle"
        words.append(pencil.place(tick.text, at, anchor=anchor))  # type: ignore[arg-type]
    return words


def backed(words: Sequence[Words]) -> list[Shape]:
    """Set tick words on a ground that keeps lines from running through them."""
    shapes: list[Shape] = []
    for line in words:
        x0, y0, x1, y1 = line.edges
        shapes.append(Rectangle((x0 - 0.6, y0 + 0.6, x1 + 0.6, y1 - 0.9), Fill(WHITE, 0.82)))
    return shapes + list(words)


def _largest(spec: ChartSpec, room: Edges, spokes: Sequence[float]) -> tuple[Point, float, list[Words]]:
    width, height = room[2] - room[0], room[3] - room[1]
    size = spec.style.size
    while size >= SMALLEST:
        radius = 0.62 * min(width, height) - 1.5 * size
        while radius >= _LEAST_RADIUS:
            for share in _SHARES:
                names = _names(spec, spokes, (radius, size, share))
                found = None if names is None else _centred(names, room, [_on_circle(spoke, radius) for spoke in spokes])
                if found is not None:
                    return found[0], radius, found[1]
            radius -= 1.5
        size -= 0.5
    raise Undrawable("does_not_fit", f"{len(spec.categories)} names around a circle in {width:.0f} × {height:.0f} points")


def _names(spec: ChartSpec, spokes: Sequence[float], circle: tuple[float, float, float]) -> list[Words] | None:
    """Set the names around a circle about the origin: its radius, the size of the names, and the width of a line in panels."""
    radius, size, share = circle
    pencil = Pencil("category", size, spec.style.face)
    found: list[Words] = []
    for name, spoke in zip(spec.categories, spokes, strict=True):
        sine, cosine = math.sin(math.radians(spoke)), math.cos(math.radians(spoke))
        below = len(spokes) == 3 and cosine < 0  # the foot of a triangle has room below, none beside
        anchor: Anchor = "middle" if abs(sine) < 0.2 or below else ("start" if sine > 0 else "end")
        width = (0.4 if below else 0.6) * spec.width if anchor == "middle" else share * spec.width
        lines = pencil.lines(name, width=width, most=1 if anchor == "middle" else 3)
        if lines is None:
            return None
        tall = (len(lines) - 1) * 1.14 * size
        cosine = -1.0 if below else cosine
        at = (
            (radius + _GAP) * sine,
            -(radius * (0.5 if below else 1.0) + _GAP) * cosine + (0.35 - 0.42 * cosine) * size - tall * (1 + cosine) / 2,
        )
        placed = [
            pencil.place(line, (at[0], at[1] + row * 1.14 * size), anchor=anchor, owner=(name,)) for row, line in enumerate(lines)
        ]
        if any(_near(one, other) for one in placed for other in found):
            return None
        found += placed
    return found


def _near(one: Words, other: Words) -> bool:
    a, b = one.edges, other.edges
    return a[0] < b[2] + 2 and b[0] < a[2] + 2 and a[1] < b[3] and b[1] < a[3]


def _on_circle(spoke: float, radius: float) -> Point:
    return (radius * math.sin(math.radians(spoke)), -radius * math.cos(math.radians(spoke)))


def _centred(names: Sequence[Words], room: Edges, corners: Sequence[Point]) -> tuple[Point, list[Words]] | None:
    """Put a circle with its names in the middle of a room, or say that it is too large."""
    from msgspec.structs import replace

    boxes = [words.edges for words in names] + [(x - 3, y - 3, x + 3, y + 3) for x, y in corners]
    x0, x1 = min(box[0] for box in boxes), max(box[2] for box in boxes)
    y0, y1 = min(box[1] for box in boxes), max(box[3] for box in boxes)
    if x1 - x0 > room[2] - room[0] or y1 - y0 > room[3] - room[1]:
        return None
    centre = ((room[0] + room[2] - x0 - x1) / 2, (room[1] + room[3] - y0 - y1) / 2)
    return centre, [replace(words, x=words.x + centre[0], y=words.y + centre[1]) for words in names]


def _rings(axis: Axis, spokes: Sequence[float]) -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    for tick in axis.ticks[1:]:
        ring = tuple(at_spoke(axis, spoke, tick.at) for spoke in (*spokes, spokes[0]))
        shapes.append(Polyline(ring, PALE, 0.5))
    shapes += [Polyline((axis.centre, at_spoke(axis, spoke, axis.end)), PALE, 0.5) for spoke in spokes]
    shapes.append(Polyline((axis.centre, at_spoke(axis, 0, axis.end)), INK, 0.5))
    return tuple(shapes)


def _title(spec: ChartSpec, title: str, room: Edges) -> list[Words]:
    if not title:
        return []
    size = spec.style.size
    while size >= SMALLEST:
        pencil = Pencil("axis_title", size, spec.style.face)
        if pencil.width(title) <= room[2] - room[0]:
            return [pencil.place(title, (room[0], room[1] - 0.4 * size), owner=(title,))]
        size -= 0.5
    raise Undrawable("does_not_fit", f"the axis title {title!r} in {room[2] - room[0]:.0f} points")
