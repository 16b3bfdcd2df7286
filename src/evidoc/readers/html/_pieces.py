"""A page as a flat run of pieces, before it is known what each of them is to the others.

Layout tables are read through, cell by cell; bullet tables become list items (case D05).
"""

from __future__ import annotations

from collections.abc import Callable

from lxml import etree

from evidoc.pages.text import clean_text
from evidoc.readers.html._cells import read_shape
from evidoc.readers.html._gather import Gather, Piece
from evidoc.readers.html._lists import definitions, items
from evidoc.readers.html._look import look

_ADMONITIONS = frozenset({"note", "tip", "warning", "caution", "important", "admonition"})
_SMALLEST = 50  # pixels; smaller pictures are decoration


def read_pieces(content: etree._Element) -> list[Piece]:
    """Read the content of a page into pieces, in order."""
    gather = Gather(blocks=_BLOCKS)
    gather.walk(content)
    gather.flush()
    return gather.pieces


def _block(element: etree._Element, gather: Gather) -> None:
    gather.flush()
    shown = look(element)
    if shown.break_before:
        gather.page_break()
    gather.remember(element)
    gather.walk_dressed(element, shown)
    if shown.break_after:
        gather.page_break()


def _rule(element: etree._Element, gather: Gather) -> None:
    gather.flush()
    shown = look(element)
    if shown.break_after or shown.break_before:
        gather.page_break()


def _heading(element: etree._Element, gather: Gather) -> None:
    gather.flush()
    gather.remember(element)
    gather.walk(element)
    piece = gather.flush("heading")
    if piece is None:
        return
    piece.level = int(element.tag[1])
    if any(_ADMONITIONS & set((around.get("class") or "").lower().split()) for around in element.iterancestors("div", "aside")):
        piece.kind, piece.level = "text", 0  # the heading of a note box heads that box, not what follows it


def _verbatim(element: etree._Element, gather: Gather) -> None:
    gather.flush()
    text = "".join(element.itertext()).replace("\r\n", "\n").strip("\n")
    if text.strip():
        lines = [line.rstrip().expandtabs(4).replace("\xa0", " ") for line in text.split("\n")]
        gather.pieces.append(Piece(kind="code", text="\n".join(lines)))


def _quote(element: etree._Element, gather: Gather) -> None:
    gather.flush()
    first = len(gather.pieces)
    gather.walk(element)
    gather.flush()
    for piece in gather.pieces[first:]:
        if piece.kind == "text":
            piece.kind = "quote"


def _figure(element: etree._Element, gather: Gather) -> None:
    """Read a figure with its caption; a figure element around a table or code is only a frame."""
    gather.flush()
    if next(element.iter("table", "pre"), None) is not None:
        gather.walk(element)
        gather.flush()
        return
    gather.remember(element)
    pictures = list(element.iter("img"))
    for picture in pictures:
        _add_picture(picture, gather)
    shown = gather.pieces[-1] if pictures else None
    for caption in element.iter("figcaption"):
        gather.prose.read(caption)
        piece = gather.flush("caption" if shown is not None else "text")
        if piece is not None:
            piece.of = shown


def _picture(element: etree._Element, gather: Gather) -> None:
    """Take a picture that stands by itself; one within a line, and decoration, says nothing."""
    parent = element.getparent()
    alone = parent is not None and not "".join(parent.itertext()).strip()
    if alone and not gather.prose.text() and not _is_decoration(element):
        gather.flush()
        _add_picture(element, gather)


def _is_decoration(element: etree._Element) -> bool:
    sizes = [element.get(side, "") for side in ("width", "height")]
    small = any(size.isascii() and size.isdigit() and int(size[:6]) < _SMALLEST for size in sizes)
    return small or not element.get("src") or element.get("role") == "presentation"


def _add_picture(element: etree._Element, gather: Gather) -> None:
    source = element.get("src", "")
    text = clean_text(element.get("alt") or "")
    image = "" if source.startswith("data:") else source
    gather.pieces.append(Piece(kind="figure", text=text, image=image, labels=gather.taken_anchors()))


def _table(element: etree._Element, gather: Gather) -> None:
    gather.flush()
    shape = read_shape(element)
    gather.remember(element)
    if shape.kind == "layout":
        _layout(element, gather)
    elif shape.kind == "bullets":
        for marker, prose in shape.bullets:
            gather.prose = prose
            piece = gather.flush("item")
            if piece is not None:
                piece.label, piece.level = marker, 1
    elif shape.kind == "data":
        gather.pieces.append(Piece(kind="table", shape=shape, text=shape.caption, labels=gather.taken_anchors()))


def _layout(element: etree._Element, gather: Gather) -> None:
    """Read the cells of a table that only arranges a page, one after the other."""
    for child in element:
        if child.tag in ("td", "th", "caption"):
            _block(child, gather)
        else:
            _layout(child, gather)


_PLAIN_BLOCKS = """
    p div section article main center address td th tr tbody thead tfoot dt dd li details summary fieldset header footer hgroup
    body figcaption form nav aside legend caption
"""
_BLOCKS: dict[object, Callable[[etree._Element, Gather], None]] = {
    "table": _table,
    "ul": items,
    "ol": items,
    "dl": definitions,
    "pre": _verbatim,
    "blockquote": _quote,
    "figure": _figure,
    "img": _picture,
    "hr": _rule,
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), _heading),
    **dict.fromkeys(_PLAIN_BLOCKS.split(), _block),
}
