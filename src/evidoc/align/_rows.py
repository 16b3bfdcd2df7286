"""Which line of a page each row of a table stands on."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from evidoc.align._finder import Spot
from evidoc.records.table import Cell

LINE = 12.0  # points, a line of a table where nothing better is known
_SAME_LINE = 0.5  # of the lower word's height must be shared by words of one line
_APART = 60.0  # points; rows further apart, and further than several usual rows, are not of one table
_APART_ROWS = 6


@dataclass(frozen=True, slots=True)
class CellText:
    """A cell with its tokens and its number in the table."""

    number: int
    cell: Cell
    tokens: tuple[str, ...]


def row_heights(texts: Sequence[CellText], options: Mapping[int, list[Spot]]) -> dict[int, float]:
    """Match rows to lines of the page, both from top to bottom, so that most tokens stand where they should."""
    lines = _lines([spot for spots in options.values() for spot in spots])
    rows = sorted({text.cell.row for text in texts})
    gains = {row: [0.0] * len(lines) for row in rows}
    stand: dict[tuple[str, ...], list[int]] = {}  # the lines of each text: many cells have the same one
    for text in texts:
        spots = options[text.number]
        if text.tokens not in stand:
            stand[text.tokens] = sorted({_line_of(spot, lines) for spot in spots})
        for line in stand[text.tokens]:
            gains[text.cell.row][line] += len(text.tokens) / len(spots)
    first = _together(gains, lines)
    if not first or len(first) == len(rows):
        return first
    # rows that went astray get a second chance near those that stand together
    reach = _APART + 2 * (len(rows) - len(first)) * LINE
    low, high = min(first.values()) - reach, max(first.values()) + reach
    near = [low <= line <= high for line in lines]
    return _together(
        {row: [part * is_near for part, is_near in zip(gain, near, strict=True)] for row, gain in gains.items()}, lines
    )


def _together(gains: Mapping[int, Sequence[float]], lines: Sequence[float]) -> dict[int, float]:
    """Give the height of the rows that stand together: of several groups the heaviest is the table."""
    found = _best_path(gains)
    heights = [lines[line] for line in found.values()]
    gaps = [below - above for above, below in pairwise(heights)]
    widest = max(_APART, _APART_ROWS * median(gaps)) if gaps else 0.0
    groups: list[list[int]] = []
    for number, row in enumerate(found):
        if number and gaps[number - 1] <= widest:
            groups[-1].append(row)
        else:
            groups.append([row])
    best = max(groups, key=lambda group: sum(gains[row][found[row]] for row in group), default=[])
    return {row: lines[found[row]] for row in best}


def _best_path(gains: Mapping[int, Sequence[float]]) -> dict[int, int]:
    """Give each row its line: rising lines, greatest sum; a row that gains nothing has none."""
    rows = list(gains)
    width = len(gains[rows[0]]) if rows else 0
    best = [[0.0] * (width + 1)]
    for gain in gains.values():
        above, row = best[-1], [0.0]
        for line in range(width):
            row.append(max(row[line], above[line + 1], above[line] + gain[line]))
        best.append(row)
    path: dict[int, int] = {}
    line = width
    for number in range(len(rows), 0, -1):
        while line and best[number][line] == best[number][line - 1]:
            line -= 1
        if line and best[number][line] > best[number - 1][line]:
            path[rows[number - 1]] = line - 1
            line -= 1
    return dict(sorted(path.items()))


def _lines(spots: Sequence[Spot]) -> list[float]:
    """Give the heights of the lines on which spots stand, from top to bottom."""
    lines: list[float] = []
    bottom = float("-inf")
    for spot in sorted(spots, key=lambda spot: spot.middle[1]):
        middle, height = spot.middle[1], spot.box.height
        if not lines or middle - bottom > _SAME_LINE * min(height, 12.0):
            lines.append(middle)
            bottom = middle
    return lines


def _line_of(spot: Spot, lines: Sequence[float]) -> int:
    middle = spot.middle[1]
    after = bisect_left(lines, middle)
    if after == len(lines) or (after and middle - lines[after - 1] <= lines[after] - middle):
        return after - 1
    return after
