"""The lists that labels count in: entities and boxes of a set of documents, in one order.

Source: DHQ-16, DHQ-18, DHQ-19, DHQ-21.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evidoc.records.document import Document
from evidoc.records.entities import UNMATCHED, Entity, entities_of, entity_labels
from evidoc.records.geometry import THOUSAND
from evidoc.records.item import Evidence
from evidoc.records.record import Record


class ListedBox(Record, frozen=True, kw_only=True):
    """A box of the list: of which entity, and where, in thousandths of its page; documents and pages count from 1."""

    index: int
    entity: int
    document: int
    page: int
    bbox: tuple[int, int, int, int]


class ShownEntity(Record, frozen=True, kw_only=True):
    """An entity of the list, with the blocks that it has."""

    index: int
    tag: str
    document: str
    blocks: tuple[int, ...]


class ShownLists(Record, frozen=True, kw_only=True):
    """A row of `lists.jsonl`."""

    documents: tuple[str, ...]
    entities: tuple[ShownEntity, ...]
    boxes: tuple[ListedBox, ...]


@dataclass(frozen=True, slots=True)
class Lists:
    """The entities and boxes of some documents; a box belongs to a block of an entity."""

    documents: tuple[str, ...]
    entities: tuple[Entity, ...]
    boxes: tuple[ListedBox, ...]
    of_block: dict[tuple[str, int], tuple[int, ...]]

    def entity_labels(self, evidence: Sequence[Evidence]) -> tuple[int, ...]:
        """Give the indices of the entities that hold evidence; -1 for what is in none, as 0 is the first title."""
        return entity_labels([(entry.document, entry.block) for entry in evidence], self.entities)

    def box_labels(self, evidence: Sequence[Evidence], *, paper: bool) -> tuple[int, ...]:
        """Give the indices of the boxes that evidence stands in; with `paper` they count from 1 and 0 is none."""
        found = [self.of_block.get((entry.document, entry.block)) or (UNMATCHED,) for entry in evidence]
        return tuple(dict.fromkeys(label + paper for labels in found for label in labels))

    def shown(self, *, paper: bool) -> ShownLists:
        """Give the lists as a row; with `paper` boxes count from 1."""
        return ShownLists(
            documents=self.documents,
            entities=tuple(
                ShownEntity(index=entity.index, tag=entity.tag, document=entity.document, blocks=blocks_of(entity))
                for entity in self.entities
            ),
            boxes=tuple(_shifted(box) if paper else box for box in self.boxes),
        )


def lists_of(documents: Sequence[Document]) -> Lists:
    """Give the lists of documents: boxes go entity by entity, and within one block by block."""
    entities = entities_of(documents)
    by_id = {document.id: (number, document) for number, document in enumerate(documents, 1)}
    boxes: list[ListedBox] = []
    of_block: dict[tuple[str, int], tuple[int, ...]] = {}
    for entity in entities:
        number, document = by_id[entity.document]
        for block in map(document.block, blocks_of(entity)):
            first = len(boxes)
            for box in block.boxes:
                x0, y0, x1, y1 = (round(edge) for edge in THOUSAND.write(box, document.pages[box.page]))
                entry = ListedBox(
                    index=len(boxes), entity=entity.index, document=number, page=box.page + 1, bbox=(x0, y0, x1, y1)
                )
                boxes.append(entry)
            of_block[entity.document, block.id] = tuple(range(first, len(boxes)))
    return Lists(tuple(document.id for document in documents), entities, tuple(boxes), of_block)


def blocks_of(entity: Entity) -> tuple[int, ...]:
    """Give the blocks of an entity, its own first."""
    return (*(() if entity.block is None else (entity.block,)), *entity.folded)


def _shifted(box: ListedBox) -> ListedBox:
    return ListedBox(index=box.index + 1, entity=box.entity, document=box.document, page=box.page, bbox=box.bbox)
