"""PDF files: layout, tables and order from docvortex, text and boxes from PDFium, on the pages as displayed.

Source: X-02; cases A01 to A21.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec
import pypdfium2

from evidoc.errors import UnreadableDocument
from evidoc.pages.frame import DAMAGED, displayed_pages, open_pdf
from evidoc.pages.glyphs import PageText, page_text
from evidoc.readers._language import guess_language
from evidoc.readers.pdf._assemble import assemble, typed_with_captions
from evidoc.readers.pdf._draft import Draft, drafts_of
from evidoc.readers.pdf._engine import LaidOutPage, LayoutFailed, lay_out
from evidoc.readers.pdf._fragments import join_lines
from evidoc.readers.pdf._furniture import is_furniture
from evidoc.readers.pdf._line_numbers import is_line_number, without_line_numbers
from evidoc.readers.pdf._plain import paragraphs_of
from evidoc.readers.pdf._tables import read_table
from evidoc.readers.pdf._text_layer import BROKEN, NO_TEXT, Layer, document_flags, judge
from evidoc.records.document import Document, Source
from evidoc.records.geometry import Page

MEDIA_TYPE = "application/pdf"
READER = "pdf@1"
ENGINE_FAILED = "layout_engine_failed"


def read(path: Path, *, name: str, sha256: str, password: str | None = None) -> Document:
    """Read a PDF; pages without text are kept and flagged, and a file that the layout engine cannot read gives paragraphs.

    Raises:
        UnreadableDocument: The file cannot be opened, is over a limit, or no page has text that can be read.
    """
    with open_pdf(path, password=password) as pdf:
        pages = displayed_pages(pdf)
        _refuse_without_text(path, pdf, pages)
        laid_out = _laid_out(path, pdf, password)
        seen = [_seen(pdf, page, laid_out) for page in pages]
    drafts = [draft for page in seen for draft in page.drafts]
    layers = [page.layer for page in seen]
    _refuse_unreadable(path, layers)
    parts = assemble(drafts, pages, stated_title=laid_out.title)
    source = Source(name=name, sha256=sha256, media_type=MEDIA_TYPE)
    return Document(
        id=f"d-{sha256[:12]}",
        source=source,
        kind=parts.kind,
        title=parts.title,
        abstract=parts.abstract,
        language=guess_language(" ".join(block.text for block in parts.blocks[:60])),
        pages=tuple(msgspec.structs.replace(page.page, flags=(*page.page.flags, *page.layer.flags)) for page in seen),
        blocks=typed_with_captions(parts.blocks),
        relations=parts.relations,
        references=parts.references,
        pages_source=source,
        reader=READER,
        flags=(*document_flags(layers), *laid_out.flags),
    )


@dataclass(frozen=True, slots=True)
class _LaidOut:
    """The engine's blocks by page, or none with a flag; and the title in the file's properties."""

    pages: dict[int, LaidOutPage]
    title: str = ""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Seen:
    """What is kept of a page: glyphs are not, so that memory grows with the text alone (case A18)."""

    page: Page
    layer: Layer
    drafts: list[Draft]


def _laid_out(path: Path, pdf: pypdfium2.PdfDocument, password: str | None) -> _LaidOut:
    try:
        layout = lay_out(path if password is None else _without_encryption(pdf))
    except LayoutFailed:
        return _LaidOut(pages={}, flags=(ENGINE_FAILED,))
    return _LaidOut(pages={page.page_idx: page for page in layout.pages}, title=layout.title)


def _without_encryption(pdf: pypdfium2.PdfDocument) -> bytes:
    """Give a copy that the engine can open, which takes no password."""
    import io

    import pypdfium2.raw as pdfium

    buffer = io.BytesIO()
    pdf.save(buffer, flags=pdfium.FPDF_REMOVE_SECURITY)
    return buffer.getvalue()


def _seen(pdf: pypdfium2.PdfDocument, page: Page, laid_out: _LaidOut) -> _Seen:
    text = without_line_numbers(page_text(pdf, page))
    layer = judge(text)
    drafts = join_lines([draft for draft in _drafts(text, laid_out) if not is_line_number(draft)])
    doubts = [flag for flag in layer.flags if flag != NO_TEXT]
    for draft in drafts:
        draft.flags.extend(doubts)
    return _Seen(page=page, layer=layer, drafts=drafts)


def _drafts(text: PageText, laid_out: _LaidOut) -> list[Draft]:
    """Give the engine's blocks of a page, or paragraphs where it has none for the text that is there."""
    page = laid_out.pages.get(text.page.index)
    drafts = drafts_of(page, text, read_table=read_table) if page is not None else []
    if text.has_scan and all(draft.kind in ("figure", "chart") or is_furniture(draft) for draft in drafts):
        return paragraphs_of(text)  # the engine takes a scan for one figure, whatever text lies over it
    return drafts or paragraphs_of(text)


def _refuse_without_text(path: Path, pdf: pypdfium2.PdfDocument, pages: tuple[Page, ...]) -> None:
    """Look for the first page with text before the engine is asked; a scan would cost it minutes."""
    if all(DAMAGED in page.flags for page in pages):
        raise UnreadableDocument(f"{path}: none of its {len(pages)} pages can be loaded; fetch or repair it")
    if not any(any(not glyph.is_gap for glyph in page_text(pdf, page).glyphs) for page in pages):
        raise UnreadableDocument(
            f"{path}: none of its {len(pages)} pages has a text layer; run character recognition on it first", status=NO_TEXT
        )


def _refuse_unreadable(path: Path, layers: list[Layer]) -> None:
    if any(layer.is_readable for layer in layers):
        return
    how = (
        "is garbled: the fonts do not say which letters they draw"
        if any(BROKEN in layer.flags for layer in layers)
        else "is empty"
    )
    raise UnreadableDocument(f"{path}: its text layer {how}; run character recognition on it first", status=NO_TEXT)
