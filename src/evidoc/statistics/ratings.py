"""What raters said of items, as the agreement statistics take it: one unit an item, one place a rater."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from evidoc.errors import UsageError

Unit = Sequence[float | None]
"""The ratings of one item, one a rater in the same order for all items; None where a rater gave none."""


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A statistic over the `n` items that it rests on; None where undefined, and `reason` says why."""

    value: float | None
    n: int
    reason: str = ""


def counted(units: Sequence[Unit], counts: Sequence[int] | None) -> list[tuple[tuple[float, ...], int]]:
    """Give the ratings that each unit has, with how often it comes; units without any are left out.

    Raises:
        UsageError: A rating is not finite, or the counts are not one a unit.
    """
    if counts is not None and len(counts) != len(units):
        raise UsageError(f"{len(counts)} counts for {len(units)} units; give one each")
    times = counts if counts is not None else [1] * len(units)
    rated = [(_given(tuple(unit)), count) for unit, count in zip(units, times, strict=True)]
    for index, (given, _) in enumerate(rated):
        if given is None:
            shown = ", ".join("None" if rating is None else str(rating) for rating in units[index])
            raise UsageError(f"unit {index} has the ratings {shown}; give finite numbers, and None where there is none")
    return [(given, count) for given, count in rated if given]


@lru_cache(maxsize=4096)  # a bootstrap comes with the same few units again and again
def _given(unit: tuple[float | None, ...]) -> tuple[float, ...] | None:
    """Give the ratings that are there; None where one is not finite."""
    given = tuple(rating for rating in unit if rating is not None)
    return given if all(map(math.isfinite, given)) else None


def pairs(units: Sequence[Unit], counts: Sequence[int] | None) -> list[tuple[float, float, int]]:
    """Give the units that both of two raters rated, with how often each comes.

    Raises:
        UsageError: A unit is not of two raters, a rating is not finite, or the counts are not one a unit.
    """
    if not all(len(unit) == 2 for unit in units):
        index, unit = next((index, unit) for index, unit in enumerate(units) if len(unit) != 2)
        raise UsageError(f"unit {index} is of {len(unit)} raters; give pairs")
    return [(given[0], given[1], count) for given, count in counted(units, counts) if len(given) == 2]


def too_few(n: int, *, raters: int = 2) -> str:
    """Say why nothing can be said over `n` items with two ratings or more; an empty text where it can."""
    if raters < 2:
        return "only one rater"
    if n == 0:
        return "no item with two ratings"
    return "only one item" if n == 1 else ""


def category_places(ratings: Sequence[float], categories: Sequence[float] | None) -> dict[float, int]:
    """Give each category its place: those of the scale, or those that come where the scale is not given.

    Raises:
        UsageError: A rating is not on the scale, or the scale names a category twice.
    """
    if categories is None:
        return {category: place for place, category in enumerate(sorted(set(ratings)))}
    places = {category: place for place, category in enumerate(sorted(categories))}
    if len(places) < len(categories):
        raise UsageError(f"the categories {', '.join(f'{one:g}' for one in categories)} repeat; give each once")
    strangers = sorted(set(ratings) - places.keys())
    if strangers:
        known = ", ".join(f"{one:g}" for one in places)
        raise UsageError(f"ratings {', '.join(f'{one:g}' for one in strangers)} are not on the scale; its categories are {known}")
    return places
