"""Putting a parser's blocks on the pages of its PDF: places scaled, checked against the text under them, cells found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from evidoc.align.source_pages import align
from evidoc.pages.frame import displayed_pages, open_pdf
from evidoc.pages.glyphs import PageText, mapped_text, page_text, words_of
from evidoc.readers._draft import UNVERIFIED
from evidoc.readers._grid import Placed, SourceCell
from evidoc.readers._likeness import likeness
from evidoc.readers._parsed import ASSUMED, NO_BOX
from evidoc.readers.pdf._cells import words_by_cell
from evidoc.records.document import Block, BlockKind, Document
from evidoc.records.geometry import Box, Page, hull, make_box

PARTIAL = "cell_boxes_partial"
_SAME = 0.7  # of the runs of letters; two readings of one box have 0.9 and more, two paragraphs of one subject about 0.3
_MOST = 0.5  # of the blocks must stand where they say; below that the PDF is taken for another's
_UNSPOKEN: tuple[BlockKind, ...] = ("figure", "chart", "equation", "table")  # whose text no page shows as it is


def on_pages_of(document: Document, pdf: Path) -> Document | None:
    """Give a document the pages of a PDF, or None where the text under its boxes is another's.

    Blocks that have boxes keep them, scaled to the page as displayed; a block whose text is not what stands
    there is flagged. Blocks without text take what stands in their boxes. Cells get the boxes of their
    words. Blocks without boxes are sought by their words.

    Raises:
        UnreadableDocument: The PDF cannot be opened.
    """
    if not any(block.boxes for block in document.blocks):
        aligned = align(document, pdf)
        return aligned.document if aligned.matched >= _MOST else None
    with open_pdf(pdf) as opened:
        pages = displayed_pages(opened)
        if len(pages) < len(document.pages):
            return None
        blocks = [_scaled(block, document.pages, pages) for block in document.blocks]
        found: dict[int, list[str]] = defaultdict(list)
        for index, numbers in _by_page(blocks):
            text = page_text(opened, pages[index])
            for number in numbers:
                found[number].extend(mapped_text(text, within=box).text for box in blocks[number].boxes if box.page == index)
                blocks[number] = _with_cells(blocks[number], text)
    if _agreement(blocks, found) < _MOST:
        return None
    checked = tuple(_checked(block, " ".join(found[number])) for number, block in enumerate(blocks))
    flags = tuple(flag for flag in document.flags if flag != ASSUMED)
    return _with_lost_ones(msgspec.structs.replace(document, pages=pages, blocks=checked, flags=flags), pdf)


def _scaled(block: Block, before: Sequence[Page], pages: Sequence[Page]) -> Block:
    boxes = tuple(scaled for box in block.boxes if (scaled := _scale(box, before, pages)) is not None)
    table = block.table
    if table is not None:
        cells = (msgspec.structs.replace(cell, box=cell.box and _scale(cell.box, before, pages)) for cell in table.cells)
        table = msgspec.structs.replace(table, cells=tuple(cells))
    flags = block.flags if boxes or NO_BOX in block.flags else (*block.flags, NO_BOX)
    return msgspec.structs.replace(block, boxes=boxes, table=table, flags=flags)


def _scale(box: Box, before: Sequence[Page], pages: Sequence[Page]) -> Box | None:
    old, new = before[box.page], pages[box.page]
    across, down = new.width / old.width, new.height / old.height
    return make_box(box.page, (box.x0 * across, box.y0 * down, box.x1 * across, box.y1 * down), within=new)


def _by_page(blocks: Sequence[Block]) -> list[tuple[int, list[int]]]:
    """Give the positions of the blocks on each page that has any, page by page."""
    numbers: dict[int, list[int]] = defaultdict(list)
    for number, block in enumerate(blocks):
        for index in sorted({box.page for box in block.boxes}):
            numbers[index].append(number)
    return sorted(numbers.items())


def _with_cells(block: Block, text: PageText) -> Block:
    """Give the cells of a table in one box the boxes of their words, where the parser has none."""
    table = block.table
    if table is None or len(block.boxes) != 1 or any(cell.box is not None for cell in table.cells):
        return block
    placed = [
        Placed(SourceCell(text=cell.text), cell.row, cell.row + cell.row_span, cell.column, cell.column + cell.column_span)
        for cell in table.cells
    ]
    own = words_by_cell(placed, words_of(text, within=block.boxes[0]))
    cells = tuple(
        msgspec.structs.replace(cell, box=hull(word.box for word in words)[0] if words and cell.text else None)
        for cell, words in zip(table.cells, own, strict=True)
    )
    flags = (*block.flags, PARTIAL) if any(cell.text and cell.box is None for cell in cells) else block.flags
    return msgspec.structs.replace(block, table=msgspec.structs.replace(table, cells=cells), flags=flags)


def _agreement(blocks: Sequence[Block], found: Mapping[int, Sequence[str]]) -> float:
    """Give the share of blocks that are what stands under them; a file of places alone agrees where there are words at all."""
    told = [number for number, block in enumerate(blocks) if _is_told(block) and block.boxes]
    if not told:
        return float(any(text for texts in found.values() for text in texts))
    return sum(likeness(" ".join(found.get(number, ())), blocks[number].text) >= _SAME for number in told) / len(told)


def _is_told(block: Block) -> bool:
    return block.kind not in _UNSPOKEN and any(character.isalnum() for character in block.text)


def _checked(block: Block, found: str) -> Block:
    if not block.text and block.table is None:
        return msgspec.structs.replace(block, text=found)
    if not _is_told(block) or not block.boxes or likeness(found, block.text) >= _SAME:
        return block
    return msgspec.structs.replace(block, flags=(*block.flags, UNVERIFIED))


def _with_lost_ones(document: Document, pdf: Path) -> Document:
    """Seek the blocks that the parser gave no place by their words."""
    lost = tuple(block for block in document.blocks if not block.boxes and (block.text or block.table is not None))
    if not lost:
        return document
    sought = align(msgspec.structs.replace(document, blocks=lost, relations=(), references=()), pdf).document
    by_id = {block.id: block for block in sought.blocks}
    return msgspec.structs.replace(document, blocks=tuple(by_id.get(block.id, block) for block in document.blocks))
