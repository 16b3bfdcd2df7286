"""Setting passages: into lines that know which characters they hold, and lines into columns of one height."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from evidoc.compose._fonts import Weight, typeface
from evidoc.compose._lines import pieces
from evidoc.compose.charts.palettes import Colour
from evidoc.compose.charts.shapes import suited

Measure = Callable[[str], float]

_WORD = re.compile(r"\S+")
_ORPHAN = 2  # lines that must follow a heading in its column


@dataclass(frozen=True, slots=True)
class Type:
    """How a passage is set: face, size, distance of baselines, space before, indents and colour, in points."""

    face: Weight
    size: float
    line: float
    before: float
    indent: float = 0.0
    colour: Colour = (0.1, 0.1, 0.12)
    bullet: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a passage: its characters, and how it is set; `first` and `last` say where in the passage it stands."""

    passage: int
    start: int
    end: int
    text: str
    type: Type
    first: bool
    last: bool
    keep: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A line in a column, with the top of its line in points below the columns' top."""

    line: Line
    column: int
    top: float


@dataclass(frozen=True, slots=True)
class Columns:
    """Lines poured into columns; `height` is that of the tallest."""

    placed: tuple[Placed, ...]
    height: float


@lru_cache(4096)
def broken(text: str, face: Weight, width: float) -> tuple[tuple[int, int], ...]:
    """Break a text into lines at most so wide at size 1: where each begins and ends, in characters.

    A word that is longer than a line is broken inside (case G04); a word ending in a hyphen stays with the next.
    """
    letters = typeface(face)
    lines: list[tuple[int, int]] = []
    start = end = -1
    for first, last in _units(text, letters.measure, width):
        if start < 0:
            start, end = first, last
        elif letters.measure(text[start:last]) <= width:
            end = last
        else:
            lines.append((start, end))
            start, end = first, last
    return (*lines, (start, end)) if start >= 0 else ()


def lines_of(number: int, text: str, style: Type, *, width: float) -> list[Line]:
    """Set one passage in a column of a width in points."""
    style = replace(style, face=suited(style.face, text))
    spans = broken(text, style.face, round((width - style.indent) / style.size, 4))
    return [
        Line(number, start, end, text[start:end], style, first=row == 0, last=row == len(spans) - 1)
        for row, (start, end) in enumerate(spans)
    ]


def poured(lines: Sequence[Line], *, count: int, height: float | None = None) -> Columns:
    """Pour lines into columns of the least height in which they all fit, or of one that is given.

    Raises:
        ValueError: They do not fit into the given height.
    """
    if not lines:
        return Columns((), 0.0)
    total = sum(line.type.line + (line.type.before if line.first else 0.0) for line in lines)
    if height is not None:
        found = _fill(lines, count, height)
        if found is None:
            raise ValueError(f"{total:.0f} points of lines in {count} columns of {height:.0f}")
        return found
    step = min(line.type.line for line in lines)
    tried = total / count
    while True:
        found = _fill(lines, count, tried)
        if found is not None:
            return found
        tried += step / 2


def _units(text: str, measure: Measure, width: float) -> Iterator[tuple[int, int]]:
    """Give where the pieces begin and end that may not be broken."""
    held = -1
    for word in _WORD.finditer(text):
        first, last = word.span()
        if word[0].endswith("-") and len(word[0]) > 1:
            held = first if held < 0 else held
            continue
        begin = first if held < 0 else held
        held = -1
        yield from _parts(text, (begin, last), measure, width)
    if held >= 0:
        yield from _parts(text, (held, len(text)), measure, width)


def _parts(text: str, span: tuple[int, int], measure: Measure, width: float) -> Iterator[tuple[int, int]]:
    begin, last = span
    place = begin
    for piece in pieces(text[begin:last]) if " " not in text[begin:last] else [text[begin:last]]:
        length = len(piece.strip())
        yield from _cut(text, place, place + length, measure, width)
        place += length


def _cut(text: str, begin: int, end: int, measure: Measure, width: float) -> Iterator[tuple[int, int]]:
    while measure(text[begin:end]) > width and end - begin > 1:
        cut = begin + 1
        while cut < end and measure(text[begin : cut + 1]) <= width:
            cut += 1
        yield begin, cut
        begin = cut
    yield begin, end


def _fill(lines: Sequence[Line], count: int, height: float) -> Columns | None:
    placed: list[Placed] = []
    column, y, tallest = 0, 0.0, 0.0
    for number, line in enumerate(lines):
        before = line.type.before if line.first and y else 0.0
        if y and y + before + _needed(lines, number) > height + 0.01:
            column, y, before = column + 1, 0.0, 0.0
            if column == count:
                return None
        placed.append(Placed(line, column, y + before))
        y += before + line.type.line
        tallest = max(tallest, y)
    return Columns(tuple(placed), tallest) if tallest <= height + 0.01 or count == 1 else None


def _needed(lines: Sequence[Line], number: int) -> float:
    """Give the height that must be left: a heading needs lines that follow it, and no line of a paragraph stands alone."""
    line = lines[number]
    if not line.keep:
        return line.type.line * _together(lines, number)
    following = [other for other in lines[number + 1 :] if not other.keep][:_ORPHAN]
    rest = sum(other.type.line + (other.type.before if other.first else 0.0) for other in following)
    return line.type.line + rest + sum(other.type.line for other in lines[number + 1 :] if other.passage == line.passage)


def _together(lines: Sequence[Line], number: int) -> int:
    """Give how many lines of a paragraph must not be parted from here on: the first two, and the last two."""
    line = lines[number]
    if line.last:
        return 1
    if line.first:
        return 3 if not lines[number + 1].last and lines[number + 2].last else 2
    return 2 if lines[number + 1].last else 1
