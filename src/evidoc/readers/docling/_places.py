"""Docling's boxes, each with its own origin, to boxes of the page."""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.readers.docling._schema import Edges, Place
from evidoc.records.geometry import Box, Page, make_box


def boxes_of(places: Sequence[Place], pages: Sequence[Page]) -> list[Box]:
    """Give the boxes of an item, one for each part; a part that is not on its page is left out."""
    boxes = [box_on(pages[place.page_no - 1], place.bbox) for place in places if 1 <= place.page_no <= len(pages)]
    return [box for box in boxes if box is not None]


def box_on(page: Page, edges: Edges) -> Box | None:
    """Give a box of a page; from the bottom, top is more than bottom."""
    top, bottom = edges.t, edges.b
    if edges.coord_origin == "BOTTOMLEFT":
        top, bottom = page.height - top, page.height - bottom
    return make_box(page.index, (edges.l, top, edges.r, bottom), within=page)
