"""Scales with round steps, and the lines and numbers of an axis."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeGuard

from evidoc.reports.figures.canvas import SMALL, Canvas, middle
from evidoc.reports.figures.lettering import number, text_width

_NOTHING = 1e-12  # what is smaller is drawn as zero
_MOST = 1e300  # of what is larger, differences and sums may not be finite


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from `low` to `high` on the way from px `start` to px `end`, with round ticks."""

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[float, ...]

    def at(self, value: float) -> float:
        """Give the place of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def is_drawable(value: float | None) -> TypeGuard[float]:
    """Say whether a value has a place on an axis: it is known, finite, and not so large that sums of it are not."""
    return value is not None and math.isfinite(value) and abs(value) <= _MOST


def scale_over(values: Iterable[float], *, start: float, end: float, zero: bool = True, steps: int = 5) -> Scale:
    """Give a scale over all values, from tick to tick, with zero on it where marks have a length."""
    known = [0.0 if abs(value) < _NOTHING else value for value in values if is_drawable(value)]
    low, high = min([*known, 0.0] if zero else known, default=0.0), max([*known, 0.0] if zero else known, default=1.0)
    if low == high:
        low, high = low - (abs(low) / 2 if low else 0.0), low + (abs(low) / 2 or 1.0)
    step = _round_step((high - low) / steps, whole=zero and all(value == round(value) for value in known))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ticks = tuple(float(f"{index * step:.12g}") for index in range(first, last + 1))
    return Scale(low=ticks[0], high=ticks[-1], start=start, end=end, ticks=ticks)


def level_scale_over(values: Iterable[float], *, start: float, end: float, zero: bool = True) -> Scale:
    """Give a scale that goes to the right, with as many ticks as their numbers have room."""
    known = list(values)
    scales = (scale_over(known, start=start, end=end, zero=zero, steps=steps) for steps in (5, 4, 3, 2))
    return next((scale for scale in scales if _has_room(scale)), scale_over(known, start=start, end=end, zero=zero, steps=1))


def _has_room(scale: Scale) -> bool:
    widths = [text_width(number(tick), SMALL.size) for tick in scale.ticks]
    return (scale.end - scale.start) / (len(scale.ticks) - 1) >= max(widths) + 8


def scale_of_ends(scale: Scale, *, start: float, end: float) -> Scale:
    """Give the same scale between other places."""
    return Scale(low=scale.low, high=scale.high, start=start, end=end, ticks=scale.ticks)


def upright_axis(canvas: Canvas, scale: Scale, *, left: float, right: float) -> None:
    """Draw the ticks of an axis that goes upwards: lines over the plot, numbers to its left."""
    for tick in scale.ticks:
        y = scale.at(tick)
        canvas.rule((left, y), (right, y), tone="axis" if tick == 0 else "line")
        canvas.text(number(tick), (left - 6, middle(y, SMALL)), type=SMALL, anchor="end")


def level_axis(canvas: Canvas, scale: Scale, *, top: float, bottom: float) -> None:
    """Draw the ticks of an axis that goes to the right: lines over the plot, numbers under it."""
    for tick in scale.ticks:
        x = scale.at(tick)
        canvas.rule((x, top), (x, bottom), tone="axis" if tick == 0 else "line")
        canvas.text(number(tick), (x, bottom + 15), type=SMALL, anchor="middle")


def _round_step(rough: float, *, whole: bool) -> float:
    """Give the smallest of 1, 2, 5 times a power of ten that is not below; of counts, a whole one."""
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * (1 - 1e-9))
    return max(1.0, step) if whole else step
