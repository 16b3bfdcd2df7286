"""Opening a PDF within limits, and the frame of its pages as displayed: crop box, rotation and user unit applied."""

from __future__ import annotations

import ctypes
import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium

from evidoc.errors import UnreadableDocument
from evidoc.records.geometry import Page

MAX_FILE_BYTES = 1 << 30  # the largest born-digital reports are some 300 MB
MAX_PAGES = 5_000  # the longest filings and theses have some 2,000
MAX_PAGE_POINTS = 1_440_000.0  # PDF 1.7 allows 14,400 units a side; 100 such sheets side by side is no page
MIN_PAGE_POINTS = 3.0  # PDF 1.7, appendix C: a page is at least 3 units a side
FALLBACK_SIZE = (612.0, 792.0)  # US Letter, what PDFium shows for a page without a usable box (case A10)
DEGENERATE = "degenerate_page_box"
DAMAGED = "damaged_page"

_HEADER_WITHIN = 1024  # a header may follow that many bytes of something else: PDF 1.7, appendix H.3, note 13
# A page tree that is written and empty; PDFium calls such a file malformed.
_NO_PAGES = re.compile(rb"/Count\s+0\b[^>]{0,80}/Kids\s*\[\s*\]|/Kids\s*\[\s*\][^>]{0,80}/Count\s+0\b")
_ENCRYPTED, _BAD_SECURITY = pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY

Edges = tuple[float, float, float, float]
ToDisplayed = Callable[[float, float, float, float], Edges]


@contextmanager
def open_pdf(path: Path, *, password: str | None = None) -> Iterator[pypdfium2.PdfDocument]:
    """Open a PDF file and close it at the end; the empty user password needs not be given.

    Raises:
        UnreadableDocument: The file is empty, no PDF, damaged, encrypted, has no pages, or goes over a limit.
    """
    _refuse_by_bytes(path)
    with pdfium_turn():
        pdf = _opened(path, password)
        try:
            _refuse_by_count(path, pages=len(pdf))
            yield pdf
        finally:
            pdf.close()


@contextmanager
def pdfium_turn() -> Iterator[None]:
    """Wait until no other thread uses PDFium, and keep it until the end: it is not safe for two.

    The lock is the layout engine's, which also brings the font for Chinese, Japanese and Korean text that is not
    embedded, so that pages look the same on every machine.
    """
    from docvortex.document.pdf.pdfium import pdfium_guard

    with pdfium_guard():
        yield


def displayed_pages(pdf: pypdfium2.PdfDocument) -> tuple[Page, ...]:
    """Give all pages as displayed, in order; a page without a usable box is kept with a flag (cases A06, A09, A10)."""
    units = _user_units(pdf)
    return tuple(_page(pdf, index, user_unit=units.get(index, 1.0)) for index in range(len(pdf)))


@contextmanager
def shown_page(pdf: pypdfium2.PdfDocument, page: Page) -> Iterator[pypdfium2.PdfPage]:
    """Open one page so that PDFium shows what the `Page` says, and close it at the end (case A18).

    Raises:
        UnreadableDocument: PDFium cannot load the page.
    """
    try:
        handle = pdf[page.index]
        if DEGENERATE in page.flags:
            handle = _with_fallback_box(pdf, handle, page)
    except pypdfium2.PdfiumError as error:
        raise UnreadableDocument(f"page {page.index + 1} cannot be loaded: {error}; repair the file or leave it out") from error
    try:
        yield handle
    finally:
        handle.close()


def to_displayed(page_handle: pypdfium2.PdfPage, page: Page) -> ToDisplayed:
    """Give the function that turns (left, bottom, right, top) of a page's own space into displayed points, top left origin.

    Edges are not clipped: what lies outside the page gets coordinates outside it (case A06).
    """
    left, bottom, right, top = page_handle.get_bbox()
    unit = page.user_unit
    turns: dict[int, ToDisplayed] = {
        0: lambda a, b, c, d: ((a - left) * unit, (top - d) * unit, (c - left) * unit, (top - b) * unit),
        90: lambda a, b, c, d: ((b - bottom) * unit, (a - left) * unit, (d - bottom) * unit, (c - left) * unit),
        180: lambda a, b, c, d: ((right - c) * unit, (b - bottom) * unit, (right - a) * unit, (d - bottom) * unit),
        270: lambda a, b, c, d: ((top - d) * unit, (right - c) * unit, (top - b) * unit, (right - a) * unit),
    }
    return turns[page.rotation]


def _refuse_by_bytes(path: Path) -> None:
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(_HEADER_WITHIN + 5)
    except OSError as error:
        raise UnreadableDocument(f"{path}: {error.strerror}; give a file that can be read", status="not_a_file") from error
    if not size:
        raise UnreadableDocument(f"{path}: the file has no bytes; fetch it again", status="empty")
    if b"%PDF-" not in head:
        raise UnreadableDocument(f"{path}: begins {head[:16]!r}, which is no PDF; give it its right suffix", status="not_pdf")
    if size > MAX_FILE_BYTES:
        raise UnreadableDocument(
            f"{path}: {size:,} bytes are over the limit of {MAX_FILE_BYTES:,}; split the file", status="too_large"
        )


def _opened(path: Path, password: str | None) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(path, password=password)
    except pypdfium2.PdfiumError as error:
        written = path.read_bytes()
        if _NO_PAGES.search(written):
            raise UnreadableDocument(f"{path}: the PDF has no pages; leave it out", status="empty") from error
        if error.err_code in (_ENCRYPTED, _BAD_SECURITY) and b"/Encrypt" in written:  # PDFium's code may be of an earlier file
            hint = "the password given does not open it; give its user password with --password"
            hint = hint if password else "it asks for a password; give it with --password"
            raise UnreadableDocument(f"{path}: encrypted: {hint}", status="encrypted") from error
        raise UnreadableDocument(f"{path}: PDFium cannot open it: {error}; fetch or repair it", status="damaged") from error


def _refuse_by_count(path: Path, *, pages: int) -> None:
    if pages == 0:
        raise UnreadableDocument(f"{path}: the PDF has no pages; leave it out", status="empty")
    if pages > MAX_PAGES:
        raise UnreadableDocument(f"{path}: {pages:,} pages are over the limit of {MAX_PAGES:,}; split it", status="too_large")


def _page(pdf: pypdfium2.PdfDocument, index: int, *, user_unit: float) -> Page:
    label = pdf.get_page_label(index)
    try:
        handle = pdf[index]
    except pypdfium2.PdfiumError:
        width, height = FALLBACK_SIZE
        return Page(index=index, width=width, height=height, label=label, flags=(DAMAGED,))
    try:
        return _measured(handle, index=index, user_unit=user_unit, label=label)
    finally:
        handle.close()


def _measured(handle: pypdfium2.PdfPage, *, index: int, user_unit: float, label: str) -> Page:
    rotation = handle.get_rotation()
    left, bottom, right, top = handle.get_bbox()
    width, height = (right - left) * user_unit, (top - bottom) * user_unit
    is_usable = all(MIN_PAGE_POINTS <= side <= MAX_PAGE_POINTS for side in (width, height)) and _has_media_box(handle)
    if not is_usable:
        width, height = FALLBACK_SIZE
        rotation, user_unit = 0, 1.0
    if rotation in (90, 270):
        width, height = height, width
    return Page(
        index=index,
        width=round(width, 2),
        height=round(height, 2),
        rotation=rotation,
        user_unit=user_unit,
        label=label,
        flags=() if is_usable else (DEGENERATE,),
    )


def _with_fallback_box(pdf: pypdfium2.PdfDocument, handle: pypdfium2.PdfPage, page: Page) -> pypdfium2.PdfPage:
    """Give the page the fallback box in memory; PDFium reads boxes only when it loads a page."""
    handle.set_mediabox(0, 0, page.width, page.height)
    handle.set_cropbox(0, 0, page.width, page.height)
    handle.set_rotation(0)
    handle.close()
    return pdf[page.index]


def _has_media_box(handle: pypdfium2.PdfPage) -> bool:
    """Say whether the page's media box has an area; where it has none, PDFium silently shows 612 × 792 (case A10)."""
    edges = [ctypes.c_float() for _ in range(4)]
    if not pdfium.FPDFPage_GetMediaBox(handle, *edges):
        return True  # inherited from the page tree, or missing: what PDFium then shows is the page
    left, bottom, right, top = (edge.value for edge in edges)
    return abs(right - left) > 0 and abs(top - bottom) > 0


def _user_units(pdf: pypdfium2.PdfDocument) -> dict[int, float]:
    """Give the /UserUnit of the pages that have one.

    PDFium has no call for it (5.15, 2026). It writes a copy without object streams and encryption,
    in which the page dictionaries can be read as text; documents without the word are the rule and cost one copy.
    """
    if b"/UserUnit" not in _copy(pdf):
        return {}
    flat = pypdfium2.PdfDocument.new()
    try:
        flat.import_pages(pdf)
        written = _copy(flat)
    except pypdfium2.PdfiumError:  # a page that cannot be loaded cannot be imported either
        return {}
    finally:
        flat.close()
    return dict(_units_of(written))


def _copy(pdf: pypdfium2.PdfDocument) -> bytes:
    buffer = io.BytesIO()
    pdf.save(buffer, flags=pdfium.FPDF_REMOVE_SECURITY)
    return buffer.getvalue()


def _units_of(written: bytes) -> Iterator[tuple[int, float]]:
    """Read the page dictionaries of a file that PDFium has written, which lists its pages in one flat /Kids."""
    kids = re.search(rb"/Kids\s*\[([^\]]*)\]", written)
    for index, number in enumerate(re.findall(rb"(\d+)\s+0\s+R", kids[1] if kids else b"")):
        page = re.search(rb"(?<!\d)%s 0 obj(.*?)endobj" % number, written, re.DOTALL)
        unit = re.search(rb"/UserUnit\s+([\d.]+)", page[1]) if page else None
        if unit and 0 < float(unit[1]) <= 75_000:  # the range of PDF 1.7, appendix C
            yield index, float(unit[1])
