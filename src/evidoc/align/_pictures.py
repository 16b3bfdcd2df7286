"""The frame of a picture that has no words: the white space that its caption leaves above or below it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from evidoc.records.geometry import Box, Page, make_box

_LEAST = 40.0  # points; a lower space holds no picture
_LINE = 12.0  # points
_MARGIN = 36.0  # points kept free at the page's edges


def frame_of(caption: Box, filled: Sequence[Box], pages: Sequence[Page]) -> Box | None:
    """Give the space above a caption up to the next text, or below it, whichever is higher; None where there is none."""
    page = pages[caption.page]
    beside = [box for box in filled if box.page == caption.page and _shares_column(box, caption)]
    top = max((box.y1 for box in beside if box.y1 <= caption.y0 + 1), default=_MARGIN)
    bottom = min((box.y0 for box in beside if box.y0 >= caption.y1 - 1), default=page.height - _MARGIN)
    above, below = caption.y0 - top, bottom - caption.y1
    if max(above, below) < _LEAST:
        return None
    upper, lower = (top + 2, caption.y0 - 2) if above >= min(below, 2 * _LEAST) else (caption.y1 + 2, bottom - 2)
    column = [box for box in beside if box.width > 0.5 * caption.width and box.height > 2 * _LINE]
    left = min(caption.x0, median(box.x0 for box in column)) if column else caption.x0
    right = max(caption.x1, median(box.x1 for box in column)) if column else caption.x1
    return make_box(caption.page, (left, upper, right, lower), within=page)


def _shares_column(box: Box, caption: Box) -> bool:
    return min(box.x1, caption.x1) - max(box.x0, caption.x0) > 0.3 * min(box.width, caption.width)
