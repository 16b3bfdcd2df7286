"""Friedman with ties, its p and Nemenyi's difference: CV-73, case F21; against scipy to 1e-9."""

from __future__ import annotations

import random

import pytest
from scipy import stats

from evidoc.errors import UsageError
from evidoc.statistics.friedman import chi_square_tail, friedman, nemenyi_difference
from evidoc.statistics.ratings import Unit

F21: list[Unit] = [(0.8, 0.6, 0.7), (0.8, 0.5, 0.7), (0.9, 0.9, 0.4), (0.7, 0.7, 0.7)]


def test_ties_are_corrected_for() -> None:
    """F21: 3.4545 with p 0.1778; 2.375 without the correction is wrong."""
    found = friedman(F21)
    assert found.statistic == pytest.approx(3.4545, abs=5e-5)
    assert found.p == pytest.approx(0.1778, abs=5e-5)
    assert found.mean_ranks == pytest.approx((2.625, 1.625, 1.75))


@pytest.mark.parametrize("seed", range(20))
def test_statistic_and_p_are_those_of_scipy(seed: int) -> None:
    """scipy.stats.friedmanchisquare, ratings with many ties."""
    rng = random.Random(seed)
    units: list[Unit] = [tuple(float(rng.randint(1, 4)) for _ in range(3 + seed % 4)) for _ in range(rng.randint(4, 30))]
    theirs = stats.friedmanchisquare(*zip(*units, strict=True))
    found = friedman(units)
    assert (found.statistic, found.p) == pytest.approx((theirs.statistic, theirs.pvalue), abs=1e-9)
    assert found.effect is not None and found.statistic is not None
    assert found.effect == pytest.approx(found.statistic / (len(units) * (len(units[0]) - 1)))


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 5, 10, 31, 200])
@pytest.mark.parametrize("value", [1e-9, 0.01, 0.5, 1.0, 3.84, 7.5, 30.0, 250.0, 1000.0])
def test_the_tail_of_chi_square_is_that_of_scipy(degrees: int, value: float) -> None:
    """scipy.stats.chi2.sf: to 1e-9, and to 1e-9 of itself far out."""
    theirs = float(stats.chi2.sf(value, degrees))
    assert chi_square_tail(value, degrees=degrees) == pytest.approx(theirs, abs=1e-9)
    assert chi_square_tail(value, degrees=degrees) == pytest.approx(theirs, rel=1e-9, abs=1e-290)


def test_the_tail_starts_at_1() -> None:
    assert chi_square_tail(0, degrees=3) == chi_square_tail(-1, degrees=2) == 1
    with pytest.raises(UsageError, match="0 degrees"):
        chi_square_tail(1, degrees=0)


@pytest.mark.parametrize(("raters", "q"), [(2, 1.960), (3, 2.343), (4, 2.569), (5, 2.728), (10, 3.164)])
def test_nemenyis_quantiles_are_those_of_demsar(raters: int, q: float) -> None:
    """Demšar (2006), table 5a, which cuts digits off; F21: 3 systems on 4 datasets give 1.657, not 2.343."""
    assert nemenyi_difference(raters, 1) / (raters * (raters + 1) / 6) ** 0.5 == pytest.approx(q, abs=1e-3)
    assert nemenyi_difference(3, 4) == pytest.approx(1.657, abs=5e-4)


def test_the_studentised_range_is_that_of_scipy() -> None:
    """scipy.stats.studentized_range.cdf, degrees of freedom so many that it is the normal's; and for two, exactly z."""
    assert nemenyi_difference(2, 1) == pytest.approx(float(stats.norm.ppf(0.975)), abs=1e-8)
    width = nemenyi_difference(4, 1) * 2**0.5 / (20 / 6) ** 0.5
    assert float(stats.studentized_range.cdf(width, 4, 1e6)) == pytest.approx(0.95, abs=1e-5)
    with pytest.raises(UsageError, match="1 raters over 3 items"):
        nemenyi_difference(1, 3)


def test_an_item_that_one_did_not_rate_is_left_out_and_counted() -> None:
    """F21: listwise, with the count."""
    found = friedman([*F21, (1.0, None, 0.5)])
    assert (found.n, found.left_out) == (4, 1)
    assert found.statistic == friedman(F21).statistic


@pytest.mark.parametrize(
    ("units", "reason"),
    [
        ([(1, 2), (2, 1)], "fewer than three raters; compare two by their paired difference"),
        ([(1, 1, 1), (2, 2, 2)], "no differences"),
        ([(1, 2, 3)], "only one item that all rated"),
        ([(1, None, 3)], "no item that all rated"),
        ([], "fewer than three raters; compare two by their paired difference"),
    ],
)
def test_what_is_undefined_has_a_reason(units: list[Unit], reason: str) -> None:
    """F21: not NaN, not 0 or 1."""
    found = friedman(units)
    assert (found.statistic, found.p, found.effect, found.critical) == (None, None, None, None)
    assert found.reason == reason


def test_ill_shaped_ratings_are_refused() -> None:
    with pytest.raises(UsageError, match="2 to 3 raters"):
        friedman([(1, 2, 3), (1, 2)])
    with pytest.raises(UsageError, match="unit 0 has the ratings 1, 2, nan"):
        friedman([(1, 2, float("nan"))])
