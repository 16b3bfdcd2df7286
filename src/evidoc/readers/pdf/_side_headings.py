"""Headings set in the margin beside their paragraphs, read before them row by row (case A14)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidoc.readers.pdf._draft import Draft
from evidoc.records.geometry import Box

_LEVEL = 2  # below numbered sections, which stand over the text in such layouts
_MANY = 2  # on a page; one short text beside a long one may be anything
_SAME_TOP = 4.0  # points between the tops of the first lines
_NARROW = 0.4  # of the paragraph's width; the columns of a page are about equal
_LINES = 1.8  # of the heading's height, for a paragraph of two lines at least; rows of a form have one
_WORDS = 8
_LABEL = re.compile(r"\W*(?:\d{1,4}|[a-z]|[ivx]{1,4})?\W*$", re.IGNORECASE)


def set_side_headings(drafts: Sequence[Draft]) -> list[Draft]:
    """Give the drafts of one page with each side heading right before the paragraph that begins beside it."""
    texts = [draft for draft in drafts if draft.kind in ("paragraph", "heading") and len(draft.boxes) == 1]
    beside = {id(heading): paragraph for paragraph in texts if (heading := _heading_of(paragraph, texts)) is not None}
    high = sum(paragraph.boxes[0].height >= _LINES * draft.boxes[0].height for draft, paragraph in _pairs(texts, beside))
    if len(beside) < _MANY or 2 * high < len(beside):
        return list(drafts)
    ordered: list[Draft] = []
    heading_of = {id(paragraph): draft for draft, paragraph in _pairs(texts, beside)}
    for draft in drafts:
        if id(draft) in beside:
            continue
        if id(draft) in heading_of:
            heading = heading_of[id(draft)]
            heading.kind, heading.level = "heading", _LEVEL
            ordered.append(heading)
        ordered.append(draft)
    return ordered


def _pairs(texts: Sequence[Draft], beside: dict[int, Draft]) -> list[tuple[Draft, Draft]]:
    return [(draft, beside[id(draft)]) for draft in texts if id(draft) in beside]


def _heading_of(paragraph: Draft, texts: Sequence[Draft]) -> Draft | None:
    found = [draft for draft in texts if draft is not paragraph and _is_beside(draft, paragraph.boxes[0])]
    return found[0] if len(found) == 1 else None


def _is_beside(draft: Draft, paragraph: Box) -> bool:
    box = draft.boxes[0]
    is_narrow = box.x1 <= paragraph.x0 and box.width <= _NARROW * paragraph.width
    is_level = abs(box.y0 - paragraph.y0) <= _SAME_TOP
    return is_narrow and is_level and len(draft.text.split()) <= _WORDS and not _LABEL.match(draft.text)
