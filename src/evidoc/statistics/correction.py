"""The mean that people would give, from a judge's scores of all items and people's scores of a few.

A judge alone is precise and biased, few people alone are unbiased and imprecise. Prediction-powered inference takes the
judge's mean over all items and corrects it by how far the judge is off where people looked. Source: Angelopoulos et al.,
Prediction-Powered Inference (2023), and PPI++: Efficient Prediction-Powered Inference (2023), mean estimation.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from evidoc.errors import UsageError


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its normal 95 % limits over `n` items; None where undefined, and `reason` says why."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Corrected:
    """Three answers to one question: what is the mean that people would give?

    `corrected` uses both, with the judge's scores counted by `power` (0: not at all, 1: in full); `classical` is the
    mean of people alone; `imputed` is the judge's mean over all items as if it were right: its interval does not know
    of the judge's bias. `bias` is the judge minus people where both looked.
    """

    corrected: Mean
    classical: Mean
    imputed: Mean
    bias: Mean
    power: float


@dataclass(frozen=True, slots=True)
class Scored:
    """One item's score by the judge, by people (None where they did not look), and its group (None: it stands alone)."""

    judge: float
    human: float | None = None
    cluster: Hashable = None


def corrected_mean(rows: Sequence[Scored], *, power: float | None = None, level: float = 0.95) -> Corrected:
    """Correct a judge's mean by the items that people scored too, which must be a random part of all.

    `power` None tunes it so that the interval is shortest, between 0 and 1; 1 is plain prediction-powered inference.
    Items of one cluster count as one draw in the limits; two clusters with people's scores are the least. The limits are
    normal: of right-or-wrong scores, 95 % limits held the truth in 91 % of simulations with 60 human scores and in 94 %
    with 150 (tests/statistics/test_correction.py), so fewer than about 100 give limits that are too close.

    Raises:
        UsageError: A score is not finite, or `power` is not between 0 and 1.
    """
    _check(rows, power)
    seen = [row for row in rows if row.human is not None]
    rest = [row for row in rows if row.human is None]
    people = [(row.human or 0.0, row) for row in seen]
    off = [(row.judge - human, row) for human, row in people]
    lever = _tuned(people, rest) if power is None else power
    z = _quantile(level)
    return Corrected(
        corrected=_combined(people, rest, power=lever, z=z),
        classical=_mean([people], z=z, reason="no item with a human score"),
        imputed=_mean([[(row.judge, row) for row in rows]], z=z, reason="no item"),
        bias=_mean([off], z=z, reason="no item with a human score"),
        power=lever,
    )


_Valued = Sequence[tuple[float, Scored]]


def _combined(people: _Valued, rest: Sequence[Scored], *, power: float, z: float) -> Mean:
    if not rest:
        mean = _mean([people], z=z, reason="no item with a human score")
        return Mean(mean.value, mean.low, mean.high, mean.n, mean.reason or "every item has a human score; nothing to correct")
    if not people:
        return Mean(None, None, None, len(rest), "no item with a human score")
    left = [(human - power * row.judge, row) for human, row in people]
    return _mean([left, [(power * row.judge, row) for row in rest]], z=z, reason="")


def _mean(parts: Sequence[_Valued], *, z: float, reason: str) -> Mean:
    """Give the sum of the parts' means; each part is a sample of its own, but clusters may reach over both."""
    n = sum(map(len, parts))
    if n == 0:
        return Mean(None, None, None, 0, reason)
    value = math.fsum(math.fsum(value for value, _ in part) / len(part) for part in parts)
    variance = _variance(parts)
    if variance is None:
        return Mean(value, None, None, n, "too few items or documents for limits")
    half = z * math.sqrt(variance)
    return Mean(value, value - half, value + half, n)


def _variance(parts: Sequence[_Valued]) -> float | None:
    if any(row.cluster is not None for part in parts for _, row in part):
        return _clustered(parts)
    if any(len(part) < 2 for part in parts):
        return None
    return math.fsum(_spread([value for value, _ in part]) / len(part) for part in parts)


def _clustered(parts: Sequence[_Valued]) -> float | None:
    """Add up what each cluster moves the mean by, over both parts, and square only then."""
    moved: dict[Hashable, float] = {}
    for place, part in enumerate(parts):
        mean = math.fsum(value for value, _ in part) / len(part)
        clusters = set()
        for index, (value, row) in enumerate(part):
            cluster = ("alone", place, index) if row.cluster is None else row.cluster
            moved[cluster] = moved.get(cluster, 0.0) + (value - mean) / len(part)
            clusters.add(cluster)
        if len(clusters) < 2:
            return None
    return len(moved) / (len(moved) - 1) * math.fsum(move * move for move in moved.values())


def _tuned(people: _Valued, rest: Sequence[Scored]) -> float:
    """Give PPI++'s power: covariance of people and judge over the judge's variance, less the more people looked."""
    if len(people) < 2 or not rest:
        return 0.0
    judged = [row.judge for _, row in people]
    spread = _spread([*judged, *(row.judge for row in rest)])
    if spread == 0:
        return 0.0
    human_mean = math.fsum(human for human, _ in people) / len(people)
    judge_mean = math.fsum(judged) / len(judged)
    together = math.fsum((human - human_mean) * (row.judge - judge_mean) for human, row in people) / (len(people) - 1)
    return min(1.0, max(0.0, together / ((1 + len(people) / len(rest)) * spread)))


def _spread(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def _quantile(level: float) -> float:
    from statistics import NormalDist

    return NormalDist().inv_cdf((1 + level) / 2)


def _check(rows: Sequence[Scored], power: float | None) -> None:
    for index, row in enumerate(rows):
        if not math.isfinite(row.judge) or (row.human is not None and not math.isfinite(row.human)):
            raise UsageError(f"row {index} has the scores {row.judge} and {row.human}; give finite numbers")
    if power is not None and not 0 <= power <= 1:
        raise UsageError(f"power={power} is not between 0 and 1; leave it out to have it tuned")
