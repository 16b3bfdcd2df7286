"""One numbered list of what documents say: title, abstract, paragraphs, figures and tables of all of them, in order.

Answers can name an entry by its index, which is 0 for the title of the first document, or by its tag, such as
`doc2_paragraph7`. What is none of the five kinds (lists, equations, code, notes) belongs to the nearest paragraph, and a
caption or note of a table to its figure or table. Source: DHQ-12, DHQ-16, DHQ-18, DHQ-19.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Literal, get_args

from evidoc.records.document import Block, BlockKind, Document
from evidoc.records.item import Item
from evidoc.records.record import SparseRecord

EntityKind = Literal["title", "abstract", "paragraph", "figure", "table"]
ENTITY_KINDS: tuple[EntityKind, ...] = get_args(EntityKind)
UNMATCHED = -1  # the label of what lies in no entity; 0 is the first title (DHQ-16)

_KINDS: dict[BlockKind, EntityKind] = {
    "title": "title",
    "abstract": "abstract",
    "paragraph": "paragraph",
    "figure": "figure",
    "chart": "figure",
    "table": "table",
}
_FOLDED: frozenset[BlockKind] = frozenset({"list", "equation", "code", "algorithm", "footnote"})


class Entity(SparseRecord, frozen=True, kw_only=True):
    """One entry: its index over all documents, its tag, where it is from, and which further blocks belong to it.

    `block` is None for a title or abstract that only the document's record has. `folded` are blocks of other kinds that
    are part of it, in reading order.
    """

    index: int
    tag: str
    document: str
    block: int | None = None
    kind: EntityKind = "paragraph"
    folded: tuple[int, ...] = ()

    @property
    def blocks(self) -> tuple[int, ...]:
        """Its blocks, its own first."""
        return (*(() if self.block is None else (self.block,)), *self.folded)


def entities_of(documents: Sequence[Document]) -> tuple[Entity, ...]:
    """Give the entities of documents, in their order and then in reading order, numbered from 0.

    A tag is the document's number from 1, the kind, and the place among those of its kind; a document's only title or
    abstract has no place: `doc1_title`, `doc1_paragraph3`.
    """
    found: list[Entity] = []
    for number, document in enumerate(documents, 1):
        drafts = _drafts(document)
        times = Counter(draft.kind for draft in drafts)
        places: Counter[str] = Counter()
        for draft in drafts:
            places[draft.kind] += 1
            place = str(places[draft.kind]) if draft.kind not in ("title", "abstract") or times[draft.kind] > 1 else ""
            tag = f"doc{number}_{draft.kind}{place}"
            found.append(
                Entity(
                    index=len(found),
                    tag=tag,
                    document=document.id,
                    block=draft.block,
                    kind=draft.kind,
                    folded=draft.folded,
                )
            )
    return tuple(found)


def entity_index(entities: Iterable[Entity]) -> dict[tuple[str, int], int]:
    """Give the index of the entity that has a block, by document and block; a block that is in none is not there."""
    found: dict[tuple[str, int], int] = {}
    for entity in entities:
        for block in entity.blocks:
            found.setdefault((entity.document, block), entity.index)
    return found


def entity_labels(places: Iterable[tuple[str, int]], entities: Sequence[Entity]) -> tuple[int, ...]:
    """Give the indices of the entities that have these blocks, each once, in the order given; `UNMATCHED` where none has."""
    known = entity_index(entities)
    return tuple(dict.fromkeys(known.get(place, UNMATCHED) for place in places))


def gold_indices(item: Item, entities: Sequence[Entity]) -> tuple[int, ...]:
    """Give the right entities of an item: its answer's own indices, or those that hold evidence which is no distractor."""
    if item.answer.kind == "indices":
        return tuple(index for index in answered_indices(item) if 0 <= index < len(entities))
    return tuple(index for index in entity_labels(_needed(item), entities) if index != UNMATCHED)


def lost_evidence(item: Item, entities: Sequence[Entity]) -> int:
    """Count the right places that the list has no entity for, so that no reply can name them."""
    if item.answer.kind == "indices":
        return sum(not 0 <= index < len(entities) for index in answered_indices(item))
    known = entity_index(entities)
    return sum(place not in known for place in _needed(item))


def answered_indices(item: Item) -> tuple[int, ...]:
    """Give the indices that are an item's answer, each once, whether a list has them or not."""
    values = item.answer.value if isinstance(item.answer.value, tuple) else (item.answer.value,)
    return tuple(dict.fromkeys(int(value) for value in values))


def entity_text(entity: Entity, document: Document) -> str:
    """Give what an entity says: its text, a table's caption and rows, a figure's caption, then what is folded into it."""
    if entity.block is None:
        return document.title if entity.kind == "title" else document.abstract
    block = document.block(entity.block)
    lines = [block.text] if block.table is None else [document.caption(block), *_rows(block)]
    if entity.kind == "figure":
        lines.insert(0, document.caption(block))
    said = set(block.captions)
    lines += [document.block(folded).text for folded in entity.folded if folded not in said]
    return "\n".join(line for line in lines if line)


def table_head(document: Document, table: Block, *, rows: int) -> str:
    """Give a table's caption, its heads and its first rows, a line each."""
    header = table.table.header_rows if table.table is not None else 0
    return "\n".join((document.caption(table), *islice(_rows(table), header + rows)))


def _needed(item: Item) -> list[tuple[str, int]]:
    return list(dict.fromkeys((evidence.document, evidence.block) for evidence in item.needed))


class _Draft(SparseRecord, frozen=True, kw_only=True):
    """An entity that has no number yet."""

    kind: EntityKind
    block: int | None = None
    folded: tuple[int, ...] = ()


def _drafts(document: Document) -> list[_Draft]:
    folds = _folds(document)
    drafts = list(_front(document))
    for block in document.blocks:
        kind = _KINDS.get(block.kind)
        if kind is not None:
            drafts.append(_Draft(kind=kind, block=block.id, folded=folds.get(block.id, ())))
        elif block.kind in _FOLDED and block.id in folds:
            drafts.append(_Draft(kind="paragraph", block=block.id, folded=folds[block.id]))
    return drafts


def _front(document: Document) -> Iterator[_Draft]:
    """Give the title and abstract that no block has."""
    kinds = {block.kind for block in document.blocks}
    if document.title and "title" not in kinds:
        yield _Draft(kind="title")
    if document.abstract and "abstract" not in kinds:
        yield _Draft(kind="abstract")


def _folds(document: Document) -> Mapping[int, tuple[int, ...]]:
    """Give which blocks fold into which: captions into what they are of, others into the paragraph before, or the next."""
    owner: dict[int, int] = {}
    kinds = {block.id: block.kind for block in document.blocks}
    folded = [block for block in document.blocks if block.kind in _FOLDED or block.kind == "caption"]
    nearest = _nearest_paragraphs(document.blocks)
    for block in folded:
        of = block.caption_of
        if of is not None and kinds.get(of) in _KINDS:
            owner[block.id] = of
        elif block.id in nearest and block.kind != "caption":
            owner[block.id] = nearest[block.id]
    into: dict[int, tuple[int, ...]] = {}
    for block_id, target in owner.items():
        into[target] = (*into.get(target, ()), *(() if target == block_id else (block_id,)))
    return into


def _nearest_paragraphs(blocks: Sequence[Block]) -> dict[int, int]:
    """Give the paragraph before each block that folds, or the first where none is before; without any, the block itself."""
    paragraphs = [block.id for block in blocks if block.kind == "paragraph"]
    if not paragraphs:
        return {block.id: block.id for block in blocks if block.kind in _FOLDED}
    nearest: dict[int, int] = {}
    last = paragraphs[0]
    for block in blocks:
        if block.kind == "paragraph":
            last = block.id
        elif block.kind in _FOLDED:
            nearest[block.id] = last
    return nearest


def _rows(block: Block) -> Iterator[str]:
    """Give the rows of a table as lines, cells joined by a bar; a spanning cell once a row."""
    for row in block.table.grid() if block.table is not None else ():
        texts = [cell.text for place, cell in enumerate(row) if cell is not None and (place == 0 or row[place - 1] is not cell)]
        if any(texts):
            yield " | ".join(texts)
