"""How slots are filled: moments, windows, thresholds at round numbers, operators.

Source: table 2.3.3, first column.
"""

from __future__ import annotations

import random
from decimal import Decimal

from evidoc.recipes.dochop._frame import Frame
from evidoc.recipes.dochop._records import Direction, Operator

_OPERATORS: tuple[Operator, ...] = (">=", "<=", ">", "<")
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 25_000, 50_000, 100_000)
_WHOLE_SERIES = 0.35  # how often a window is the whole series; the rest are proper parts


def pick_column(frame: Frame, rng: random.Random) -> str:
    """Pick one column of the chart."""
    names = frame.schema.columns
    return names[int(rng.random() * len(names))]


def pick_two(frame: Frame, rng: random.Random) -> tuple[str, str]:
    """Pick two columns, the one that stands earlier in the chart first."""
    first, second = sorted(rng.sample(range(frame.columns), 2))
    names = frame.schema.columns
    return names[first], names[second]


def pick_window(frame: Frame, rng: random.Random, *, least: int = 3) -> tuple[str, ...]:
    """Pick consecutive timestamps, at least so many; of groups always all."""
    names = frame.schema.columns
    if frame.schema.kind != "TS" or len(names) <= least or rng.random() < _WHOLE_SERIES:
        return names
    length = least + int(rng.random() * (len(names) - least))
    start = int(rng.random() * (len(names) - length + 1))
    return names[start : start + length]


def pick_operator(rng: random.Random) -> Operator:
    """Pick one of the four operators."""
    return _OPERATORS[int(rng.random() * 4)]


def pick_direction(rng: random.Random) -> Direction:
    """Pick up or down."""
    return "up" if rng.random() < 0.5 else "down"


def part_of_range(frame: Frame, rng: random.Random, low: float, high: float) -> int:
    """Pick a round number at a part of the metric's range, counted from its lower end, in last digits."""
    return rounded(frame, frame.low + (low + (high - low) * rng.random()) * frame.width)


def part_of_width(frame: Frame, rng: random.Random, low: float, high: float) -> int:
    """Pick a round width: a part of the metric's range, in last digits."""
    return max(2 * frame.margin, rounded(frame, (low + (high - low) * rng.random()) * frame.width))


def rounded(frame: Frame, value: float) -> int:
    """Round to what people write: some fifty round numbers over the range."""
    step = max((s for s in _STEPS if s * 50 <= frame.width), default=1)
    return round(value / step) * step


def percent(value: int) -> Decimal:
    """Write a whole percentage."""
    return Decimal(value)


def tenths(value: int) -> Decimal:
    """Write a ratio with one decimal."""
    return Decimal(value).scaleb(-1)
