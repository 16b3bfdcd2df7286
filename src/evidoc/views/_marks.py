"""Our lines between documents and pages, and the places before blocks."""

from __future__ import annotations

from evidoc.records.document import Block, Document
from evidoc.records.geometry import THOUSAND, Box


def open_mark(mark: str, number: int) -> str:
    """Give the line at which a document begins. Source: CV-69."""
    return f"<<<{mark} document {number}>>>"


def close_mark(mark: str, number: int) -> str:
    """Give the line at which a document ends."""
    return f"<<<{mark} end of document {number}>>>"


def page_mark(mark: str, page: int) -> str:
    """Give the line at which a page begins, by its physical number from 1. Source: CV-71."""
    return f"<<<{mark} page {page + 1}>>>"


def place_of(document: Document, block: Block) -> str:
    """Give a block's boxes as `[x1 y1 x2 y2] ` in thousandths of the page, naming the page of those on a later one."""
    first = block.boxes[0].page if block.boxes else 0
    return "".join(f"[{_place(document, box, first=first)}] " for box in block.boxes)


def _place(document: Document, box: Box, *, first: int) -> str:
    numbers = " ".join(str(round(number)) for number in THOUSAND.write(box, document.pages[box.page]))
    return numbers if box.page == first else f"page {box.page + 1}: {numbers}"
