"""A document as its section units: what a model that sets sections side by side is shown of each. Source: CV-11, CV-14."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from evidoc.pages.segments import in_bibliography
from evidoc.records.document import Block, Document
from evidoc.retrieval import block_text

MOST = 60  # units of a document: those of the outermost levels, so that a handbook of 400 sections still fits a prompt
_OPENING = 300  # characters of a section's beginning
_LONGEST_TITLE = 200  # characters
_NO_UNIT = ("title", "heading", "reference", "toc")


@dataclass(frozen=True, slots=True)
class SectionUnit:
    """One section: the block that it begins with, its headings from the outermost, its pages from 1, and how it begins.

    An abstract that stands in the front matter alone has no block.
    """

    document: str
    block: int | None
    title: str
    pages: tuple[int, ...]
    opening: str
    depth: int = 0

    @property
    def line(self) -> str:
        """The unit in one line, so that no text of a document can pass for another unit."""
        span = (
            ""
            if not self.pages
            else f"page {self.pages[0]}"
            if len(self.pages) == 1
            else f"pages {self.pages[0]}–{self.pages[-1]}"
        )
        return " | ".join(filter(None, (self.title, span, self.opening)))


def units_of(document: Document) -> tuple[SectionUnit, ...]:
    """Give the sections of a document that say something, in reading order, without its bibliography."""
    units = list(_units(document))
    if units and not any(block.kind == "abstract" for block in document.blocks) and document.abstract:
        front = SectionUnit(document.id, None, title="Abstract", pages=(), opening=_shortened(document.abstract, _OPENING))
        units.insert(0, front)
    return tuple(units)


def outermost(units: Sequence[SectionUnit], *, most: int = MOST) -> tuple[SectionUnit, ...]:
    """Give as many units as a prompt holds, those of the outermost levels and of these the first, in reading order."""
    by_depth = sorted(range(len(units)), key=lambda place: (units[place].depth, place))
    return tuple(units[place] for place in sorted(by_depth[:most]))


def _units(document: Document) -> Iterator[SectionUnit]:
    saying = (block for block in document.body() if block.kind not in _NO_UNIT and not in_bibliography(block))
    for (is_abstract, section), found in groupby(saying, key=lambda block: (block.kind == "abstract", block.section)):
        blocks = list(found)
        opening = next((text for block in blocks if (text := block_text(document, block).strip())), "")
        if opening:
            title = "Abstract" if is_abstract else " / ".join(section) or document.title
            yield SectionUnit(
                document=document.id,
                block=blocks[0].id,
                title=_shortened(title, _LONGEST_TITLE),
                pages=_pages(blocks),
                opening=_shortened(opening, _OPENING),
                depth=len(section),
            )


def _pages(blocks: Sequence[Block]) -> tuple[int, ...]:
    return tuple(sorted({box.page + 1 for block in blocks for box in block.boxes}))


def _shortened(text: str, most: int) -> str:
    return " ".join(text[: 4 * most].split())[:most]
