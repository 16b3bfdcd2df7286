"""The numbered list of entities as it is shown, with its caps and the report of what they cut."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from evidoc.records.document import Document
from evidoc.records.entities import Entity, answered_indices, entities_of, entity_index, entity_text
from evidoc.records.item import Item
from evidoc.records.reply import TextPart, Truncation
from evidoc.views._access import Visible, visible
from evidoc.views._context import Context
from evidoc.views._marks import close_mark, open_mark
from evidoc.views._material import Material
from evidoc.views._prompt import mark_of
from evidoc.views._tokens import tokens_of

if TYPE_CHECKING:
    from evidoc.compose.stitch import Tile

Form = Literal["text", "boxes", "xml"]


@dataclass(frozen=True, slots=True)
class Caps:
    """How many entities and how many tokens of them are shown; None for all."""

    entities: int | None = None
    tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """An entity as it is shown, with the number of its document in the item."""

    entity: Entity
    number: int
    text: str


def entity_material(item: Item, context: Context, *, form: Form, caps: Caps) -> Material:
    """Give the visible entities between marks, each under its number in the full list; what goes over a cap is cut from the end.

    Source: DHQ-18, DHQ-108, DHQ-110.
    """
    shown = visible(item, context)
    lines = _lines(item, context, shown, render=_renderer(form, shown))
    kept = lines[: _fitting(lines, caps)]
    lost = {line.entity.index for line in lines[len(kept) :]}
    gold = sum(index in lost for index in _right(item, lines))
    return Material(parts=tuple(_between_marks(kept, mark=mark_of(item))), truncated=Truncation(blocks=len(lost), gold_lost=gold))


def _right(item: Item, lines: Sequence[Line]) -> Sequence[int | None]:
    """Give the entity of each place of evidence, or those that are the answer itself; None where no line has it."""
    if item.answer.kind == "indices":
        return answered_indices(item)
    index = entity_index(line.entity for line in lines)
    return [index.get((evidence.document, evidence.block)) for evidence in item.needed]


def visible_entities(item: Item, context: Context, shown: Sequence[Visible]) -> list[tuple[Entity, Document]]:
    """Give the entities of what is visible, in order; an entity without a block is seen with its whole document alone."""
    views = {view.document.id: (view, {block.id for block in view.blocks}) for view in shown}
    found = []
    for entity in entities_of([context.corpus[link.id] for link in item.documents]):
        view, blocks = views.get(entity.document, (None, set()))
        if view is not None and (view.extent == "document" or entity.block in blocks):
            found.append((entity, view.document))
    return found


def label_of(entity: Entity) -> str:
    """Give what an entity is called by: `[Entity 0] <doc1_title>`."""
    return f"[Entity {entity.index}] <{entity.tag}>"


Render = Callable[[Entity, Document], str]


def _renderer(form: Form, shown: Sequence[Visible]) -> Render:
    if form == "text":
        return _as_text
    if form == "xml":
        return _as_xml
    from evidoc.compose.stitch import stitch

    places = [(view.document.id, index) for view in shown for index in view.pages]
    pages = [view.document.pages[index] for view in shown for index in view.pages]
    return _OnSheet(dict(zip(places, stitch(pages), strict=True)))


def _as_text(entity: Entity, document: Document) -> str:
    return f"{label_of(entity)} {entity_text(entity, document)}".rstrip()


def _as_xml(entity: Entity, document: Document) -> str:
    return f'<entity index="{entity.index}" tag="{entity.tag}">{html.escape(entity_text(entity, document))}</entity>'


@dataclass(frozen=True, slots=True)
class _OnSheet:
    """Writes entities with their places on the one sheet that has all visible pages."""

    tiles: Mapping[tuple[str, int], Tile]

    def __call__(self, entity: Entity, document: Document) -> str:
        places = "".join(f"[{place}] " for place in self._places(entity, document))
        return f"{label_of(entity)} {places}{entity_text(entity, document)}".rstrip()

    def _places(self, entity: Entity, document: Document) -> list[str]:
        boxes = (box for block in entity.blocks for box in document.block(block).boxes)
        known = [(self.tiles.get((document.id, box.page)), box) for box in boxes]
        return [" ".join(str(round(edge)) for edge in tile.place(box)) for tile, box in known if tile is not None]


def _lines(item: Item, context: Context, shown: Sequence[Visible], *, render: Render) -> list[Line]:
    numbers = {view.document.id: view.number for view in shown}
    entities = visible_entities(item, context, shown)
    return [Line(entity, numbers[document.id], render(entity, document)) for entity, document in entities]


def _fitting(lines: Sequence[Line], caps: Caps) -> int:
    most = len(lines) if caps.entities is None else min(len(lines), caps.entities)
    if caps.tokens is None:
        return most
    left = caps.tokens
    for count, line in enumerate(lines[:most]):
        left -= tokens_of(line.text)
        if left < 0:
            return count
    return most


def _between_marks(lines: Sequence[Line], *, mark: str) -> list[TextPart]:
    numbers = dict.fromkeys(line.number for line in lines)
    return [
        TextPart(text="\n".join([open_mark(mark, number), *_of(lines, number), close_mark(mark, number)])) for number in numbers
    ]


def _of(lines: Sequence[Line], number: int) -> list[str]:
    return [line.text for line in lines if line.number == number]
