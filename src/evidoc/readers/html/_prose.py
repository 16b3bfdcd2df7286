"""Running text of HTML: white space as a browser shows it, raised text kept apart, note marks remembered.

Source: cases D03 and D05.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from lxml import etree

from evidoc.pages.text import clean_text
from evidoc.readers._marks import is_note_mark, raised
from evidoc.readers._mathml import mathml_text
from evidoc.readers._tex import tex_source
from evidoc.readers.html._look import look

_REFERENCE_MARK = re.compile(
    r"[\s\[(]*(?:\d{1,4}|[a-z]|[ivx]+|[*†‡§¶#‖]+|(?:note|nb|n|lower-alpha)\s*\d*)?[\s\]),]*$", re.IGNORECASE
)
_DEEPEST = 120  # elements within one another; below it only the text is taken, so that no page breaks the reading


class Prose:
    """One stretch of running text while it is read: its words, its look, and what it names."""

    __slots__ = (
        "bold", "bold_size", "cell", "depth", "facts", "italic", "italic_size", "notes", "parts", "pictures", "refers_to", "size",
        "tags", "tex",
    )  # fmt: skip

    def __init__(self, *, cell: bool = False) -> None:
        """Begin; in a cell, note marks are set apart and pictures named."""
        self.parts: list[str] = []
        self.notes: list[str] = []
        self.refers_to: list[str] = []
        self.facts: list[etree._Element] = []
        self.tags: list[etree._Element] = []
        self.tex: list[str] = []
        self.pictures: list[str] = []
        self.cell = cell
        self.depth = 0
        self.bold = self.italic = False
        self.size = self.bold_size = self.italic_size = 0

    def take(self, text: str | None) -> None:
        """Take in some text in the look of this place."""
        if not text:
            return
        self.parts.append(text)
        size = len(text.strip())
        self.size += size
        self.bold_size += size if self.bold else 0
        self.italic_size += size if self.italic else 0

    def read(self, element: etree._Element) -> Prose:
        """Take in the content of an element in its look; give itself."""
        if self.depth > _DEEPEST:
            self.take(" ".join(element.itertext()))
            return self
        before = self.bold, self.italic
        self._dress(element)
        self.depth += 1
        self.take(element.text)
        for child in element:
            self.read_one(child)
            self.take(child.tail)
        self.depth -= 1
        self.bold, self.italic = before
        return self

    def read_one(self, element: etree._Element) -> None:
        """Take in one element as what it is, without what follows it."""
        handle = _READ_BY_TAG.get(element.tag)
        if handle is not None:
            handle(element, self)
        elif element.get("style") and look(element).raised:
            _superscript(element, self)
        else:
            self.read(element)

    def _dress(self, element: etree._Element) -> None:
        shown = look(element)
        self.bold = self.bold if shown.bold is None else shown.bold
        self.italic = self.italic if shown.italic is None else shown.italic

    def text(self) -> str:
        """Give the clean text."""
        return clean_text("".join(self.parts))

    def is_all(self, size: int) -> bool:
        """Say whether a size, such as that of the bold text, is all of the text."""
        return 0 < self.size <= size

    def anchors(self) -> tuple[str, ...]:
        """Give the anchors that the text refers to, in order, each once."""
        return tuple(dict.fromkeys(self.refers_to))


def _superscript(element: etree._Element, prose: Prose) -> None:
    mark = clean_text("".join(element.itertext()))
    if not mark:
        return
    link = next((anchor.get("href", "") for anchor in element.iter("a")), "")
    if link.startswith("#") and _REFERENCE_MARK.match(mark):
        prose.refers_to.append(link[1:])
        _note(mark, prose)
    elif prose.cell and is_note_mark(mark, before="".join(prose.parts)):
        prose.notes.append(mark)
    else:
        prose.take(raised(mark, before=next((part for part in reversed(prose.parts) if part), ""), after=element.tail or ""))


def _note(mark: str, prose: Prose) -> None:
    if prose.cell and mark:
        prose.notes.append(mark)


def _link(element: etree._Element, prose: Prose) -> None:
    target = element.get("href", "")
    if target.startswith("#cite_ref"):  # MediaWiki's way back from a reference to where it was cited
        return
    if target.startswith("#") and len(target) > 1:
        prose.refers_to.append(target[1:])
    prose.read(element)


def _break(element: etree._Element, prose: Prose) -> None:
    prose.parts.append("\n")


def _picture(element: etree._Element, prose: Prose) -> None:
    """Remember a picture in a cell, which may be all that the cell holds (case B13)."""
    name = clean_text(element.get("alt") or "") or (element.get("src") or "").rpartition("/")[2][:80]
    if name:
        prose.pictures.append(name)


def _math(element: etree._Element, prose: Prose) -> None:
    source = next((note for note in element.iter("annotation") if "tex" in (note.get("encoding") or "")), None)
    if source is not None:
        prose.tex.append(tex_source("".join(source.itertext())))
    prose.take(mathml_text(element))


def _fact(element: etree._Element, prose: Prose) -> None:
    """Read through a tagged number and remember its tag; a number with two tags is one number."""
    if element.getparent().tag != element.tag:
        prose.facts.append(element)
    _tagged(element, prose)


def _tagged(element: etree._Element, prose: Prose) -> None:
    """Read through a tagged fact and remember it."""
    prose.tags.append(element)
    prose.read(element)


def _apart(element: etree._Element, prose: Prose) -> None:
    """Read block-like content with a space on either side, so that no words or numbers join."""
    prose.parts.append("\n")
    prose.read(element)
    prose.parts.append("\n")


def _nothing(element: etree._Element, prose: Prose) -> None:
    """Leave out what is no text of the page: ruby readings, word-break hints."""


_BLOCK_LIKE = """
    p div li ul ol dl dt dd tr td th table tbody thead tfoot caption section article blockquote pre h1 h2 h3 h4 h5 h6 hr figure
    figcaption address center
"""
_READ_BY_TAG: dict[object, Callable[[etree._Element, Prose], None]] = {
    "sup": _superscript,
    "a": _link,
    "br": _break,
    "img": _picture,
    "math": _math,
    "ix:nonfraction": _fact,
    "ix:nonnumeric": _tagged,
    **dict.fromkeys(("rt", "rp", "wbr", "annotation", "col", "colgroup"), _nothing),
    **dict.fromkeys(_BLOCK_LIKE.split(), _apart),
}
