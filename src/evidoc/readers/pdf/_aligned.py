"""A table from how its words stand: lines and rules part the rows, white space and rules part the columns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evidoc.pages.glyphs import Word, join_words
from evidoc.pages.rules import Rule
from evidoc.readers._grid import Placed, SourceCell
from evidoc.readers.pdf._rows import Spot, spots_of, wide_levels
from evidoc.readers.pdf._segments import Line, Segment, Span, columns_of, fits, lines_of, without_titles
from evidoc.records.geometry import Box, hull

_LEADERS = re.compile(r"\s*(?:[.…·]\s?){4,}$")
_END = 3  # lines in a row that do not fit the columns are no part of the table any more
_TALL = 0.6  # of the table's height, for an upright rule that parts columns
_SAME_PLACE = 3.0  # points between two strokes of one border


@dataclass(frozen=True, slots=True)
class Aligned:
    """The cells of a table with their words, how many rows name columns, and the top of what follows the table, if anything.

    `head` is 0 where no rule says so.
    """

    cells: list[Placed]
    words: list[tuple[Word, ...]]
    box: Box
    rest: float | None
    head: int = 0

    @property
    def columns(self) -> int:
        """How many columns it has."""
        return max(cell.end_column for cell in self.cells)

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return max(cell.end_row for cell in self.cells)


def aligned_table(words: Sequence[Word], rules: Sequence[Rule] = ()) -> Aligned | None:
    """Read words as a table; None where they do not stand in two columns and two rows at least.

    `rules` are those drawn on and around the table.
    """
    levels = [rule for rule in rules if rule.is_level]
    uprights = [rule for rule in rules if not rule.is_level]
    lines = without_titles(lines_of(words, uprights), levels)
    columns = columns_of(lines, _borders(uprights, lines))
    if len(columns) < 2:
        return None
    end = _ruled_end(lines, _end(lines, columns), wide_levels(levels, columns))
    spots, head = spots_of(lines[:end], columns, levels)
    if len({spot[:2] for spot in spots}) < 2:
        return None
    cells, own = _cells(spots)
    box = hull(word.box for segment in own for word in segment)[0]
    rest = min(word.box.y0 for segment in lines[end] for word in segment) if end < len(lines) else None
    return Aligned(cells=cells, words=own, box=box, rest=rest, head=head)


def top_of(words: Sequence[Word], rules: Sequence[Rule] = ()) -> float:
    """Give where a table begins below the titles that stand over its rows."""
    levels = [rule for rule in rules if rule.is_level]
    lines = without_titles(lines_of(words), levels)
    return min((word.box.y0 for segment in lines[0] for word in segment), default=0.0) if lines else 0.0


def _borders(uprights: Sequence[Rule], lines: Sequence[Line]) -> list[float]:
    """Give where upright rules, piece by piece, run through most of the height of the lines."""
    boxes = [word.box for line in lines for segment in line for word in segment]
    if not boxes:
        return []
    top, bottom = min(box.y0 for box in boxes), max(box.y1 for box in boxes)
    groups: list[list[Rule]] = []
    for rule in sorted(uprights, key=lambda rule: rule.place):
        if groups and rule.place - groups[-1][-1].place <= _SAME_PLACE:
            groups[-1].append(rule)
        else:
            groups.append([rule])
    tall = [group for group in groups if _length(group, top, bottom) >= _TALL * (bottom - top)]
    return [sum(rule.place for rule in group) / len(group) for group in tall]


def _length(rules: Sequence[Rule], top: float, bottom: float) -> float:
    total, done = 0.0, top
    for rule in sorted(rules, key=lambda rule: rule.start):
        start, end = max(rule.start, done), min(rule.end, bottom)
        total += max(0.0, end - start)
        done = max(done, end)
    return total


def _end(lines: Sequence[Line], columns: Sequence[Span]) -> int:
    """Give the number of lines up to the last that fits before a long run of others."""
    last = 0
    for index, line in enumerate(lines):
        if fits(line, columns):
            last = index + 1
        elif last and index - last >= _END - 1:
            break
    return last


def _ruled_end(lines: Sequence[Line], end: int, wide: Sequence[float]) -> int:
    """Take in the lines over the first rule below that runs through the table; the last row may go on there."""
    if not 0 < end < len(lines):
        return end
    bottom = max(word.box.y1 for segment in lines[end - 1] for word in segment)
    below = min((place for place in wide if place >= bottom - _SAME_PLACE), default=bottom)
    while end < len(lines) and lines[end][0][0].box.y1 <= below + _SAME_PLACE:
        end += 1
    return end


def _cells(spots: Mapping[Spot, Segment]) -> tuple[list[Placed], list[tuple[Word, ...]]]:
    ordered = sorted(spots.items(), key=lambda entry: (entry[0].row, entry[0].column))
    cells = [Placed(SourceCell(text=_LEADERS.sub("", join_words(words))), *spot) for spot, words in ordered]
    return cells, [words for _, words in ordered]
