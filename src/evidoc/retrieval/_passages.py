"""Which blocks of a document can be found: those that evidence can be, captions with what they belong to.

Source: DHQ-13, DHQ-141.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from evidoc.pages.segments import By, in_bibliography, segments_of
from evidoc.records.document import FURNITURE, Block, BlockKind, Document
from evidoc.records.remembered import Remembered

Unit = Literal["passages", "segments", "subsections"]

_subsections: Remembered[dict[int, tuple[int, ...]]] = Remembered(most=64)  # of a document, by block
_SEGMENTS: Mapping[Unit, By] = {"segments": "paragraph", "subsections": "subsection"}
# They name what is said elsewhere; nobody answers a question with them.
_NO_EVIDENCE: frozenset[BlockKind] = FURNITURE | {"title", "heading", "reference", "toc"}


def found_in(document: Document, *, unit: Unit = "passages") -> Iterator[tuple[int, str]]:
    """Give the blocks of a document that can be found, each with what it is found by.

    `passages` are all blocks that say something, in their order, but titles, headings, the bibliography and captions: these are
    found with their table or figure. `segments` are what the recipe dochop_qa matches questions with: the abstract, then
    paragraphs of two sentences or more, without back matter. `subsections` are what it matches with where its segments are whole
    subsections; one is found by its first block.
    """
    if unit != "passages":
        return ((segment.blocks[0], segment.text) for segment in segments_of(document, by=_SEGMENTS[unit]))
    owners = _owners(document)
    passages = (block for block in document.blocks if block.id not in owners and _says_something(block))
    texts = ((block.id, block_text(document, block)) for block in passages)
    return ((block, text) for block, text in texts if text.strip())


def passage_of(document: Document, block_id: int, *, unit: Unit = "passages") -> int:
    """Give the block that is found where this one is meant: its subsection's first, a caption's table or figure, else itself."""
    whole = _subsection_of(document, block_id) if unit == "subsections" else ()
    return whole[0] if whole else _owners(document).get(block_id, block_id)


def passage_blocks(document: Document, block_id: int, *, unit: Unit = "passages") -> tuple[Block, ...]:
    """Give all that a found block stands for: itself and its captions, or the blocks of its subsection."""
    whole = _subsection_of(document, block_id) if unit == "subsections" else ()
    if whole:
        return tuple(map(document.block, whole))
    block = document.block(block_id)
    return (block, *(document.block(caption) for caption in block.captions))


def block_text(document: Document, block: Block) -> str:
    """Give what a block is found by: its caption, its text, and the cells of a table."""
    cells = block.table.cells if block.table is not None else ()
    return " ".join(text for text in (document.caption(block), block.text, *(cell.text for cell in cells)) if text)


def _says_something(block: Block) -> bool:
    return block.kind not in _NO_EVIDENCE and not in_bibliography(block)


def _subsection_of(document: Document, block_id: int) -> tuple[int, ...]:
    """Give the blocks of the subsection that a block is in; none where that is too short to be found, as for a table."""
    return _subsections.of(document, lambda: _by_block(document)).get(block_id, ())


def _by_block(document: Document) -> dict[int, tuple[int, ...]]:
    pieces = (segment.blocks for segment in segments_of(document, by="subsection"))
    return {block: blocks for blocks in pieces for block in blocks}


def _owners(document: Document) -> dict[int, int]:
    """Give what each caption belongs to.

    A caption that nothing claims stands for itself, and so does a paragraph that leads to a table and serves as its caption.
    """
    captions = {block.id for block in document.blocks if block.kind == "caption"}
    return {caption: block.id for block in document.blocks for caption in block.captions if caption in captions}
