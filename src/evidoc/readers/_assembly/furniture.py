"""Running headers, footers and page numbers that the engine left among the text: they come again on other pages (case A15)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from evidoc.readers._draft import Draft
from evidoc.records.document import FURNITURE, BlockKind
from evidoc.records.geometry import Page

_MARGIN = 0.12  # of the page's height; headers and footers of the files in ../shared/data stand within a tenth
_TIMES = 3  # pages on which a text must stand; what stands on one page only is never taken away
_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b")
_PAGE_NUMBER = re.compile(
    r"(?:page|seite|p\.)?\s*[-–—(\[]?\s*(?:\d{1,4}|[ivxlc]{1,6})\s*(?:(?:/|of|von)\s*\d{1,4})?\s*[-–—)\]]?$", re.I
)
_TEXT: tuple[BlockKind, ...] = ("paragraph", "heading", "title", "caption")


def mark_furniture(drafts: Sequence[Draft], pages: Sequence[Page]) -> None:
    """Retype what stands at the same edge of several pages with only its numbers changed."""
    seen: dict[tuple[str, BlockKind], list[Draft]] = defaultdict(list)
    for draft, edge in _at_edges(drafts, pages):
        seen[_NUMBER.sub("#", draft.text.lower()), edge].append(draft)
    for (masked, edge), same in seen.items():
        on_pages = sorted({draft.page for draft in same})
        is_said = any(letter.isalpha() for letter in masked) or _PAGE_NUMBER.match(same[0].text) is not None
        if len(on_pages) >= _TIMES and is_said:
            for draft in same:
                draft.kind = "page_number" if _PAGE_NUMBER.match(draft.text) else edge
                draft.level = 0


def _at_edges(drafts: Sequence[Draft], pages: Sequence[Page]) -> Iterator[tuple[Draft, BlockKind]]:
    for draft in drafts:
        if draft.kind not in _TEXT or len(draft.boxes) != 1 or draft.owner is not None:
            continue
        box, height = draft.boxes[0], pages[draft.page].height
        if box.y1 <= _MARGIN * height:
            yield draft, "header"
        elif box.y0 >= (1 - _MARGIN) * height:
            yield draft, "footer"


def is_furniture(draft: Draft) -> bool:
    """Say whether a draft is no part of what the document says."""
    return draft.kind in FURNITURE
