"""From what another parser's file says to a Document, on the pages of the PDF beside it where there is one."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from evidoc.errors import UnreadableDocument
from evidoc.pages.frame import MAX_PAGE_POINTS, MAX_PAGES, MIN_PAGE_POINTS
from evidoc.readers._assembly import assemble, typed_with_captions
from evidoc.readers._draft import Draft
from evidoc.readers._language import guess_language
from evidoc.records.document import Block, Document, Source
from evidoc.records.geometry import Box, Page

MEDIA_TYPE = "application/json"
ASSUMED = "page_size_assumed"
NO_BOX = "no_box"
A4 = (595.28, 841.89)  # points; what stands for a page whose size no file tells
UNKNOWN = (math.nan, math.nan)


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a parser's file says: its pages, its blocks page by page, and what is odd about it."""

    pages: tuple[Page, ...]
    drafts: Sequence[Sequence[Draft]]
    title: str = ""
    flags: tuple[str, ...] = ()


def document_of(parsed: Parsed, *, name: str, sha256: str, reader: str) -> Document:
    """Give the Document of a parser's file, before its PDF is looked at.

    Raises:
        UnreadableDocument: The file has no block at all.
    """
    standing, stand_ins = _on_a_place(parsed)
    if not standing:
        raise UnreadableDocument(f"{name}: no block in it; give the file of a document that was parsed", status="empty")
    parts = assemble(standing, parsed.pages or (_page(0, UNKNOWN),), stated_title=parsed.title)
    blocks = _without(stand_ins, typed_with_captions(parts.blocks), has_pages=bool(parsed.pages))
    return Document(
        id=f"d-{sha256[:12]}",
        source=Source(name=name, sha256=sha256, media_type=MEDIA_TYPE),
        kind=parts.kind,
        title=parts.title,
        abstract=parts.abstract,
        language=guess_language(" ".join(block.text for block in blocks[:60])),
        pages=parsed.pages,
        blocks=blocks,
        relations=parts.relations,
        references=parts.references,
        reader=reader,
        flags=parsed.flags,
    )


def pages_of(sizes: Mapping[int, tuple[float, float]], *, path: Path) -> tuple[Page, ...]:
    """Give all pages up to the last one that is named; a page whose size is unknown or impossible is A4 and flagged.

    Raises:
        UnreadableDocument: A page number is negative or beyond what a document has.
    """
    odd = [index for index in sizes if not 0 <= index < MAX_PAGES]
    if odd:
        raise UnreadableDocument(
            f"{path}: page number {odd[0]}; pages count from 0 to at most {MAX_PAGES - 1}", status="too_large"
        )
    return tuple(_page(index, sizes.get(index, UNKNOWN)) for index in range(max(sizes, default=-1) + 1))


def _page(index: int, size: tuple[float, float]) -> Page:
    if all(map(math.isfinite, size)) and all(MIN_PAGE_POINTS <= side <= MAX_PAGE_POINTS for side in size):
        return Page(index=index, width=round(size[0], 2), height=round(size[1], 2))
    return Page(index=index, width=A4[0], height=A4[1], flags=(ASSUMED,))


def _on_a_place(parsed: Parsed) -> tuple[list[Draft], list[Box]]:
    """Let what has no place stand on its whole page while the document is put together, and say which boxes are such."""
    standing: list[Draft] = []
    stand_ins: list[Box] = []
    for number, drafts in enumerate(parsed.drafts):
        page = parsed.pages[number] if number < len(parsed.pages) else _page(0, UNKNOWN)
        whole = Box(page=page.index, x0=0.0, y0=0.0, x1=page.width, y1=page.height)
        stand_ins.append(whole)
        for draft in drafts:
            draft.boxes = draft.boxes or [whole]
            standing.append(draft)
    return standing, stand_ins


def _without(stand_ins: Sequence[Box], blocks: Sequence[Block], *, has_pages: bool) -> tuple[Block, ...]:
    """Take the places away that only stood in, and say of each block that has none left that it has no box."""
    taken = frozenset(map(id, stand_ins))
    done = []
    for block in blocks:
        boxes = tuple(box for box in block.boxes if id(box) not in taken)
        flags = (*block.flags, NO_BOX) if has_pages and not boxes else block.flags
        done.append(msgspec.structs.replace(block, boxes=boxes, flags=flags))
    return tuple(done)
