"""How the blocks of a document hang together: the five relations of SciDocIR, computed from order, levels and content.

Source: SD-78, SD-79.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import get_args

from evidoc.records.document import FURNITURE, Block, Document, Relation, RelationKind

KINDS: tuple[RelationKind, ...] = get_args(RelationKind)
_PICTURES = ("figure", "chart")
_WORDS = 8  # of a repeated text; shorter ones ("See Table 2.") come again without being the same content


def relations_of(document: Document) -> tuple[Relation, ...]:
    """Give all relations of a document: those its reader has found, and those that follow from its blocks.

    `adj` leads to the next block in reading order; `sub` from a section, figure or table to what is in it, captions apart;
    `peer` to the next heading of the same level in the same section, the next item of a list, the next part of a figure;
    `identical` from the first place of a running head, picture, table or long text to each later one; `continuation`
    from a block to its rest. Sorted by kind, then by source and target.
    """
    found = {*document.relations, *_adjacent(document), *_contained(document), *_peers(document), *_repeated(document)}
    return sorted_relations(found)


def sorted_relations(relations: set[Relation]) -> tuple[Relation, ...]:
    """Give relations in the order in which files have them."""
    return tuple(sorted(relations, key=lambda relation: (KINDS.index(relation.kind), relation.source, relation.target)))


def _adjacent(document: Document) -> Iterator[Relation]:
    for block in document.blocks:
        if block.next is not None:
            yield Relation(kind="adj", source=block.id, target=block.next)


def _contained(document: Document) -> Iterator[Relation]:
    for block in document.blocks:
        if block.parent is not None and block.parent != block.caption_of:
            yield Relation(kind="sub", source=block.parent, target=block.id)


def _peers(document: Document) -> Iterator[Relation]:
    pictures = {block.id for block in document.blocks if block.kind in _PICTURES}
    last: dict[Hashable, Block] = {}
    before: Block | None = None
    for block in document.blocks:
        earlier = None
        if block.kind == "heading" or (block.kind in _PICTURES and block.parent in pictures):
            key = (block.kind, block.parent, block.level)
            earlier, last[key] = last.get(key), block
        elif block.kind == "list" and before is not None and before.kind == "list":
            earlier = before if (before.parent, before.level) == (block.parent, block.level) else None
        if earlier is not None:
            yield Relation(kind="peer", source=earlier.id, target=block.id)
        before = before if block.kind in FURNITURE else block


def _repeated(document: Document) -> Iterator[Relation]:
    first: dict[Hashable, int] = {}
    for block in document.blocks:
        for content in _contents(block):
            if first.setdefault(content, block.id) != block.id:
                yield Relation(kind="identical", source=first[content], target=block.id)


def _contents(block: Block) -> Iterator[Hashable]:
    """Give what would be the same content if another block had it."""
    if block.figure is not None and block.figure.image:
        yield "image", block.figure.image
    if block.table is not None and block.table.cells:
        yield "table", tuple((cell.row, cell.column, cell.text) for cell in block.table.cells)
    if block.kind == "page_number" or not block.text:
        return
    if block.kind in FURNITURE or len(block.text.split()) >= _WORDS:
        yield block.kind, " ".join(block.text.casefold().split())
