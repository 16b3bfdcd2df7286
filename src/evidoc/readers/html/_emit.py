"""Arranged pieces to blocks: ids in reading order, section paths, captions and notes bound to their table."""

from __future__ import annotations

from evidoc.readers._outline import Outline
from evidoc.readers.html._gather import Piece
from evidoc.records.document import Block, BlockKind, Figure, Reference, Relation

_KINDS: dict[str, BlockKind] = {"text": "paragraph", "quote": "paragraph", "item": "list"}


def blocks_of(pieces: list[Piece]) -> tuple[tuple[Block, ...], tuple[Relation, ...]]:
    """Give the blocks and the relations between the parts of one paragraph or item; each piece is one block."""
    outline = Outline()
    numbers = {id(piece): number for number, piece in enumerate(pieces)}
    relations: list[Relation] = []
    first: int | None = None
    for piece in pieces:
        number = _add(piece, outline, numbers)
        if piece.kind == "item" and piece.continues and first is not None:
            relations.append(Relation(kind="continuation", source=first, target=number))
        elif piece.kind == "item":
            first = number
    return outline.finish(), tuple(relations)


def references_of(pieces: list[Piece]) -> tuple[Reference, ...]:
    """Give the entries of a page's reference list."""
    return tuple(
        Reference(key=piece.labels[0], text=piece.text) for piece in pieces if piece.kind == "reference" and piece.labels
    )


def _add(piece: Piece, outline: Outline, numbers: dict[int, int]) -> int:
    fields = _fields(piece, None if piece.of is None else numbers[id(piece.of)])
    if piece.kind == "heading":
        return outline.heading(piece.text, level=piece.level, **fields)
    return outline.add(_KINDS.get(piece.kind, piece.kind), piece.text, level=piece.level, **fields)  # type: ignore[arg-type]


def _fields(piece: Piece, of: int | None) -> dict[str, object]:
    fields: dict[str, object] = {
        "label": piece.label,
        "labels": piece.labels,
        "refers_to": piece.refers_to,
        "citations": piece.citations,
        "latex": piece.latex,
        "table": piece.table,
        "figure": Figure(image=piece.image) if piece.kind == "figure" else None,
        "role": "quote" if piece.kind == "quote" else "",
    }
    if of is not None and piece.kind == "footnote":
        fields["parent"] = of
    elif of is not None:
        fields["caption_of"] = of
        if piece.kind == "caption":
            fields["parent"] = of
    return fields
