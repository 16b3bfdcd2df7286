"""Blocks in several places, cut into one part a place, each with an id of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from evidoc.records.document import Block, Document
from evidoc.records.geometry import Box


@dataclass(frozen=True, slots=True)
class Part:
    """A block or a further part of one: its id, its place, and the parts before and after it."""

    block: Block
    id: int
    box: Box | None
    before: int | None = None
    after: int | None = None

    @property
    def is_first(self) -> bool:
        """Whether it is the block itself, with its text."""
        return self.before is None


def parts_of(document: Document) -> tuple[Part, ...]:
    """Give the parts of all blocks in order; a block keeps its id, further parts have ids above all others."""
    free = max((block.id for block in document.blocks), default=-1) + 1
    parts: list[Part] = []
    for block in document.blocks:
        further = len(block.boxes) - 1
        ids = [block.id, *range(free, free + max(0, further))]
        free += max(0, further)
        parts.extend(_numbered(block, ids))
    return tuple(parts)


def last_parts(parts: Sequence[Part]) -> dict[int, int]:
    """Give the id of the last part of each block by the block's id."""
    return {part.block.id: part.id for part in parts}


def _numbered(block: Block, ids: Sequence[int]) -> list[Part]:
    after = dict(pairwise(ids))
    before = {following: own for own, following in after.items()}
    boxes = block.boxes or (None,)
    return [
        Part(block=block, id=number, box=box, before=before.get(number), after=after.get(number))
        for number, box in zip(ids, boxes, strict=True)
    ]
