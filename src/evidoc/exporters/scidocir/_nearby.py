"""The blocks that stand next to a block on its page: above, below, left and right of it (SD-70)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from evidoc.records.geometry import Box


def nearby(places: Mapping[int, Box]) -> dict[int, tuple[int, ...]]:
    """Give for each block the nearest one on each side that faces it, in order of their ids."""
    by_page: dict[int, list[tuple[int, Box]]] = defaultdict(list)
    for number, box in places.items():
        by_page[box.page].append((number, box))
    return {number: _neighbours(number, box, by_page[box.page]) for number, box in places.items()}


def _neighbours(number: int, box: Box, page: Sequence[tuple[int, Box]]) -> tuple[int, ...]:
    nearest: dict[str, tuple[float, int]] = {}
    for other, place in page:
        if other == number:
            continue
        for side, gap in _gaps(box, place):
            nearest[side] = min(nearest.get(side, (gap, other)), (gap, other))
    return tuple(sorted({other for _, other in nearest.values()}))


def _gaps(box: Box, other: Box) -> list[tuple[str, float]]:
    """Give on which sides another box stands, with the white space between; boxes that overlap stand on none."""
    faces_down = min(box.x1, other.x1) > max(box.x0, other.x0)
    faces_across = min(box.y1, other.y1) > max(box.y0, other.y0)
    gaps = []
    if faces_down and other.y1 <= box.y0:
        gaps.append(("above", box.y0 - other.y1))
    if faces_down and other.y0 >= box.y1:
        gaps.append(("below", other.y0 - box.y1))
    if faces_across and other.x1 <= box.x0:
        gaps.append(("left", box.x0 - other.x1))
    if faces_across and other.x0 >= box.x1:
        gaps.append(("right", other.x0 - box.x1))
    return gaps
