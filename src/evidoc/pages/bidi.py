"""Right-to-left text: reading order checked against where the glyphs stand (case A12)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Literal

from evidoc.pages.drawn import Glyph

Reading = Literal["", "verified", "unverified"]

_RTL = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff]")
_CLASSES = {"L": "L", "R": "R", "AL": "R", "EN": "N", "AN": "N", "ES": "S", "CS": "S", "ET": "T", "NSM": "M"}
# What keeps its left-to-right order inside right-to-left text: words of other scripts and the spaces between them,
# numbers with their separators and per-cent signs. After the Unicode bidirectional algorithm (UAX 9), rules W4, W5, N1.
_LEFT_TO_RIGHT = re.compile(r"(?:T*N(?:[ST]?N)*T*|L(?:[LN]|[^R]+(?=L))*)+")


def in_logical_order(glyphs: Sequence[Glyph]) -> tuple[list[Glyph], Reading]:
    """Give glyphs in the order in which a person reads them, and whether that is certain.

    A line with right-to-left letters is read as it stands if it runs against the page's x, as logical
    order must; a line that runs with x is in painting order and is turned, digits and Latin words
    kept; any other order is left alone and `unverified`. Other lines are not touched.
    """
    if not any(_RTL.search(glyph.text) for glyph in glyphs):
        return list(glyphs), ""
    ordered: list[Glyph] = []
    reading: Reading = "verified"
    for line in _lines(glyphs):
        logical, is_certain = _read(line)
        ordered.extend(logical)
        reading = reading if is_certain else "unverified"
    return ordered, reading


def is_right_to_left(text: str) -> bool:
    """Say whether a text has letters that are read from right to left."""
    return _RTL.search(text) is not None


def _lines(glyphs: Sequence[Glyph]) -> Iterator[list[Glyph]]:
    line: list[Glyph] = []
    for glyph in glyphs:
        if glyph.text in "\r\n" and line:
            yield [*line, glyph]
            line = []
        else:
            line.append(glyph)
    if line:
        yield line


def _read(line: list[Glyph]) -> tuple[list[Glyph], bool]:
    ink = [glyph for glyph in line if not glyph.is_gap]
    end = next((index for index in range(len(line), 0, -1) if not line[index - 1].is_gap), 0)
    if not any(_RTL.search(glyph.text) for glyph in ink):
        return line, True
    if not _is_level(ink):
        return line, False
    painted = sorted(ink, key=lambda glyph: glyph.x)
    logical = _turned(painted)
    if _places(logical) == _places(ink):
        return line, True
    if _places(painted) == _places(ink):
        return [*_turned(line[:end]), *line[end:]], True
    return line, False


def _is_level(ink: list[Glyph]) -> bool:
    """Say whether glyphs stand on one line, so that x alone tells their order."""
    top = max(glyph.edges[1] for glyph in ink)
    bottom = min(glyph.edges[3] for glyph in ink)
    return top < bottom


def _places(glyphs: list[Glyph]) -> list[float]:
    """Give where the glyphs stand; the characters of one glyph share a place and keep their order."""
    return [round(glyph.x, 1) for glyph in glyphs]


def _turned(painted: list[Glyph]) -> list[Glyph]:
    """Turn a line in painting order, left to right, into reading order."""
    classes = "".join(_class(glyph.text) for glyph in painted)
    if _runs_left_to_right(classes):
        return _with_runs_turned(painted, re.finditer(r"R(?:[^LN]*R)*", classes))
    turned = painted[::-1]
    return _with_runs_turned(turned, _LEFT_TO_RIGHT.finditer(classes[::-1]))


def _runs_left_to_right(classes: str) -> bool:
    """Say whether the line as a whole runs from left to right: by the letters at its ends, else by what is more."""
    strong = re.sub("[^LR]", "", classes)
    return strong[0] == "L" if strong[:1] == strong[-1:] != "" else strong.count("L") > strong.count("R")


def _with_runs_turned(glyphs: list[Glyph], runs: Iterator[re.Match[str]]) -> list[Glyph]:
    ordered = list(glyphs)
    for run in runs:
        ordered[run.start() : run.end()] = ordered[run.start() : run.end()][::-1]
    return ordered


def _class(text: str) -> str:
    return _CLASSES.get(unicodedata.bidirectional(text[-1]), "O")
