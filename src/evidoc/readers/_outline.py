"""Blocks in reading order while a file is read: ids, section paths and links are kept right in one place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import msgspec

from evidoc.records.document import FURNITURE, Block, BlockKind


class Outline:
    """The blocks so far, numbered from 0 in reading order, and the headings that the next one stands under."""

    def __init__(self) -> None:
        """Begin an empty document."""
        self._blocks: list[Block] = []
        self._open: list[tuple[int, int, str]] = []  # (level, id, text) of the headings over this place

    def __len__(self) -> int:
        """Count the blocks so far, which is the id of the next."""
        return len(self._blocks)

    @property
    def last(self) -> Block | None:
        """The newest block."""
        return self._blocks[-1] if self._blocks else None

    @property
    def section(self) -> tuple[str, ...]:
        """The texts of the headings over this place."""
        return tuple(text for _, _, text in self._open)

    def add(self, kind: BlockKind, text: str = "", **fields: object) -> int:
        """Append a block under the headings of this place; give its id."""
        number = len(self._blocks)
        if "parent" not in fields and self._open:
            fields["parent"] = self._open[-1][1]
        self._blocks.append(Block(id=number, kind=kind, text=text, section=self.section, **fields))  # type: ignore[arg-type]
        return number

    def heading(self, text: str, *, level: int, **fields: object) -> int:
        """Append a heading and stand under it; headings of its level and below are closed."""
        self.close(level)
        number = self.add("heading", text, level=level, **fields)
        self._open.append((level, number, text))
        return number

    def close(self, level: int) -> None:
        """Leave all sections of a level and below it."""
        while self._open and self._open[-1][0] >= level:
            self._open.pop()

    def replace(self, number: int, **fields: object) -> None:
        """Give a block other values for some fields."""
        self._blocks[number] = msgspec.structs.replace(self._blocks[number], **fields)

    def finish(self) -> tuple[Block, ...]:
        """Give all blocks with captions bound and neighbours linked; furniture is nobody's neighbour."""
        captions: dict[int, list[int]] = defaultdict(list)
        for block in self._blocks:
            if block.caption_of is not None:
                captions[block.caption_of].append(block.id)
        body = [block.id for block in self._blocks if block.kind not in FURNITURE]
        before = dict(zip(body[1:], body, strict=False))
        after = dict(zip(body, body[1:], strict=False))
        linked = _linker(captions, before, after)
        return tuple(map(linked, self._blocks))


def _linker(captions: dict[int, list[int]], before: dict[int, int], after: dict[int, int]) -> Callable[[Block], Block]:
    def linked(block: Block) -> Block:
        return msgspec.structs.replace(
            block,
            previous=before.get(block.id),
            next=after.get(block.id),
            captions=tuple(captions.get(block.id, ())),
        )

    return linked
