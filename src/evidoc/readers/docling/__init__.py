"""Docling's JSON (DoclingDocument): the tree in its order, tables with cell boxes, captions, groups and page furniture.

A PDF of the same name beside the file gives the pages. Source: formats.md, section 10.4.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from evidoc.errors import UnreadableDocument
from evidoc.readers._beside import on_pages_beside
from evidoc.readers._json import as_record, read_json
from evidoc.readers._json_kinds import shape_of
from evidoc.readers._parsed import UNKNOWN, Parsed, document_of, pages_of
from evidoc.readers.docling._drafts import drafts_of
from evidoc.readers.docling._schema import Docling
from evidoc.readers.docling._tree import Tree
from evidoc.records.document import Document

READER = "docling@1"
UNREACHED = "text_outside_the_tree"


def read(path: Path, *, name: str, sha256: str) -> Document:
    """Read a DoclingDocument; one of a format without pages gives a document without pages.

    Raises:
        UnreadableDocument: The file is no JSON, not Docling's, or points at what is not in it.
    """
    value = read_json(path)
    if shape_of(value, path) != "docling":
        raise UnreadableDocument(f"{path}: not a DoclingDocument; read it by its own reader", status="unsupported")
    read = as_record(value, Docling, path=path, what="Docling")
    sizes = {page.page_no - 1: (page.size.width, page.size.height) for page in read.pages.values()}
    named = {place.page_no - 1 for item in (*read.texts, *read.tables, *read.pictures) for place in item.prov}
    pages = pages_of(dict.fromkeys(named, UNKNOWN) | sizes, path=path)
    tree = Tree(read, path)
    drafts = drafts_of(tree, [root for root in (read.body, read.furniture) if root is not None], pages)
    flags = (UNREACHED,) if tree.has_lost_text() else ()
    document = document_of(Parsed(pages=pages, drafts=drafts, flags=flags), name=name, sha256=sha256, reader=READER)
    document = document if document.title else msgspec.structs.replace(document, title=read.name)
    return on_pages_beside(document, path)
