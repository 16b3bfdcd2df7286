"""Pages whose text runs up, down or upside down, as a table set across the page: read upright, placed as displayed."""

from __future__ import annotations

import io
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import msgspec
import pypdfium2
import pypdfium2.raw as pdfium

from evidoc.errors import UnreadableDocument
from evidoc.pages.frame import DAMAGED, DEGENERATE, shown_page
from evidoc.readers.pdf._draft import Draft
from evidoc.records.geometry import Box, Page, make_box
from evidoc.records.table import Table

_LOOKED_AT = 150  # glyphs of a page; a page has one direction or is a figure
_MOST = 0.6  # of the glyphs looked at; headers and page numbers stay upright on a page that is turned


def turns_of(pdf: pypdfium2.PdfDocument, pages: Sequence[Page]) -> dict[int, int]:
    """Give by how many degrees, clockwise, a page must be turned for most of its text to be upright, where not by 0."""
    turns = {page.index: _turn(pdf, page) for page in pages if DAMAGED not in page.flags and DEGENERATE not in page.flags}
    return {index: turn for index, turn in turns.items() if turn}


def turned_page(page: Page, turn: int) -> Page:
    """Give the page as it is displayed when it is turned."""
    width, height = (page.width, page.height) if turn == 180 else (page.height, page.width)
    return msgspec.structs.replace(page, width=width, height=height, rotation=(page.rotation + turn) % 360)


def turned_copy(pdf: pypdfium2.PdfDocument, pages: Sequence[Page], turns: Mapping[int, int]) -> bytes:
    """Give a copy of the file, without encryption, in which pages stand so that their text is upright."""
    buffer = io.BytesIO()
    with pages_turned(pdf, pages, turns):
        pdf.save(buffer, flags=pdfium.FPDF_REMOVE_SECURITY)
    return buffer.getvalue()


@contextmanager
def pages_turned(pdf: pypdfium2.PdfDocument, pages: Sequence[Page], turns: Mapping[int, int]) -> Iterator[None]:
    """Turn some pages of an open file by so many degrees, and back at the end."""
    for index, turn in turns.items():
        _set_rotation(pdf, index, (pages[index].rotation + turn) % 360)
    try:
        yield
    finally:
        for index in turns:
            _set_rotation(pdf, index, pages[index].rotation)


def turn_back(drafts: Sequence[Draft], page: Page, turn: int) -> None:
    """Put the boxes of drafts that were found on a turned page where they are on the page as displayed."""
    for draft in drafts:
        draft.boxes = [turned_back(box, page, turn) for box in draft.boxes]
        if draft.table is not None:
            draft.table = _with_cells_turned(draft.table, page, turn)


def turned_back(box: Box, page: Page, turn: int) -> Box:
    """Put a box that was found on a turned page where it is on the page as displayed."""
    width, height = page.width, page.height
    edges = {
        90: (box.y0, height - box.x1, box.y1, height - box.x0),
        180: (width - box.x1, height - box.y1, width - box.x0, height - box.y0),
        270: (width - box.y1, box.x0, width - box.y0, box.x1),
    }[turn]
    return make_box(box.page, edges, within=page) or box


def _with_cells_turned(table: Table, page: Page, turn: int) -> Table:
    cells = (
        cell if cell.box is None else msgspec.structs.replace(cell, box=turned_back(cell.box, page, turn)) for cell in table.cells
    )
    return msgspec.structs.replace(table, cells=tuple(cells))


def _turn(pdf: pypdfium2.PdfDocument, page: Page) -> int:
    try:
        with shown_page(pdf, page) as handle:
            angles = _angles(handle)
    except UnreadableDocument:
        return 0
    angle, count = max(angles.items(), key=lambda entry: entry[1], default=(0, 0))
    return (-angle - page.rotation) % 360 if count >= _MOST * angles.total() else 0


def _angles(handle: pypdfium2.PdfPage) -> Counter[int]:
    """Count the directions of some of the glyphs of a page, clockwise in its own space, to the nearest quarter turn."""
    text = handle.get_textpage()
    try:
        number = pdfium.FPDFText_CountChars(text)
        step = max(1, number // _LOOKED_AT)
        return Counter(
            round(math.degrees(pdfium.FPDFText_GetCharAngle(text, index)) / 90) * 90 % 360
            for index in range(0, number, step)
            if pdfium.FPDFText_GetUnicode(text, index) > ord(" ")
        )
    finally:
        text.close()


def _set_rotation(pdf: pypdfium2.PdfDocument, index: int, rotation: int) -> None:
    handle = pdf[index]
    handle.set_rotation(rotation)
    handle.close()
