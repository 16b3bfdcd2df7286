"""How far apart the evidence of one item lies: distances within a document, and from one step of a chain to the next.

Positions are places in reading order, counted from 0. Source: X-09, DHQ-90 to DHQ-96.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, pairwise


@dataclass(frozen=True, slots=True)
class Quantiles:
    """The five numbers of a box plot over `n` values, by linear interpolation; None where there are no values."""

    n: int
    least: float | None
    lower: float | None
    median: float | None
    upper: float | None
    most: float | None


def position_ratio(position: int, length: int) -> float:
    """Give where a position lies in a document of so many places, 0 to 1; 0 where there is one place only (DHQ-90)."""
    return position / (length - 1) if length > 1 else 0.0


def pair_distances(positions: Sequence[int]) -> list[int]:
    """Give the distances of all unordered pairs: [2, 5, 11] gives [3, 9, 6] (DHQ-91)."""
    return [abs(second - first) for first, second in combinations(positions, 2)]


def pair_ratios(positions: Sequence[int], length: int) -> list[float]:
    """Give the same as shares of the longest distance there can be; nothing for a document of one place (DHQ-92)."""
    return [distance / (length - 1) for distance in pair_distances(positions)] if length > 1 else []


def joined_positions(places: Sequence[tuple[int, int]], lengths: Sequence[int]) -> list[int]:
    """Give positions in documents put one after the other: pairs of document, from 0, and position in it (DHQ-93)."""
    starts = [0, *accumulate(lengths)]
    return [starts[document] + position for document, position in places]


def step_distances(positions: Sequence[int]) -> list[int]:
    """Give the distances of consecutive steps, in positions that run on from one document to the next (DHQ-93, DHQ-94)."""
    return [abs(second - first) for first, second in pairwise(positions)]


def quantiles(values: Sequence[float]) -> Quantiles:
    """Give the least value, quartiles and the most (DHQ-96)."""
    if not values:
        return Quantiles(0, None, None, None, None, None)
    return Quantiles(len(values), *five_numbers(values))


def five_numbers(values: Sequence[float]) -> tuple[float, float, float, float, float]:
    """Give the same of one value or more as plain numbers: least, lower quartile, median, upper quartile, most."""
    ordered = sorted(values)
    least, lower, median, upper, most = (_quantile(ordered, share) for share in (0.0, 0.25, 0.5, 0.75, 1.0))
    return least, lower, median, upper, most


def within_quartiles(values: Sequence[float]) -> list[float]:
    """Keep the values between the quartiles, both included, as the paper's box plots do (DHQ-96)."""
    found = quantiles(values)
    if found.lower is None or found.upper is None:
        return []
    return [value for value in values if found.lower <= value <= found.upper]


def _quantile(ordered: Sequence[float], share: float) -> float:
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
