"""What stands at the edge of each printed page of a filing: page numbers, running heads and feet (case D05)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from evidoc.readers.html._gather import Piece

_PAGE_NUMBER = re.compile(
    r"(?:page\s+)?[–—-]?\s*((?:[A-Z]{1,2}-)?\d{1,4}|[ivxlc]{1,7})\s*[–—-]?(?:\s+of\s+\d{1,4})?", re.IGNORECASE
)
_NUMBER_AT_EDGE = re.compile(r"[|·•–—\s]\s*((?:[A-Z]-)?\d{1,4})\s*$|^\s*(\d{1,4})\s*[|·•–—]")
_DIGITS = re.compile(r"\d+")
_LONGEST = 120  # characters of a running head or foot
_REPEATED = 3  # pages on which a line stands before it counts as running
_DEPTH = 2  # lines at an edge that are looked at


def mark_furniture(pieces: list[Piece]) -> None:
    """Give pieces next to page breaks their role, in place: page number, footer before a break, header after it."""
    breaks = [index for index, piece in enumerate(pieces) if piece.kind == "break"]
    if not breaks:
        return
    feet = [piece for index in {*breaks, len(pieces)} for piece in _edge(pieces, index, step=-1)]
    heads = [piece for index in breaks for piece in _edge(pieces, index, step=1)]
    running = Counter(_pattern(piece, depth) for piece, depth in (*feet, *heads))
    for piece, depth in feet:
        if (depth == 1 and _PAGE_NUMBER.fullmatch(text_of(piece))) or running[_pattern(piece, depth)] >= _REPEATED:
            _mark(piece, "footer")
    for piece, depth in heads:
        if running[_pattern(piece, depth)] >= _REPEATED and piece.kind in ("text", "heading"):
            _mark(piece, "header")


def text_of(piece: Piece) -> str:
    """Give the text of a piece, of a table of one row that of its cells."""
    if piece.shape is None:
        return piece.text
    return " | ".join(cell.text for row in piece.shape.rows for cell in row if cell.text)


def _edge(pieces: list[Piece], index: int, *, step: int) -> Iterator[tuple[Piece, int]]:
    """Give the short lines next to a break with how far they are from it, nearest first, as far as the next break."""
    for depth in range(1, _DEPTH + 1):
        place = index + step * depth
        if not 0 <= place < len(pieces) or pieces[place].kind not in ("text", "heading", "table"):
            return
        piece = pieces[place]
        if len(text_of(piece)) > _LONGEST or (piece.shape is not None and len(piece.shape.rows) > 1):
            return
        yield piece, depth


def _pattern(piece: Piece, depth: int) -> str:
    """Give what repeats of a line: next to the break all but its numbers, further in all of it."""
    text = text_of(piece).casefold()
    return _DIGITS.sub("#", text) if depth == 1 else text


def _mark(piece: Piece, kind: str) -> None:
    text = text_of(piece)
    whole, at_edge = _PAGE_NUMBER.fullmatch(text), _NUMBER_AT_EDGE.search(text)
    piece.kind = "page_number" if whole else kind  # type: ignore[assignment]
    piece.label = whole[1] if whole else (at_edge[1] or at_edge[2]) if at_edge else ""
    piece.text, piece.shape = text, None
