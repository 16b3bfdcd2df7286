"""Overlap of boxes as plain numbers: (document from 1, page from 0, x0, y0, x1, y1), for scoring many replies quickly."""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.answers.region import Region
from evidoc.records.corpus import Corpus
from evidoc.records.geometry import Box
from evidoc.records.item import Item

_COVERED = 0.9  # of an area; the rest is for edges that are drawn a little aside
Place = tuple[int, int, float, float, float, float]


def gold_places(item: Item) -> tuple[list[Place], list[Place]]:
    """Give the crucial evidence boxes of an item, and all that are no distractor; each box once, in the order of the evidence."""
    numbers = {document.id: number for number, document in enumerate(item.documents, 1)}
    crucial: dict[Place, None] = {}
    every: dict[Place, None] = {}
    for evidence in item.evidence:
        number = numbers.get(evidence.document)
        if number is None or evidence.role == "distractor":
            continue
        for box in evidence.boxes:
            place = (number, box.page, box.x0, box.y0, box.x1, box.y1)
            every[place] = None
            if evidence.role == "crucial":
                crucial[place] = None
    return list(crucial), list(every)


def pairs(regions: Sequence[Region], places: Sequence[Place], *, threshold: float) -> tuple[set[int], set[Place]]:
    """Give the numbers of the regions, and the places, that overlap at least one of the other side by that much.

    Source: CV-50, CV-57.
    """
    hitting: set[int] = set()
    hit: set[Place] = set()
    for number, region in enumerate(regions):
        document, page, x0, y0, x1, y1 = region[:6]
        for place in places:
            if place[1] != page or place[0] != document or place[2] >= x1 or place[4] <= x0 or place[3] >= y1 or place[5] <= y0:
                continue  # apart, as most are; said here, since a call for each pair takes most of the time
            if overlap(region, place) >= threshold:
                hitting.add(number)
                hit.add(place)
    return hitting, hit


def covering(item: Item, regions: Sequence[Region], corpus: Corpus) -> tuple[set[int], set[Place]]:
    """Give the regions, and the places that they hit, where evidence is finer than its element and a region marks more of it.

    Such a region covers the place and stays within the block that the place is of, with its captions: the row or the
    table of a cell, the paragraph of a sentence.
    """
    hitting: set[int] = set()
    hit: set[Place] = set()
    numbers = {document.id: number for number, document in enumerate(item.documents, 1)}
    for evidence in item.evidence:
        if evidence.document not in numbers or evidence.role == "distractor":
            continue
        for box in evidence.boxes:
            place = (numbers[evidence.document], box.page, box.x0, box.y0, box.x1, box.y1)
            for number, region in enumerate(regions):
                if _share(place, region) >= _COVERED and _stays_in(region, corpus.element(evidence.document, evidence.block)):
                    hitting.add(number)
                    hit.add(place)
    return hitting, hit


def _stays_in(region: Region, element: Sequence[Box]) -> bool:
    boxes = [box for box in element if box.page == region.page]
    if not boxes:
        return False
    left, top = min(box.x0 for box in boxes), min(box.y0 for box in boxes)
    right, bottom = max(box.x1 for box in boxes), max(box.y1 for box in boxes)
    return _share(region, (region.document, region.page, left, top, right, bottom)) >= _COVERED


def _share(inner: Place | Region, outer: Place | Region) -> float:
    """Give how much of the first lies within the second."""
    if inner[1] != outer[1] or inner[0] != outer[0]:
        return 0.0
    width = min(inner[4], outer[4]) - max(inner[2], outer[2])
    height = min(inner[5], outer[5]) - max(inner[3], outer[3])
    return width * height / ((inner[4] - inner[2]) * (inner[5] - inner[3])) if width > 0 and height > 0 else 0.0


def overlap(first: Place | Region, second: Place | Region) -> float:
    """Give intersection over union, as `records.geometry.iou` does for boxes. Source: CV-49."""
    if first[1] != second[1] or first[0] != second[0]:
        return 0.0
    ax0, ay0, ax1, ay1 = first[2], first[3], first[4], first[5]
    bx0, by0, bx1, by1 = second[2], second[3], second[4], second[5]
    width = (ax1 if ax1 < bx1 else bx1) - (ax0 if ax0 > bx0 else bx0)
    height = (ay1 if ay1 < by1 else by1) - (ay0 if ay0 > by0 else by0)
    if width <= 0 or height <= 0:
        return 0.0
    shared = width * height
    return shared / ((ax1 - ax0) * (ay1 - ay0) + (bx1 - bx0) * (by1 - by0) - shared)
