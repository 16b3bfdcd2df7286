"""Lists of a page: one piece an item, terms with what they mean."""

from __future__ import annotations

from lxml import etree

from evidoc.readers.html._gather import Gather, Piece

_TERM = "\x00term"  # the label of a term whose meaning has not come yet


def items(element: etree._Element, gather: Gather) -> None:
    """Read a list; items of an ordered one are labelled with their number."""
    gather.flush()
    is_ordered, number = element.tag == "ol", _start(element)
    for child in element:
        if child.tag == "li":
            _item(child, gather, label=f"{number}." if is_ordered else "")
            number += 1
        else:
            gather.read(child)
        gather.prose.take(child.tail)
    gather.flush()


def definitions(element: etree._Element, gather: Gather) -> None:
    """Read terms with what they mean: "term: meaning" as one item where both are plain text."""
    gather.flush()
    for child in element.iter("dt", "dd"):
        if next(child.iterancestors("dl"), None) is not element:
            continue
        first = len(gather.pieces)
        gather.remember(child)
        gather.walk(child)
        gather.flush()
        _as_items(gather.pieces[first:], level=1)
        _join(gather.pieces, first, is_meaning=child.tag == "dd")
    for piece in gather.pieces:
        piece.label = "" if piece.label == _TERM else piece.label


def _start(element: etree._Element) -> int:
    start = element.get("start", "")
    return int(start) if start.isascii() and start.isdigit() and len(start) < 7 else 1


def _item(element: etree._Element, gather: Gather, *, label: str) -> None:
    """Read an item: its first stretch is the item, further ones continue it, lists within it stand a level lower."""
    gather.flush()
    first = len(gather.pieces)
    gather.remember(element)
    gather.walk(element)
    gather.flush()
    new = gather.pieces[first:]
    _as_items(new, level=sum(1 for _ in element.iterancestors("ul", "ol")))
    if new and new[0].kind == "item":
        new[0].continues = False
        new[0].label = new[0].label or label


def _as_items(pieces: list[Piece], *, level: int) -> None:
    for piece in pieces:
        if piece.kind == "text":
            piece.kind, piece.level, piece.continues = "item", level, piece is not pieces[0]


def _join(pieces: list[Piece], first: int, *, is_meaning: bool) -> None:
    """Join the first line of a meaning to its term; mark a term that is one line as waiting for its meaning."""
    new = pieces[first:]
    term = pieces[first - 1] if first else None
    if is_meaning and new and new[0].kind == "item" and term is not None and term.label == _TERM:
        term.text, term.label = f"{term.text}: {new[0].text}", ""
        term.refers_to += new[0].refers_to
        del pieces[first]
    elif not is_meaning and len(new) == 1 and new[0].kind == "item":
        new[0].label = _TERM
