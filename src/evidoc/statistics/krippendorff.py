"""Krippendorff's α: disagreement seen over disagreement by chance, for any number of raters, some ratings missing."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

from evidoc.errors import UsageError
from evidoc.statistics.ratings import Coefficient, Unit, counted, too_few

Level = Literal["nominal", "ordinal", "interval", "ratio"]


def krippendorff_alpha(units: Sequence[Unit], *, counts: Sequence[int] | None = None, level: Level = "nominal") -> Coefficient:
    """Give α over the items with two ratings or more.

    Undefined where all those ratings are equal: the raters agree, and nothing shows that they could have disagreed
    (case F17). Numbers that nobody used play no part, so the scale need not be given. Source: Krippendorff, Computing
    Krippendorff's Alpha-Reliability (2011); DHQ-83, SD-56.

    Raises:
        UsageError: A ratio scale has a negative rating.
    """
    rated = [(given, count) for given, count in counted(units, counts) if len(given) > 1]
    n = sum(count for _, count in rated)
    if reason := too_few(n, raters=max(map(len, units), default=2)):
        return Coefficient(None, n, reason)
    values: Counter[float] = Counter()
    for given, count in rated:
        for rating in given:
            values[rating] += count
    if len(values) == 1:
        return Coefficient(None, n, "no variation")
    return Coefficient(_alpha(rated, values, level), n)


_Rated = Sequence[tuple[tuple[float, ...], int]]


def _alpha(rated: _Rated, values: Counter[float], level: Level) -> float:
    if level == "ordinal":
        ranks = _middle_ranks(values)
        rated = [(tuple([ranks[rating] for rating in given]), count) for given, count in rated]
        values = Counter({ranks[value]: count for value, count in values.items()})
    squares = _SQUARES[level]
    seen = math.fsum([count * _within(given, squares) / (len(given) - 1) for given, count in rated])
    return 1 - (sum(values.values()) - 1) * seen / squares(values)


def _within(given: tuple[float, ...], squares: Callable[[Counter[float]], float]) -> float:
    """Most units agree, and most that do not are pairs; the rest is counted."""
    if given.count(given[0]) == len(given):
        return 0.0
    if len(given) == 2 and squares is _interval:
        return 2 * (given[0] - given[1]) ** 2
    return squares(Counter(given))


def _middle_ranks(values: Counter[float]) -> dict[float, float]:
    """Two categories are as far apart as their middle ranks; this is Krippendorff's ordinal difference exactly."""
    ranks, below = {}, 0
    for value in sorted(values):
        ranks[value] = below + values[value] / 2
        below += values[value]
    return ranks


def _nominal(values: Counter[float]) -> float:
    total = sum(values.values())
    return float(sum(count * (total - count) for count in values.values()))


def _interval(values: Counter[float]) -> float:
    """The squared differences over all ordered pairs are twice the number of values times their squares about the mean."""
    total = sum(values.values())
    mean = math.fsum(value * count for value, count in values.items()) / total
    return 2 * total * math.fsum(count * (value - mean) ** 2 for value, count in values.items())


def _ratio(values: Counter[float]) -> float:
    if min(values) < 0:
        raise UsageError(f"a ratio scale has no rating {min(values):g}; give numbers from 0 up, or the level interval")
    return math.fsum(
        count * other_count * ((value - other) / (value + other)) ** 2
        for value, count in values.items()
        for other, other_count in values.items()
        if value != other
    )


_SQUARES: dict[Level, Callable[[Counter[float]], float]] = {
    "nominal": _nominal,
    "ordinal": _interval,  # on middle ranks
    "interval": _interval,
    "ratio": _ratio,
}
