"""Intervals of any statistic over rated items, by drawing whole items or whole documents with replacement."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass

from evidoc.errors import UsageError
from evidoc.statistics.intervals import RESAMPLES, percentiles
from evidoc.statistics.ratings import Coefficient, Unit

Measure = Callable[[Sequence[Unit], Sequence[int]], Coefficient]
"""A statistic over units, each coming as often as its count says."""


@dataclass(frozen=True, slots=True)
class Draw:
    """How resamples are drawn: how many, from which seed, and the level of the interval; none means no interval."""

    resamples: int = RESAMPLES
    seed: int = 0
    level: float = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A statistic with its limits over `n` items in `clusters` groups.

    `undefined` counts the resamples that gave no number, which have no part in the limits; where they are more than
    half there are no limits. What is undefined is None, and `reason` says why.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    clusters: int
    undefined: int = 0
    reason: str = ""


_DRAW = Draw()


def interval_of(
    measure: Measure, units: Sequence[Unit], *, clusters: Sequence[Hashable] | None = None, draw: Draw = _DRAW
) -> Estimate:
    """Give a statistic and its bootstrap percentile interval, drawing whole clusters with replacement.

    `clusters` names the group of each unit (the document of an item); without it each item stands alone. Units that
    nobody rated are left out. Source: X-33, SD-56, case F17.

    Raises:
        UsageError: The clusters are not one a unit, or the number of resamples is negative.
    """
    if clusters is not None and len(clusters) != len(units):
        raise UsageError(f"{len(clusters)} clusters for {len(units)} units; give one each")
    resamples = draw.resamples
    if resamples < 0:
        raise UsageError(f"resamples={resamples} cannot be drawn; give 0 for no interval, or more")
    kept = [index for index, unit in enumerate(units) if any(rating is not None for rating in unit)]
    rated = [tuple(units[index]) for index in kept]
    groups = _numbers([clusters[index] for index in kept]) if clusters is not None else list(range(len(rated)))
    size = len(set(groups))
    point = measure(rated, [1] * len(rated))
    if point.value is None or size < 2 or resamples == 0:
        reason = point.reason or ("" if size >= 2 else "all items are of one document" if clusters else "only one item")
        return Estimate(point.value, None, None, point.n, size, 0, reason)
    values = [value for value in _values(measure, rated, groups, draw=draw) if value is not None]
    undefined = resamples - len(values)
    if 2 * undefined > resamples:
        reason = f"{undefined} of {resamples} resamples give no number"
        return Estimate(point.value, None, None, point.n, size, undefined, reason)
    import numpy as np

    low, high = percentiles(np.asarray(values), level=draw.level)
    return Estimate(point.value, low, high, point.n, size, undefined)


def _values(
    measure: Measure, rated: Sequence[tuple[float | None, ...]], groups: Sequence[int], *, draw: Draw
) -> Iterator[float | None]:
    """Equal units are counted rather than repeated: a scale of few categories has few different ones."""
    import numpy as np

    rng = np.random.default_rng(draw.seed)
    numbers: dict[tuple[float | None, ...], int] = {}
    patterns = np.asarray([numbers.setdefault(unit, len(numbers)) for unit in rated], dtype=np.intp)
    kinds = list(numbers)
    of_group = np.asarray(groups, dtype=np.intp)
    size = max(groups) + 1
    for _ in range(draw.resamples):
        times = np.bincount(rng.integers(0, size, size=size), minlength=size)
        counts = np.bincount(patterns, weights=times[of_group], minlength=len(kinds)).astype(int).tolist()
        present = [index for index, count in enumerate(counts) if count]
        yield measure([kinds[index] for index in present], [counts[index] for index in present]).value


def _numbers(clusters: Sequence[Hashable]) -> list[int]:
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(cluster, len(numbers)) for cluster in clusters]
