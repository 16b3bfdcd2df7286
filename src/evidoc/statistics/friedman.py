"""Whether several raters or systems differ on the same items: Friedman's test, corrected for ties.

That it finds no difference is not agreement: the effect size stands beside, and agreement has its own coefficients
(CV-73).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from evidoc.errors import UsageError
from evidoc.statistics.ranks import average_ranks
from evidoc.statistics.ratings import Unit, counted


@dataclass(frozen=True, slots=True)
class Friedman:
    """Friedman's statistic with its p, over the `n` items that all rated; `left_out` counts the others.

    `mean_ranks` are one a rater, the highest rating with the highest rank. `effect` is Kendall's W: 0 where the
    raters' ratings are as high on average, 1 where all items order them alike. `critical` is Nemenyi's difference of mean
    ranks at 5 %. What is undefined is None, and `reason` says why.
    """

    statistic: float | None
    p: float | None
    effect: float | None
    critical: float | None
    mean_ranks: tuple[float, ...]
    n: int
    left_out: int
    reason: str = ""


def friedman(units: Sequence[Unit]) -> Friedman:
    """Compare three raters or more over items; an item that one of them did not rate is left out and counted.

    Raises:
        UsageError: Units differ in their number of raters, or a rating is not finite.
    """
    counted(units, None)  # refuses what is not finite
    sizes = {len(unit) for unit in units}
    if len(sizes) > 1:
        raise UsageError(f"units are of {min(sizes)} to {max(sizes)} raters; give each unit one place a rater")
    blocks = [[rating for rating in unit if rating is not None] for unit in units if None not in unit]
    raters = sizes.pop() if sizes else 0
    n, left_out = len(blocks), len(units) - len(blocks)
    ranked = [_ranks(block) for block in blocks]
    means = tuple(math.fsum(column) / n for column in zip(*ranked, strict=True))
    reason = _undefined(blocks, raters)
    if reason:
        return Friedman(None, None, None, None, means, n, left_out, reason)
    middle = (raters + 1) / 2
    between = 12 * n / (raters * (raters + 1)) * math.fsum((mean - middle) ** 2 for mean in means)
    statistic = between / (1 - _tied(blocks) / (n * raters * (raters**2 - 1)))
    return Friedman(
        statistic=statistic,
        p=chi_square_tail(statistic, degrees=raters - 1),
        effect=statistic / (n * (raters - 1)),
        critical=nemenyi_difference(raters, n),
        mean_ranks=means,
        n=n,
        left_out=left_out,
    )


def chi_square_tail(value: float, *, degrees: int) -> float:
    """Give the chance that a chi-square variable is larger, by its closed form for whole degrees of freedom.

    Raises:
        UsageError: There is no degree of freedom.
    """
    if degrees < 1:
        raise UsageError(f"{degrees} degrees of freedom; give at least 1")
    if value <= 0:
        return 1.0
    half = value / 2
    start = 0.5 if degrees % 2 else 0.0
    terms = [
        math.exp(power * math.log(half) - half - math.lgamma(power + 1))
        for power in (start + step for step in range((degrees - int(2 * start)) // 2))
    ]
    tail = math.erfc(math.sqrt(half)) if degrees % 2 else 0.0
    return min(1.0, tail + math.fsum(terms))


def nemenyi_difference(raters: int, n: int, *, level: float = 0.95) -> float:
    """Give how far two mean ranks must be apart to differ, all pairs compared, after Nemenyi.

    Source: Demšar, Statistical Comparisons of Classifiers over Multiple Data Sets (2006), section 3.2.2; case F21.

    Raises:
        UsageError: There are fewer than two raters or no item.
    """
    if raters < 2 or n < 1:
        raise UsageError(f"{raters} raters over {n} items; give at least 2 over 1")
    return _range_quantile(raters, level) / math.sqrt(2) * math.sqrt(raters * (raters + 1) / (6 * n))


def _ranks(block: Sequence[float]) -> list[float]:
    ranks = average_ranks((rating, 1) for rating in block)
    return [ranks[rating] for rating in block]


def _undefined(blocks: Sequence[Sequence[float]], raters: int) -> str:
    if raters < 3:
        return "fewer than three raters; compare two by their paired difference"
    if len(blocks) < 2:
        return "only one item that all rated" if blocks else "no item that all rated"
    return "no differences" if all(len(set(block)) == 1 for block in blocks) else ""


def _tied(blocks: Sequence[Sequence[float]]) -> int:
    return sum(times**3 - times for block in blocks for times in Counter(block).values())


def _range_quantile(size: int, level: float) -> float:
    low, high = 0.0, 100.0
    while high - low > 1e-10:
        middle = (low + high) / 2
        low, high = (middle, high) if _range_below(middle, size) < level else (low, middle)
    return (low + high) / 2


def _range_below(width: float, size: int) -> float:
    """Give the chance that `size` normal values lie within `width`, by the trapezoid rule, which is all but exact here."""
    step = 1 / 32
    heights = (
        math.exp(-z * z / 2) * ((math.erf(z / _ROOT) - math.erf((z - width) / _ROOT)) / 2) ** (size - 1)
        for z in (index * step for index in range(-288, 289))
    )
    return size * step / math.sqrt(2 * math.pi) * math.fsum(heights)


_ROOT = math.sqrt(2)
