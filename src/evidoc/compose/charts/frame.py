"""The frame of a chart with straight axes: where the plot lies, its value axis, its categories, grid and spines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from evidoc.compose.charts.categories import Band, band_below, band_beside
from evidoc.compose.charts.geometry import Axis, Edges, Point, Tick, Words
from evidoc.compose.charts.legend import SMALLEST
from evidoc.compose.charts.palettes import Colour
from evidoc.compose.charts.shapes import GREY, INK, PALE, WHITE, Fill, Pencil, Polyline, Rectangle, Shape
from evidoc.compose.charts.spec import ChartSpec
from evidoc.compose.charts.ticks import Scale, scale
from evidoc.errors import Undrawable

SHADE: Colour = (0.945, 0.945, 0.955)
_APART = 1.75  # sizes between ticks
_LEAST_PLOT = 30.0  # points; a smaller plot shows nothing
_TRIES = 6
_HEAD = 3.8  # points that the head of a lollipop reaches beyond its value
_RIGHT = 3.0  # points right of the plot
_RIM = 3.5  # points that a scattered point keeps from the edge of the plot


@dataclass(frozen=True, slots=True)
class Frame:
    """A plot with its axes, the value axis first; `places` are the category centres, `slot` points apart.

    `shapes` are painted before the marks, `front` after them.
    """

    plot: Edges
    axes: tuple[Axis, ...]
    places: tuple[float, ...]
    slot: float
    shapes: tuple[Shape, ...]
    front: tuple[Shape, ...] = ()


@dataclass(frozen=True, slots=True)
class _Sides:
    """What the axes take from the room on each side, in points."""

    left: float
    right: float
    top: float
    bottom: float

    def plot(self, room: Edges) -> Edges:
        return (room[0] + self.left, room[1] + self.top, room[2] - self.right, room[3] - self.bottom)


def standing(spec: ChartSpec, room: Edges, *, head: float) -> Frame:
    """Frame a chart whose values go up; `head` points beyond the highest and lowest value are kept free for labels.

    Raises:
        Undrawable: The plot would be too small, or the names do not fit (`does_not_fit`).
    """
    pencil, values = _pencil(spec), _extremes(spec)
    left = 30.0
    for _ in range(_TRIES):
        slot = (room[2] - room[0] - left - _RIGHT) / len(spec.categories)
        band = band_below(spec, slot)
        bottom = band.height + _title_height(spec, spec.category_title)
        marks = scale_for(spec, values, room[3] - room[1] - bottom - pencil.size - head)
        beside = _name_beside(spec, marks, room[3] - room[1] - bottom - pencil.size)
        needed = max(_widest(pencil, marks) + 4 + (pencil.size * 1.35 if beside else 0.0), band.before - slot / 2)
        if abs(needed - left) < 0.01:
            break
        left = needed
    top = 0.55 * pencil.size + (0.0 if beside or not _axis_name(spec, marks) else 1.3 * pencil.size)
    plot = _Sides(left, _RIGHT, top, bottom).plot(room)
    _check_plot(plot)
    spare = _spare(spec, marks, plot[3] - plot[1], head=head)
    axis = _axis(marks, "y", plot[3] - spare[0], plot[1] + spare[1])
    slot = (plot[2] - plot[0]) / len(spec.categories)
    places = tuple(plot[0] + slot * (number + 0.5) for number in range(len(spec.categories)))
    words = [
        *_ticks_beside(pencil, axis, plot),
        *band.below(places, plot[3]),
        *_names(spec, marks, _Naming(room, plot, beside, band)),
    ]
    return Frame(plot, (axis,), places, slot, (*_ground(spec, plot, (axis,), places), *words), _spines(spec, plot, axis))


def lying(spec: ChartSpec, room: Edges, *, head: float) -> Frame:
    """Frame a chart whose values go to the right and whose categories stand below one another.

    Raises:
        Undrawable: The plot would be too small, or the names do not fit (`does_not_fit`).
    """
    pencil, values = _pencil(spec), _extremes(spec)
    top = 3.0 + _title_height(spec, spec.category_title)
    bottom = 1.5 * pencil.size + 4
    for _ in range(2):
        slot = (room[3] - room[1] - top - bottom) / len(spec.categories)
        band = band_beside(spec, slot)
        marks = scale_for(spec, values, room[2] - room[0] - band.before - 12 - head, pencil=pencil)
        name = _axis_name(spec, marks)
        bottom = 1.5 * pencil.size + 4 + _title_height(spec, name)
    plot = _Sides(band.before, max(6.0, pencil.width(marks.texts[-1]) / 2 + 1), top, bottom).plot(room)
    _check_plot(plot)
    spare = _spare(spec, marks, plot[2] - plot[0], head=head)
    axis = _axis(marks, "x", plot[0] + spare[0], plot[2] - spare[1])
    slot = (plot[3] - plot[1]) / len(spec.categories)
    places = tuple(plot[1] + slot * (number + 0.5) for number in range(len(spec.categories)))
    words = [*_ticks_below(pencil, axis, plot), *band.beside(places, plot[0])]
    words += _centred(spec, name, (plot[0] + plot[2]) / 2, room[3]) + _above(spec, spec.category_title, room, room[1])
    return Frame(plot, (axis,), places, slot, (*_ground(spec, plot, (axis,), places), *words), _spines(spec, plot, axis))


def crossed(spec: ChartSpec, room: Edges, *, head: float) -> Frame:
    """Frame a scatter chart: a value axis up and one across.

    Raises:
        Undrawable: The plot would be too small (`does_not_fit`).
    """
    pencil = _pencil(spec)
    across_values = [value for series in spec.series for value in series.across]
    bottom = 1.5 * pencil.size + 4 + _title_height(spec, spec.across_name)
    marks = scale_for(spec, _extremes(spec), room[3] - room[1] - bottom - pencil.size - head)
    beside = _name_beside(spec, marks, room[3] - room[1] - bottom - pencil.size)
    left = _widest(pencil, marks) + 4 + (pencil.size * 1.35 if beside else 0.0)
    width = room[2] - room[0] - left - 12
    across = _fitting((min(across_values), max(across_values)), pencil, width, least=spec.across_least, zero=False)
    top = 0.55 * pencil.size + (0.0 if beside or not _axis_name(spec, marks) else 1.3 * pencil.size)
    plot = _Sides(left, max(4.0, pencil.width(across.texts[-1]) / 2 + 1), top, bottom).plot(room)
    _check_plot(plot)
    above = max(_RIM, _spare(spec, marks, plot[3] - plot[1], head=head)[1])
    axes = (_axis(marks, "y", plot[3] - _RIM, plot[1] + above), _axis(across, "x", plot[0] + _RIM, plot[2] - _RIM))
    name = " ".join(part for part in (spec.across_name, across.factor) if part)
    words = [*_ticks_beside(pencil, axes[0], plot), *_ticks_below(pencil, axes[1], plot)]
    words += _centred(spec, name, (plot[0] + plot[2]) / 2, room[3])
    words += _names(spec, marks, _Naming(room, plot, beside, None))
    return Frame(plot, axes, (), 0.0, (*_ground(spec, plot, axes, ()), *words), _spines(spec, plot, axes[0]))


def scale_for(spec: ChartSpec, values: tuple[Decimal, Decimal], length: float, *, pencil: Pencil | None = None) -> Scale:
    """Choose the ticks of a value axis so long; a pencil is given where their texts stand side by side.

    Raises:
        Undrawable: The axis would be too short (`does_not_fit`).
    """
    if length < _LEAST_PLOT:
        raise Undrawable("does_not_fit", f"a value axis of {length:.0f} points; give the chart more room or fewer words")
    most = max(3, min(9, int(length / (_APART * spec.style.size)) + 1))
    if pencil is not None:
        return _fitting(values, pencil, length, least=spec.least, zero=spec.starts_at_zero)
    return scale(values, most=most, least=spec.least, zero=spec.starts_at_zero)


def _fitting(values: Sequence[Decimal], pencil: Pencil, length: float, *, least: Decimal, zero: bool) -> Scale:
    for most in (8, 7, 6, 5, 4, 3):
        found = scale(values, most=most, least=least, zero=zero)
        if sum(pencil.width(text) + 7 for text in found.texts) <= length:
            return found
    raise Undrawable("does_not_fit", f"ticks as long as {found.texts[-1]!r} along {length:.0f} points")


def _spare(spec: ChartSpec, marks: Scale, length: float, *, head: float) -> tuple[float, float]:
    """Give how far the plot reaches beyond the first and the last tick, so that labels of the outermost marks have room."""
    low, high = _extremes(spec)
    round_head = spec.kind == "lollipop"
    head = max(head, _HEAD) if round_head else head
    span = float(marks.high - marks.low)
    above = max(0.0, head - float(marks.high - high) / span * (length - head))
    below = max(0.0, head - float(low - marks.low) / span * (length - head))
    falls = round_head or (spec.starts_at_zero and low < 0)
    return (below if falls else 0.0), (above if high > 0 or not spec.starts_at_zero else 0.0)


def _extremes(spec: ChartSpec) -> tuple[Decimal, Decimal]:
    if spec.kind == "stacked_bar":
        sums = [sum((series.values[number] for series in spec.series), Decimal(0)) for number in range(len(spec.categories))]
        return Decimal(0), max(sums)
    values = spec.values()
    return min(values), max(values)


def _pencil(spec: ChartSpec) -> Pencil:
    return Pencil("tick", max(SMALLEST, spec.style.size - 0.5), spec.style.face, GREY if spec.style.shade else INK)


def _widest(pencil: Pencil, marks: Scale) -> float:
    return max(pencil.width(text) for text in marks.texts)


def _axis_name(spec: ChartSpec, marks: Scale) -> str:
    return " ".join(part for part in (spec.axis_name, marks.factor) if part)


def _name_beside(spec: ChartSpec, marks: Scale, length: float) -> bool:
    name = _axis_name(spec, marks)
    pencil = Pencil("axis_title", spec.style.size, spec.style.face)
    return bool(name) and spec.style.axis_title == "beside" and pencil.width(name) <= length


def _title_height(spec: ChartSpec, title: str) -> float:
    return 1.35 * spec.style.size if title else 0.0


def _axis(marks: Scale, direction: str, start: float, end: float) -> Axis:
    low, high = float(marks.low), float(marks.high)
    places = [start + (float(tick) - low) / (high - low) * (end - start) for tick in marks.ticks]
    ticks = tuple(Tick(value=tick, at=at, text=text) for tick, at, text in zip(marks.ticks, places, marks.texts, strict=True))
    return Axis(direction="x" if direction == "x" else "y", low=low, high=high, start=start, end=end, ticks=ticks)


def _check_plot(plot: Edges) -> None:
    width, height = plot[2] - plot[0], plot[3] - plot[1]
    if width < _LEAST_PLOT or height < _LEAST_PLOT:
        raise Undrawable(
            "does_not_fit", f"a plot of {width:.0f} × {height:.0f} points is left; at least {_LEAST_PLOT:g} both ways"
        )


def _ticks_beside(pencil: Pencil, axis: Axis, plot: Edges) -> list[Words]:
    return [pencil.place(tick.text, (plot[0] - 3.5, tick.at + 0.35 * pencil.size), anchor="end") for tick in axis.ticks]


def _ticks_below(pencil: Pencil, axis: Axis, plot: Edges) -> list[Words]:
    return [pencil.place(tick.text, (tick.at, plot[3] + 4.5 + 0.85 * pencil.size), anchor="middle") for tick in axis.ticks]


@dataclass(frozen=True, slots=True)
class _Naming:
    room: Edges
    plot: Edges
    beside: bool
    band: Band | None


def _names(spec: ChartSpec, marks: Scale, naming: _Naming) -> list[Words]:
    """Set the names of the axes of a chart whose values go up."""
    room, plot, name = naming.room, naming.plot, _axis_name(spec, marks)
    words = [] if naming.band is None else _centred(spec, spec.category_title, (plot[0] + plot[2]) / 2, room[3])
    if not naming.beside:
        return words + _above(spec, name, room, room[1])
    pencil = Pencil("axis_title", spec.style.size, spec.style.face)
    at = (room[0] + 0.85 * pencil.size, (plot[1] + plot[3]) / 2)
    half = pencil.width(name) / 2
    middle = min(max(at[1], room[1] + half), room[3] - half)
    return [*words, pencil.place(name, (at[0], middle), anchor="middle", angle=90, owner=(name,))]


def _above(spec: ChartSpec, name: str, room: Edges, top: float) -> list[Words]:
    if not name:
        return []
    return [_fitted(spec, name, room[2] - room[0]).place(name, (room[0], top + 0.9 * spec.style.size), owner=(name,))]


def _centred(spec: ChartSpec, name: str, x: float, bottom: float) -> list[Words]:
    if not name:
        return []
    pencil = _fitted(spec, name, spec.width - 6)
    half = pencil.width(name) / 2
    middle = min(max(x, 3 + half), spec.width - 3 - half)
    return [pencil.place(name, (middle, bottom - 0.26 * pencil.size), anchor="middle", owner=(name,))]


def _fitted(spec: ChartSpec, name: str, width: float) -> Pencil:
    size = spec.style.size
    while size >= SMALLEST:
        pencil = Pencil("axis_title", size, spec.style.face)
        if pencil.width(name) <= width:
            return pencil
        size -= 0.5
    raise Undrawable("does_not_fit", f"the axis title {name!r} in {width:.0f} points")


def _ground(spec: ChartSpec, plot: Edges, axes: Sequence[Axis], places: Sequence[float]) -> list[Shape]:
    shapes: list[Shape] = []
    style = spec.style
    if style.shade:
        shapes.append(Rectangle(plot, Fill(SHADE)))
    if style.grid != "none" or style.shade:
        shapes += _grid(spec, plot, axes, places)
    return shapes


def _grid(spec: ChartSpec, plot: Edges, axes: Sequence[Axis], places: Sequence[float]) -> list[Shape]:
    colour, dash = (WHITE if spec.style.shade else PALE), ((1.5, 1.5) if spec.style.grid == "dashes" else ())
    lines: list[Shape] = []
    for axis in axes:
        lines += [Polyline(_across(plot, tick.at, level=axis.direction == "y"), colour, 0.5, dash) for tick in axis.ticks]
    if spec.style.grid == "both":
        lines += [Polyline(_across(plot, at, level=axes[0].direction == "x"), colour, 0.4, dash) for at in places]
    return lines


def _across(plot: Edges, at: float, *, level: bool) -> tuple[Point, Point]:
    return ((plot[0], at), (plot[2], at)) if level else ((at, plot[1]), (at, plot[3]))


def _spines(spec: ChartSpec, plot: Edges, axis: Axis) -> tuple[Shape, ...]:
    x0, y0, x1, y1 = plot
    sides = {
        "left_bottom": (((x0, y0), (x0, y1), (x1, y1)),),
        "box": (((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)),),
        "bottom": (((x0, y1), (x1, y1)),),
        "none": (),
    }[spec.style.spines]
    shapes: list[Shape] = [Polyline(side, INK, 0.6) for side in sides]
    if spec.starts_at_zero:
        shapes.append(Polyline(_across(plot, axis.at(0), level=axis.direction == "y"), INK, 0.7))
    return tuple(shapes)
