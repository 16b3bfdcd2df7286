"""The title and the legend of a chart: rows above or below, or a column at the right, and the room that is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evidoc.compose.charts.geometry import Edges, Entry, Words
from evidoc.compose.charts.palettes import Look
from evidoc.compose.charts.shapes import INK, WHITE, Dot, Fill, Pencil, Polyline, Rectangle, Shape, suited
from evidoc.compose.charts.spec import ChartSpec, Place
from evidoc.errors import Undrawable

SMALLEST = 6.0  # points, DH-61; also the floor of every other word of a chart
_SWATCH, _GAP, _BETWEEN = 11.0, 3.0, 9.0
_LINE = 1.24  # sizes from line to line
_TALL, _WIDE = 0.4, 0.42  # of the panel, the most that a legend may take
_MANY = 8  # categories, for which a legend at the side leaves too little width
AREA_ALPHA = 0.28


@dataclass(frozen=True, slots=True)
class Heading:
    """Title and legend as drawn, and the rectangle that is left for the plot and its axes."""

    shapes: tuple[Shape, ...]
    entries: tuple[Entry, ...]
    room: Edges


@dataclass(frozen=True, slots=True)
class _Grid:
    """A legend's cells: lines of each name, and the width of each column."""

    names: tuple[tuple[str, ...], ...]
    columns: tuple[float, ...]
    size: float

    @property
    def rows(self) -> tuple[float, ...]:
        """The height of each row."""
        count = len(self.columns)
        tallest = [max(len(lines) for lines in self.names[start : start + count]) for start in range(0, len(self.names), count)]
        return tuple(lines * self.size * _LINE + 0.8 for lines in tallest)


def heading(spec: ChartSpec, looks: Sequence[Look], *, pad: float = 3.0) -> Heading:
    """Set the title and the legend.

    Raises:
        Undrawable: They leave no room (`does_not_fit`).
    """
    words, top = _title(spec, pad)
    room = (pad, top, spec.width - pad, spec.height - pad)
    if not spec.legend_names:
        return Heading(words, (), room)
    places: tuple[Place, ...] = ("top", "bottom", "right")
    wanted = _wanted(spec)
    for place in (wanted, *(place for place in places if place != wanted)):
        grid = _grid(spec, room, place)
        if grid is not None:
            return _drawn(spec, looks, _Setting(words, room, place, grid))
    raise Undrawable("does_not_fit", f"a legend of {len(spec.legend_names)} names in {spec.width:g} × {spec.height:g} points")


def _wanted(spec: ChartSpec) -> Place:
    """Give the asked place, but the side for a circle in a wide panel, and not the side where many categories need width."""
    if spec.is_round and spec.width > 1.25 * spec.height:
        return "right"
    crowded = spec.style.legend == "right" and len(spec.categories) > _MANY and spec.kind not in ("horizontal_bar", "scatter")
    return "top" if crowded else spec.style.legend


@dataclass(frozen=True, slots=True)
class _Setting:
    words: tuple[Words, ...]
    room: Edges
    place: Place
    grid: _Grid


def _title(spec: ChartSpec, pad: float) -> tuple[tuple[Words, ...], float]:
    if not spec.title:
        return (), pad
    for size in (spec.style.size + 1.5, spec.style.size + 0.5, spec.style.size - 0.5, SMALLEST):
        pencil = Pencil("title", max(size, SMALLEST), suited("bold", spec.title))
        lines = pencil.lines(spec.title, width=spec.width - 2 * pad, most=2)
        if lines is not None:
            break
    else:
        raise Undrawable("does_not_fit", f"the title {spec.title!r} on two lines of {spec.width:g} points")
    centred = spec.style.title == "centre"
    x = spec.width / 2 if centred else pad
    anchor = "middle" if centred else "start"
    words = tuple(
        pencil.place(line, (x, pad + pencil.size * (0.95 + 1.18 * row)), anchor=anchor, owner=(spec.title,))  # type: ignore[arg-type]
        for row, line in enumerate(lines)
    )
    return words, pad + pencil.size * (0.95 + 1.18 * (len(lines) - 1)) + 0.24 * pencil.size + 2.5


def _grid(spec: ChartSpec, room: Edges, place: Place) -> _Grid | None:
    width, height = room[2] - room[0], room[3] - room[1]
    if place == "right":
        width, height = _WIDE * width, height
    else:
        height *= _TALL
    sizes = [spec.style.size - part / 2 for part in range(int((spec.style.size - SMALLEST) * 2) + 1)]
    for size in sizes:
        grid = _columns(spec, width, size, most=1 if place == "right" else 6)
        if grid is not None and sum(grid.rows) <= height:
            return grid
    return None


def _columns(spec: ChartSpec, width: float, size: float, *, most: int) -> _Grid | None:
    """Give the grid with the most columns that is narrow enough; only a single column breaks names over lines."""
    pencil = Pencil("legend", size, spec.style.face)
    names = spec.legend_names
    wide = [pencil.width(name) + _SWATCH + _GAP for name in names]
    for count in range(min(most, len(names)), 0, -1):
        columns = tuple(max(wide[column::count]) for column in range(count))
        if sum(columns) + _BETWEEN * (count - 1) <= width:
            return _Grid(tuple((name,) for name in names), columns, size)
    lines = [pencil.lines(name, width=width - _SWATCH - _GAP, most=3) for name in names]
    if any(line is None for line in lines):
        return None
    return _Grid(tuple(line for line in lines if line is not None), (width,), size)


def _drawn(spec: ChartSpec, looks: Sequence[Look], setting: _Setting) -> Heading:
    grid, room = setting.grid, setting.room
    wide = sum(grid.columns) + _BETWEEN * (len(grid.columns) - 1)
    tall = sum(grid.rows)
    x0, y0, x1, y1 = room
    if setting.place == "right":
        corner, rest = (x1 - wide, y0 + max(0.0, (y1 - y0 - tall) / 3)), (x0, y0, x1 - wide - 7, y1)
    else:
        left = x0 if spec.style.title == "left" else (x0 + x1 - wide) / 2
        on_top = setting.place == "top"
        corner = (left, y0 if on_top else y1 - tall)
        rest = (x0, y0 + tall + 3, x1, y1) if on_top else (x0, y0, x1, y1 - tall - 3)
    shapes: list[Shape] = list(setting.words)
    entries: list[Entry] = []
    pencil = Pencil("legend", grid.size, spec.style.face)
    for number, (name, lines) in enumerate(zip(spec.legend_names, grid.names, strict=True)):
        row, column = divmod(number, len(grid.columns))
        x = corner[0] + sum(grid.columns[:column]) + _BETWEEN * column
        y = corner[1] + sum(grid.rows[:row])
        swatch = (x, y + 0.14 * grid.size, x + _SWATCH, y + 1.04 * grid.size)
        shapes += _swatch(spec, looks[number], swatch)
        entries.append(Entry(name=name, edges=swatch))
        at = [(x + _SWATCH + _GAP, y + grid.size * (0.88 + _LINE * turn)) for turn in range(len(lines))]
        shapes += [pencil.place(line, place, owner=(name,)) for line, place in zip(lines, at, strict=True)]
    return Heading(tuple(shapes), tuple(entries), rest)


def _swatch(spec: ChartSpec, look: Look, edges: Edges) -> list[Shape]:
    x0, y0, x1, y1 = edges
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    if spec.kind in ("line", "radar"):
        line = Polyline(((x0, middle[1]), (x1, middle[1])), look.colour, 1.3, look.dash)
        return [line, Dot(middle, 2.0, look.marker, look.colour)] if spec.style.markers or spec.kind == "radar" else [line]
    if spec.kind in ("scatter", "lollipop"):
        return [Dot(middle, 2.6, look.marker, look.colour)]
    box = (x0 + 1, y0, x1 - 1, y1)
    if spec.kind == "area":
        top = Polyline(((box[0], y0), (box[2], y0)), look.colour, 1.2, look.dash)
        return [Rectangle(box, Fill(look.colour, AREA_ALPHA)), top]
    return [Rectangle(box, Fill(look.colour, edge=WHITE if not look.hatch else INK, width=0.3, hatch=look.hatch))]
