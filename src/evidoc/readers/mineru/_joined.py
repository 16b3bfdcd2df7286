"""Paragraphs that MinerU 1 to 3 has joined over columns and pages, taken apart again, so that each part keeps its place.

MinerU moves the lines of the later part into the earlier block, marks their spans `cross_page` where the page
changes, and leaves the later block empty (`lines_deleted`), with its box.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

_SLACK = 2.0  # points; boxes are cut to whole points


class Span(msgspec.Struct, frozen=True):
    """A run of text, a formula, or the body of a picture or table."""

    type: str = "text"
    content: str | tuple[Span, ...] | None = None
    html: str | None = None
    latex: str | None = None
    image_path: str | None = None
    children: tuple[Span, ...] = ()
    cross_page: bool = False


class Line(msgspec.Struct, frozen=True):
    """A line of spans."""

    bbox: tuple[float, ...] = ()
    spans: tuple[Span, ...] = ()
    is_list_start_line: bool = False

    @property
    def is_from_next_page(self) -> bool:
        """Whether it stands on the page after its block's."""
        return any(span.cross_page for span in self.spans)


class Block(msgspec.Struct, frozen=True, eq=False):
    """A block with lines, or with blocks in it."""

    type: str
    bbox: tuple[float, ...] = ()
    lines: tuple[Line, ...] = ()
    blocks: tuple[Block, ...] = ()
    level: int | None = None
    sub_type: str | None = None
    lines_deleted: bool = False
    cross_page: bool = False


class Page(msgspec.Struct, frozen=True, eq=False):
    """A page with its blocks in reading order, and those that MinerU leaves out of the text."""

    page_idx: int | None = None
    page_size: tuple[float, float] | None = None
    para_blocks: tuple[Block, ...] | None = None
    preproc_blocks: tuple[Block, ...] = ()
    discarded_blocks: tuple[Block, ...] = ()

    @property
    def body(self) -> tuple[Block, ...]:
        """The blocks in reading order."""
        return self.preproc_blocks if self.para_blocks is None else self.para_blocks


@dataclass(slots=True)
class Parts:
    """Lines by block (its id in memory), the blocks that go on from one before, and lines without a block by page."""

    lines: dict[int, list[Line]] = field(default_factory=lambda: defaultdict(list))
    continued: set[int] = field(default_factory=set)
    strays: dict[int, list[Line]] = field(default_factory=lambda: defaultdict(list))


def parts_of(pages: Sequence[tuple[int, Page]]) -> Parts:
    """Give every block the lines that stand in it."""
    parts = Parts()
    emptied = [(number, block) for number, page in pages for block in page.body if not block.lines and not block.blocks]
    for number, page in pages:
        for block in page.body:
            for line in block.lines:
                _put(line, (number, block), emptied, parts)
    return parts


def _put(line: Line, home: tuple[int, Block], emptied: Sequence[tuple[int, Block]], parts: Parts) -> None:
    number, block = home
    if not line.is_from_next_page and (_is_in(line, block) or block.type not in ("text", "ref_text", "list", "index")):
        parts.lines[id(block)].append(line)
        return
    page = number + 1 if line.is_from_next_page else number
    there = [other for other_page, other in emptied if other_page == page]
    target = next((other for other in there if _is_in(line, other)), there[0] if there and line.is_from_next_page else None)
    if target is not None:
        parts.lines[id(target)].append(line)
        parts.continued.add(id(target))
    elif line.is_from_next_page:
        parts.strays[page].append(line)
    else:
        parts.lines[id(block)].append(line)


def _is_in(line: Line, block: Block) -> bool:
    if len(line.bbox) != 4 or len(block.bbox) != 4:
        return True
    x, y = (line.bbox[0] + line.bbox[2]) / 2, (line.bbox[1] + line.bbox[3]) / 2
    x0, y0, x1, y1 = block.bbox
    return x0 - _SLACK <= x <= x1 + _SLACK and y0 - _SLACK <= y <= y1 + _SLACK
