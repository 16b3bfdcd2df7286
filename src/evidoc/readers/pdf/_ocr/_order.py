"""In which order a person reads boxes that lie about a page: columns from left to right, and what spans them between."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from evidoc.records.geometry import Box

T = TypeVar("T")
BoxOf = Callable[[T], Box]

_OVERLAP = 2.0  # points by which boxes of a scan may reach into each other
_SAME_ROW = 0.5  # of the lower box's height


def in_reading_order(things: Sequence[T], box_of: BoxOf[T]) -> list[T]:
    """Give things in the order in which they are read.

    Boxes with a white stripe from top to bottom between them are columns; else they are cut by white stripes
    from left to right into bands, of which those with the same columns stay together (a recursive XY cut).
    """
    if len(things) < 2:
        return list(things)
    columns = _parted(things, lambda thing: (box_of(thing).x0, box_of(thing).x1))
    if len(columns) > 1:
        return [thing for column in columns for thing in in_reading_order(column, box_of)]
    bands = _joined(_parted(things, lambda thing: (box_of(thing).y0, box_of(thing).y1)), box_of)
    if len(bands) > 1:
        return [thing for band in bands for thing in in_reading_order(band, box_of)]
    return sorted(things, key=lambda thing: (box_of(thing).y0, box_of(thing).x0))


def in_rows(things: Sequence[T], box_of: BoxOf[T]) -> list[T]:
    """Give the lines of one part of a page from the top down, those of one row from left to right."""
    rows: list[list[T]] = []
    for thing in sorted(things, key=lambda thing: (_middle(box_of(thing)), box_of(thing).x0)):
        box = box_of(thing)
        if rows and abs(_middle(box) - _middle(box_of(rows[-1][0]))) < _SAME_ROW * min(box.height, box_of(rows[-1][0]).height):
            rows[-1].append(thing)
        else:
            rows.append([thing])
    return [thing for row in rows for thing in sorted(row, key=lambda thing: box_of(thing).x0)]


def _middle(box: Box) -> float:
    return (box.y0 + box.y1) / 2


def _parted(things: Sequence[T], span_of: Callable[[T], tuple[float, float]]) -> list[list[T]]:
    """Part things where no span of theirs reaches over, along one axis."""
    groups: list[list[T]] = []
    reached = 0.0
    for thing in sorted(things, key=span_of):
        low, high = span_of(thing)
        if groups and low < reached - _OVERLAP:
            groups[-1].append(thing)
            reached = max(reached, high)
        else:
            groups.append([thing])
            reached = high
    return groups


def _joined(bands: Sequence[Sequence[T]], box_of: BoxOf[T]) -> list[list[T]]:
    """Join neighbouring bands that have columns in common, but leave a heading with the wide band that it stands over."""
    joined: list[list[T]] = []
    for place, band in enumerate(bands):
        below = bands[place + 1] if place + 1 < len(bands) else ()
        if joined and _has_columns([*joined[-1], *band], box_of) and not _belongs_below(joined[-1], band, below, box_of):
            joined[-1].extend(band)
        else:
            joined.append(list(band))
    return joined


def _has_columns(things: Sequence[T], box_of: BoxOf[T]) -> bool:
    return len(_parted(things, lambda thing: (box_of(thing).x0, box_of(thing).x1))) > 1


def _belongs_below(above: Sequence[T], band: Sequence[T], below: Sequence[T], box_of: BoxOf[T]) -> bool:
    """Say whether a band of one thing is nearer to the band below it, with which it has no columns."""
    if len(band) > 1 or not below or _has_columns([*band, *below], box_of):
        return False
    box = box_of(band[0])
    to_above = box.y0 - max(box_of(thing).y1 for thing in above)
    return min(box_of(thing).y0 for thing in below) - box.y1 < to_above
