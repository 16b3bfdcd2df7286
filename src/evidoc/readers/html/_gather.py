"""Pieces of a page while it is read: inline content gathers to one piece until a block ends it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from lxml import etree

from evidoc.readers.html._cells import TableShape
from evidoc.readers.html._look import Look, look
from evidoc.readers.html._prose import Prose
from evidoc.records.table import Table

PieceKind = Literal[
    "text", "heading", "item", "table", "figure", "caption", "code", "quote", "break",
    "title", "page_number", "header", "footer", "footnote", "toc", "reference",
]  # fmt: skip
_DEEPEST = 100  # blocks within one another; below it only the text is taken
_BULLET = re.compile(r"([•●▪■□◦‣∙➢➤►])\s*(?=\S)")


@dataclass(slots=True)
class Piece:
    """One stretch of a page: its text and look, what its element was, and what it belongs to.

    `continues` says that it goes on with the item before it; `of` is the table or figure that it is a caption or note of;
    `tags` are the tagged facts in it, with their row and column where it is a table, `opens` those that begin with it
    and go on over others.
    """

    kind: PieceKind
    text: str = ""
    level: int = 0
    label: str = ""
    labels: tuple[str, ...] = ()
    refers_to: tuple[str, ...] = ()
    citations: tuple[str, ...] = ()
    latex: str = ""
    bold: bool = False
    italic: bool = False
    image: str = ""
    shape: TableShape | None = None
    table: Table | None = None
    of: Piece | None = None
    continues: bool = False
    tags: list[tuple[etree._Element, int | None, int | None]] = field(default_factory=list)
    opens: list[tuple[etree._Element, Piece]] = field(default_factory=list)


@dataclass(slots=True)
class Gather:
    """The pieces so far, the one being gathered, and what reads each kind of block."""

    blocks: Mapping[object, Callable[[etree._Element, Gather], None]]
    pieces: list[Piece] = field(default_factory=list)
    prose: Prose = field(default_factory=Prose)
    anchors: list[str] = field(default_factory=list)
    depth: int = 0

    def walk(self, element: etree._Element) -> None:
        """Read the content of a block."""
        if self.depth > _DEEPEST:
            self.prose.take(" ".join(element.itertext()))
            return
        self.depth += 1
        self.prose.take(element.text)
        for child in element:
            self.read(child)
            self.prose.take(child.tail)
        self.depth -= 1

    def read(self, element: etree._Element) -> None:
        """Read one element: a block, an inline element that holds blocks, or inline content."""
        handle = self.blocks.get(element.tag)
        if handle is not None:
            handle(element, self)
        elif next(element.iterdescendants(*self.blocks), None) is not None:
            self.remember(element)
            first = len(self.pieces)
            self.walk_dressed(element, look(element))
            if element.tag == "ix:nonnumeric":
                self._span(element, first)
        else:
            self.remember(element)
            self.prose.read_one(element)
            if element.tag == "br" and _is_doubled(element):
                self.flush()

    def _span(self, element: etree._Element, first: int) -> None:
        """Note that a tagged text goes over all pieces since the first."""
        self.flush()
        over = [piece for piece in self.pieces[first:] if piece.kind != "break"]
        if over:
            over[0].opens.append((element, over[-1]))

    def walk_dressed(self, element: etree._Element, shown: Look) -> None:
        """Read the content of an element in its look."""
        before = self.prose.bold, self.prose.italic
        self.prose.bold = before[0] if shown.bold is None else shown.bold
        self.prose.italic = before[1] if shown.italic is None else shown.italic
        self.walk(element)
        if element.tag in self.blocks:
            self.flush()
        self.prose.bold, self.prose.italic = before

    def remember(self, element: etree._Element) -> None:
        """Keep the anchors of an element for the next piece."""
        for name in ("id", "name") if element.tag == "a" else ("id",):
            anchor = element.get(name)
            if anchor:
                self.anchors.append(anchor)

    def taken_anchors(self) -> tuple[str, ...]:
        """Give the anchors kept so far, and keep none."""
        anchors, self.anchors = tuple(dict.fromkeys(self.anchors)), []
        return anchors

    def flush(self, kind: PieceKind = "text") -> Piece | None:
        """End the piece being gathered and give it, if it says anything; its look goes on into the next."""
        prose, self.prose = self.prose, Prose()
        self.prose.bold, self.prose.italic = prose.bold, prose.italic
        text = prose.text()
        if not text:
            return None
        piece = Piece(
            kind=kind,
            text=text,
            labels=self.taken_anchors(),
            refers_to=prose.anchors(),
            latex="\n".join(prose.tex),
            bold=prose.is_all(prose.bold_size),
            italic=prose.is_all(prose.italic_size),
            tags=[(element, None, None) for element in prose.tags],
        )
        bullet = _BULLET.match(text) if kind == "text" else None
        if bullet:
            piece.kind, piece.level, piece.label, piece.text = "item", 1, bullet[1], text[bullet.end() :]
        self.pieces.append(piece)
        return piece

    def page_break(self) -> None:
        """Mark the end of a printed page."""
        if self.pieces and self.pieces[-1].kind != "break":
            self.pieces.append(Piece(kind="break"))


def _is_doubled(element: etree._Element) -> bool:
    """Say whether a line break is followed by another: the way old pages end paragraphs."""
    following = element.getnext()
    return following is not None and following.tag == "br" and not (element.tail or "").strip()
