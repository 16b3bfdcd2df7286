"""Which blocks of a document can be found: those that evidence can be, captions with what they belong to.

Source: DHQ-13, DHQ-141.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from evidoc.pages.segments import in_bibliography, segments_of
from evidoc.records.document import FURNITURE, Block, BlockKind, Document

Unit = Literal["passages", "segments"]

# They name what is said elsewhere; nobody answers a question with them.
_NO_EVIDENCE: frozenset[BlockKind] = FURNITURE | {"title", "heading", "reference", "toc"}


def found_in(document: Document, *, unit: Unit = "passages") -> Iterator[tuple[int, str]]:
    """Give the blocks of a document that can be found, each with what it is found by.

    `passages` are all blocks that say something, in their order, but titles, headings, the bibliography and captions: these are
    found with their table or figure. `segments` are what the recipe dochop_qa matches questions with: the abstract, then
    paragraphs of two sentences or more, without back matter.
    """
    if unit == "segments":
        return ((segment.blocks[0], segment.text) for segment in segments_of(document))
    owners = _owners(document)
    passages = (block for block in document.blocks if block.id not in owners and _says_something(block))
    texts = ((block.id, block_text(document, block)) for block in passages)
    return ((block, text) for block, text in texts if text.strip())


def passage_of(document: Document, block_id: int) -> int:
    """Give the block that is found where this one is meant: a caption's table or figure, else itself."""
    return _owners(document).get(block_id, block_id)


def passage_blocks(document: Document, block_id: int) -> tuple[Block, ...]:
    """Give a found block and its captions."""
    block = document.block(block_id)
    return (block, *(document.block(caption) for caption in block.captions))


def block_text(document: Document, block: Block) -> str:
    """Give what a block is found by: its caption, its text, and the cells of a table."""
    cells = block.table.cells if block.table is not None else ()
    return " ".join(text for text in (document.caption(block), block.text, *(cell.text for cell in cells)) if text)


def _says_something(block: Block) -> bool:
    return block.kind not in _NO_EVIDENCE and not in_bibliography(block)


def _owners(document: Document) -> dict[int, int]:
    """Give what each caption belongs to.

    A caption that nothing claims stands for itself, and so does a paragraph that leads to a table and serves as its caption.
    """
    captions = {block.id for block in document.blocks if block.kind == "caption"}
    return {caption: block.id for block in document.blocks for caption in block.captions if caption in captions}
