"""The glyphs that a page draws, read one by one from PDFium with their edges on the displayed page."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

from evidoc.pages.frame import Edges, ToDisplayed, to_displayed
from evidoc.records.geometry import Page

_INVISIBLE = 3  # text render mode "neither fill nor stroke": PDF 1.7, table 106
_SCAN_COVERAGE = 0.5  # a scan is a picture over most of the page; logos and figures stay under half of it
_DOUBLE_WITHIN = 0.1  # fake bold is drawn again within 1/10 of the glyph's height; a true double letter is 1/4 away (A17)
_NOWHERE = (0.0, 0.0, 0.0, 0.0)
_FORM_DEPTH = 8  # forms that draw themselves have no end

Matrix = tuple[float, float, float, float, float, float]
_UNCHANGED: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Glyph:
    """One character as drawn: its edges on the displayed page in points, and whether it is invisible.

    The edges are its advance by its font's height and all of its ink; `x` and `y` are the middle of the
    ink. Characters that one glyph stands for (a ligature) have equal edges. `text` is raw: U+0002 is a
    line-end hyphen; `is_gap` is white space between words, whose edges mean nothing.
    """

    text: str
    edges: Edges
    x: float = 0.0
    y: float = 0.0
    is_hidden: bool = False
    is_gap: bool = False


@dataclass(frozen=True, slots=True)
class Layers:
    """What a page is made of: a picture over most of it, invisible text, and the sizes of embedded pictures in px."""

    has_scan: bool
    has_invisible: bool
    image_sizes: tuple[tuple[int, int], ...]


def layers(handle: pypdfium2.PdfPage) -> Layers:
    """Look through the objects of a page, those inside forms included."""
    covered, has_invisible = 0.0, False
    sizes: list[tuple[int, int]] = []
    for item, _ in objects_of(handle):
        kind = pdfium.FPDFPageObj_GetType(item)
        if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            sizes.append(_image_size(item))
            covered += _area(item)
        elif kind == pdfium.FPDF_PAGEOBJ_TEXT and pdfium.FPDFTextObj_GetTextRenderMode(item) == _INVISIBLE:
            has_invisible = True
    left, bottom, right, top = handle.get_bbox()
    is_scan = covered >= _SCAN_COVERAGE * (right - left) * (top - bottom) > 0
    return Layers(has_scan=is_scan, has_invisible=has_invisible, image_sizes=tuple(sizes))


def objects_of(handle: pypdfium2.PdfPage) -> Iterator[tuple[object, Matrix]]:
    """Give the objects of a page, those inside forms included, with the matrix of the form that holds them."""
    for index in range(pdfium.FPDFPage_CountObjects(handle)):
        yield from _with_inner(pdfium.FPDFPage_GetObject(handle, index), _UNCHANGED, depth=0)


def matrix_of(item: object) -> Matrix:
    """Give the matrix that places an object in what holds it."""
    found = pdfium.FS_MATRIX(1, 0, 0, 1, 0, 0)
    pdfium.FPDFPageObj_GetMatrix(item, found)
    return found.a, found.b, found.c, found.d, found.e, found.f


def product(inner: Matrix, outer: Matrix) -> Matrix:
    """Give the matrix that does first one, then the other."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def glyphs_of(handle: pypdfium2.PdfPage, page: Page, *, with_modes: bool) -> Iterator[Glyph]:
    """Give every character of a page in PDFium's order; `with_modes` looks up which are invisible, at twice the time."""
    text = handle.get_textpage()
    edges_of = _EdgeReader(text, to_displayed(handle, page)).read
    try:
        high = ""
        for index in range(pdfium.FPDFText_CountChars(text)):
            character = chr(pdfium.FPDFText_GetUnicode(text, index))
            if "\ud800" <= character <= "\udbff":  # both halves come as characters of one glyph
                high = character
            elif character.isspace():
                yield Glyph(text=high + character, edges=_NOWHERE, is_gap=True)
                high = ""
            else:
                edges, (x0, y0, x1, y1) = edges_of(index)
                is_hidden = with_modes and _mode(text, index) == _INVISIBLE
                yield Glyph(high + character, edges, (x0 + x1) / 2, (y0 + y1) / 2, is_hidden)
                high = ""
    finally:
        text.close()


def has_characters(handle: pypdfium2.PdfPage) -> bool:
    """Say whether a page draws any text at all, seen or unseen."""
    text = handle.get_textpage()
    try:
        return bool(pdfium.FPDFText_CountChars(text))
    finally:
        text.close()


def without_doubles(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """Leave out a glyph drawn again on the same place to look bold: same character, same size, tiny offset (case A17)."""
    by_place = sorted((glyph.text, glyph.edges[0], index) for index, glyph in enumerate(glyphs) if not glyph.is_gap)
    doubles: set[int] = set()
    for place, (text, x0, index) in enumerate(by_place):
        edges = glyphs[index].edges
        reach = max(edges[3] - edges[1], 1.0) * _DOUBLE_WITHIN
        for following in range(place + 1, len(by_place)):
            other_text, other_x0, other = by_place[following]
            if other_text != text or other_x0 - x0 > reach:
                break
            is_ligature = abs(other - index) == 1 and edges == glyphs[other].edges  # both letters of "ff" have its one box
            if not is_ligature and _is_double(edges, glyphs[other].edges, reach=reach):
                doubles.add(max(index, other))
    return [glyph for index, glyph in enumerate(glyphs) if index not in doubles] if doubles else list(glyphs)


def _is_double(first: Edges, second: Edges, *, reach: float) -> bool:
    return all(abs(a - b) <= reach for a, b in zip(first, second, strict=True))


class _EdgeReader:
    """Reads the edges of glyphs of one page into the same few C variables, of which a page would else need 20,000."""

    def __init__(self, text: pypdfium2.PdfTextPage, place: ToDisplayed) -> None:
        self._text, self._place = text.raw, place
        self._left, self._right, self._bottom, self._top = (ctypes.c_double() for _ in range(4))
        self._loose = pdfium.FS_RECTF()

    def read(self, index: int) -> tuple[Edges, Edges]:
        """Give the edges of a glyph's advance and ink together, and those of its ink alone where it has any."""
        left, right, bottom, top, loose = self._left, self._right, self._bottom, self._top, self._loose
        pdfium.FPDFText_GetCharBox(self._text, index, left, right, bottom, top)
        pdfium.FPDFText_GetLooseCharBox(self._text, index, loose)
        x0, y0, x1, y1 = left.value, bottom.value, right.value, top.value
        wide = self._place(min(x0, loose.left), min(y0, loose.bottom), max(x1, loose.right), max(y1, loose.top))
        has_ink = x1 > x0 or y1 > y0  # fonts that are not in the file and not on this machine have none
        return wide, self._place(x0, y0, x1, y1) if has_ink else wide


def _mode(text: pypdfium2.PdfTextPage, index: int) -> int:
    item = pdfium.FPDFText_GetTextObject(text, index)
    return int(pdfium.FPDFTextObj_GetTextRenderMode(item)) if item else 0


def _with_inner(item: object, outer: Matrix, *, depth: int) -> Iterator[tuple[object, Matrix]]:
    yield item, outer
    if depth < _FORM_DEPTH and pdfium.FPDFPageObj_GetType(item) == pdfium.FPDF_PAGEOBJ_FORM:
        inner = product(matrix_of(item), outer)
        for index in range(pdfium.FPDFFormObj_CountObjects(item)):
            yield from _with_inner(pdfium.FPDFFormObj_GetObject(item, index), inner, depth=depth + 1)


def _image_size(item: object) -> tuple[int, int]:
    width, height = ctypes.c_uint(), ctypes.c_uint()
    pdfium.FPDFImageObj_GetImagePixelSize(item, width, height)
    return width.value, height.value


def _area(item: object) -> float:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    pdfium.FPDFPageObj_GetBounds(item, left, bottom, right, top)
    return max(0.0, right.value - left.value) * max(0.0, top.value - bottom.value)
