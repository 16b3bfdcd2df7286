"""A table from how its words stand alone: lines are rows, and the white space that most lines share parts the columns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from evidoc.pages.glyphs import Word, join_words
from evidoc.readers._grid import Placed, SourceCell
from evidoc.records.geometry import Box, hull

_WORD_GAP = 0.55  # of a line's height; spaces between words measure 0.2 to 0.4, between columns 1 and more
_SAME_LINE = 0.5  # of a word's height, between the middles of two words of a line
_GUTTER = 2.0  # points; narrower stripes of white come between words by chance
_FULL = 0.5  # the share of the fullest line's segments that a line of the body has at least
_STRAY = 0.1  # of the lines of the body may cross a gutter: titles and notes
_END = 3  # lines in a row that do not fit the columns are no part of the table any more

_MANY_LINES = 6
_BOTH = 0.2  # of the gaps must be narrow and wide each, for rows to be told from lines by them
_APART = 0.15  # of a word's height, between the widest narrow and the narrowest wide gap

Segment = tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Aligned:
    """The cells of a table with their words, and where the table ends: the top of what follows it, if anything."""

    cells: list[Placed]
    words: list[tuple[Word, ...]]
    box: Box
    rest: float | None


def aligned_table(words: Sequence[Word]) -> Aligned | None:
    """Read words as a table; None where they do not stand in two columns and two rows at least."""
    lines = [_segments(line) for line in _lines(words)]
    columns = _columns(lines)
    if len(columns) < 2:
        return None
    end = _end(lines, columns)
    rows = _rows(lines[:end], columns)
    if len(rows) < 2:
        return None
    cells, own = _cells(rows)
    box = hull(word.box for segment in own for word in segment)[0]
    rest = min(word.box.y0 for segment in lines[end] for word in segment) if end < len(lines) else None
    return Aligned(cells=cells, words=own, box=box, rest=rest)


def _lines(words: Sequence[Word]) -> list[list[Word]]:
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: ((word.box.y0 + word.box.y1) / 2, word.box.x0)):
        middle = (word.box.y0 + word.box.y1) / 2
        if lines and middle - median((w.box.y0 + w.box.y1) / 2 for w in lines[-1]) < _SAME_LINE * word.box.height:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [sorted(line, key=lambda word: word.box.x0) for line in lines]


def _segments(line: Sequence[Word]) -> list[Segment]:
    height = median(word.box.height for word in line)
    segments: list[list[Word]] = []
    for word in line:
        if segments and word.box.x0 - segments[-1][-1].box.x1 < _WORD_GAP * height:
            segments[-1].append(word)
        else:
            segments.append([word])
    return [tuple(segment) for segment in segments]


def _columns(lines: Sequence[Sequence[Segment]]) -> list[tuple[float, float]]:
    """Give the stripes from left to right between which almost no line of the table's body has ink."""
    body = _body(lines)
    edges = sorted((segment[0].box.x0, segment[-1].box.x1) for line in body for segment in line)
    return _stripes(edges, allowed=int(_STRAY * len(body)))


def _body(lines: Sequence[Sequence[Segment]]) -> list[Sequence[Segment]]:
    """Give the full lines of the longest stretch of them; below a table, justified text has single lines with wide gaps."""
    fullest = max((len(line) for line in lines), default=0)
    stretches: list[list[int]] = [[]]
    for number, line in enumerate(lines):
        if len(line) < max(2, _FULL * fullest):
            continue
        if stretches[-1] and number - stretches[-1][-1] > _END:
            stretches.append([])
        stretches[-1].append(number)
    return [lines[number] for number in max(stretches, key=len)]


def _stripes(intervals: Sequence[tuple[float, float]], *, allowed: int) -> list[tuple[float, float]]:
    """Give where more than `allowed` intervals overlap, joined over gaps that are too narrow."""
    changes = sorted([(low, 1) for low, _ in intervals] + [(high, -1) for _, high in intervals])
    stripes: list[tuple[float, float]] = []
    depth, start = 0, 0.0
    for place, change in changes:
        if depth <= allowed < depth + change:
            start = place
        if depth + change <= allowed < depth:
            if stripes and start - stripes[-1][1] < _GUTTER:
                stripes[-1] = (stripes[-1][0], place)
            else:
                stripes.append((start, place))
        depth += change
    return stripes


def _covered(segment: Segment, columns: Sequence[tuple[float, float]]) -> tuple[int, int]:
    """Give the half-open range of columns that a segment stands in."""
    low, high = segment[0].box.x0, segment[-1].box.x1
    touched = [index for index, (start, end) in enumerate(columns) if low < end and high > start]
    if touched:
        return touched[0], touched[-1] + 1
    middle = (low + high) / 2
    nearest = min(range(len(columns)), key=lambda index: abs(middle - sum(columns[index]) / 2))
    return nearest, nearest + 1


def _fits(line: Sequence[Segment], columns: Sequence[tuple[float, float]]) -> bool:
    """Say whether a line is one of the table's: several segments, in one column each."""
    single = sum(end - start == 1 for start, end in (_covered(segment, columns) for segment in line))
    return single >= 2 and single >= len(line) / 2


def _end(lines: Sequence[Sequence[Segment]], columns: Sequence[tuple[float, float]]) -> int:
    """Give the number of lines up to the last that fits before a long run of others."""
    last = 0
    for index, line in enumerate(lines):
        if _fits(line, columns):
            last = index + 1
        elif last and index - last >= _END - 1:
            break
    return last


def _rows(lines: Sequence[Sequence[Segment]], columns: Sequence[tuple[float, float]]) -> list[dict[tuple[int, int], Segment]]:
    """Give each row's segments by the columns that they cover; a line that only goes on joins the row above it."""
    rows: list[dict[tuple[int, int], Segment]] = []
    within = _gap_within_rows(lines, columns)
    for number, line in enumerate(lines):
        row = _row(line, columns)
        is_close = number > 0 and _gap(lines[number - 1], line) <= within
        if rows and (is_close or _goes_on(row, rows[-1])):
            for place, segment in row.items():
                rows[-1][place] = (*rows[-1].get(place, ()), *segment)
        else:
            rows.append(row)
    return rows


def _gap_within_rows(lines: Sequence[Sequence[Segment]], columns: Sequence[tuple[float, float]]) -> float:
    """Give the widest gap between the lines of one row where rows are set apart by wider ones, else less than any gap.

    Lines of figures one under the other are rows, however near they are.
    """
    gaps = [_gap(before, after) for before, after in pairwise(lines)]
    if len(gaps) < _MANY_LINES:
        return -math.inf
    height = median(word.box.height for line in lines for segment in line for word in segment)
    middle = (min(gaps) + min(max(gaps), min(gaps) + 2 * height)) / 2
    close = [number for number, gap in enumerate(gaps) if gap <= middle]
    wide = [gap for gap in gaps if gap > middle]
    if min(len(close), len(wide)) < _BOTH * len(gaps) or min(wide) - max(gaps[number] for number in close) < _APART * height:
        return -math.inf
    figures = sum(_are_figures(lines[number], lines[number + 1], columns) for number in close)
    return middle if figures <= _BOTH * len(close) else -math.inf


def _gap(before: Sequence[Segment], after: Sequence[Segment]) -> float:
    bottom = max(word.box.y1 for segment in before for word in segment)
    return min(word.box.y0 for segment in after for word in segment) - bottom


def _are_figures(before: Sequence[Segment], after: Sequence[Segment], columns: Sequence[tuple[float, float]]) -> bool:
    """Say whether two columns at least have a figure in both lines."""
    first, second = ({place for place, segment in _row(line, columns).items() if _is_figure(segment)} for line in (before, after))
    return len(first & second) >= 2


def _is_figure(segment: Segment) -> bool:
    text = "".join(word.text for word in segment)
    return 2 * sum(character.isdigit() for character in text) >= sum(character.isalnum() for character in text) > 0


def _row(line: Sequence[Segment], columns: Sequence[tuple[float, float]]) -> dict[tuple[int, int], Segment]:
    row: dict[tuple[int, int], Segment] = {}
    free = 0
    for segment in line:
        start, end = _covered(segment, columns)
        if start < free and row:  # two segments of one column are one cell
            place = max(row)
            row[place] = (*row[place], *segment)
            continue
        row[start, end] = segment
        free = end
    return row


def _goes_on(row: dict[tuple[int, int], Segment], above: dict[tuple[int, int], Segment]) -> bool:
    """Say whether a line continues cells of the row above: fewer cells, no name, no number, and close to it."""
    if not set(row) < set(above) or any(start == 0 for start, _ in row):
        return False
    if any(character.isdigit() for segment in row.values() for word in segment for character in word.text):
        return False
    top = min(word.box.y0 for segment in row.values() for word in segment)
    bottom = max(above[place][-1].box.y1 for place in row)
    height = median(word.box.height for segment in row.values() for word in segment)
    return top - bottom < _SAME_LINE * height


def _cells(rows: Sequence[dict[tuple[int, int], Segment]]) -> tuple[list[Placed], list[tuple[Word, ...]]]:
    cells: list[Placed] = []
    words: list[tuple[Word, ...]] = []
    for number, row in enumerate(rows):
        for (start, end), segment in sorted(row.items()):
            cells.append(Placed(SourceCell(text=join_words(segment)), number, number + 1, start, end))
            words.append(segment)
    return cells, words
