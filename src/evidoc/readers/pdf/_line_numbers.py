"""The numbers of lines in the margin of a manuscript, which nobody reads with its text."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from evidoc.pages.glyphs import PageText, Word, words_of
from evidoc.readers.pdf._draft import UNVERIFIED, Draft

_MANY = 8  # numbers on one page; a numbered list in the margin has fewer
_NUMBER = re.compile(r"(?<!\S)\d{1,4}(?!\S)")
_SAME_EDGE = 2.0  # points
_COUNTING = 0.8  # of the numbers follow the one above by one step
_WORDED = 0.5  # of all that stands on a page are words; a numbered manuscript has one number a line
_OUTSIDE = 0.02  # of the words may stand further out


def without_line_numbers(text: PageText) -> PageText:
    """Leave out numbers that count up along one edge of the page."""
    if not _may_count("".join(glyph.text for glyph in text.glyphs)):
        return text
    words = words_of(text)
    if sum(any(map(str.isalpha, word.text)) for word in words) < _WORDED * len(words):
        return text  # a table of figures may count its rows
    numbers = next((column for column in _columns(words) if _counts(column) and _is_outermost(column, words)), None)
    if numbers is None:
        return text
    boxes = [word.box for word in numbers]
    kept = tuple(
        glyph
        for glyph in text.glyphs
        if glyph.is_gap or not any(box.x0 <= glyph.x <= box.x1 and box.y0 <= glyph.y <= box.y1 for box in boxes)
    )
    return dataclasses.replace(text, glyphs=kept)


def _may_count(written: str) -> bool:
    """Say whether a text has so many whole numbers that follow each other; most pages are done with here."""
    numbers = set(map(int, _NUMBER.findall(written)))
    follow = sum(number + 1 in numbers or number + 5 in numbers for number in numbers)
    return follow >= _MANY - 1


def is_line_number(draft: Draft) -> bool:
    """Say whether the engine made a block of a number that is left out."""
    return UNVERIFIED in draft.flags and draft.text.isdecimal()


def _columns(words: Sequence[Word]) -> Iterator[list[Word]]:
    """Give the whole numbers that end at one edge, top down."""
    numbers = [word for word in words if word.text.isdecimal() and len(word.text) <= 4]
    for edge in sorted({round(number.box.x1 / _SAME_EDGE) for number in numbers}):
        column = [number for number in numbers if abs(number.box.x1 / _SAME_EDGE - edge) <= 1]
        if len(column) >= _MANY:
            yield sorted(column, key=lambda number: number.box.y0)


def _counts(column: Sequence[Word]) -> bool:
    steps = [int(after.text) - int(before.text) for before, after in pairwise(column)]
    usual = max(set(steps), key=steps.count)
    return usual in (1, 5) and steps.count(usual) >= _COUNTING * len(steps)


def _is_outermost(column: Sequence[Word], words: Sequence[Word]) -> bool:
    """Say whether hardly any word stands between the numbers and one side of the page."""
    left, right = min(word.box.x0 for word in column), max(word.box.x1 for word in column)
    allowed = _OUTSIDE * len(words) + 2
    is_left = sum(word.box.x0 < left - _SAME_EDGE for word in words) <= allowed
    is_right = sum(word.box.x1 > right + _SAME_EDGE for word in words) <= allowed
    return is_left or is_right
