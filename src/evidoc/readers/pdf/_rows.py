"""The lines of a table in rows: by the level rules between them, by the white space between them, by what they say."""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from statistics import median
from typing import NamedTuple

from evidoc.pages.glyphs import join_words
from evidoc.pages.rules import Rule
from evidoc.readers.pdf._segments import Line, Segment, Span, covered, is_figure

_SAME_LINE = 0.5  # of a word's height
_MANY_LINES = 6
_BOTH = 0.2  # of the gaps must be narrow and wide each, for rows to be told from lines by them
_APART = 0.15  # of a word's height, between the widest narrow and the narrowest wide gap
_WIDE = 0.6  # of the table's width, for a level rule that parts rows
_BANDS = 3  # spaces between rules at least, where each is taken for a row
_LINES_A_BAND = 2.5  # on average; tables with few rules have many lines between two of them
_MOST_IN_BAND = 8
_SAME_PLACE = 2.0  # points between strokes of one line
_BESIDE = 0.25  # of a word's height
_HEAD_ROWS = 4  # in which a name may stand over several columns
_OFF_MIDDLE = 4.0  # points between the middle of a name and that of its columns
_HEAD_LINES = 6  # above the first rule; more is no head

Places = dict[tuple[int, int], Segment]


_QUANTITY = re.compile(r"^\W*\d[\d.,]*[.,]\d|%$|^\W*\d{0,3}\W*$")  # what names no columns


class Spot(NamedTuple):
    """The half-open rows and columns of a cell."""

    row: int
    end_row: int
    column: int
    end_column: int


def spots_of(lines: Sequence[Line], columns: Sequence[Span], levels: Sequence[Rule]) -> tuple[dict[Spot, Segment], int]:
    """Give the words of each cell, and how many rows name columns: 0 where no rule says so."""
    wide = wide_levels(levels, columns)
    bands = [sum(place < _middle(line) for place in wide) for line in lines]
    if _are_rows(bands):
        return with_spread_names(_ruled(lines, columns, levels), columns), 0
    head = _head(bands, lines)
    names = _ruled(lines[:head], columns, levels) if head else {}
    first = max((spot.end_row for spot in names), default=0)
    rows = _rows_by_space(lines[head:], columns, bands[head:])
    spots = {Spot(number, number + 1, *place): words for number, row in enumerate(rows, first) for place, words in row.items()}
    return with_spread_names({**names, **spots}, columns), first


def _ruled(lines: Sequence[Line], columns: Sequence[Span], levels: Sequence[Rule]) -> dict[Spot, Segment]:
    """Give the cells of a table whose rows are ruled: each goes from the rule above its words to the one below."""
    wide = wide_levels(levels, columns)
    drawn = [rule for rule in _at_one_place(levels) if not rule.is_edge or rule.place in wide]
    rows = _with_spread(lines, columns)
    rules = [*drawn, *_between_figures(lines, columns), *_below_spanning(lines, rows, columns, drawn)]
    places = sorted({rule.place for rule in rules})
    found: dict[Spot, Segment] = {}
    for row in rows:
        for (start, end), segment in row.items():
            middle, across = _middle([segment]), sum(columns[start]) / 2
            own = [rule.place for rule in rules if rule.start <= across <= rule.end]
            above = max((place for place in own if place < middle), default=-math.inf)
            below = min((place for place in own if place >= middle), default=math.inf)
            spot = Spot(bisect_right(places, above), bisect_left(places, below) + 1, start, end)
            found[spot] = (*found.get(spot, ()), *segment)
    return _close_together(found)


def _at_one_place(levels: Sequence[Rule]) -> list[Rule]:
    """Give level rules so that strokes of one line have one height."""
    rules: list[Rule] = []
    for rule in sorted(levels, key=lambda rule: rule.place):
        is_same = bool(rules) and rule.place - rules[-1].place <= _SAME_PLACE
        rules.append(replace(rule, place=rules[-1].place) if is_same else rule)
    return rules


def _between_figures(lines: Sequence[Line], columns: Sequence[Span]) -> Iterator[Rule]:
    """Give a rule between any two lines with figures one under the other, which are rows of their own."""
    left, right = columns[0][0], columns[-1][1]
    for before, after in pairwise(lines):
        if _are_figures(before, after, columns) and not _is_rest(after, before, columns):
            yield Rule(is_level=True, place=(_middle(before) + _middle(after)) / 2, start=left, end=right)


def _with_spread(lines: Sequence[Line], columns: Sequence[Span]) -> list[Places]:
    """Give the pieces of each line by their columns, names in the first lines spread over those with names below."""
    rows = [_row(line, columns) for line in lines]
    for number, row in enumerate(rows[:_HEAD_ROWS]):
        further = rows[number + 1 : number + _HEAD_ROWS]
        below = {(1, column) for other in further for place in other for column in range(*place)}
        beside = {(0, column) for other in further for place in other if _is_level(row, other[place]) for column in range(*place)}
        filled = below | beside | {(0, column) for place in row for column in range(*place)}
        for place, words in list(row.items()):
            above = rows[number - 1] if number else {}
            is_rest = any(start < place[1] and place[0] < end for start, end in above)
            if below and not is_rest and not _is_over_one(words, further) and not _QUANTITY.search(join_words(words)):
                spot = _spread(Spot(0, 1, *place), words, filled=filled, columns=columns)
                row[spot.column, spot.end_column] = row.pop(place)
    return rows


def _is_over_one(words: Segment, further: Sequence[Places]) -> bool:
    """Say whether the next words below stand in the middle under these: the rest of one name."""
    low, high = words[0].box.x0, words[-1].box.x1
    for row in further:
        below = [own for own in row.values() if own[0].box.x0 < high and own[-1].box.x1 > low]
        if below:
            return len(below) == 1 and abs(below[0][0].box.x0 + below[0][-1].box.x1 - low - high) <= 2 * _OFF_MIDDLE
    return False


def _is_level(row: Places, words: Segment) -> bool:
    """Say whether words stand partly beside the pieces of a line: a name in the middle between two lines."""
    bottom = max(word.box.y1 for segment in row.values() for word in segment)
    return bottom - min(word.box.y0 for word in words) > _BESIDE * words[0].box.height


def _below_spanning(
    lines: Sequence[Line], rows: Sequence[Places], columns: Sequence[Span], drawn: Sequence[Rule]
) -> Iterator[Rule]:
    """Give a rule below each name over several columns that have names of their own further down, where none is drawn."""
    for number, (line, row) in enumerate(zip(lines, rows, strict=True)):
        for start, end in row:
            own = (
                (other, after)
                for other, after in zip(rows[number + 1 : number + _HEAD_ROWS], lines[number + 1 :], strict=False)
                if sum(start <= first and past <= end for first, past in other) > 1
            )
            _, after = next(own, ({}, None))
            if after is not None and not _is_parted(line, after, drawn):
                place = (_middle(line) + _middle(after)) / 2
                yield Rule(is_level=True, place=place, start=columns[start][0], end=columns[end - 1][1])


def _is_rest(after: Line, before: Line, columns: Sequence[Span]) -> bool:
    """Say whether a line goes on with some cells of the line above: no name of its own, and half of its cells at most."""
    row, above = _row(after, columns), _row(before, columns)
    return all(start > 0 for start, _ in row) and any(start == 0 for start, _ in above) and 2 * len(row) <= len(above)


def _close_together(found: Mapping[Spot, Segment]) -> dict[Spot, Segment]:
    """Give the cells with rows counted from 0 without gaps; one that would cover another has one row."""
    starts = sorted({spot.row for spot in found})
    taken: set[tuple[int, int]] = {(bisect_left(starts, spot.row), column) for spot in found for column in _columns(spot)}
    closed: dict[Spot, Segment] = {}
    for spot, words in found.items():
        row, end = bisect_left(starts, spot.row), bisect_left(starts, spot.end_row)
        below = {(other, column) for other in range(row + 1, end) for column in _columns(spot)}
        end = row + 1 if below & taken else max(end, row + 1)
        closed[spot._replace(row=row, end_row=end)] = words
    return closed


def _columns(spot: Spot) -> range:
    return range(spot.column, spot.end_column)


def with_spread_names(spots: Mapping[Spot, Segment], columns: Sequence[Span]) -> dict[Spot, Segment]:
    """Give the cells with each name at the top spread over the columns in whose middle it stands, if these have names below."""
    filled = {(row, column) for spot in spots for row in range(spot.row, spot.end_row) for column in _columns(spot)}
    last = max((spot.row for spot in spots), default=0)
    spread: dict[Spot, Segment] = {}
    for spot, words in spots.items():
        if spot.end_row == spot.row + 1 <= min(_HEAD_ROWS, last) and not _QUANTITY.search(join_words(words)):
            spot = _spread(spot, words, filled=filled, columns=columns)
        spread[spot] = words
    return spread


def _spread(spot: Spot, words: Segment, *, filled: set[tuple[int, int]], columns: Sequence[Span]) -> Spot:
    """Give the columns around a name that are free beside it, filled below it, and have it nearest to their middle."""
    start, end = spot.column, spot.end_column
    free = [column for column in range(1, len(columns)) if (spot.row, column) not in filled and (spot.end_row, column) in filled]
    if not all((spot.end_row, column) in filled for column in range(start, end)):
        return spot
    while start - 1 in free:
        start -= 1
    while end in free:
        end += 1
    middle = (words[0].box.x0 + max(word.box.x1 for word in words)) / 2
    choices = [
        (abs((columns[first][0] + columns[past - 1][1]) / 2 - middle), first, past)
        for first in range(start, spot.column + 1)
        for past in range(spot.end_column, end + 1)
    ]
    nearest = min(off for off, _, _ in choices)
    near = [choice for choice in choices if choice[0] <= nearest + _OFF_MIDDLE]
    _, first, past = max(near, key=lambda choice: (choice[2] - choice[1], -choice[0]))
    return spot._replace(column=first, end_column=past)


def wide_levels(levels: Sequence[Rule], columns: Sequence[Span]) -> list[float]:
    """Give the heights at which level rules, together, run through most of the table's width, from the top down."""
    left, right = columns[0][0], columns[-1][1]
    places: list[list[Rule]] = []
    for rule in sorted(levels, key=lambda rule: rule.place):
        if places and rule.place - places[-1][-1].place <= _SAME_PLACE:
            places[-1].append(rule)
        else:
            places.append([rule])
    return [group[0].place for group in places if _length(group, left, right) >= _WIDE * (right - left)]


def _length(rules: Sequence[Rule], left: float, right: float) -> float:
    """Give how much of a stretch some rules cover together."""
    total, done = 0.0, left
    for rule in sorted(rules, key=lambda rule: rule.start):
        start, end = max(rule.start, done), min(rule.end, right)
        total += max(0.0, end - start)
        done = max(done, end)
    return total


def _are_rows(bands: Sequence[int]) -> bool:
    """Say whether each space between two rules is a row, or a few."""
    counts = [len(list(group)) for _, group in groupby(bands)]
    if len(counts) < _BANDS:
        return False
    return sum(counts) <= _LINES_A_BAND * len(counts) and max(counts) <= _MOST_IN_BAND and counts.count(1) > 0


def _head(bands: Sequence[int], lines: Sequence[Line]) -> int:
    """Count the lines over the first rule that runs through the table."""
    if not bands or bands[0] == bands[-1]:
        return 0
    count = bands.count(bands[0])
    return count if count <= _HEAD_LINES and 2 * count <= len(lines) else 0


def _is_parted(before: Line, after: Line, levels: Sequence[Rule]) -> bool:
    top, bottom = _middle(before), _middle(after)
    return any(top < rule.place < bottom for rule in levels)


def _rows_by_space(lines: Sequence[Line], columns: Sequence[Span], bands: Sequence[int]) -> list[Places]:
    rows: list[Places] = []
    within = _gap_within_rows(lines, columns)
    for number, line in enumerate(lines):
        row = _row(line, columns)
        is_parted = number > 0 and bands[number] != bands[number - 1]
        is_close = number > 0 and _gap(lines[number - 1], line) <= within
        if rows and not is_parted and (is_close or _goes_on(row, rows[-1])):
            _add(rows[-1], row)
        else:
            rows.append(row)
    return rows


def _add(row: Places, line: Places) -> None:
    """Put the pieces of a line below those of a row; a piece over several cells of the row goes to the first."""
    for place, segment in line.items():
        own = place if place in row else next((own for own in row if own[0] < place[1] and place[0] < own[1]), place)
        row[own] = (*row.get(own, ()), *segment)


def _gap_within_rows(lines: Sequence[Line], columns: Sequence[Span]) -> float:
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


def _gap(before: Line, after: Line) -> float:
    bottom = max(word.box.y1 for segment in before for word in segment)
    return min(word.box.y0 for segment in after for word in segment) - bottom


def _middle(line: Line) -> float:
    return median((word.box.y0 + word.box.y1) / 2 for segment in line for word in segment)


def _are_figures(before: Line, after: Line, columns: Sequence[Span]) -> bool:
    """Say whether two columns at least have a figure in both lines."""
    first, second = ({place for place, segment in _row(line, columns).items() if is_figure(segment)} for line in (before, after))
    return len(first & second) >= 2


def _row(line: Line, columns: Sequence[Span]) -> Places:
    row: Places = {}
    free = 0
    for segment in line:
        start, end = covered(segment, columns)
        if start < free and row:  # two segments of one column are one cell
            place = max(row)
            row[place] = (*row[place], *segment)
            continue
        row[start, end] = segment
        free = end
    return row


def _goes_on(row: Places, above: Places) -> bool:
    """Say whether a line continues cells of the row above: fewer cells, no name, no number, and close to it."""
    if not set(row) < set(above) or any(start == 0 for start, _ in row):
        return False
    if any(character.isdigit() for segment in row.values() for word in segment for character in word.text):
        return False
    top = min(word.box.y0 for segment in row.values() for word in segment)
    bottom = max(above[place][-1].box.y1 for place in row)
    height = median(word.box.height for segment in row.values() for word in segment)
    return top - bottom < _SAME_LINE * height
