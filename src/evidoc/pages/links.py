"""Bookmarks, links and comments of a PDF: what leads somewhere or was added to its pages, apart from its text."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import pypdfium2
import pypdfium2.raw as pdfium

from evidoc.errors import UnreadableDocument
from evidoc.pages.frame import DAMAGED, ToDisplayed, shown_page, to_displayed
from evidoc.pages.text import clean_text
from evidoc.records.document import Annotation, AnnotationKind, Link, OutlineEntry
from evidoc.records.geometry import Box, Page, make_box

MAX_ENTRIES = 10_000  # bookmarks of a file; the longest filing in ../shared/data has some 300
MAX_LINKS = 2_000  # on a page; a page of references has some 150
_DEPTH = 10  # levels of bookmarks
_KINDS: dict[int, AnnotationKind] = {
    pdfium.FPDF_ANNOT_TEXT: "comment", pdfium.FPDF_ANNOT_FREETEXT: "comment", pdfium.FPDF_ANNOT_HIGHLIGHT: "highlight",
    pdfium.FPDF_ANNOT_UNDERLINE: "underline", pdfium.FPDF_ANNOT_SQUIGGLY: "underline", pdfium.FPDF_ANNOT_STRIKEOUT: "strikeout",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Apart:
    """What a file says beside its text."""

    outline: tuple[OutlineEntry, ...] = ()
    links: tuple[Link, ...] = ()
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class _Target:
    page: int | None = None
    y: float | None = None


def beside_text(pdf: pypdfium2.PdfDocument, pages: Sequence[Page]) -> Apart:
    """Read the bookmarks, links and comments of an open file; places are those of the pages as displayed."""
    places: dict[int, ToDisplayed] = {}
    found: list[tuple[Box, _Target, str]] = []
    annotations: list[Annotation] = []
    for page in pages:
        if DAMAGED in page.flags:
            continue
        try:
            with shown_page(pdf, page) as handle:
                places[page.index] = to_displayed(handle, page)
                found.extend(_links(pdf, handle, page, places[page.index]))
                annotations.extend(_annotations(handle, page, places[page.index]))
        except UnreadableDocument:
            continue
    links = []
    for box, target, address in found:
        shown = _shown(target, places)
        links.append(Link(box=box, address=address, page=shown.page, y=shown.y))
    return Apart(outline=tuple(_outline(pdf, places)), links=tuple(links), annotations=tuple(annotations))


def _outline(pdf: pypdfium2.PdfDocument, places: dict[int, ToDisplayed]) -> Iterator[OutlineEntry]:
    for bookmark in islice(pdf.get_toc(max_depth=_DEPTH), MAX_ENTRIES):
        title = clean_text(bookmark.get_title())
        if title:
            destination = pdfium.FPDFBookmark_GetDest(pdf, bookmark) or _of_action(pdf, pdfium.FPDFBookmark_GetAction(bookmark))
            shown = _shown(_target(pdf, destination), places)
            yield OutlineEntry(title=title, level=bookmark.level + 1, page=shown.page, y=shown.y)


def _links(
    pdf: pypdfium2.PdfDocument, handle: pypdfium2.PdfPage, page: Page, place: ToDisplayed
) -> Iterator[tuple[Box, _Target, str]]:
    position, link, edges = ctypes.c_int(0), pdfium.FPDF_LINK(), pdfium.FS_RECTF()
    for _ in range(MAX_LINKS):
        if not pdfium.FPDFLink_Enumerate(handle, ctypes.byref(position), ctypes.byref(link)):
            return
        box = _box(edges, page, place) if pdfium.FPDFLink_GetAnnotRect(link, ctypes.byref(edges)) else None
        action = pdfium.FPDFLink_GetAction(link)
        address = _address(pdf, action)
        target = _target(pdf, pdfium.FPDFLink_GetDest(pdf, link) or _of_action(pdf, action))
        if box is not None and (address or target.page is not None):
            yield box, target, address


def _annotations(handle: pypdfium2.PdfPage, page: Page, place: ToDisplayed) -> Iterator[Annotation]:
    for index in range(min(pdfium.FPDFPage_GetAnnotCount(handle), MAX_LINKS)):
        annotation = pdfium.FPDFPage_GetAnnot(handle, index)
        if not annotation:
            continue
        try:
            kind, edges = _KINDS.get(pdfium.FPDFAnnot_GetSubtype(annotation)), pdfium.FS_RECTF()
            if kind is None or not pdfium.FPDFAnnot_GetRect(annotation, ctypes.byref(edges)):
                continue
            box = _box(edges, page, place)
            if box is not None:
                yield Annotation(kind=kind, box=box, text=_said(annotation, b"Contents"), author=_said(annotation, b"T"))
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)


def _box(edges: object, page: Page, place: ToDisplayed) -> Box | None:
    left, bottom, right, top = (float(getattr(edges, name)) for name in ("left", "bottom", "right", "top"))
    return make_box(page.index, place(min(left, right), min(bottom, top), max(left, right), max(bottom, top)), within=page)


def _of_action(pdf: pypdfium2.PdfDocument, action: object) -> object:
    is_within = action and pdfium.FPDFAction_GetType(action) == pdfium.PDFACTION_GOTO
    return pdfium.FPDFAction_GetDest(pdf, action) if is_within else None


def _address(pdf: pypdfium2.PdfDocument, action: object) -> str:
    if not action or pdfium.FPDFAction_GetType(action) != pdfium.PDFACTION_URI:
        return ""
    written = _bytes(lambda buffer, size: pdfium.FPDFAction_GetURIPath(pdf, action, buffer, size))
    return clean_text(written.decode("utf-8", errors="replace").rstrip("\0"))


def _said(annotation: object, key: bytes) -> str:
    name = ctypes.create_string_buffer(key)

    def ask(buffer: object, size: int) -> int:
        into = ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR)) if buffer is not None else None  # type: ignore[arg-type]
        return int(pdfium.FPDFAnnot_GetStringValue(annotation, ctypes.cast(name, pdfium.FPDF_BYTESTRING), into, size))

    return clean_text(_bytes(ask).decode("utf-16-le", errors="replace").rstrip("\0"))


def _bytes(ask: Callable[[object, int], int]) -> bytes:
    """Ask PDFium for a length, and then for so many bytes."""
    size = ask(None, 0)
    buffer = ctypes.create_string_buffer(max(size, 1))
    ask(buffer, size)
    return buffer.raw[:size]


def _target(pdf: pypdfium2.PdfDocument, destination: object) -> _Target:
    page = pdfium.FPDFDest_GetDestPageIndex(pdf, destination) if destination else -1
    if page < 0:
        return _Target()
    has_x, has_y, has_zoom = ctypes.c_int(0), ctypes.c_int(0), ctypes.c_int(0)
    x, y, zoom = ctypes.c_float(0), ctypes.c_float(0), ctypes.c_float(0)
    known = pdfium.FPDFDest_GetLocationInPage(destination, has_x, has_y, has_zoom, x, y, zoom)
    return _Target(page=page, y=y.value if known and has_y.value else None)


def _shown(target: _Target, places: dict[int, ToDisplayed]) -> _Target:
    """Give a target's page and its height on the page as displayed; nowhere if the file has no such page."""
    if target.page is None or target.page not in places:
        return _Target()
    if target.y is None:
        return target
    return _Target(page=target.page, y=round(places[target.page](0.0, target.y, 0.0, target.y)[1], 2))
