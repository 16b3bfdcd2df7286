"""Painting shapes on a ReportLab canvas; equal shapes give equal bytes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import singledispatch
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from evidoc.compose._fonts import typeface
from evidoc.compose._lines import visual
from evidoc.compose.charts.geometry import Edges, Point, Words
from evidoc.compose.charts.palettes import Colour, Hatch
from evidoc.compose.charts.shapes import Dot, Fill, Polygon, Polyline, Rectangle, Shape, Slice

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.pdfgen.pathobject import PDFPathObject

_HATCH_GAP = 3.2  # points between the lines of a hatch
_DIRECTIONS: dict[Hatch, tuple[Point, ...]] = {
    "": (),
    "rising": ((1.0, -1.0),),
    "falling": ((1.0, 1.0),),
    "crossed": ((1.0, -1.0), (1.0, 1.0)),
    "level": ((1.0, 0.0),),
    "upright": ((0.0, 1.0),),
}


class Easel(NamedTuple):
    """A canvas and where on its page, from the bottom left, a sketch's top left corner lies."""

    canvas: Canvas
    left: float
    top: float

    def x(self, x: float) -> float:
        """Give the canvas's abscissa."""
        return self.left + x

    def y(self, y: float) -> float:
        """Give the canvas's ordinate, which grows upwards."""
        return self.top - y


def blank(width: float, height: float, *, title: str) -> tuple[Canvas, BytesIO]:
    """Give an empty page of a size and the file that it will be written to."""
    from reportlab.pdfgen.canvas import Canvas

    file = BytesIO()
    canvas = Canvas(file, pagesize=(width, height), invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setCreator("evidoc")
    canvas.setLineCap(0)
    canvas.setLineJoin(1)
    return canvas, file


def paint(easel: Easel, shapes: Iterable[Shape]) -> None:
    """Paint shapes in order."""
    for shape in shapes:
        _paint(shape, easel)


@singledispatch
def _paint(shape: Shape, easel: Easel) -> None:
    raise TypeError(f"{type(shape).__name__} is no shape")


@_paint.register
def _(shape: Polyline, easel: Easel) -> None:
    canvas = easel.canvas
    canvas.setStrokeColorRGB(*shape.colour)
    canvas.setLineWidth(shape.width)
    canvas.setDash(list(shape.dash))
    canvas.drawPath(_path(easel, shape.points, close=False), stroke=1, fill=0)
    if shape.dash:
        canvas.setDash([])


@_paint.register
def _(shape: Rectangle, easel: Easel) -> None:
    x0, y0, x1, y1 = shape.edges
    if shape.radius:
        path = easel.canvas.beginPath()
        path.roundRect(easel.x(x0), easel.y(y1), x1 - x0, y1 - y0, shape.radius)
        _fill(easel, path, shape.fill, shape.edges)
        return
    if shape.fill.hatch:
        _fill(easel, _path(easel, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), close=True), shape.fill, shape.edges)
        return
    stroke = _dip(easel, shape.fill)
    easel.canvas.rect(easel.x(x0), easel.y(y1), x1 - x0, y1 - y0, stroke=stroke, fill=1)
    _undip(easel, shape.fill)


@_paint.register
def _(shape: Polygon, easel: Easel) -> None:
    across, down = zip(*shape.points, strict=True)
    _fill(easel, _path(easel, shape.points, close=True), shape.fill, (min(across), min(down), max(across), max(down)))


@_paint.register
def _(shape: Slice, easel: Easel) -> None:
    x, y = shape.centre
    path = easel.canvas.beginPath()
    if shape.sweep >= 360 and not shape.inner:
        path.circle(easel.x(x), easel.y(y), shape.radius)
    else:
        _sector(easel, path, shape)
    _fill(easel, path, shape.fill, (x - shape.radius, y - shape.radius, x + shape.radius, y + shape.radius))


@_paint.register
def _(shape: Dot, easel: Easel) -> None:
    canvas = easel.canvas
    if shape.marker in ("cross", "plus"):
        _strokes(easel, shape)
        return
    canvas.setFillColorRGB(*((1.0, 1.0, 1.0) if shape.open else shape.colour))
    canvas.setStrokeColorRGB(*(shape.colour if shape.open else (1.0, 1.0, 1.0)))
    canvas.setLineWidth(0.9 if shape.open else 0.35)
    x, y = easel.x(shape.centre[0]), easel.y(shape.centre[1])
    if shape.marker == "disc":
        canvas.circle(x, y, shape.radius, stroke=1, fill=1)
        return
    canvas.drawPath(_path(easel, outline(shape), close=True), stroke=1, fill=1)


@_paint.register
def _(shape: Words, easel: Easel) -> None:
    canvas = easel.canvas
    text = canvas.beginText()
    text.setFillColorRGB(*shape.colour)
    x, y = easel.x(shape.x), easel.y(shape.y)
    if shape.angle:
        cosine, sine = math.cos(math.radians(shape.angle)), math.sin(math.radians(shape.angle))
        text.setTextTransform(cosine, sine, -sine, cosine, x, y)
    else:
        text.setTextOrigin(x, y)
    for run in typeface(shape.face).runs(visual(shape.text)):
        text.setFont(run.font, shape.size)
        text.textOut(run.text)
    canvas.drawText(text)


def outline(dot: Dot) -> tuple[Point, ...]:
    """Give the corners of a marker that has some; all kinds look equally large."""
    x, y = dot.centre
    r = dot.radius
    if dot.marker == "square":
        r *= 0.88
        return ((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r))
    if dot.marker == "diamond":
        r *= 1.25
        return ((x, y - r), (x + r, y), (x, y + r), (x - r, y))
    sides, first = (5, 0.0) if dot.marker == "pentagon" else (3, 0.0 if dot.marker == "triangle" else 180.0)
    r *= 1.1 if sides == 5 else 1.25
    angles = [math.radians(first + 360 / sides * number) for number in range(sides)]
    return tuple((x + r * math.sin(angle), y - r * math.cos(angle)) for angle in angles)


def _strokes(easel: Easel, dot: Dot) -> None:
    x, y, r = easel.x(dot.centre[0]), easel.y(dot.centre[1]), dot.radius
    easel.canvas.setStrokeColorRGB(*dot.colour)
    easel.canvas.setLineWidth(1.1)
    if dot.marker == "cross":
        r *= 0.9
        easel.canvas.lines([(x - r, y - r, x + r, y + r), (x - r, y + r, x + r, y - r)])
    else:
        r *= 1.15
        easel.canvas.lines([(x - r, y, x + r, y), (x, y - r, x, y + r)])


def _path(easel: Easel, points: Iterable[Point], *, close: bool) -> PDFPathObject:
    path = easel.canvas.beginPath()
    for number, (x, y) in enumerate(points):
        (path.lineTo if number else path.moveTo)(easel.x(x), easel.y(y))
    if close:
        path.close()
    return path


def _sector(easel: Easel, path: PDFPathObject, shape: Slice) -> None:
    x, y = easel.x(shape.centre[0]), easel.y(shape.centre[1])
    r, start, sweep = shape.radius, 90 - shape.start, min(shape.sweep, 359.999)
    if shape.inner:
        path.arc(x - r, y - r, x + r, y + r, start, -sweep)
        path.arcTo(x - shape.inner, y - shape.inner, x + shape.inner, y + shape.inner, start - sweep, sweep)
    else:
        path.moveTo(x, y)
        path.arcTo(x - r, y - r, x + r, y + r, start, -sweep)
    path.close()


def _fill(easel: Easel, path: PDFPathObject, fill: Fill, edges: Edges) -> None:
    stroke = _dip(easel, fill)
    easel.canvas.drawPath(path, stroke=0 if fill.hatch else stroke, fill=1)
    if fill.hatch:
        _hatch(easel, path, fill, edges)
        easel.canvas.drawPath(path, stroke=stroke, fill=0)
    _undip(easel, fill)


def _dip(easel: Easel, fill: Fill) -> int:
    easel.canvas.setFillColorRGB(*fill.colour)
    if fill.alpha < 1:
        easel.canvas.setFillAlpha(fill.alpha)
    if fill.edge is None:
        return 0
    easel.canvas.setStrokeColorRGB(*fill.edge)
    easel.canvas.setLineWidth(fill.width)
    return 1


def _undip(easel: Easel, fill: Fill) -> None:
    if fill.alpha < 1:
        easel.canvas.setFillAlpha(1)


def _hatch(easel: Easel, path: PDFPathObject, fill: Fill, edges: Edges) -> None:
    canvas = easel.canvas
    canvas.saveState()
    canvas.clipPath(path, stroke=0, fill=0)
    canvas.setStrokeColorRGB(*_hatch_colour(fill.colour))
    canvas.setLineWidth(0.7)
    for direction in _DIRECTIONS[fill.hatch]:
        canvas.lines([(easel.x(a), easel.y(b), easel.x(c), easel.y(d)) for a, b, c, d in _stripes(edges, direction)])
    canvas.restoreState()


def _hatch_colour(colour: Colour) -> Colour:
    return (1.0, 1.0, 1.0) if sum(colour) < 1.9 else (0.2, 0.2, 0.2)


def _stripes(edges: Edges, direction: Point) -> Iterable[Edges]:
    x0, y0, x1, y1 = edges
    width, height = x1 - x0, y1 - y0
    if direction[1] == 0:
        return ((x0, y0 + gap, x1, y0 + gap) for gap in _gaps(height))
    if direction[0] == 0:
        return ((x0 + gap, y0, x0 + gap, y1) for gap in _gaps(width))
    starts = ((x0 - height + gap) for gap in _gaps(width + height))
    if direction[1] < 0:
        return ((start, y1, start + height, y0) for start in starts)
    return ((start, y0, start + height, y1) for start in starts)


def _gaps(length: float) -> Iterable[float]:
    return (_HATCH_GAP * (number + 0.5) for number in range(int(length / _HATCH_GAP)))
