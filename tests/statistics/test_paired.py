"""Paired differences: X-43, SD-67; checked against scipy, by hand and by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from evidoc.errors import UsageError
from evidoc.statistics.paired import Paired, paired_difference


def test_the_interval_is_that_of_scipys_bootstrap_of_the_differences() -> None:
    rng = np.random.default_rng(4)
    pairs = [(float(a), float(b)) for a, b in zip(rng.random(30), rng.random(30) * 0.8, strict=True)]
    differences = np.array([a - b for a, b in pairs])
    theirs = stats.bootstrap(
        (differences,), np.mean, n_resamples=20_000, method="percentile", rng=np.random.default_rng(1)
    ).confidence_interval
    ours = paired_difference(pairs, resamples=20_000)
    assert ours.difference == pytest.approx(differences.mean())
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.01)


def test_wins_losses_and_ties_are_counted_from_the_first_ones_side() -> None:
    found = paired_difference([(1.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.5, 0.5), (None, 1.0), (1.0, None)])
    assert (found.wins, found.losses, found.ties, found.left_out, found.n) == (2, 1, 1, 2, 4)
    assert found.difference == pytest.approx(0.25)


def test_pairing_finds_what_two_unpaired_means_would_not() -> None:
    """field.md: lm-eval's unpaired test gives p = .080 where McNemar's gives .008."""
    pairs = [(1.0, 1.0)] * 55 + [(0.0, 0.0)] * 30 + [(1.0, 0.0)] * 13 + [(0.0, 1.0)] * 2
    found = paired_difference(pairs, resamples=10_000)
    mcnemar = stats.binomtest(2, 15).pvalue
    assert found.p is not None and found.low is not None
    assert found.p < 0.02 and found.low > 0
    assert mcnemar < 0.01 < stats.ttest_ind(*np.array(pairs).T).pvalue


def test_p_agrees_with_the_interval() -> None:
    rng = np.random.default_rng(9)
    for shift in (0.0, 0.05, 0.1, 0.2):
        found = paired_difference([(float(x) + shift, float(y)) for x, y in rng.random((40, 2))])
        assert found.p is not None and found.low is not None and found.high is not None
        assert (found.p < 0.05) is not (found.low <= 0 <= found.high) or abs(found.p - 0.05) < 0.01


def test_two_equal_systems_are_called_different_about_five_times_of_a_hundred() -> None:
    """SD-67: 300 simulated comparisons, 30 documents with 4 questions whose difficulty they share."""
    rng = np.random.default_rng(21)
    clusters = [document for document in range(30) for _ in range(4)]
    called = 0
    for trial in range(300):
        lean = rng.normal(0, 0.3, size=30)
        pairs = [(float(lean[document] + rng.normal()), 0.0) for document in clusters]
        p = paired_difference(pairs, clusters=clusters, resamples=400, seed=trial).p
        called += p is not None and p < 0.05
    assert 0.02 <= called / 300 <= 0.10


@pytest.mark.parametrize(
    ("pairs", "clusters", "p", "limits", "reason"),
    [
        ([], None, None, (None, None), "no pairs"),
        ([(None, 1.0)], None, None, (None, None), "no pairs"),
        ([(None, 1.0)], ["a"], None, (None, None), "no pairs"),
        ([(1.0, 0.0)], None, None, (None, None), "only one pair"),
        ([(1.0, 0.0), (0.0, 0.0)], ["a", "a"], None, (None, None), "all pairs are of one cluster"),
        ([(1.0, 1.0), (0.0, 0.0)], None, 1.0, (0.0, 0.0), "no variation"),
        ([(1.0, 0.5), (0.5, 0.0)], None, None, (0.5, 0.5), "no variation"),
    ],
)
def test_what_is_undefined_is_null_with_its_reason(
    pairs: list[tuple[float | None, float | None]],
    clusters: list[str] | None,
    p: float | None,
    limits: tuple[float | None, float | None],
    reason: str,
) -> None:
    found = paired_difference(pairs, clusters=clusters)
    assert (found.p, (found.low, found.high), found.reason) == (p, limits, reason)


def test_clusters_are_one_a_pair() -> None:
    with pytest.raises(UsageError, match="2 clusters for 1 pairs"):
        paired_difference([(1.0, 0.0)], clusters=["a", "b"])


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=2, max_size=20), st.integers(0, 3))
def test_swapping_the_systems_turns_the_sign(pairs: list[tuple[float, float]], seed: int) -> None:
    one = paired_difference(pairs, resamples=60, seed=seed)
    other = paired_difference([(b, a) for a, b in pairs], resamples=60, seed=seed)
    assert isinstance(one, Paired)
    assert one.difference is not None and other.difference is not None
    assert one.difference == pytest.approx(-other.difference)
    assert (one.wins, one.losses, one.ties) == (other.losses, other.wins, other.ties)
    assert one.p is None or 0 < one.p <= 1
