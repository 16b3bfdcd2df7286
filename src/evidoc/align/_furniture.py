"""Running headers, footers and page numbers: lines at the edge that come back at the same height on several pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evidoc.pages.glyphs import Word
from evidoc.records.geometry import Page

_MARGIN = 0.12  # of the page's height, at the top and at the bottom, where furniture may stand
_PAGES = 3  # a line is furniture if it comes back on that many pages, or on half of a short document's
_GRID = 6.0  # points; headers of left and right pages are at the same height within that
_WIDE = 2.0  # line heights of white part furniture from the text in any case,
_APART = 0.6  # or so many, if that is
_WIDER = 1.5  # times as much as between the next lines: below a table's repeated header there is no more than there
_DIGITS = re.compile(r"[0-9]+|\b[ivxl]+\b")

_Key = tuple[int, str]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a page: its upper and lower edge, and its words by number."""

    top: float
    bottom: float
    words: tuple[int, ...]


def without_furniture(pages: Sequence[Page], words: Sequence[Sequence[Word]]) -> Iterator[Word]:
    """Give the words of all pages that do not belong to a repeated line at the edge."""
    lines = [list(_edge_lines(page, of_page)) for page, of_page in zip(pages, words, strict=True)]
    seen = Counter(key for of_page in lines for key in {key for key, _ in of_page})
    needed = min(_PAGES, max(2, (len(pages) + 1) // 2))
    for of_page, marginal in zip(words, lines, strict=True):
        dropped = {number for key, numbers in marginal if seen[key] >= needed for number in numbers}
        yield from (word for number, word in enumerate(of_page) if number not in dropped)


def _edge_lines(page: Page, words: Sequence[Word]) -> Iterator[tuple[_Key, tuple[int, ...]]]:
    """Give the lines that stand apart at the top and at the bottom, with digits as one sign, and their words."""
    lines = _lines(words)
    for line in (*_apart(lines, page), *_apart(lines[::-1], page)):
        text = " ".join(words[number].text for number in line.words)
        yield (round((line.top + line.bottom) / 2 / _GRID), _DIGITS.sub("#", text.lower())), line.words


def _lines(words: Sequence[Word]) -> list[_Line]:
    lines: list[_Line] = []
    for number in sorted(range(len(words)), key=lambda number: words[number].box.y0 + words[number].box.y1):
        box = words[number].box
        if lines and (box.y0 + box.y1) / 2 < lines[-1].bottom:
            last = lines[-1]
            lines[-1] = _Line(min(last.top, box.y0), max(last.bottom, box.y1), (*last.words, number))
        else:
            lines.append(_Line(box.y0, box.y1, (number,)))
    return [_Line(line.top, line.bottom, tuple(sorted(line.words))) for line in lines]


def _apart(lines: Sequence[_Line], page: Page) -> list[_Line]:
    """Give the first lines up to the first wide gap, or none where the gap lies beyond the margin."""
    for number, line in enumerate(lines):
        if min(line.bottom, page.height - line.top) > _MARGIN * page.height:
            return []
        gap, height = _gap(lines, number), line.bottom - line.top
        if gap > _WIDE * height or gap > max(_APART * height, _WIDER * _gap(lines, number + 1)):
            return list(lines[: number + 1])
    return []


def _gap(lines: Sequence[_Line], number: int) -> float:
    """Give the white space after a line; after the last one there is no end of it, after that none."""
    if number + 1 >= len(lines):
        return float("inf") if number + 1 == len(lines) else 0.0
    line, after = lines[number], lines[number + 1]
    return max(after.top - line.bottom, line.top - after.bottom)
