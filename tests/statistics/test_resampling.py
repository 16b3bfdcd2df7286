"""Intervals of any statistic over rated items: X-33, SD-56, case F17; against scipy's bootstrap."""

from __future__ import annotations

import random

import numpy as np
import pytest
from scipy import stats

from evidoc.errors import UsageError
from evidoc.statistics.agreement import mean_absolute_error, percent_agreement
from evidoc.statistics.krippendorff import krippendorff_alpha
from evidoc.statistics.ranks import spearman
from evidoc.statistics.ratings import Coefficient, Unit
from evidoc.statistics.resampling import Draw, Estimate, interval_of


def _alpha(units: object, counts: object) -> Coefficient:
    return krippendorff_alpha(units, counts=counts)  # type: ignore[arg-type]


def _spearman(units: object, counts: object) -> Coefficient:
    return spearman(units, counts=counts)  # type: ignore[arg-type]


def _distance(units: object, counts: object) -> Coefficient:
    return mean_absolute_error(units, counts=counts)  # type: ignore[arg-type]


def _percent(units: object, counts: object) -> Coefficient:
    return percent_agreement(units, counts=counts)  # type: ignore[arg-type]


def _pairs(n: int, seed: int) -> list[Unit]:
    rng = random.Random(seed)
    return [(float(first := rng.randint(1, 5)), float(min(5, max(1, first + rng.choice([-1, 0, 0, 1]))))) for _ in range(n)]


def test_the_interval_is_that_of_scipys_paired_bootstrap() -> None:
    """scipy.stats.bootstrap(paired=True, method="percentile"), within Monte Carlo error."""
    units = _pairs(40, 1)
    first, second = (np.array(column, dtype=float) for column in zip(*units, strict=True))
    theirs = stats.bootstrap(
        (first, second),
        lambda a, b: stats.spearmanr(a, b).statistic,
        paired=True,
        vectorized=False,
        n_resamples=4000,
        method="percentile",
        rng=np.random.default_rng(3),
    ).confidence_interval
    found = interval_of(_spearman, units, draw=Draw(resamples=4000))
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), abs=0.015)


def test_two_items_of_one_document_are_drawn_together() -> None:
    """Distances {0, 0} and {3}: resamples give 0 (1/4), 1 (1/2), 3 (1/4)."""
    units: list[Unit] = [(1, 1), (2, 2), (1, 4)]
    found = interval_of(_distance, units, clusters=["a", "a", "b"])
    assert found == Estimate(1.0, 0.0, 3.0, 3, 2)


def test_repeating_every_item_of_a_document_makes_nothing_surer() -> None:
    units = _pairs(30, 2)
    alone = interval_of(_percent, units)
    fourfold = interval_of(_percent, units * 4, clusters=list(range(30)) * 4)
    assert fourfold.n == 120 and fourfold.clusters == 30
    assert (fourfold.low, fourfold.high) == (alone.low, alone.high)


def test_resamples_without_a_number_are_counted_and_left_out() -> None:
    """F17: α of a resample without variation is undefined; how many there were is said."""
    units: list[Unit] = [*[(4, 4)] * 8, (4, 2), (3, 3)]
    found = interval_of(_alpha, units)
    assert 0 < found.undefined < 1000
    assert found.low is not None and found.value is not None and found.low <= found.value


def test_mostly_undefined_resamples_give_no_limits() -> None:
    units: list[Unit] = [(1, 1), (1, None), (1, None), (2, 2)]
    found = interval_of(_alpha, units, draw=Draw(resamples=200))
    assert (found.value, found.low, found.high) == (1, None, None)
    assert found.reason == f"{found.undefined} of 200 resamples give no number"


@pytest.mark.parametrize(
    ("units", "clusters", "resamples", "reason"),
    [
        ([(1, 1), (1, 2)], ["a", "a"], 10, "all items are of one document"),
        ([(1, 1)], None, 10, "only one item"),
        ([(1, 1), (1, 2)], None, 0, ""),
    ],
)
def test_without_two_clusters_or_resamples_there_are_no_limits(
    units: list[Unit], clusters: list[str] | None, resamples: int, reason: str
) -> None:
    found = interval_of(_percent, units, clusters=clusters, draw=Draw(resamples=resamples))
    assert found.value is not None and (found.low, found.high, found.reason) == (None, None, reason)


def test_an_undefined_statistic_has_no_limits_either() -> None:
    assert interval_of(_alpha, [(3, 3), (3, 3)]) == Estimate(None, None, None, 2, 2, 0, "no variation")


def test_items_that_nobody_rated_are_no_cluster() -> None:
    found = interval_of(_percent, [(1, 1), (1, 2), (None, None)], draw=Draw(resamples=50))
    assert (found.n, found.clusters) == (2, 2)


def test_the_same_seed_gives_the_same_interval() -> None:
    units = _pairs(30, 4)
    assert interval_of(_alpha, units, draw=Draw(seed=1)) == interval_of(_alpha, units, draw=Draw(seed=1))
    assert interval_of(_alpha, units, draw=Draw(seed=1)) != interval_of(_alpha, units, draw=Draw(seed=2))


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(UsageError, match="1 clusters for 2 units"):
        interval_of(_percent, [(1, 1), (1, 2)], clusters=["a"])
    with pytest.raises(UsageError, match="resamples=-1"):
        interval_of(_percent, [(1, 1), (1, 2)], draw=Draw(resamples=-1))
