"""Spearman's ρ and Kendall's τ_b: DHQ-82, case F21; against scipy to 1e-9."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from evidoc.statistics.ranks import average_ranks, kendall_tau, spearman
from evidoc.statistics.ratings import Coefficient, Unit

pairs = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=2, max_size=20)


@pytest.mark.parametrize("seed", range(25))
def test_both_are_those_of_scipy(seed: int) -> None:
    """scipy.stats.spearmanr and kendalltau (variant b), ratings with many ties."""
    rng = random.Random(seed)
    first = [rng.choice([0, 0.5, 1, 2, 3]) for _ in range(rng.randint(5, 50))]
    second = [value + rng.choice([-1, 0, 0, 1]) for value in first]
    units: list[Unit] = list(zip(first, second, strict=True))
    assert spearman(units).value == pytest.approx(stats.spearmanr(first, second).statistic, abs=1e-9)
    assert kendall_tau(units).value == pytest.approx(stats.kendalltau(first, second).statistic, abs=1e-9)


def test_equal_values_share_the_mean_of_their_ranks() -> None:
    assert average_ranks([(5.0, 1), (2.0, 2), (9.0, 1)]) == {2.0: 1.5, 5.0: 3.0, 9.0: 4.0}


@given(pairs)
def test_counts_are_the_same_as_repeating(values: list[tuple[int, int]]) -> None:
    kinds = list(dict.fromkeys(values))
    whole: list[Unit] = [(float(a), float(b)) for a, b in values]
    once: list[Unit] = [(float(a), float(b)) for a, b in kinds]
    for measure in (spearman, kendall_tau):
        repeated, counted = measure(whole), measure(once, counts=[values.count(kind) for kind in kinds])
        assert (repeated.n, repeated.reason) == (counted.n, counted.reason)
        assert repeated.value is None or repeated.value == pytest.approx(counted.value, abs=1e-12)


@given(pairs)
def test_turning_one_scale_round_turns_the_sign(values: list[tuple[int, int]]) -> None:
    units: list[Unit] = [(float(a), float(b)) for a, b in values]
    turned: list[Unit] = [(float(a), float(-b)) for a, b in values]
    for measure in (spearman, kendall_tau):
        one, other = measure(units).value, measure(turned).value
        assert (one is None and other is None) or one == pytest.approx(-(other or 0), abs=1e-12)
        assert one is None or -1 <= one <= 1


def test_a_rater_who_never_varies_has_no_order() -> None:
    """F21, DHQ-82: reported, not 0."""
    for measure in (spearman, kendall_tau):
        assert measure([(3, 1), (3, 2), (3, 3)]) == Coefficient(None, 3, "one rater gave every item the same rating")
        assert measure([(3, 1), (3, 1)]) == Coefficient(None, 2, "no variation")


def test_one_item_has_no_order() -> None:
    assert spearman([(1, 2), (1, None)]) == kendall_tau([(1, 2)]) == Coefficient(None, 1, "only one item")
    assert spearman([]) == kendall_tau([]) == Coefficient(None, 0, "no item with two ratings")
