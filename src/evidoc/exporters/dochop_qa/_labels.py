"""The lists that labels count in: entities and boxes of a set of documents, in one order.

Source: DHQ-16, DHQ-18 to DHQ-21, DHQ-112.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from evidoc.compose.stitch import Tile, stitch
from evidoc.records.corpus import Corpus
from evidoc.records.document import Block, Document
from evidoc.records.entities import UNMATCHED, Entity, entities_of, entity_labels
from evidoc.records.geometry import THOUSAND, Box
from evidoc.records.item import Evidence
from evidoc.records.licences import may_pass_on
from evidoc.records.record import Record

Edges = tuple[int, int, int, int]


class ListedBox(Record, frozen=True, kw_only=True):
    """A box of the list: of which entity, where, and what stands in it; documents and pages count from 1.

    `bbox` is in thousandths of its page, `sheet` on the one sheet of 1000 by 1000 that has all pages of all documents. `text`
    is "" for a picture, and None where the document's licence does not let it be passed on.
    """

    index: int
    entity: int
    document: int
    page: int
    bbox: Edges
    sheet: Edges
    text: str | None


class ShownEntity(Record, frozen=True, kw_only=True):
    """An entity of the list, with the blocks that it has."""

    index: int
    tag: str
    document: str
    blocks: tuple[int, ...]


class ShownLists(Record, frozen=True, kw_only=True):
    """A row of `lists.jsonl`; `sheet` is the picture of the sheet, "" where it was not drawn."""

    documents: tuple[str, ...]
    entities: tuple[ShownEntity, ...]
    boxes: tuple[ListedBox, ...]
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class Lists:
    """The entities and boxes of some documents, and the fields that their pages have on the sheet."""

    documents: tuple[str, ...]
    entities: tuple[Entity, ...]
    boxes: tuple[ListedBox, ...]
    tiles: tuple[Tile, ...] = ()
    sheet: str = ""

    def entity_labels(self, evidence: Sequence[Evidence]) -> tuple[int, ...]:
        """Give the indices of the entities that hold evidence; -1 for what is in none, as 0 is the first title."""
        return entity_labels([(entry.document, entry.block) for entry in evidence], self.entities)

    def box_labels(self, evidence: Sequence[Evidence], *, paper: bool) -> tuple[int, ...]:
        """Give the indices of all boxes of the entities that hold evidence; with `paper` they count from 1 and 0 is none.

        A table's entity has its caption's boxes too, a paragraph's those of the list or equation that belongs to it.
        """
        of_entity: dict[int, list[int]] = {}
        for box in self.boxes:
            of_entity.setdefault(box.entity, []).append(box.index)
        found = (of_entity.get(label, [UNMATCHED]) for entry in evidence for label in self.entity_labels([entry]))
        return tuple(dict.fromkeys(label + paper for labels in found for label in labels))

    def shown(self, *, paper: bool) -> ShownLists:
        """Give the lists as a row; with `paper` boxes count from 1."""
        return ShownLists(
            documents=self.documents,
            entities=tuple(
                ShownEntity(index=entity.index, tag=entity.tag, document=entity.document, blocks=entity.blocks)
                for entity in self.entities
            ),
            boxes=tuple(replace(box, index=box.index + paper) for box in self.boxes),
            sheet=self.sheet,
        )


def lists_of(documents: Sequence[Document], corpus: Corpus) -> Lists:
    """Give the lists of documents: boxes go entity by entity, and within one block by block."""
    entities = entities_of(documents)
    places = [(document.id, page.index) for document in documents for page in document.pages]
    tiles = stitch([page for document in documents for page in document.pages])
    boxes = tuple(_boxes(entities, documents, corpus, on_sheet=dict(zip(places, tiles, strict=True))))
    return Lists(tuple(document.id for document in documents), entities, boxes, tiles)


def _boxes(
    entities: Sequence[Entity], documents: Sequence[Document], corpus: Corpus, *, on_sheet: dict[tuple[str, int], Tile]
) -> Iterator[ListedBox]:
    by_id = {document.id: (number, document) for number, document in enumerate(documents, 1)}
    index = 0
    for entity in entities:
        number, document = by_id[entity.document]
        for block in map(document.block, entity.blocks):
            for place, box in enumerate(block.boxes):
                yield ListedBox(
                    index=index,
                    entity=entity.index,
                    document=number,
                    page=box.page + 1,
                    bbox=_rounded(THOUSAND.write(box, document.pages[box.page])),
                    sheet=_rounded(on_sheet[document.id, box.page].place(box)),
                    text=_text(document, block, place, corpus) if may_pass_on(document) else None,
                )
                index += 1


def _text(document: Document, block: Block, place: int, corpus: Corpus) -> str:
    """Give what stands in a box of a block, read from the page; without a PDF a block's first box has all of its text."""
    pdf = corpus.pdf(document)
    if pdf is None:
        return block.text if place == 0 else ""
    from evidoc.pages.glyphs import text_in

    box: Box = block.boxes[place]
    return text_in(pdf, box)


def _rounded(edges: Sequence[float]) -> Edges:
    x0, y0, x1, y1 = (round(edge) for edge in edges)
    return x0, y0, x1, y1
