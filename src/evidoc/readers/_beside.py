"""The PDF that another parser's result is of: found beside it by name, and taken for its pages once its text agrees."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from evidoc.errors import UnreadableDocument
from evidoc.pages.frame import displayed_pages, open_pdf
from evidoc.pages.glyphs import page_text
from evidoc.readers._draft import Draft
from evidoc.readers._node import LaidOutPage
from evidoc.readers._on_pages import on_pages_of
from evidoc.readers._runs import pdf_beside, pdf_names
from evidoc.readers.pdf._draft import drafts_of as glyph_drafts
from evidoc.readers.pdf._tables import read_table
from evidoc.records.document import Document, Source
from evidoc.records.store import file_digest

UNREADABLE = "pdf_beside_unreadable"
DIFFERENT = "pdf_beside_differs"


def on_pages_beside(document: Document, path: Path) -> Document:
    """Give a parser's result the pages of the PDF beside it; a PDF that cannot be read or is another's only gives a flag."""
    pdf = pdf_beside(path)
    if pdf is None:
        return document
    try:
        settled = on_pages_of(document, pdf)
    except UnreadableDocument:
        return _flagged(document, UNREADABLE)
    if settled is None:
        return _flagged(document, DIFFERENT)
    source = Source(name=pdf.name, sha256=file_digest(pdf), media_type="application/pdf")
    return msgspec.structs.replace(settled, pages_source=source)


def drafts_on(laid_out: Sequence[LaidOutPage], path: Path) -> list[list[Draft]]:
    """Give the drafts of nodes without words, with the words of the PDF beside the file.

    Raises:
        UnreadableDocument: The PDF is not there, or cannot be opened.
    """
    pdf = pdf_beside(path)
    if pdf is None:
        raise UnreadableDocument(f"{path}: no words in it; put {pdf_names(path)[0]} beside it", status="no_text_layer")
    nodes = {page.page_idx: page for page in laid_out}
    with open_pdf(pdf) as opened:
        pages = displayed_pages(opened)
        return [
            glyph_drafts(nodes[page.index], page_text(opened, page), read_table=read_table) if page.index in nodes else []
            for page in pages
        ]


def _flagged(document: Document, flag: str) -> Document:
    return msgspec.structs.replace(document, flags=(*document.flags, flag))
