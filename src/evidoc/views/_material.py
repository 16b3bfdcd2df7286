"""Blocks between marks, with the cap on tokens and the report of what it cut."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from evidoc.records.document import Block
from evidoc.records.item import Item
from evidoc.records.reply import ImagePart, TextPart, Truncation
from evidoc.views._access import Visible
from evidoc.views._context import Context
from evidoc.views._marks import close_mark, open_mark, page_mark
from evidoc.views._prompt import mark_of
from evidoc.views._tokens import tokens_of, tokens_of_part

_MARK_TOKENS = 8  # one of our lines
_KEPT_DOCUMENTS = 8

Parts = tuple[TextPart | ImagePart, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A block as it is shown: words, a picture, or both."""

    shown: Visible
    block: Block
    parts: Parts

    @property
    def page(self) -> int | None:
        """The page that the block begins on, or None where it has no place."""
        return self.block.boxes[0].page if self.block.boxes else None


@dataclass(frozen=True, slots=True)
class Material:
    """What is shown of the documents, and what was cut."""

    parts: Parts
    truncated: Truncation


Render = Callable[[Visible, Block], Parts]


class Rendered:
    """Blocks as a view writes them, kept for the documents shown last, as many items are asked over one document."""

    def __init__(self) -> None:
        """Keep nothing yet."""
        self._kept: OrderedDict[tuple[str, ...], dict[int, Parts]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, shown: Visible, *, style: str) -> dict[int, Parts]:
        """Give what is kept of a document in a style, by block; the caller adds to it."""
        key = (style, shown.document.id, str(shown.number))
        with self._lock:
            kept = self._kept.setdefault(key, {})
            self._kept.move_to_end(key)
            while len(self._kept) > _KEPT_DOCUMENTS:
                self._kept.popitem(last=False)
        return kept


def pieces_of(documents: Sequence[Visible], context: Context, *, render: Render, style: str) -> list[Piece]:
    """Give the visible blocks that have something to show, in order; `style` names what `render` makes of a block."""
    pieces: list[Piece] = []
    for shown in documents:
        kept = context.rendered.of(shown, style=style)
        for block in shown.blocks:
            parts = kept.get(block.id)
            if parts is None:
                parts = kept[block.id] = render(shown, block)
            if parts:
                pieces.append(Piece(shown=shown, block=block, parts=parts))
    return pieces


def material_of(item: Item, pieces: Sequence[Piece], *, max_tokens: int | None) -> Material:
    """Give the pieces that fit between marks; what does not fit is cut from the end, by whole blocks.

    Source: X-08, DHQ-108, CV-69.
    """
    fitting = len(pieces) if max_tokens is None else _how_many_fit(pieces, max_tokens=max_tokens)
    parts = tuple(_with_marks(pieces[:fitting], mark=mark_of(item)))
    return Material(parts=parts, truncated=_cut(pieces[fitting:], item))


def _how_many_fit(pieces: Sequence[Piece], *, max_tokens: int) -> int:
    left = max_tokens
    number, page = 0, None
    for count, piece in enumerate(pieces):
        if piece.shown.number != number:
            left -= 2 * _MARK_TOKENS + tokens_of(piece.shown.document.title)
            number, page = piece.shown.number, None
        if piece.page not in (None, page):
            left -= _MARK_TOKENS
            page = piece.page
        left -= sum(map(tokens_of_part, piece.parts))
        if left < 0:
            return count
    return len(pieces)


def _with_marks(pieces: Sequence[Piece], *, mark: str) -> Iterator[TextPart | ImagePart]:
    for number, of_document in groupby(pieces, key=lambda piece: piece.shown.number):
        own = list(of_document)
        yield TextPart(text=open_mark(mark, number))
        yield from _title(own)
        page = None
        for piece in own:
            if piece.page not in (None, page):
                page = piece.page
                yield TextPart(text=page_mark(mark, page))
            yield from piece.parts
        yield TextPart(text=close_mark(mark, number))


def _title(pieces: Sequence[Piece]) -> Iterator[TextPart]:
    title = pieces[0].shown.document.title
    if title and all(piece.block.text != title for piece in pieces):
        yield TextPart(text=title)


def _cut(pieces: Sequence[Piece], item: Item) -> Truncation:
    places = {(piece.shown.document.id, piece.block.id) for piece in pieces}
    lost = sum((evidence.document, evidence.block) in places for evidence in item.needed)
    return Truncation(blocks=len(places), gold_lost=lost)
