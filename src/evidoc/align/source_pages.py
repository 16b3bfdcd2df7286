"""Giving a structured source the pages of its PDF: boxes for blocks and cells, from the words that PDFium sees."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from evidoc.align._cells import place_cells
from evidoc.align._finder import Finder, Spot
from evidoc.align._furniture import without_furniture
from evidoc.align._index import Index, Placed
from evidoc.align._pictures import frame_of
from evidoc.align._place import place
from evidoc.align._regions import boxes_of, words_between
from evidoc.align._tokens import Stream, stream_of, tokens_of
from evidoc.pages.frame import displayed_pages, open_pdf
from evidoc.pages.glyphs import page_words
from evidoc.records.document import Block, Document, Source
from evidoc.records.geometry import Box, Page, hull, make_box
from evidoc.records.table import Table

_LEAST = 0.4  # of a block's tokens must be found in one place; X-04, SD-72: below it a block stays without a box
_PICTURES = ("figure", "chart")
_FLOATING = ("caption", "footnote", *_PICTURES)
NO_BOX = "no_box"


@dataclass(frozen=True, slots=True)
class Aligned:
    """A document with the pages of its PDF; `scores` has the share of each block's words that were found in place.

    Blocks without words (pictures) have no score. `matched` is the share of blocks with words that got a box.
    """

    document: Document
    scores: dict[int, float]
    matched: float


def align(document: Document, pdf: Path, *, password: str | None = None) -> Aligned:
    """Give a structured document (JATS, HTML, text, CSV) the pages of the PDF of the same text, and boxes on them.

    Blocks may stand in another order on the pages (tables and figures float); running headers, footers
    and page numbers belong to no block. A block that is not found keeps no boxes and gets the flag
    `no_box`; `match` of each block is the share of its words that were found. Each cell has its own box.
    No layout engine is used. `password` opens an encrypted PDF.

    Raises:
        UnreadableDocument: The PDF cannot be opened.
    Source: X-04, DHQ-15, SD-72.
    """
    with open_pdf(pdf, password=password) as opened:
        pages = displayed_pages(opened)
        words = [page_words(opened, page) for page in pages]
    stream = stream_of(without_furniture(pages, words))
    blocks, scores = _boxed(document.blocks, stream, pages)
    source = Source(name=pdf.name, sha256=hashlib.sha256(pdf.read_bytes()).hexdigest(), media_type="application/pdf")
    found = sum(score >= _LEAST for score in scores.values()) / len(scores) if scores else 0.0
    return Aligned(replace(document, pages=pages, blocks=blocks, pages_source=source), scores, found)


def _boxed(blocks: Sequence[Block], stream: Stream, pages: Sequence[Page]) -> tuple[tuple[Block, ...], dict[int, float]]:
    texts = [[] if _is_grid(block) else tokens_of(block.text or block.latex) for block in blocks]
    floating = {number for number, block in enumerate(blocks) if block.kind in _FLOATING}
    placed = place(texts, Index(stream.tokens, line_starts=stream.line_starts()), floating=floating)
    placed = {number: found for number, found in placed.items() if found.share >= _LEAST}
    owners = _owners(placed, stream)
    boxes: dict[int, tuple[Box, ...]] = {}
    for number, found in placed.items():
        words = words_between(found, stream, owners, size=len(texts[number]))
        boxes[number] = _clipped([stream.on_page(box) for box in boxes_of([stream.box(word) for word in words])], pages)
    scores = {blocks[number].id: placed[number].share if number in placed else 0.0 for number, text in enumerate(texts) if text}
    tables = _tables(blocks, Finder(stream, set(owners)), {blocks[number].id: found for number, found in boxes.items()})
    scores |= {blocks[number].id: share for number, (_, share) in tables.items()}
    done = [_with_boxes(block, boxes.get(number, ()), tables.get(number), pages) for number, block in enumerate(blocks)]
    done = [replace(block, match=_rounded(scores.get(block.id))) for block in done]
    return _with_pictures(done, stream, pages), scores


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 3)


def _is_grid(block: Block) -> bool:
    return block.table is not None and any(cell.text.strip() for cell in block.table.cells)


def _owners(placed: dict[int, Placed], stream: Stream) -> dict[int, int]:
    """Give for each word that a block has claimed the number of that block."""
    return {
        word: number
        for number, found in placed.items()
        for _, token in found.pairs
        for word in range(stream.first[token], stream.last[token] + 1)
    }


def _tables(
    blocks: Sequence[Block], finder: Finder, boxes: dict[int, tuple[Box, ...]]
) -> dict[int, tuple[dict[int, Box], float]]:
    """Place the cells of all tables, the longest tables first, and give the share of their tokens that were found."""
    sizes = {number: len(block.table.cells) for number, block in enumerate(blocks) if block.table is not None and _is_grid(block)}
    found: dict[int, tuple[dict[int, Box], float]] = {}
    for number in sorted(sizes, key=lambda number: (-sizes[number], number)):
        block = blocks[number]
        assert block.table is not None
        near = [boxes[caption][-1].page for caption in block.captions if boxes.get(caption)]
        spots = place_cells(block.table, finder, caption_page=near[0] if near else None)
        found[number] = ({cell: finder.stream.on_page(spot.box) for cell, spot in spots.items()}, _share(block.table, spots))
    return found


def _share(table: Table, spots: dict[int, Spot]) -> float:
    sizes = [len(tokens_of(cell.text)) for cell in table.cells]
    return sum(sizes[number] for number in spots) / max(1, sum(sizes))


def _with_boxes(block: Block, boxes: tuple[Box, ...], cells: tuple[dict[int, Box], float] | None, pages: Sequence[Page]) -> Block:
    if cells is None or block.table is None:
        return _flagged(replace(block, boxes=boxes))
    spots, share = cells
    spots = spots if share >= _LEAST else {}
    table = replace(
        block.table,
        cells=tuple(
            replace(cell, box=_clip(spots[number], pages) if number in spots else None)
            for number, cell in enumerate(block.table.cells)
        ),
    )
    boxes = _clipped(hull(spots.values()), pages)
    return _flagged(replace(block, boxes=boxes, table=table))


def _with_pictures(blocks: list[Block], stream: Stream, pages: Sequence[Page]) -> tuple[Block, ...]:
    captions = {block.id: block.boxes for block in blocks if block.boxes}
    filled = [box for block in blocks for box in block.boxes]
    done = []
    for block in blocks:
        if block.kind in _PICTURES and not block.boxes:
            near = next((captions[caption][0] for caption in block.captions if caption in captions), None)
            frame = frame_of(near, filled, pages) if near is not None else None
            block = _flagged(replace(block, boxes=(frame,) if frame is not None else ()))
        done.append(block)
    return tuple(done)


def _flagged(block: Block) -> Block:
    flags = tuple(flag for flag in block.flags if flag != NO_BOX)
    return replace(block, flags=flags if block.boxes else (*flags, NO_BOX))


def _clipped(boxes: Sequence[Box], pages: Sequence[Page]) -> tuple[Box, ...]:
    return tuple(clipped for box in boxes if (clipped := _clip(box, pages)) is not None)


def _clip(box: Box, pages: Sequence[Page]) -> Box | None:
    return make_box(box.page, (box.x0, box.y0, box.x1, box.y1), within=pages[box.page])
