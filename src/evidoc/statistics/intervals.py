"""Means with intervals that know that questions on one document are not independent."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evidoc.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

RESAMPLES = 2_000  # the Monte Carlo error of a 95 % limit is then about 1/15 of the interval's half width


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its limits over `n` values in `clusters` groups; None where undefined, and `reason` says why."""

    mean: float | None
    low: float | None
    high: float | None
    n: int
    clusters: int
    reason: str = ""


def mean_interval(
    values: Sequence[float],
    *,
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Interval:
    """Give the mean and its bootstrap percentile interval, drawing whole clusters with replacement.

    `clusters` names the group of each value (the document of a question); without it each value stands alone. With
    one cluster there is no interval; without any variation it is the mean itself. Source: U-49, SD-67, SD-69.

    Raises:
        UsageError: A value is not finite, or the clusters are not one a value.
    """
    check_values(values, clusters)
    if not values:
        return Interval(None, None, None, 0, 0, "no values")
    mean = math.fsum(values) / len(values)
    sums, sizes = cluster_sums(values, clusters)
    if len(sums) < 2:
        return Interval(mean, None, None, len(values), len(sums), _too_few(len(values)))
    if min(values) == max(values):
        return Interval(mean, mean, mean, len(values), len(sums), "no variation")
    means = resampled_means(sums, sizes, resamples=resamples, seed=seed)
    low, high = percentiles(means, level=level)
    return Interval(mean, low, high, len(values), len(sums))


def wilson_interval(successes: int, n: int, *, level: float = 0.95) -> Interval:
    """Give a share of successes with Wilson's score interval, which stays in [0, 1] and is never empty.

    Raises:
        UsageError: There are more successes than cases, or fewer than none.
    """
    from statistics import NormalDist

    if not 0 <= successes <= n:
        raise UsageError(f"{successes} successes among {n}; give 0 to {n}")
    if n == 0:
        return Interval(None, None, None, 0, 0, "no values")
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = successes / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    high = 1.0 if successes == n else min(1.0, middle + half)
    return Interval(share, low, high, n, n)


def check_values(values: Sequence[float], clusters: Sequence[Hashable] | None) -> None:
    """Refuse values that are not finite and clusters that are not one a value."""
    for index, value in enumerate(values):
        if not math.isfinite(value):
            raise UsageError(f"value {index} is {value}; give finite numbers and leave unscored ones out")
    if clusters is not None and len(clusters) != len(values):
        raise UsageError(f"{len(clusters)} clusters for {len(values)} values; give one each")


def resampled_means(sums: Floats, sizes: Floats, *, resamples: int, seed: int) -> Floats:
    """Give the mean of each resample of clusters, of which only sum and size matter.

    Clusters of equal sum and size are interchangeable, so a resample is drawn as how often each kind comes, where that
    is less work than drawing every cluster.
    """
    import numpy as np

    rng = np.random.default_rng(seed)
    kinds, counts = np.unique(np.stack([sums, sizes]), axis=1, return_counts=True)
    if kinds.shape[1] * _COST_OF_A_KIND <= len(sums):
        drawn = rng.multinomial(len(sums), counts / len(sums), size=resamples)
        return np.asarray((drawn @ kinds[0]) / (drawn @ kinds[1]), dtype=np.float64)
    rows = max(1, _DRAWS_AT_ONCE // len(sums))
    parts = []
    for start in range(0, resamples, rows):
        chosen = rng.integers(0, len(sums), size=(min(rows, resamples - start), len(sums)))
        parts.append(sums[chosen].sum(axis=1) / sizes[chosen].sum(axis=1))
    return np.concatenate(parts)


def cluster_sums(values: Sequence[float], clusters: Sequence[Hashable] | None) -> tuple[Floats, Floats]:
    """Give the sum and the size of each cluster, in the order of their first value."""
    import numpy as np

    array = np.asarray(values, dtype=np.float64)
    if clusters is None:
        return array, np.ones(len(array))
    numbers: dict[Hashable, int] = {}
    groups = [numbers.setdefault(cluster, len(numbers)) for cluster in clusters]
    indexes = np.asarray(groups, dtype=np.intp)
    return np.bincount(indexes, weights=array).astype(np.float64), np.bincount(indexes).astype(np.float64)


def percentiles(means: Floats, *, level: float) -> tuple[float, float]:
    """Give the two percentiles that leave half of what is outside the level on each side."""
    import numpy as np

    low, high = np.percentile(means, [50 * (1 - level), 50 * (1 + level)])
    return float(low), float(high)


_COST_OF_A_KIND = 8  # one binomial draw takes about as long as eight uniform ones
_DRAWS_AT_ONCE = 1_000_000  # 8 MB an array


def _too_few(values: int) -> str:
    return "only one value" if values == 1 else "all values are of one cluster"
