"""Setting the names along a category axis: level, broken over lines, aslant or upright, and never one over another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from evidoc.compose.charts.geometry import Point, Words
from evidoc.compose.charts.legend import SMALLEST
from evidoc.compose.charts.shapes import Pencil
from evidoc.compose.charts.spec import ChartSpec
from evidoc.errors import Undrawable

_AIR = 2.5  # points between neighbours
_LINE, _TALL_LINE = 1.16, 1.2  # sizes from line to line, of plain letters and of CJK signs and accents
_SLANT = 45.0
_EASIER = 0.85  # slanted names are easier to read, so they may be so much taller than upright ones
_TALLEST = 0.44  # of the panel


@dataclass(frozen=True, slots=True)
class Band:
    """How the names are set: lines of each, size and angle, and how much they take below and before the axis, in points."""

    names: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    pencil: Pencil
    angle: float
    height: float
    before: float = 0.0

    def below(self, places: Sequence[float], top: float) -> list[Words]:
        """Set the names below an axis at `top`, each under its place."""
        named = zip(self.names, self.lines, places, strict=True)
        return [words for name, lines, x in named for words in self._one((name,), lines, (x, top))]

    def beside(self, places: Sequence[float], right: float) -> list[Words]:
        """Set the names left of an axis at `right`, each beside its place."""
        size, line_height = self.pencil.size, line_of(self.names)
        found = []
        for name, lines, y in zip(self.names, self.lines, places, strict=True):
            first = y - (len(lines) - 1) * size * line_height / 2 + 0.33 * size
            found += [
                self.pencil.place(line, (right - 3, first + row * size * line_height), anchor="end", owner=(name,))
                for row, line in enumerate(lines)
            ]
        return found

    def _one(self, owner: tuple[str, ...], lines: tuple[str, ...], at: Point) -> list[Words]:
        size, line_height, (x, top) = self.pencil.size, line_of(self.names), at
        if self.angle == 0:
            rows = [(x, top + 2.5 + size * (0.85 + line_height * row)) for row in range(len(lines))]
            return [self.pencil.place(line, place, anchor="middle", owner=owner) for line, place in zip(lines, rows, strict=True)]
        if self.angle == _SLANT:
            at_end = (x + 0.3 * size, top + 3 + 0.55 * size)
            return [self.pencil.place(lines[0], at_end, anchor="end", angle=_SLANT, owner=owner)]
        first = x - (len(lines) - 1) * size * line_height / 2 + 0.3 * size
        return [
            self.pencil.place(line, (first + row * size * line_height, top + 3), anchor="end", angle=90, owner=owner)
            for row, line in enumerate(lines)
        ]


def line_of(names: Sequence[str]) -> float:
    """Give how far apart the lines of names stand, in sizes: CJK signs reach higher."""
    return _LINE if all(name.isascii() for name in names) else _TALL_LINE


def band_below(spec: ChartSpec, slot: float) -> Band:
    """Choose how names stand below an axis whose categories are `slot` points apart.

    Raises:
        Undrawable: No way is legible (`does_not_fit`).
    """
    tallest = _TALLEST * spec.height
    for size in _sizes(spec):
        level = _level(spec, Pencil("category", size, spec.style.face), slot)
        if level is not None and level.height <= tallest:
            return level
    for size in _sizes(spec):
        pencil = Pencil("category", size, spec.style.face)
        turned = [way(spec, pencil, slot) for way in (_slanted, _upright)]
        fitting = [band for band in turned if band is not None and band.height <= tallest]
        if fitting:
            return min(fitting, key=lambda band: band.height * (_EASIER if band.angle == _SLANT else 1.0))
    raise _too_many(spec, slot)


def band_beside(spec: ChartSpec, slot: float) -> Band:
    """Choose how names stand left of an axis whose categories are `slot` points apart; `before` is the width they take.

    Raises:
        Undrawable: No way is legible (`does_not_fit`).
    """
    for size in _sizes(spec):
        pencil = Pencil("category", size, spec.style.face)
        most = int((slot - 1.0) / (size * line_of(spec.categories)) + 0.15)
        for share in (0.25, 0.33, 0.42):
            whole = _broken(spec, pencil, most=most, width=share * spec.width)
            if whole is not None:
                return Band(spec.categories, whole, pencil, 0.0, 0.0, 3 + _longest(pencil, whole))
    raise _too_many(spec, slot)


def _sizes(spec: ChartSpec) -> list[float]:
    return [spec.style.size - part / 2 for part in range(int((spec.style.size - SMALLEST) * 2) + 1)]


def _too_many(spec: ChartSpec, slot: float) -> Undrawable:
    longest = max(spec.categories, key=len)
    what = f"{len(spec.categories)} names as long as {longest!r} along an axis, {slot:.1f} points apart"
    return Undrawable("does_not_fit", f"{what}; shorten them, draw fewer, or give the chart more room")


def _level(spec: ChartSpec, pencil: Pencil, slot: float) -> Band | None:
    whole = _broken(spec, pencil, most=3, width=slot - _AIR)
    if whole is None:
        return None
    tallest = max(len(line) for line in whole)
    if tallest > 1:
        whole = _narrowest(spec, pencil, most=tallest, width=slot - _AIR) or whole
    return Band(spec.categories, whole, pencil, 0.0, 2.5 + pencil.size * (1.1 + line_of(spec.categories) * (tallest - 1)))


def _slanted(spec: ChartSpec, pencil: Pencil, slot: float) -> Band | None:
    if slot * math.sin(math.radians(_SLANT)) < 1.22 * pencil.size:
        return None
    reaches = [pencil.width(name) * math.sin(math.radians(_SLANT)) for name in spec.categories]
    before = max(reach - slot * number for number, reach in enumerate(reaches))
    whole = tuple((name,) for name in spec.categories)
    return Band(spec.categories, whole, pencil, _SLANT, 3 + max(reaches) + 0.8 * pencil.size, max(0.0, before))


def _upright(spec: ChartSpec, pencil: Pencil, slot: float) -> Band | None:
    bands = []
    for count in (1, 2):
        if slot < pencil.size * (1.1 + line_of(spec.categories) * (count - 1)):
            break
        whole = _narrowest(spec, pencil, most=count, width=_TALLEST * spec.height - 4)
        if whole is not None:
            bands.append(Band(spec.categories, whole, pencil, 90.0, 4 + _longest(pencil, whole)))
    return min(bands, key=lambda band: band.height, default=None)


def _narrowest(spec: ChartSpec, pencil: Pencil, *, most: int, width: float) -> tuple[tuple[str, ...], ...] | None:
    """Break all names alike: over as many lines as allowed and as narrow as they can be."""
    found = None
    for part in range(12, 2, -1):
        whole = _broken(spec, pencil, most=most, width=width * part / 12)
        if whole is None:
            break
        found = whole
    return found


def _broken(spec: ChartSpec, pencil: Pencil, *, most: int, width: float) -> tuple[tuple[str, ...], ...] | None:
    lines = [pencil.lines(name, width=width, most=most) if most > 0 else None for name in spec.categories]
    whole = tuple(line for line in lines if line is not None)
    return whole if len(whole) == len(lines) else None


def _longest(pencil: Pencil, whole: tuple[tuple[str, ...], ...]) -> float:
    return max(pencil.width(line) for lines in whole for line in lines)
