"""Values as one would see them: series with a level, a trend and some noise; groups with a common profile.

Source: DH-31, DH-34, DH-35.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from evidoc.recipes.dochop._demands import Demands
from evidoc.recipes.dochop._frame import Frame

_TREND, _STEP, _PROFILE, _NOISE = 0.3, 0.07, 0.3, 0.08  # parts of the metric's range
_EDGE = 0.08  # levels keep this far from the ends of the range where they may
_MOVES = 3  # ways tried to move the equal values of a column
_NUDGES = 6  # how many last digits two equal values may be moved apart


def natural_cells(demands: Demands) -> list[int]:
    """Draw values within the bounds of every cell, alike in a row and alike in a column as real ones are."""
    frame, random_number = demands.frame, demands.rng.random
    offsets = _series if frame.schema.kind == "TS" else _profiled
    profile = [frame.width * _PROFILE * (random_number() - 0.5) for _ in range(frame.columns)]
    cells: list[int] = []
    for entity in range(frame.entities):
        level = _level(demands, entity)
        for at, offset in enumerate(offsets(frame, profile, random_number)):
            cells.append(_bounded(demands, entity * frame.columns + at, int(level + offset)))
    return cells


def without_ties(
    frame: Frame, rows: list[list[int]], is_good: Callable[[list[list[int]]], bool], rng: random.Random
) -> list[list[int]]:
    """Move equal values of a column apart by a few last digits, where the table stays good."""
    for at in range(frame.columns):
        column = [row[at] for row in rows]
        for _ in range(_MOVES if len(set(column)) < len(column) else 0):
            spread = _spread(frame, column, rng)
            moved = [[*row[:at], value, *row[at + 1 :]] for row, value in zip(rows, spread, strict=True)]
            if is_good(moved):
                rows = moved
                break
    return rows


def _level(demands: Demands, entity: int) -> float:
    """Draw a row's level where all its cells may be, if there is such a place; else anywhere in the middle."""
    frame = demands.frame
    start, stop = entity * frame.columns, (entity + 1) * frame.columns
    edge = frame.width * _EDGE
    low, high = max(demands.low[start:stop]), min(demands.high[start:stop])
    if low > high:
        low, high = frame.low, frame.high
    inner_low, inner_high = max(low, frame.low + edge), min(high, frame.high - edge)
    if inner_low > inner_high:
        inner_low, inner_high = low, high
    return inner_low + demands.rng.random() * (inner_high - inner_low)


def _series(frame: Frame, profile: list[float], random_number: Callable[[], float]) -> list[float]:
    """Give a trend and a walk around it."""
    trend = frame.width * _TREND * (random_number() - 0.5) / max(1, frame.columns - 1)
    offsets, walk = [], 0.0
    for at in range(frame.columns):
        walk = 0.6 * walk + frame.width * _STEP * (random_number() + random_number() - 1)
        offsets.append(trend * (at - frame.columns / 2) + walk)
    return offsets


def _profiled(frame: Frame, profile: list[float], random_number: Callable[[], float]) -> list[float]:
    """Give what the groups have in common and some noise."""
    noise = frame.width * _NOISE
    return [part + noise * (random_number() + random_number() - 1) for part in profile]


def _bounded(demands: Demands, cell: int, value: int) -> int:
    """Put a value that is out of bounds a random way inside, rather than on the bound."""
    low, high = demands.low[cell], demands.high[cell]
    if low <= value <= high:
        return value
    way = int(demands.rng.random() * min(high - low, demands.frame.width * 0.12))
    return low + way if value < low else high - way


def _spread(frame: Frame, column: list[int], rng: random.Random) -> list[int]:
    taken, spread = set(column), []
    seen: set[int] = set()
    for value in column:
        if value in seen:
            near = [value + step for step in range(-_NUDGES, _NUDGES + 1)]
            free = [v for v in near if v not in taken and frame.low <= v <= frame.high]
            value = free[int(rng.random() * len(free))] if free else value
            taken.add(value)
        seen.add(value)
        spread.append(value)
    return spread
