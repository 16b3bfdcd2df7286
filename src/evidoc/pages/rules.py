"""The straight rules that a page draws, level or upright: borders of cells and edges of shaded boxes."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import pypdfium2
import pypdfium2.raw as pdfium

from evidoc.pages.drawn import Matrix, matrix_of, objects_of, product
from evidoc.pages.frame import ToDisplayed, to_displayed
from evidoc.records.geometry import Page

_THIN = 3.0  # points; a filled box of that width or less is a rule
_SHORTEST = 6.0  # points; shorter strokes are dashes, marks and letters drawn as lines
_SLANT = 0.5  # points between the ends of a stroke that counts as level or upright
_MOST_SEGMENTS = 400  # of one path; a grid drawn in one stroke has fewer, a curve of a chart more
_MOST = 4_000  # rules of one page; drawings and maps have more, and no table

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line on the displayed page in points: level from `start` to `end` at the height `place`, or upright.

    `is_edge`: it is the edge of a filled box, such as the shade behind a cell.
    """

    is_level: bool
    place: float
    start: float
    end: float
    is_edge: bool = False

    @property
    def length(self) -> float:
        """How long it is, in points."""
        return self.end - self.start


def rules_of(handle: pypdfium2.PdfPage, page: Page) -> tuple[Rule, ...]:
    """Give the rules of a page; none for a page that draws so many lines that it is a drawing."""
    shown = to_displayed(handle, page)
    found: list[Rule] = []
    for item, outer in objects_of(handle):
        if pdfium.FPDFPageObj_GetType(item) == pdfium.FPDF_PAGEOBJ_PATH:
            found.extend(_rules(item, outer, shown))
        if len(found) > _MOST:
            return ()
    return tuple(found)


def _rules(item: object, outer: Matrix, shown: ToDisplayed) -> Iterator[Rule]:
    filled, stroked = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(item, filled, stroked)
    if not filled.value and not stroked.value:
        return
    for points in _strokes(item, product(matrix_of(item), outer)):
        edges = [shown(x, y, x, y)[:2] for x, y in points]
        xs, ys = [x for x, _ in edges], [y for _, y in edges]
        if min(max(xs) - min(xs), max(ys) - min(ys)) <= _THIN:
            sides = [_rule((min(xs), min(ys)), (max(xs), max(ys)), slack=_THIN)]
        else:
            sides = [_rule(first, second, slack=_SLANT, is_edge=not stroked.value) for first, second in pairwise(edges)]
        yield from (side for side in sides if side is not None)


def _rule(first: Point, second: Point, *, slack: float, is_edge: bool = False) -> Rule | None:
    (ax, ay), (bx, by) = first, second
    width, height = abs(bx - ax), abs(by - ay)
    if height <= slack and width >= max(_SHORTEST, 2 * height):
        return Rule(is_level=True, place=(ay + by) / 2, start=min(ax, bx), end=max(ax, bx), is_edge=is_edge)
    if width <= slack and height >= max(_SHORTEST, 2 * width):
        return Rule(is_level=False, place=(ax + bx) / 2, start=min(ay, by), end=max(ay, by), is_edge=is_edge)
    return None


def _strokes(item: object, matrix: Matrix) -> Iterator[list[Point]]:
    """Give the points of each part of a path that is made of straight lines alone, in the page's own space."""
    count = pdfium.FPDFPath_CountSegments(item)
    if not 2 <= count <= _MOST_SEGMENTS:
        return
    stroke: list[Point] = []
    is_straight = True
    for index in range(count):
        segment = pdfium.FPDFPath_GetPathSegment(item, index)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            if is_straight and len(stroke) > 1:
                yield stroke
            stroke, is_straight = [], True
        is_straight = is_straight and kind != pdfium.FPDF_SEGMENT_BEZIERTO
        stroke.append(_point(segment, matrix))
        if pdfium.FPDFPathSegment_GetClose(segment):
            stroke.append(stroke[0])
    if is_straight and len(stroke) > 1:
        yield stroke


def _point(segment: object, matrix: Matrix) -> Point:
    x, y = ctypes.c_float(), ctypes.c_float()
    pdfium.FPDFPathSegment_GetPoint(segment, x, y)
    a, b, c, d, e, f = matrix
    return a * x.value + c * y.value + e, b * x.value + d * y.value + f
