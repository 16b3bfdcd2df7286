"""Paragraphs that the engine left as single lines, put together where a page is full of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from evidoc.readers._assembly.paragraphs import append, has_ended
from evidoc.readers.pdf._draft import Draft
from evidoc.records.geometry import hull

_MANY = 4  # pairs of lines with one gap; fewer short paragraphs may well be a list or an address
_SAME_GAP = 1.0  # points
_WIDEST = 1.6  # of a line's height; double-spaced manuscripts have 1.2
_SAME_HEIGHT = 1.3
_SAME_EDGE = 3.0  # points
_INDENT = 3.0  # of a line's height, for the first line of a paragraph
_SHORT = 0.9  # of the widest line; a line that ends before it, and ends a sentence, is the last
_SHORTER = 0.75  # of the widest line; a line that ends before it is the last even without a full stop
_ITEM = re.compile(r"(?:[•▪◦●○■□*·➤►✓–—-]|[\[(]?(?:\d{1,3}|[ivx]{1,4}|[a-z])[\].)])\s")
_LINE = 1.6  # of a glyph's usual height; two lines are 2 and more


def join_lines(drafts: Sequence[Draft], *, height: float) -> list[Draft]:
    """Join the lines of one page that stand one under the other at the page's usual distance.

    `height` is the usual height of a glyph in points.
    """
    lines = _lines(drafts, height)
    gap = _usual_gap(drafts, lines)
    if gap is None:
        return list(drafts)
    widest = max(draft.boxes[0].x1 for draft in drafts if id(draft) in lines)
    joined: list[Draft] = []
    for draft in drafts:
        if joined and id(draft) in lines and _goes_on(joined[-1], draft, gap=gap, right=widest):
            append(joined[-1], draft)
            joined[-1].boxes = list(hull(joined[-1].boxes))
        else:
            joined.append(draft)
    return joined


def _lines(drafts: Sequence[Draft], height: float) -> frozenset[int]:
    """Give the identities of the paragraphs that are one line high."""
    paragraphs = (draft for draft in drafts if draft.kind == "paragraph" and len(draft.boxes) == 1)
    return frozenset(id(draft) for draft in paragraphs if draft.boxes[0].height <= _LINE * height)


def _usual_gap(drafts: Sequence[Draft], lines: frozenset[int]) -> float | None:
    """Give the commonest white space between two lines that stand one under the other, or None on a page of paragraphs."""
    pairs = [(before, after) for before, after in pairwise(drafts) if id(before) in lines and id(after) in lines]
    close = Counter(round(_gap(before, after)) for before, after in pairs if _are_stacked(before, after))
    if not close:
        return None
    usual, count = min(close.items(), key=lambda entry: (-entry[1], entry[0]))
    return float(usual) if count >= _MANY else None


def _are_stacked(before: Draft, after: Draft) -> bool:
    above, below = before.boxes[-1], after.boxes[0]
    if not 1 / _SAME_HEIGHT < above.height / below.height < _SAME_HEIGHT:
        return False
    indent = above.x0 - below.x0
    is_aligned = abs(indent) <= _SAME_EDGE or 0 < indent <= _INDENT * below.height
    return is_aligned and -0.5 * below.height < _gap(before, after) <= _WIDEST * below.height


def _gap(before: Draft, after: Draft) -> float:
    return after.boxes[0].y0 - before.boxes[-1].y1


def _goes_on(before: Draft, after: Draft, *, gap: float, right: float) -> bool:
    last = before.boxes[-1]
    if before.kind != "paragraph" or _ITEM.match(after.text):
        return False
    if abs(_gap(before, after) - gap) > _SAME_GAP or last.x0 >= after.boxes[0].x1 or last.x1 <= after.boxes[0].x0:
        return False
    is_last = last.x1 < (_SHORT if has_ended(before.text) else _SHORTER) * right
    return not is_last and abs(after.boxes[0].x0 - last.x0) <= _INDENT * after.boxes[0].height
