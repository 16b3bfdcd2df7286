"""How far the reading of an article is, shared by all that adds blocks to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from lxml import etree

from evidoc.pages.text import clean_text
from evidoc.readers._outline import Outline
from evidoc.readers.jats._prose import Prose
from evidoc.records.document import Relation

AddBlock = Callable[[etree._Element, "Walk", int], None]


@dataclass(slots=True)
class Walk:
    """The blocks so far, what adds a block for each element, the places of references, the floats still to be set."""

    outline: Outline
    add_by_tag: Mapping[str, AddBlock]
    ranks: Mapping[str, int]
    printed: Mapping[str, str]  # reference key → the entry as printed
    waiting: dict[str, etree._Element] = field(default_factory=dict)  # anchor → float that stands apart from the text
    relations: list[Relation] = field(default_factory=list)
    flags: dict[str, None] = field(default_factory=dict)

    def prose(self, *, cell: bool = False) -> Prose:
        """Give an empty stretch of text."""
        return Prose(ranks=self.ranks, cell=cell)

    def block(self, element: etree._Element, level: int) -> None:
        """Add what an element says; one that JATS does not know folds into a paragraph (DHQ-12)."""
        self.add_by_tag.get(element.tag, self.add_by_tag[""])(element, self, level)

    def children(self, element: etree._Element, level: int) -> None:
        """Add what the children of an element say, in order."""
        for child in element:
            self.block(child, level)

    def set_float(self, element: etree._Element, level: int) -> None:
        """Add a float here and once, whichever of its anchors was named."""
        if self.waiting:
            self.waiting = {anchor: other for anchor, other in self.waiting.items() if other is not element}
        self.block(element, level)

    def set_named(self, anchors: list[str], level: int) -> None:
        """Add those floats that a text has just named for the first time."""
        for anchor in anchors if self.waiting else ():
            if anchor in self.waiting:
                self.set_float(self.waiting[anchor], level)


def anchors(element: etree._Element) -> tuple[str, ...]:
    """Give the id of an element as the anchors of its block."""
    anchor = element.get("id")
    return (anchor,) if anchor else ()


def label(element: etree._Element) -> str:
    """Give the printed label of an element, "Table 1" or "2.3"."""
    return clean_text(element.findtext("label") or "")
