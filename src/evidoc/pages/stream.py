"""The glyphs of a page in the order in which they are read: where lines end, what is in a box, what stands above what."""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from evidoc.pages.bidi import Reading, is_right_to_left
from evidoc.pages.drawn import Glyph
from evidoc.pages.rules import Rule
from evidoc.pages.text import LINE_END_HYPHEN
from evidoc.records.geometry import Box, Page, make_box

_LINE_OVERLAP = 0.3  # glyphs of one line share at least that part of the lower one's height, superscripts included
_WIDEST_GAP = 1.5  # in glyph heights; PDFium writes a space from about 1/4 on, wider gaps without one are columns
_THINNEST = 0.1  # points; a glyph without width (a combining mark) still has a place
_BREAKERS = (LINE_END_HYPHEN, "\xad")  # after these a word goes on in the next line
_HYPHENS = ("-", "\u2010")
_NOWHERE = (0.0, 0.0, 0.0, 0.0)
_LINE_END = Glyph(text="\n", edges=_NOWHERE, is_gap=True)
_JOIN = Glyph(text=LINE_END_HYPHEN, edges=_NOWHERE, is_gap=True)


@dataclass(frozen=True)
class PageText:
    """The glyphs of one page that can be read, in order, and how many were left out or are in doubt.

    `reading` says whether the order of right-to-left text is certain, `unmapped` counts glyphs whose
    character the file does not tell. `rules` are the straight lines drawn, where they were asked for.
    """

    page: Page
    glyphs: tuple[Glyph, ...]
    has_scan: bool = False
    invisible: int = 0
    outside: int = 0
    unmapped: int = 0
    reading: Reading = ""
    rules: tuple[Rule, ...] = ()

    @cached_property
    def heights(self) -> tuple[list[float], list[int]]:
        """Where the glyphs stand from the top down, and their positions in the same order."""
        places = sorted((glyph.y, index) for index, glyph in enumerate(self.glyphs) if not glyph.is_gap)
        return [y for y, _ in places], [index for _, index in places]


def with_line_ends(glyphs: Iterable[Glyph]) -> Iterator[Glyph]:
    """Add what positions show and the file lacks: line ends, and marks where a word goes on in the next line.

    PDFium marks a hyphen at a line's end as U+0002 only between small letters; after any other one that
    a word ends with ("0717-", "COVID-"), the next line is joined as well.
    """
    before, earlier = _LINE_END, _LINE_END  # the last glyph, and the one before it
    for glyph in glyphs:
        if glyph.is_gap:
            if glyph.text in "\r\n" and before.text in _HYPHENS and earlier.text.isalnum():
                yield _JOIN
        elif not before.is_gap and is_jump(before, glyph):
            yield _LINE_END
        yield glyph
        before, earlier = glyph, before


def is_jump(before: Glyph, glyph: Glyph) -> bool:
    """Say whether a glyph stands on another line, or far away on the same one."""
    ax0, ay0, ax1, ay1 = before.edges
    bx0, by0, bx1, by1 = glyph.edges
    height = ay1 - ay0 if ay1 - ay0 < by1 - by0 else by1 - by0
    across, down = (
        (ax0 if ax0 > bx0 else bx0) - (ax1 if ax1 < bx1 else bx1),
        (ay0 if ay0 > by0 else by0) - (ay1 if ay1 < by1 else by1),
    )
    if height < _THINNEST:
        height = _THINNEST
    if across > _WIDEST_GAP * height or down > _WIDEST_GAP * height or (down > 0 and before.text in _BREAKERS):
        return True
    return -down < _LINE_OVERLAP * height and across > -_LINE_OVERLAP * height


def glyphs_within(text: PageText, box: Box | None) -> Sequence[Glyph]:
    """Give the glyphs whose ink's middle is in a box, with the gaps that stood between them, lines from the top down."""
    if box is None:
        return text.glyphs
    glyphs = text.glyphs
    kept: list[Glyph] = []
    for index, following in itertools.pairwise([*_positions(text, box), len(glyphs)]):
        kept.append(glyphs[index])
        if following > index + 1:
            kept.extend(_between(glyphs, index + 1, following))
    return _top_down(kept)


def ink_within(text: PageText, box: Box) -> Box | None:
    """Give the box around the glyphs whose ink's middle is in a box, or None where there are none."""
    return box_around((text.glyphs[index] for index in _positions(text, box)), page=text.page)


def lines_within(text: PageText, box: Box | None) -> list[list[Glyph]]:
    """Give the same glyphs cut into lines; gaps stay with the line before."""
    return _lines(glyphs_within(text, box))


def inked(glyphs: Iterable[Glyph]) -> list[Glyph]:
    """Give the glyphs that are no gaps."""
    return [glyph for glyph in glyphs if not glyph.is_gap]


def box_around(glyphs: Iterable[Glyph], *, page: Page) -> Box | None:
    """Give the box around glyphs, or None where none is inked; what has no extent gets a point's tenth."""
    ink = inked(glyphs)
    if not ink:
        return None
    edges = [glyph.edges for glyph in ink]
    x0, y0 = min(edge[0] for edge in edges), min(edge[1] for edge in edges)
    x1, y1 = max(edge[2] for edge in edges), max(edge[3] for edge in edges)
    box = make_box(page.index, (x0, y0, x1, y1), within=page)
    if box is None:
        x, y = max(0.0, min(x0, page.width - _THINNEST)), max(0.0, min(y0, page.height - _THINNEST))
        box = Box(page=page.index, x0=x, y0=y, x1=x + _THINNEST, y1=y + _THINNEST)
    return box


def _positions(text: PageText, box: Box) -> list[int]:
    """Give the positions of the glyphs whose middle is in a box, in the order of the file."""
    heights, positions = text.heights
    start, end = bisect_left(heights, box.y0), bisect_right(heights, box.y1)
    x0, x1, glyphs = box.x0, box.x1, text.glyphs
    return sorted(index for index in positions[start:end] if x0 <= glyphs[index].x <= x1)


def _between(glyphs: Sequence[Glyph], start: int, end: int) -> Iterator[Glyph]:
    """Give the gaps after a glyph, and a hyphen that hangs over the edge; a line end stands for other glyphs."""
    for index in range(start, end):
        glyph = glyphs[index]
        if not glyph.is_gap and glyph.text not in _BREAKERS:
            yield _LINE_END
            return
        yield glyph


def _top_down(glyphs: list[Glyph]) -> list[Glyph]:
    """Order lines that stand strictly one under the other; where any two stand side by side, the file's order holds."""
    lines = _lines(glyphs)
    if len(lines) < 2:
        return glyphs
    spans, order = _stacked(lines, down=_DOWN["right"])
    if order != list(range(len(lines))):
        spans, order = _stacked(lines, down=_DOWN[_direction(glyphs)])
    if order == list(range(len(lines))):
        return glyphs
    is_stack = all(spans[upper][1] < spans[lower][0] for upper, lower in itertools.pairwise(order))
    return [glyph for number in order for glyph in (*lines[number], _LINE_END)] if is_stack else glyphs


def _stacked(lines: Sequence[Sequence[Glyph]], *, down: Callable[[Glyph], float]) -> tuple[list[tuple[float, float]], list[int]]:
    """Give from where to where each line goes, and the lines' numbers from the top down."""
    spans = [(min(places), max(places)) for places in ([down(glyph) for glyph in line if not glyph.is_gap] for line in lines)]
    return spans, sorted(range(len(lines)), key=lambda number: spans[number])


# How far down a page a glyph stands for one who reads the page's text upright, by the direction that the text runs in.
_DOWN: dict[str, Callable[[Glyph], float]] = {
    "right": lambda glyph: glyph.y,
    "left": lambda glyph: -glyph.y,
    "up": lambda glyph: glyph.x,
    "down": lambda glyph: -glyph.x,
}


def _direction(glyphs: Sequence[Glyph]) -> str:
    """Give where most glyphs stand from the one before them; right-to-left script counts as upright."""
    counts = dict.fromkeys(_DOWN, 0)
    for before, after in itertools.pairwise(glyphs):
        if before.is_gap or after.is_gap or is_right_to_left(after.text):
            continue
        x, y = after.x - before.x, after.y - before.y
        if abs(x) > abs(y):
            counts["right" if x > 0 else "left"] += 1
        else:
            counts["down" if y > 0 else "up"] += 1
    return max(counts, key=lambda direction: counts[direction])


def _lines(glyphs: Iterable[Glyph]) -> list[list[Glyph]]:
    lines: list[list[Glyph]] = []
    has_ended = True
    for glyph in glyphs:
        if glyph.is_gap:
            has_ended = has_ended or glyph.text in "\r\n"
        elif has_ended:
            lines.append([])
            has_ended = False
        if lines:
            lines[-1].append(glyph)
    return lines
