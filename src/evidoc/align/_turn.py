"""Pages whose text runs up or down: tables set sideways are read in a frame in which their lines run to the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from evidoc.pages.glyphs import Word
from evidoc.records.geometry import Box

Turn = Literal["up", "down"]

_TALL = 1.5  # times as high as wide is a word that runs up or down
_LETTERS = 3  # shorter words may be higher than wide anyway
_MOST = 0.5  # of a page's words decide


def turns_of(words: Sequence[Word]) -> dict[int, Turn]:
    """Give the pages on which most words run up or down, and which way."""
    long: dict[int, list[Box]] = {}
    for word in words:
        if len(word.text) >= _LETTERS:
            long.setdefault(word.box.page, []).append(word.box)
    return {page: _direction(boxes) for page, boxes in long.items() if _is_turned(boxes)}


def to_reading(box: Box, turns: Mapping[int, Turn]) -> Box:
    """Give a box of a page in the frame in which its text runs to the right."""
    turn = turns.get(box.page)
    if turn is None:
        return box
    if turn == "up":
        return Box(page=box.page, x0=-box.y1, y0=box.x0, x1=-box.y0, y1=box.x1)
    return Box(page=box.page, x0=box.y0, y0=-box.x1, x1=box.y1, y1=-box.x0)


def to_page(box: Box, turns: Mapping[int, Turn]) -> Box:
    """Give a box of the reading frame back on its page."""
    turn = turns.get(box.page)
    if turn is None:
        return box
    if turn == "up":
        return Box(page=box.page, x0=box.y0, y0=-box.x1, x1=box.y1, y1=-box.x0)
    return Box(page=box.page, x0=-box.y1, y0=box.x0, x1=-box.y0, y1=box.x1)


def _is_turned(boxes: Sequence[Box]) -> bool:
    return sum(box.height > _TALL * box.width for box in boxes) > _MOST * len(boxes)


def _direction(boxes: Sequence[Box]) -> Turn:
    """Say which way words follow one another along a line."""
    steps = [after.y0 - before.y0 for before, after in zip(boxes, boxes[1:], strict=False) if abs(after.x0 - before.x0) < 2]
    return "up" if sum(step < 0 for step in steps) * 2 >= len(steps) else "down"
