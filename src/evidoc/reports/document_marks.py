"""What is drawn over a page picture: boxes of blocks, cells, the order of reading, captions bound, paragraphs that go on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from evidoc.records.document import FURNITURE, Block, Document
from evidoc.records.geometry import Box, Page
from evidoc.records.table import Cell

_SIGNS_ACROSS = 85  # numbers and labels are a page's width over this high, the same on the screen whatever the page's size
_LETTER = 0.48  # of a sign's height, the mean width of a letter in the name of a kind
_NARROW = 6.0  # half numbers wide is a box that its neighbour's number may hide
_DEEP = 10.0  # points that the line of a caption reaches into its table or picture


@dataclass(frozen=True, slots=True)
class Label:
    """Where the name of a kind stands: from a point to the right, or to the left where it is above the box."""

    x: float
    y: float
    is_above: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """One box of a block on its page; `place` counts the block's boxes from 0.

    `is_tight` where its number would hide its neighbours, so that it is written only when it is pointed at.
    """

    block: Block
    box: Box
    place: int
    size: float
    label: Label = Label(0.0, 0.0, False)
    is_tight: bool = False

    @property
    def half(self) -> float:
        """Half the width of the plate that the block's number stands on."""
        return self.size * (0.2 + 0.31 * len(str(self.block.id)))

    @property
    def number(self) -> tuple[float, float]:
        """Where the middle of the block's number stands: left of the box, inside the page."""
        return max(self.half, self.box.x0 - self.half - self.size * 0.1), self.box.y0 + min(self.size * 0.7, self.box.height / 2)


@dataclass(frozen=True, slots=True)
class Line:
    """A line from one point to another; it is hidden with the kinds of either end."""

    kinds: tuple[str, str]
    start: tuple[float, float]
    end: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Turn:
    """A block that goes on over the end of a page: which, towards which page, and where that is said."""

    block: Block
    page: int
    is_onward: bool
    at: tuple[float, float]


@dataclass(slots=True)
class PageMarks:
    """All that is drawn on one page, in points; `size` is the height of its signs."""

    page: Page
    frames: list[Frame] = field(default_factory=list)
    cells: list[tuple[Block, Cell, Box]] = field(default_factory=list)
    order: list[Line] = field(default_factory=list)
    joints: list[Line] = field(default_factory=list)
    captions: list[Line] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)

    @property
    def size(self) -> float:
        """The height of numbers and labels in points."""
        return round(self.page.width / _SIGNS_ACROSS, 2)


def marks_of(document: Document) -> list[PageMarks]:
    """Give what is drawn on each page of a document; boxes on pages that it lacks are left out."""
    pages = [PageMarks(page=page) for page in document.pages]
    for block in document.blocks:
        for place, box in enumerate(block.boxes):
            if box.page < len(pages):
                pages[box.page].frames.append(Frame(block, box, place, pages[box.page].size))
        for cell in block.table.cells if block.table else ():
            if cell.box is not None and cell.box.page < len(pages):
                pages[cell.box.page].cells.append((block, cell, cell.box))
    for page in pages:
        page.frames = [replace(frame, label=_label(frame, page), is_tight=_is_tight(frame, page)) for frame in page.frames]
    _add_order(pages, document)
    for caption, owner in _bound(document):
        _add_caption(pages, caption, owner)
    return pages


def _label(frame: Frame, page: PageMarks) -> Label:
    """Put the name of the kind to the right of the box where nothing else is, otherwise over its right end."""
    box, size = frame.box, page.size
    start, end = box.x1 + size * 0.3, box.x1 + size * (0.6 + _LETTER * len(frame.block.kind))
    is_free = end <= page.page.width and not _meets((start, box.y0, end, box.y0 + size), frame, page)
    return Label(start, box.y0 + size * 0.75, False) if is_free else Label(box.x1, max(size * 0.8, box.y0 - size * 0.08), True)


def _is_tight(frame: Frame, page: PageMarks) -> bool:
    x, y = frame.number
    place = (x - frame.half, y - frame.size * 0.6, x + frame.half, y + frame.size * 0.6)
    return frame.box.width < _NARROW * frame.half and _meets(place, frame, page)


def _meets(place: tuple[float, float, float, float], own: Frame, page: PageMarks) -> bool:
    """Say whether a place on the page is within another box, or within the number of one."""
    x0, y0, x1, y1 = place
    return any(
        other.box.x0 - 2 * other.half < x1 and x0 < other.box.x1 and other.box.y0 < y1 and y0 < other.box.y1
        for other in page.frames
        if other is not own
    )


def _add_order(pages: Sequence[PageMarks], document: Document) -> None:
    """Join each box with the next in reading order: an arrow between blocks, a dashed line within one, a word over pages."""
    steps = (
        Frame(block, box, place, pages[box.page].size)
        for block in document.blocks
        if block.kind not in FURNITURE
        for place, box in enumerate(block.boxes)
        if box.page < len(pages)
    )
    for frame, following in pairwise(steps):
        page, kinds = pages[frame.box.page], (frame.block.kind, following.block.kind)
        if frame.box.page == following.box.page and frame.block is following.block:
            page.joints.append(Line(kinds, *_nearest(frame.box, following.box)))
        elif frame.box.page == following.box.page:
            page.order.append(Line(kinds, *_shortened(frame.number, following.number, by=page.size)))
        elif frame.block is following.block:
            page.turns.append(Turn(frame.block, following.box.page, True, (frame.box.x1, frame.box.y1)))
            onto = pages[following.box.page]
            onto.turns.append(Turn(frame.block, frame.box.page, False, (following.box.x0, following.box.y0)))


def _bound(document: Document) -> Iterator[tuple[Block, Block]]:
    owners = {block.id: block for block in document.blocks}
    for block in document.blocks:
        owner = owners.get(block.caption_of) if block.caption_of is not None else None
        if owner is not None:
            yield block, owner


def _add_caption(pages: Sequence[PageMarks], caption: Block, owner: Block) -> None:
    """Draw the line of a caption between the two boxes that are nearest, if any two are on one page."""
    pairs = [
        (_distance(*_nearest(one, other)), one, other)
        for one in caption.boxes
        for other in owner.boxes
        if one.page == other.page and one.page < len(pages)
    ]
    if not pairs:
        return
    _, one, other = min(pairs, key=lambda pair: pair[0])
    start = ((one.x0 + one.x1) / 2, (one.y0 + one.y1) / 2)
    pages[one.page].captions.append(Line((caption.kind, owner.kind), start, _inside(start, other)))


def _inside(point: tuple[float, float], box: Box) -> tuple[float, float]:
    """Give the place in a box, a little off its edges, that is nearest to a point."""
    across, down = min(_DEEP, box.width / 2), min(_DEEP, box.height / 2)
    x, y = point
    return min(max(x, box.x0 + across), box.x1 - across), min(max(y, box.y0 + down), box.y1 - down)


def _nearest(one: Box, other: Box) -> tuple[tuple[float, float], tuple[float, float]]:
    """Give the ends of the shortest line between two boxes."""
    x, across = _between(one.x0, one.x1, other.x0, other.x1)
    y, down = _between(one.y0, one.y1, other.y0, other.y1)
    return (x, y), (across, down)


def _between(start: float, end: float, other_start: float, other_end: float) -> tuple[float, float]:
    if end < other_start:
        return end, other_start
    if other_end < start:
        return start, other_end
    middle = (max(start, other_start) + min(end, other_end)) / 2
    return middle, middle


def _distance(start: tuple[float, float], end: tuple[float, float]) -> float:
    return abs(start[0] - end[0]) + abs(start[1] - end[1])


def _shortened(
    start: tuple[float, float], end: tuple[float, float], *, by: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Take the room of the numbers off both ends of an arrow, as far as it has any."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = float((across**2 + down**2) ** 0.5)
    share = min(by * 0.8 / length, 0.3) if length else 0.0
    return (
        (start[0] + across * share, start[1] + down * share),
        (end[0] - across * share, end[1] - down * share),
    )


def kinds_of(blocks: Iterable[Block]) -> list[tuple[str, int]]:
    """Count the blocks of each kind, in the order in which the kinds first come."""
    counts: dict[str, int] = {}
    for block in blocks:
        counts[block.kind] = counts.get(block.kind, 0) + 1
    return list(counts.items())
