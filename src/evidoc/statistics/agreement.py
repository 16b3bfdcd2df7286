"""How far raters agree, and how much of it is more than chance: percent, Cohen's κ, Gwet's AC1 and AC2, distances.

Ratings are numbers (categories without order are coded by any numbers). `counts` says how often each unit comes, so
that a resample need not repeat it. A coefficient of chance is undefined over fewer than two items. Source: X-33, DHQ-81.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal

from evidoc.statistics.ratings import Coefficient, Unit, category_places, counted, pairs, too_few

Weights = Literal["identity", "linear", "quadratic", "ordinal"]

MOST_CATEGORIES = 100  # tables of categories grow with the square; a scale with more is a measurement, not categories
_NO_VARIATION = "no variation"
_SLACK = 1e-9  # of floating point, as for every threshold (docs/reference/metrics.md)


def percent_agreement(
    units: Sequence[Unit],
    *,
    counts: Sequence[int] | None = None,
    weights: Weights = "identity",
    categories: Sequence[float] | None = None,
) -> Coefficient:
    """Give the share of pairs of ratings that agree, averaged over items; with weights, near ones count in part."""
    rated = counted(units, counts)
    places = category_places([rating for given, _ in rated for rating in given], categories)
    if weights != "identity" and len(places) > MOST_CATEGORIES:
        return Coefficient(None, _pairable(rated), _too_many(len(places)))
    n = _pairable(rated)
    if n == 0:
        return Coefficient(None, 0, too_few(0, raters=_most(units)))
    return Coefficient(_agreement(rated, _scale(places, weights), weights), n)


def cohen_kappa(
    units: Sequence[Unit],
    *,
    counts: Sequence[int] | None = None,
    weights: Weights = "identity",
    categories: Sequence[float] | None = None,
) -> Coefficient:
    """Give Cohen's κ of two raters, over the items that both rated.

    The scale matters only to "ordinal" weights: categories that nobody used stand between others. Undefined where both
    raters used one and the same category throughout.

    Raises:
        UsageError: A unit is not of two raters, or a rating is not on the scale.
    """
    whole = pairs(units, counts)
    n = sum(count for _, _, count in whole)
    if reason := too_few(n):
        return Coefficient(None, n, reason)
    places = category_places([rating for first, second, _ in whole for rating in (first, second)], categories)
    if len(places) > MOST_CATEGORIES:
        return Coefficient(None, n, _too_many(len(places)))
    table = _weight_table(tuple(places), weights)
    firsts: Counter[int] = Counter()
    seconds: Counter[int] = Counter()
    apart = 0.0
    for first, second, count in whole:
        one, other = places[first], places[second]
        firsts[one] += count
        seconds[other] += count
        apart += count * (1 - table[one][other])
    if len(firsts.keys() | seconds.keys()) == 1:
        return Coefficient(None, n, _NO_VARIATION)
    expected = math.fsum(a * b * (1 - table[one][other]) for one, a in firsts.items() for other, b in seconds.items()) / n
    return Coefficient(1 - apart / expected, n)


def gwet_ac(
    units: Sequence[Unit],
    *,
    counts: Sequence[int] | None = None,
    weights: Weights = "identity",
    categories: Sequence[float] | None = None,
) -> Coefficient:
    """Give Gwet's AC1 (identity weights) or AC2, of any number of raters, some ratings missing.

    Items with one rating tell how common the categories are. The value depends on the scale, so `categories` should be
    all of it (case F19); where only one category is known there is nothing to agree about by chance, and no value.
    `n` counts the items with two ratings or more. Source: Gwet (2008; 2014, chapter 5), DHQ-81.

    Raises:
        UsageError: A rating is not on the scale.
    """
    rated = counted(units, counts)
    places = category_places([rating for given, _ in rated for rating in given], categories)
    n = _pairable(rated)
    if len(places) > MOST_CATEGORIES:
        return Coefficient(None, n, _too_many(len(places)))
    if reason := too_few(n, raters=_most(units)):
        return Coefficient(None, n, reason)
    if len(places) < 2:
        return Coefficient(None, n, f"{_NO_VARIATION}, and the scale has no other category")
    chance = _chance(rated, places, weights)
    return Coefficient((_agreement(rated, _scale(places, weights), weights) - chance) / (1 - chance), n)


def mean_absolute_error(units: Sequence[Unit], *, counts: Sequence[int] | None = None) -> Coefficient:
    """Give how far two raters are apart on average, over the items that both rated."""
    return _mean_over_pairs(units, counts, lambda distance: distance)


def within_one(units: Sequence[Unit], *, counts: Sequence[int] | None = None) -> Coefficient:
    """Give the share of items on which two raters are at most 1 apart."""
    return _mean_over_pairs(units, counts, lambda distance: float(distance <= 1 + _SLACK))


_Rated = Sequence[tuple[tuple[float, ...], int]]


def _agreement(rated: _Rated, scale: tuple[float, ...], weights: Weights) -> float:
    several = [(given, count) for given, count in rated if len(given) > 1]
    apart = math.fsum([count * _apart(given, scale, weights) for given, count in several])
    return 1 - apart / sum(count for _, count in several)


@lru_cache(maxsize=4096)  # a bootstrap asks for the same few patterns of ratings again and again
def _apart(given: tuple[float, ...], scale: tuple[float, ...], weights: Weights) -> float:
    """Give how far a unit's ratings disagree, over all its pairs; identity needs no scale."""
    ordered = len(given) * (len(given) - 1)
    if weights == "identity":
        return (len(given) ** 2 - sum(map(given.count, given))) / ordered
    table = _weight_table(scale, weights)
    places = [scale.index(rating) for rating in given]
    return math.fsum(1 - table[one][other] for one in places for other in places if one != other) / ordered


def _chance(rated: _Rated, places: dict[float, int], weights: Weights) -> float:
    total = sum(count for _, count in rated)
    shares = [0.0] * len(places)
    for given, count in rated:
        share = count / len(given) / total
        for rating in given:
            shares[places[rating]] += share
    weight = math.fsum(map(math.fsum, _weight_table(tuple(places), weights)))
    return weight / (len(places) * (len(places) - 1)) * math.fsum(share * (1 - share) for share in shares)


@lru_cache(maxsize=32)
def _weight_table(scale: tuple[float, ...], weights: Weights) -> tuple[tuple[float, ...], ...]:
    """Give how far each two categories count as agreeing: 1 for the same, 0 for the two ends of the scale.

    "linear" and "quadratic" go by the distance of the values, "ordinal" by how many pairs of categories lie between.
    Source: Gwet, Handbook of Inter-Rater Reliability, 4th edition (2014), section 3.5.
    """
    return tuple(tuple(_weight(scale, one, other, weights) for other in range(len(scale))) for one in range(len(scale)))


def _weight(scale: Sequence[float], one: int, other: int, weights: Weights) -> float:
    if one == other:
        return 1.0
    if weights == "identity":
        return 0.0
    if weights == "ordinal":
        return 1 - math.comb(abs(one - other) + 1, 2) / math.comb(len(scale), 2)
    distance = abs(scale[one] - scale[other]) / (scale[-1] - scale[0])
    return 1 - (distance if weights == "linear" else distance * distance)


def _mean_over_pairs(units: Sequence[Unit], counts: Sequence[int] | None, worth: Callable[[float], float]) -> Coefficient:
    whole = pairs(units, counts)
    n = sum(count for _, _, count in whole)
    if n == 0:
        return Coefficient(None, 0, too_few(0))
    return Coefficient(math.fsum(count * worth(abs(first - second)) for first, second, count in whole) / n, n)


def _scale(places: dict[float, int], weights: Weights) -> tuple[float, ...]:
    """Identity does without, so that a measurement of many values is hashed no more than it must."""
    return () if weights == "identity" else tuple(places)


def _pairable(rated: _Rated) -> int:
    return sum(count for given, count in rated if len(given) > 1)


def _most(units: Sequence[Unit]) -> int:
    return max(map(len, units), default=2)


def _too_many(categories: int) -> str:
    return f"{categories} categories, more than {MOST_CATEGORIES}"
