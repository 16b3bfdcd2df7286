"""Drawing a chart: frame, marks and, where they are wanted or needed, printed values; then a look for defects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from msgspec.structs import replace

from evidoc.compose.charts import bars, frame, labels, lines
from evidoc.compose.charts.bars import Marked
from evidoc.compose.charts.defects import chart_defects, refuse
from evidoc.compose.charts.frame import Frame
from evidoc.compose.charts.geometry import Axis, ChartGeometry, Edges, Words
from evidoc.compose.charts.legend import Heading, heading
from evidoc.compose.charts.palettes import Look, looks
from evidoc.compose.charts.pies import pie
from evidoc.compose.charts.radars import backed, polygons, ticks, web
from evidoc.compose.charts.shapes import WHITE, Fill, Pencil, Rectangle, Shape, check_glyphs
from evidoc.compose.charts.spec import ChartSpec, check
from evidoc.compose.charts.ticks import written
from evidoc.errors import Undrawable

MARGIN = 2.0  # px a step of the values at 300 dpi, below which values must be printed; DH-60
_FRAMES: dict[str, Callable[..., Frame]] = {"horizontal_bar": frame.lying, "scatter": frame.crossed}
_MARKS: dict[str, Callable[[ChartSpec, Frame, Sequence[Look]], Marked]] = {
    "bar": bars.side_by_side,
    "horizontal_bar": bars.side_by_side,
    "stacked_bar": bars.stacked,
    "lollipop": bars.lollipops,
    "line": lines.lines,
    "area": lines.lines,
    "scatter": lines.scattered,
}


@dataclass(frozen=True, slots=True)
class Sketch:
    """A chart as shapes in order of painting, and where everything stands."""

    shapes: tuple[Shape, ...]
    geometry: ChartGeometry


@dataclass(frozen=True, slots=True)
class _Setup:
    spec: ChartSpec
    head: Heading
    looks: tuple[Look, ...]


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to print values: room beyond the marks in points, and the angle of the labels."""

    head: float
    angle: float = 0.0


def sketch(spec: ChartSpec) -> Sketch:
    """Draw a chart and look it over: a chart with a defect is never given.

    Raises:
        UsageError: The spec is wrong.
        Undrawable: `unsuited`, `indistinct_series`, `glyphs_missing`, `does_not_fit`, `unreadable_values`, or `defects`.
    """
    setup = _setup(spec)
    return _sound(spec, _pie(setup)) if spec.kind in ("pie", "donut") else _on_axes(setup)


def _sound(spec: ChartSpec, drawn: Sketch) -> Sketch:
    refuse(chart_defects(spec, drawn.geometry), f"a {spec.kind} chart of {spec.width:g} × {spec.height:g} points")
    return drawn


def _on_axes(setup: _Setup) -> Sketch:
    """Draw a chart with its values printed where the style asks for it or the axis cannot resolve them."""
    spec = setup.spec
    plain = _drawn(setup, None)
    needed = plain is None or not _resolves(spec, plain.geometry)
    wanted = spec.style.value_labels
    if plain is not None and not needed and wanted != "on":
        return _sound(spec, plain)
    if wanted != "off":
        drawn = (found for way in _ways(spec) if (found := _drawn(setup, way)) is not None)
        printed = next((found for found in drawn if not chart_defects(spec, found.geometry)), None)
        if printed is not None:
            return printed
    if plain is not None and not needed:
        return _sound(spec, plain)
    raise Undrawable(
        "unreadable_values",
        f"steps of {spec.least} in a {spec.kind} chart of {spec.width:g} × {spec.height:g} points; "
        f"its axis resolves {legible_step(spec)}, and printed values {'are off' if wanted == 'off' else 'do not fit'}",
    )


def needs_value_labels(spec: ChartSpec) -> bool:
    """Say whether the values must be printed, because the axis has less than 2 px a step at 300 dpi. Source: DH-60."""
    if spec.kind in ("pie", "donut"):
        return True
    plain = _drawn(_setup(spec), None)
    return plain is None or not _resolves(spec, plain.geometry)


def legible_step(spec: ChartSpec) -> Decimal:
    """Give the least step (1, 2 or 5 times a power of ten) that the chart's axis resolves without printed values."""
    plain = _drawn(_setup(replace(spec, step=None)), None)
    if plain is None or not plain.geometry.axes:
        return Decimal(1).scaleb(-spec.decimals)
    axis = plain.geometry.axes[0]
    exponent = -spec.decimals
    while True:
        for factor in (1, 2, 5):
            step = Decimal(factor).scaleb(exponent).quantize(Decimal(1).scaleb(min(exponent, 0)))
            if axis.pixels(step) >= MARGIN:
                return step
        exponent += 1


def _setup(spec: ChartSpec) -> _Setup:
    check(spec)
    texts = [spec.title, spec.axis_name, spec.category_title, spec.across_name, *spec.categories]
    check_glyphs([*texts, *(series.name for series in spec.series)], spec.style.face)
    found = looks(spec.palette, max(len(spec.legend_names), len(spec.series)), hatch=spec.style.hatch)
    return _Setup(spec, heading(spec, found), found)


def _resolves(spec: ChartSpec, geometry: ChartGeometry) -> bool:
    return all(axis.pixels(least) >= MARGIN for axis, least in zip(geometry.axes, (spec.least, spec.across_least), strict=False))


def _ways(spec: ChartSpec) -> Iterator[_Way]:
    size = labels.label_size(spec)
    if spec.kind in ("bar", "lollipop", "horizontal_bar"):
        pencil = Pencil("value", size, spec.style.face)
        widest = max(pencil.width(written(value, spec.decimals)) for value in spec.values())
        extra = 3.6 if spec.kind == "lollipop" else 0.0
        if spec.kind == "horizontal_bar":
            yield _Way(widest + 3)
            return
        yield _Way(1.1 * size + 2 + extra)
        yield _Way(widest + 4 + extra, angle=90.0)
        return
    yield _Way(0.0 if spec.kind in ("stacked_bar", "radar") else size + 4.5)


def _drawn(setup: _Setup, way: _Way | None) -> Sketch | None:
    """Draw a chart without printed values, or with them in one way; None where they do not fit so."""
    if setup.spec.kind == "radar":
        return _radar(setup, way)
    spec = setup.spec
    framed = _FRAMES.get(spec.kind, frame.standing)(spec, setup.head.room, head=way.head if way else 0.0)
    marked = _MARKS[spec.kind](spec, framed, setup.looks)
    names = _point_names(setup, framed, marked)
    words = _labels(setup, framed, marked, way, names) if way else ()
    if words is None:
        return None
    shapes = (*setup.head.shapes, *framed.shapes, *marked.shapes, *framed.front, *_backed(spec, (*names, *words)))
    return Sketch(shapes, _geometry(setup, framed.plot, marked, shapes, axes=framed.axes))


def _point_names(setup: _Setup, framed: Frame, marked: Marked) -> tuple[Words, ...]:
    if setup.spec.kind != "scatter" or len(setup.spec.series) > 1:
        return ()
    names = labels.names_of_points(setup.spec, marked, labels.Scene(_bounds(setup, framed)))
    if names is None:
        raise Undrawable(
            "does_not_fit", f"the names of {len(marked.marks)} points of a scatter chart; draw fewer or a larger chart"
        )
    return names


def _labels(
    setup: _Setup, framed: Frame, marked: Marked, way: _Way, names: tuple[Words, ...]
) -> tuple[Words, ...] | None:  # fmt: skip
    bounds = _bounds(setup, framed)
    if setup.spec.kind == "stacked_bar":
        return labels.inside(setup.spec, marked, setup.looks, bounds=bounds)
    if setup.spec.kind in ("line", "area", "scatter"):
        return labels.around(setup.spec, marked, setup.looks, labels.Scene(bounds, names))
    return labels.at_ends(setup.spec, marked, setup.looks, angle=way.angle, bounds=bounds)


def _bounds(setup: _Setup, framed: Frame) -> Edges:
    x0, y0, _, y1 = framed.plot
    return (x0 + 0.8, y0 - 0.5 * setup.spec.style.size, setup.head.room[2], y1 - 0.3)


def _backed(spec: ChartSpec, words: Sequence[Words]) -> list[Shape]:
    """Keep lines from running through labels that stand among them."""
    if spec.kind not in ("line", "area", "scatter", "lollipop", "bar") or not words:
        return list(words)
    ground = frame.SHADE if spec.style.shade else WHITE
    return [*(Rectangle(labels.backing(label), Fill(ground, 0.8)) for label in words), *words]


def _radar(setup: _Setup, way: _Way | None) -> Sketch | None:
    ground = web(setup.spec, setup.head.room)
    marked = polygons(setup.spec, ground, setup.looks)
    words: tuple[Words, ...] | None = ()
    marks = ticks(setup.spec, ground, marked)
    if way is not None:
        scene = labels.Scene(setup.head.room, (*marks, *ground.names))
        words = labels.around(setup.spec, marked, setup.looks, scene)
    if words is None:
        return None
    tops = [*backed(marks), *backed(words)]
    shapes = (*setup.head.shapes, *ground.shapes, *marked.shapes, *ground.names, *tops)
    return Sketch(shapes, _geometry(setup, ground.plot, marked, shapes, axes=(ground.axis,)))


def _pie(setup: _Setup) -> Sketch:
    if setup.spec.style.value_labels == "off":
        raise Undrawable("unreadable_values", f"a {setup.spec.kind} without printed values; set value_labels to auto or on")
    drawn = pie(setup.spec, setup.head.room, setup.looks)
    shapes = (*setup.head.shapes, *drawn.shapes, *drawn.words)
    return Sketch(shapes, _geometry(setup, drawn.plot, Marked(drawn.shapes, drawn.marks), shapes, axes=()))


def _geometry(
    setup: _Setup, plot: Edges, marked: Marked, shapes: Sequence[Shape], *, axes: tuple[Axis, ...]
) -> ChartGeometry:  # fmt: skip
    words = tuple(shape for shape in shapes if isinstance(shape, Words))
    return ChartGeometry(
        width=setup.spec.width,
        height=setup.spec.height,
        plot=plot,
        axes=axes,
        marks=marked.marks,
        words=words,
        legend=setup.head.entries,
        value_labels=any(label.role == "value" for label in words),
    )
