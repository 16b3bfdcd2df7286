"""Blocks of a PDF's pages: what the layout engine says, with the text that PDFium finds in each box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from evidoc.pages.glyphs import PageText, mapped_text, over_glyphs
from evidoc.pages.text import clean_text
from evidoc.readers._draft import UNVERIFIED, Draft
from evidoc.readers._layout import Said
from evidoc.readers._layout import drafts_of as laid_out_drafts
from evidoc.readers._node import LaidOutPage, Node, plain
from evidoc.records.document import BlockKind
from evidoc.records.geometry import Box, coverage, make_box

__all__ = ["UNVERIFIED", "Draft", "TableReader", "agreed_text", "drafts_of"]

_SAME = 0.9  # of all letters; what two readings of one box share unless one of them is wrong
_SILENT: tuple[BlockKind, ...] = ("figure", "chart", "table", "equation")
_HOLDERS: tuple[BlockKind, ...] = ("paragraph", "reference", "list", "footnote", "caption")
_UNSPOKEN = ("equation", "image_body", "chart_body")  # of which no page shows the engine's text: LaTeX, or nothing


TableReader = Callable[[Node, Box, PageText], Iterator[Draft]]


def drafts_of(page: LaidOutPage, text: PageText, *, read_table: TableReader) -> list[Draft]:
    """Give the drafts of one page in the engine's order; a block without a place on the page is left out."""
    drafts = laid_out_drafts(page.blocks, _Glyphs(text, read_table))
    return without_repeats([draft for draft in drafts if draft.text or draft.kind in _SILENT])


def without_repeats(drafts: Sequence[Draft]) -> list[Draft]:
    """Leave out what the engine gives twice: a formula or line whose place and text are within another block's."""
    return [draft for draft in drafts if not any(_is_in(draft, other) for other in drafts)]


def _is_in(draft: Draft, other: Draft) -> bool:
    if draft.kind not in ("equation", "paragraph") or other.kind not in _HOLDERS or draft is other or not draft.text:
        return False
    is_smaller = len(draft.text) < len(other.text) and draft.text in other.text
    return is_smaller and coverage(draft.boxes[0], other.boxes[0]) >= _SAME


def box_of(node: Node, text: PageText) -> Box | None:
    """Give the place of a node on its page."""
    if node.bbox is None:
        return None
    width, height = text.page.width, text.page.height
    x0, y0, x1, y1 = node.bbox
    box = make_box(text.page.index, (x0 * width, y0 * height, x1 * width, y1 * height), within=text.page)
    return over_glyphs(text, box) if box is not None else None


def agreed_text(found: str, claimed: str) -> tuple[str, tuple[str, ...]]:
    """Give the text that stands in a box: what PDFium finds there, flagged where the engine reads something else."""
    if not claimed or _likeness(found, claimed) >= _SAME:
        return found, ()
    return found or claimed, (UNVERIFIED,)


class _Glyphs:
    """The reading of one page: texts and places are those of its glyphs."""

    def __init__(self, text: PageText, read_table: TableReader) -> None:
        self._text, self._read_table = text, read_table

    def places(self, node: Node) -> Sequence[Box] | None:
        box = box_of(node, self._text)
        return None if box is None else (box,)

    def said(self, node: Node, places: Sequence[Box]) -> Said:
        found, flags = agreed_text(mapped_text(self._text, within=places[0]).text, clean_text(_claimed(node)))
        return Said(found, flags=flags)

    def table(self, node: Node, places: Sequence[Box]) -> Iterator[Draft]:
        return self._read_table(node, places[0], self._text)


def _claimed(node: Node) -> str:
    """Give the engine's text of a node, as far as a page can show it."""
    if node.type in _UNSPOKEN:
        return ""
    return (" " if node.type in ("list", "index") else "").join(map(plain, node.parts)) if node.parts else plain(node)


def _likeness(first: str, second: str) -> float:
    """Give the share of letters and digits that two texts have in common, whatever their order."""
    a, b = _letters(first), _letters(second)
    total = a.total() + b.total()
    return 2 * (a & b).total() / total if total else 1.0


def _letters(text: str) -> Counter[str]:
    return Counter(character for character in text.casefold() if character.isalnum())
