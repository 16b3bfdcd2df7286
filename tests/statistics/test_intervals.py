"""Means with intervals: U-49, SD-67, SD-69; checked against scipy and by simulation."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from evidoc.errors import UsageError
from evidoc.statistics.intervals import Interval, cluster_sums, mean_interval, resampled_means, wilson_interval


def test_the_interval_is_that_of_scipys_percentile_bootstrap() -> None:
    """scipy.stats.bootstrap(method="percentile", 20,000 resamples), within Monte Carlo error."""
    values = [0.0, 0.1, 0.2, 0.2, 0.4, 0.5, 0.7, 0.7, 0.9, 1.0, 1.0, 1.0]
    theirs = stats.bootstrap(
        (np.array(values),), np.mean, n_resamples=20_000, method="percentile", rng=np.random.default_rng(1)
    ).confidence_interval
    ours = mean_interval(values, resamples=20_000)
    assert ours.mean == pytest.approx(sum(values) / 12)
    assert ours.low == pytest.approx(theirs.low, abs=0.01)
    assert ours.high == pytest.approx(theirs.high, abs=0.01)


def test_two_clusters_are_worked_out_by_hand() -> None:
    """Clusters {0, 0} and {1}: resamples give 0 (1/4), 1/3 (1/2), 1 (1/4), so the 95 % limits are 0 and 1."""
    found = mean_interval([0.0, 0.0, 1.0], clusters=["a", "a", "b"])
    assert found == Interval(1 / 3, 0.0, 1.0, 3, 2)
    means = resampled_means(*cluster_sums([0.0, 0.0, 1.0], ["a", "a", "b"]), resamples=20_000, seed=1)
    shares = [float((np.abs(means - value) < 1e-9).mean()) for value in (0, 1 / 3, 1)]
    assert shares == pytest.approx([0.25, 0.5, 0.25], abs=0.02)


def test_repeating_every_question_of_a_document_makes_nothing_surer() -> None:
    """SD-69: 496 instances are 124 clusters."""
    rng = random.Random(3)
    values = [float(rng.random() < 0.5) for _ in range(40)]
    fourfold = mean_interval(values * 4, clusters=list(range(40)) * 4, seed=5)
    alone = mean_interval(values, seed=5)
    naive = mean_interval(values * 4, seed=5)
    assert fourfold.low == pytest.approx(alone.low, abs=0.03)
    assert _width(naive) < 0.6 * _width(fourfold)


def test_a_95_percent_interval_covers_the_truth_about_95_times_of_100() -> None:
    """SD-67: 400 simulated benches of 40 documents with 5 correlated questions each; the truth is 0.5."""
    rng = np.random.default_rng(11)
    covered = naive = 0
    clusters = [document for document in range(40) for _ in range(5)]
    for trial in range(400):
        difficulty = rng.beta(1, 1, size=40)
        values = [float(rng.random() < difficulty[document]) for document in clusters]
        covered += _covers(mean_interval(values, clusters=clusters, resamples=400, seed=trial), 0.5)
        naive += _covers(mean_interval(values, resamples=400, seed=trial), 0.5)
    assert 0.91 <= covered / 400 <= 0.98
    assert naive / 400 < covered / 400 - 0.05


def test_counting_kinds_and_drawing_clusters_are_the_same_bootstrap() -> None:
    """Equal clusters are interchangeable; a hair of difference between values forces the other way."""
    values = [float(number % 4 == 0) for number in range(200)]
    hair = [value + number * 1e-9 for number, value in enumerate(values)]
    one, other = mean_interval(values, resamples=8000), mean_interval(hair, resamples=8000)
    assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=0.011)


def test_the_same_seed_gives_the_same_interval() -> None:
    values = [random.Random(1).random() for _ in range(50)]
    assert mean_interval(values, seed=2) == mean_interval(values, seed=2)
    assert mean_interval([0.1, 0.5, 0.9], seed=2) != mean_interval([0.1, 0.5, 0.8], seed=2)


def test_a_large_bench_is_drawn_in_parts() -> None:
    found = mean_interval([number / 7000 for number in range(7000)], resamples=400)
    assert found.low is not None and found.high is not None
    assert 0.48 < found.low < 0.5 < found.high < 0.52


@pytest.mark.parametrize(
    ("values", "clusters", "expected"),
    [
        ([], None, Interval(None, None, None, 0, 0, "no values")),
        ([0.5], None, Interval(0.5, None, None, 1, 1, "only one value")),
        ([0.5, 1.0], ["a", "a"], Interval(0.75, None, None, 2, 1, "all values are of one cluster")),
        ([1.0, 1.0], None, Interval(1.0, 1.0, 1.0, 2, 2, "no variation")),
    ],
)
def test_what_is_undefined_is_null_with_its_reason(values: list[float], clusters: list[str] | None, expected: Interval) -> None:
    """Design, section 2: never 0, 1 or NaN."""
    assert mean_interval(values, clusters=clusters) == expected


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_value_that_is_not_finite_is_refused(value: float) -> None:
    with pytest.raises(UsageError, match="value 1 is"):
        mean_interval([0.0, value])


def test_clusters_are_one_a_value() -> None:
    with pytest.raises(UsageError, match="1 clusters for 2 values"):
        mean_interval([0.0, 1.0], clusters=["a"])


@given(st.lists(st.floats(0, 1), min_size=2, max_size=30), st.integers(0, 3))
def test_limits_stand_around_the_values(values: list[float], seed: int) -> None:
    found = mean_interval(values, resamples=50, seed=seed)
    assert found.low is not None and found.high is not None
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9


@pytest.mark.parametrize(("successes", "n"), [(0, 10), (1, 10), (8, 10), (10, 10), (500, 1000)])
def test_wilsons_interval_is_scipys(successes: int, n: int) -> None:
    """scipy.stats.binomtest(...).proportion_ci(method="wilson")."""
    theirs = stats.binomtest(successes, n).proportion_ci(method="wilson")
    ours = wilson_interval(successes, n)
    assert (ours.mean, ours.low, ours.high) == pytest.approx((successes / n, theirs.low, theirs.high), abs=1e-9)


def test_wilsons_interval_of_nothing_is_undefined_and_of_too_many_refused() -> None:
    assert wilson_interval(0, 0).reason == "no values"
    with pytest.raises(UsageError, match="give 0 to 2"):
        wilson_interval(3, 2)


def _width(interval: Interval) -> float:
    assert interval.low is not None and interval.high is not None
    return interval.high - interval.low


def _covers(interval: Interval, truth: float) -> bool:
    assert interval.low is not None and interval.high is not None
    return interval.low <= truth <= interval.high
