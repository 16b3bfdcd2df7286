"""Two systems on the same questions: how much they differ, how sure that is, and who wins how often."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evidoc.errors import UsageError
from evidoc.statistics.intervals import RESAMPLES, check_values, cluster_sums, percentiles, resampled_means

if TYPE_CHECKING:
    from evidoc.statistics.intervals import Floats


@dataclass(frozen=True, slots=True)
class Paired:
    """The mean of first minus second over `n` pairs, with limits and a two-sided p.

    `wins`, `losses` and `ties` count pairs from the first one's side; `left_out` counts those that one side
    has no number for. What is undefined is None, and `reason` says why.
    """

    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    n: int
    clusters: int
    wins: int
    losses: int
    ties: int
    left_out: int
    reason: str = ""


def paired_difference(
    pairs: Sequence[tuple[float | None, float | None]],
    *,
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Paired:
    """Compare two systems question by question, drawing whole clusters with replacement.

    `p` is twice the smaller share of resamples on the far side of 0, the observed one counted in, so it agrees
    with the interval and is never 0. Without any difference it is 1; where all pairs differ by the same
    amount it is undefined. Source: X-43, SD-67, U-49.

    Raises:
        UsageError: A number is not finite, or the clusters are not one a pair.
    """
    if clusters is not None and len(clusters) != len(pairs):
        raise UsageError(f"{len(clusters)} clusters for {len(pairs)} pairs; give one each")
    whole = [(index, first - second) for index, (first, second) in enumerate(pairs) if first is not None and second is not None]
    differences = [difference for _, difference in whole]
    groups = None if clusters is None else [clusters[index] for index, _ in whole]
    check_values(differences, groups)
    sums, sizes = cluster_sums(differences, groups)
    low, high, p, reason = _limits(differences, sums, sizes, level=level, draw=(resamples, seed))
    return Paired(
        difference=math.fsum(differences) / len(differences) if differences else None,
        low=low,
        high=high,
        p=p,
        n=len(differences),
        clusters=len(sums),
        wins=sum(difference > 0 for difference in differences),
        losses=sum(difference < 0 for difference in differences),
        ties=sum(difference == 0 for difference in differences),
        left_out=len(pairs) - len(differences),
        reason=reason,
    )


def _limits(
    differences: list[float], sums: Floats, sizes: Floats, *, level: float, draw: tuple[int, int]
) -> tuple[float | None, float | None, float | None, str]:
    if not differences:
        return None, None, None, "no pairs"
    if len(sums) < 2:
        return None, None, None, "only one pair" if len(differences) == 1 else "all pairs are of one cluster"
    if min(differences) == max(differences):
        constant = differences[0]
        return constant, constant, 1.0 if constant == 0 else None, "no variation"
    resamples, seed = draw
    means = resampled_means(sums, sizes, resamples=resamples, seed=seed)
    low, high = percentiles(means, level=level)
    return low, high, _two_sided(means), ""


def _two_sided(means: Floats) -> float:
    below, above = int((means <= 0).sum()), int((means >= 0).sum())
    return min(1.0, 2 * (1 + min(below, above)) / (1 + len(means)))
