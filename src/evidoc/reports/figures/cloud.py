"""A word cloud: words laid on a spiral from the middle, the area of each in proportion to its count."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count as count_from

from evidoc.records.analysis import Cloud
from evidoc.reports.figures.canvas import MARGIN, Canvas, Drawn, Type
from evidoc.reports.figures.lettering import number, plain, text_width

_WIDTH = 720.0
_LARGEST, _SMALLEST = 54.0, 11.0
_INK = 110_000.0  # px² that all words may take: about two fifths of a figure that is not too high
_FLAT = 0.52  # a turn of the spiral is about half as high as it is wide
_PAD = 2.0
_CELL = 2.0  # px
_STEP, _GROWTH = 6.0, 1.6  # px along the spiral from point to point, and outward for each radian
_MOST = 300  # words; of more the rest is counted in the note


@dataclass(frozen=True, slots=True)
class _Word:
    """A word with its size, half its width and height, and its middle."""

    text: str
    count: int
    size: float
    half: tuple[float, float]
    x: float = 0.0
    y: float = 0.0


class _Ground:
    """Which cells are taken: one number a row of cells, one bit a cell."""

    def __init__(self) -> None:
        self._rows: dict[int, int] = defaultdict(int)

    def take(self, half: tuple[float, float], x: float, y: float) -> bool:
        """Take the cells around a point; False where one of them is taken already."""
        first = int((_WIDTH / 2 + x - half[0]) // _CELL)
        last = int((_WIDTH / 2 + x + half[0]) // _CELL)
        mask = ((1 << (last - first + 1)) - 1) << first
        rows = range(int((y - half[1]) // _CELL), int((y + half[1]) // _CELL) + 1)
        for row in rows:
            if self._rows[row] & mask:
                return False
        for row in rows:
            self._rows[row] |= mask
        return True


def draw_cloud(figure: Cloud, *, name: str) -> Drawn:
    """Draw the words, the most used first and in the middle."""
    ranked = sorted((word for word in figure.words if word[1] > 0), key=lambda word: (-word[1], word[0]))
    drawn = [(plain(text), count) for text, count in ranked[:_MOST]]
    largest = _largest(drawn)
    placed = _placed([_sized(word, count, size=largest * math.sqrt(count / drawn[0][1])) for word, count in drawn])
    more = f" {len(ranked) - _MOST:,} rarer ones are not drawn." if len(ranked) > _MOST else ""
    note = f"{len(ranked):,} words, {sum(count for _, count in ranked):,} uses; “{ranked[0][0]}” {ranked[0][1]:,}.{more}"
    canvas = Canvas(name, title=figure.title, width=_WIDTH, note=plain(note))
    upper = min(word.y - word.half[1] for word in placed)
    for index, word in enumerate(placed):
        look = Type(word.size, "c0" if index < 6 else "ink" if word.size > 17 else "soft")
        at = (_WIDTH / 2 + word.x, canvas.top + word.y - upper + word.size * 0.35)
        canvas.text(word.text, at, type=look, anchor="middle")
    height = canvas.top + max(word.y + word.half[1] for word in placed) - upper + MARGIN
    return Drawn(canvas, height, "Words by use: " + ", ".join(f"{text} {number(count)}" for text, count in ranked[:60]) + ".")


def _largest(words: Sequence[tuple[str, int]]) -> float:
    """Give the size of the most used word, so that all together have room: many words used alike are small."""
    area = sum(text_width(word, 1.0) * count / words[0][1] for word, count in words)
    return min(_LARGEST, math.sqrt(_INK / max(area, 1.0)))


def _sized(word: str, count: int, *, size: float) -> _Word:
    """Give a word its size; a long one is made smaller to fit, and in the end cut."""
    room = _WIDTH - 2 * MARGIN - 2 * _PAD
    size = max(_SMALLEST, min(size, room / max(text_width(word, 1.0), 0.1)))
    while text_width(word, size) > room:
        word = word[: max(1, len(word) * 9 // 10 - 1)].rstrip("…") + "…"
    return _Word(word, count, round(size, 1), (text_width(word, size) / 2 + _PAD, size * 0.56 + _PAD / 2))


def _placed(words: Sequence[_Word]) -> list[_Word]:
    """Place each word at the first free point of the spiral, counted from the middle.

    A word begins its search half way to where the last one was placed: most of what is nearer is taken.
    """
    done, ground, way, start = list[_Word](), _Ground(), _Spiral(), 0
    for word in words:
        limit = _WIDTH / 2 - MARGIN - word.half[0]
        for index in count_from(start // 2):
            x, y = way.point(index)
            x = max(-limit, min(limit, x))
            if ground.take(word.half, x, y):
                done.append(replace(word, x=x, y=y))
                start = index
                break
    return done


class _Spiral:
    """Points outward without end, about 6 px apart along the way; each is computed once."""

    def __init__(self) -> None:
        self._points: list[tuple[float, float]] = []
        self._angle = 0.0

    def point(self, index: int) -> tuple[float, float]:
        while len(self._points) <= index:
            radius = _GROWTH * self._angle
            self._points.append((round(radius * math.cos(self._angle), 2), round(radius * _FLAT * math.sin(self._angle), 2)))
            self._angle += _STEP / (radius + _STEP)
        return self._points[index]
