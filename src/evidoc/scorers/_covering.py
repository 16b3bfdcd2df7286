"""Whether one entity lies inside another on the page. Source: DHQ-123."""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.records.document import Document
from evidoc.records.entities import Entity
from evidoc.records.geometry import Box

_LEAST = 0.9  # of the area: DHQ-123 [D]


class Covering:
    """The boxes of entities, looked up when two are compared."""

    def __init__(self, documents: Sequence[Document], entities: Sequence[Entity]) -> None:
        """Take the documents and their entities."""
        self._documents = {document.id: document for document in documents}
        self._entities = entities

    def lies_in(self, inner: int, outer: int) -> bool:
        """Say whether at least 0.9 of an entity's area lies in the boxes of another; one without boxes lies nowhere."""
        one, other = self._entities[inner], self._entities[outer]
        if one.document != other.document:
            return False
        boxes, around = self._boxes(one), self._boxes(other)
        area = sum(_area(box) for box in boxes)
        covered = sum(max((_shared(box, wide) for wide in around), default=0.0) for box in boxes)
        return area > 0 and covered >= _LEAST * area

    def _boxes(self, entity: Entity) -> tuple[Box, ...]:
        """Give all boxes of an entity: a table has its caption's, a paragraph those of the list that belongs to it."""
        document = self._documents[entity.document]
        return tuple(box for block in entity.blocks for box in document.block(block).boxes)


def _area(box: Box) -> float:
    return (box.x1 - box.x0) * (box.y1 - box.y0)


def _shared(first: Box, second: Box) -> float:
    if first.page != second.page:
        return 0.0
    width = min(first.x1, second.x1) - max(first.x0, second.x0)
    height = min(first.y1, second.y1) - max(first.y0, second.y0)
    return max(0.0, width) * max(0.0, height)
