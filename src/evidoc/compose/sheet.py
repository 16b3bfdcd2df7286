"""Laying out a document that has no pages: on A4, from top to bottom, with the exact place of every block and cell."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from msgspec.structs import replace

from evidoc.compose._grid import Grids
from evidoc.compose._pen import FULL, LEFT, MEASURE, Pen
from evidoc.compose._styles import style_of
from evidoc.compose._writing import write, written
from evidoc.records.document import Block, Document, Source
from evidoc.records.geometry import Box
from evidoc.records.table import Table

_PICTURES = ("figure", "chart")
_FRAME = 120.0  # points, the height of the frame that stands for a picture
_AFTER = 12.0  # points below a table or a picture with its captions


def lay_out(document: Document) -> tuple[Document, bytes]:
    """Give a document pages, boxes and the PDF file in which they can be seen.

    Captions stand above tables and below pictures, whatever the reading order says; all else
    follows it. A block that runs over a page's end has a box on each page, a cell always one.
    The same document gives the same bytes. A document that has pages comes back as it is, with
    no file. Flags of blocks: `glyphs_missing` where no font has a sign (a white square is drawn),
    `cell_over_pages` where the one box of a cell cannot hold all its text.
    """
    if document.pages:
        return document, b""
    pen = Pen(title=document.title)
    grids, groups = Grids(), list(_groups(document))
    placed: dict[int, Block] = {}
    for number, group in enumerate(groups):
        pen.reserve(_kept_together(groups, number, grids))
        placed.update((block.id, block) for block in _draw_group(pen, group, grids))
    pdf = pen.close()
    source = Source(
        name=f"{PurePosixPath(document.source.name).stem}.pdf",
        sha256=hashlib.sha256(pdf).hexdigest(),
        media_type="application/pdf",
        licence=document.source.licence,
    )
    blocks = tuple(placed[block.id] for block in document.blocks)
    return replace(document, pages=tuple(pen.pages), blocks=blocks, pages_source=source), pdf


def _groups(document: Document) -> Iterator[tuple[Block, ...]]:
    """Give the blocks in the order of drawing; a table or picture comes together with its captions."""
    captions: dict[int, list[Block]] = {}
    owners = {block.id: block for block in document.blocks if block.kind != "caption"}
    for block in document.blocks:
        if block.kind == "caption" and block.caption_of in owners:
            captions.setdefault(block.caption_of, []).append(block)
    drawn: set[int] = set()
    for block in document.blocks:
        owner = owners.get(block.caption_of, block) if block.kind == "caption" and block.caption_of is not None else block
        if owner.id in drawn:
            continue
        drawn.add(owner.id)
        own = captions.get(owner.id, [])
        yield (owner, *own) if owner.kind in _PICTURES else (*own, owner)


def _kept_together(groups: Sequence[tuple[Block, ...]], start: int, grids: Grids) -> float:
    """Give the height that must not be parted: captions and what they name, headings and the begin of what follows."""
    height = 0.0
    for number in range(start, len(groups)):
        group = groups[number]
        height += sum(_height(block, grids) for block in group)
        if group[0].kind != "heading" or height > FULL:
            break
    return min(height, FULL)


def _draw_group(pen: Pen, group: tuple[Block, ...], grids: Grids) -> Iterator[Block]:
    for block in group:
        yield _draw(pen, block, grids)
    if any(block.kind in _PICTURES or block.table is not None for block in group):
        pen.skip(_AFTER)


def _height(block: Block, grids: Grids) -> float:
    if block.table is not None and block.table.cells:
        return grids.of(block.id, block.table).together
    if block.kind in _PICTURES:
        return _FRAME
    style = style_of(block)
    lines = len(written(block.text, style).lines)
    if block.kind in ("caption", "heading", "title"):
        return style.before + lines * style.line + style.after
    return min(2, lines) * style.line


def _draw(pen: Pen, block: Block, grids: Grids) -> Block:
    if block.table is not None and block.table.cells:
        return _draw_table(pen, block, block.table, grids)
    if block.kind in _PICTURES:
        return _draw_picture(pen, block)
    return _draw_text(pen, block, block.text or block.latex)


def _draw_text(pen: Pen, block: Block, text: str) -> Block:
    style = style_of(block)
    words = written(text, style)
    if not words.lines:
        return replace(block, boxes=())
    pen.skip(style.before)
    boxes = write(pen, words, style)
    pen.skip(style.after)
    return _with(block, boxes, {"glyphs_missing"} if words.missing else set())


def _draw_table(pen: Pen, block: Block, table: Table, grids: Grids) -> Block:
    drawn = grids.of(block.id, table).draw(pen)
    cells = tuple(replace(cell, box=drawn.cells.get((cell.row, cell.column))) for cell in table.cells)
    return replace(_with(block, drawn.boxes, drawn.flags), table=replace(table, cells=cells))


def _draw_picture(pen: Pen, block: Block) -> Block:
    """Draw an empty frame with the picture's words in it, or its label where it has none."""
    style = style_of(block)
    words = written(block.text or block.label or block.kind, style)
    height = min(max(_FRAME, len(words.lines) * style.line + 2 * style.line), FULL)
    pen.reserve(height)
    top = pen.y
    pen.shade((LEFT, top, LEFT + MEASURE, top + height), grey=0.96)
    frame = [(LEFT, top), (LEFT + MEASURE, top), (LEFT + MEASURE, top + height), (LEFT, top + height)]
    pen.rules(((*a, *b) for a, b in zip(frame, frame[1:] + frame[:1], strict=True)), width=0.7, grey=0.5)
    box = pen.box((LEFT, top, LEFT + MEASURE, top + height))
    pen.y = top + style.line
    later = write(pen, words, style)[1:]
    pen.y = pen.y + style.line if later else top + height
    pen.skip(style.after)
    return _with(block, [box, *later] if box is not None else later, {"glyphs_missing"} if words.missing else set())


def _with(block: Block, boxes: list[Box], flags: set[str]) -> Block:
    return replace(block, boxes=tuple(boxes), flags=(*block.flags, *sorted(flags - set(block.flags))))
