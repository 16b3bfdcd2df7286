"""Percent, κ, AC1, AC2 and distances: X-33, DHQ-81, SD-55; against scikit-learn, published examples and a naive AC2."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from evidoc.errors import UsageError
from evidoc.statistics.agreement import (
    Weights,
    cohen_kappa,
    gwet_ac,
    mean_absolute_error,
    percent_agreement,
    within_one,
)
from evidoc.statistics.ratings import Coefficient, Unit
from tests.statistics.published import ABSTRACTED, FOUR_RATERS, LIKERT, ONE_TO_FIVE, SKEWED, WITH_GAPS

ALL_WEIGHTS: tuple[Weights, ...] = ("identity", "linear", "quadratic", "ordinal")
rated = st.lists(st.tuples(*[st.one_of(st.none(), st.integers(1, 5).map(float))] * 3), min_size=2, max_size=12)


@pytest.mark.parametrize(
    ("weights", "whole", "observed"),
    [
        ("identity", 0.4060, 0.3663),
        ("linear", 0.7621, 0.6718),
        ("ordinal", 0.8838, 0.8016),
        ("quadratic", 0.9232, 0.8578),
    ],
)
def test_ac2_is_that_of_case_f19_and_hangs_on_the_scale(weights: Weights, whole: float, observed: float) -> None:
    """F19 was checked with irrCAC and by hand."""
    assert gwet_ac(LIKERT, weights=weights, categories=ONE_TO_FIVE).value == pytest.approx(whole, abs=5e-5)
    assert gwet_ac(LIKERT, weights=weights).value == pytest.approx(observed, abs=5e-5)


def test_missing_ratings_count_for_how_common_a_category_is() -> None:
    """F19: an item with one rating has no part in agreement but in chance."""
    found = gwet_ac(WITH_GAPS, weights="ordinal", categories=ONE_TO_FIVE)
    assert found.value == pytest.approx(0.8739, abs=5e-5)
    assert found.n == 3
    without = gwet_ac([unit for unit in WITH_GAPS if unit != (5, None, None)], weights="ordinal", categories=ONE_TO_FIVE)
    assert without.value != pytest.approx(found.value, abs=1e-4)


def test_a_skewed_table_has_a_high_ac1_and_a_negative_kappa() -> None:
    """F19."""
    assert gwet_ac(SKEWED).value == pytest.approx(0.8895, abs=5e-5)
    assert cohen_kappa(SKEWED).value == pytest.approx(-0.0526, abs=5e-5)
    assert percent_agreement(SKEWED).value == pytest.approx(0.9)


def test_gwets_four_raters() -> None:
    """Gwet (2014), page 120; the vignette of irrCAC prints AC1 0.77544 and percent agreement 0.81818."""
    assert gwet_ac(FOUR_RATERS).value == pytest.approx(0.77544, abs=5e-6)
    assert percent_agreement(FOUR_RATERS).value == pytest.approx(0.81818, abs=5e-6)


def test_gwets_two_abstractors() -> None:
    """The vignette of irrCAC prints κ 0.7964094, AC1 0.8493305, percent agreement 0.89."""
    assert cohen_kappa(ABSTRACTED).value == pytest.approx(0.7964094, abs=5e-8)
    assert gwet_ac(ABSTRACTED).value == pytest.approx(0.8493305, abs=5e-8)
    assert percent_agreement(ABSTRACTED).value == pytest.approx(0.89)


def test_the_chance_agreement_that_a_paper_implies() -> None:
    """P-36: 93 % agreement and κ 53 % imply 0.851 by chance; a table of 1,000 that has all three."""
    units: list[Unit] = [(1, 1), (1, 0), (0, 1), (0, 0)]
    counts = [46, 35, 35, 884]
    percent, kappa = percent_agreement(units, counts=counts).value, cohen_kappa(units, counts=counts).value
    assert percent is not None and kappa is not None
    assert percent == pytest.approx(0.93) and kappa == pytest.approx(0.53, abs=5e-4)
    assert (percent - kappa) / (1 - kappa) == pytest.approx(0.851, abs=5e-4)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("weights", ["identity", "linear", "quadratic"])
def test_kappa_is_that_of_scikit_learn(weights: Weights, seed: int) -> None:
    """sklearn.metrics.cohen_kappa_score, to 1e-9."""
    rng = random.Random(seed)
    pairs: list[Unit] = []
    for _ in range(rng.randint(3, 60)):
        first = rng.randint(1, 5)
        pairs.append((float(first), float(rng.choice([first, rng.randint(1, 5)]))))
    firsts, seconds = zip(*[(int(one or 0), int(other or 0)) for one, other in pairs], strict=True)
    theirs = cohen_kappa_score(firsts, seconds, weights=None if weights == "identity" else weights, labels=[1, 2, 3, 4, 5])
    assert cohen_kappa(pairs, weights=weights, categories=ONE_TO_FIVE).value == pytest.approx(theirs, abs=1e-9)


def weight(first: float, second: float, *, weights: Weights, categories: Sequence[float] = (1, 2, 3, 4)) -> float:
    """How far two ratings count as agreeing: the agreement over one item that has them."""
    value = percent_agreement([(first, second)], weights=weights, categories=categories).value
    assert value is not None
    return value


def test_ordinal_weights_go_by_the_pairs_of_categories_between() -> None:
    """Gwet (2014), section 3.5: with four categories 1 - 1/6, 1 - 3/6, 1 - 6/6."""
    assert [weight(1, other, weights="ordinal") for other in (1, 2, 3, 4)] == pytest.approx([1, 5 / 6, 1 / 2, 0])
    assert [weight(1, other, weights="linear") for other in (1, 2, 3, 4)] == pytest.approx([1, 2 / 3, 1 / 3, 0])
    assert [weight(1, other, weights="quadratic") for other in (1, 2, 3, 4)] == pytest.approx([1, 8 / 9, 5 / 9, 0])
    assert [weight(1, other, weights="identity") for other in (1, 2, 3, 4)] == [1, 0, 0, 0]


def test_weights_go_by_the_distance_of_values_not_of_places() -> None:
    assert [weight(0, other, weights="linear", categories=(0, 1, 4)) for other in (0, 1, 4)] == [1, 0.75, 0]


@given(rated, st.sampled_from(ALL_WEIGHTS))
def test_ac2_is_what_its_formulas_say(units: list[Unit], weights: Weights) -> None:
    """A naive reading of Gwet (2014), chapter 5: rater by rater, category by category."""
    found = gwet_ac(units, weights=weights, categories=ONE_TO_FIVE)
    if found.value is not None:
        table = [[weight(one, other, weights=weights, categories=ONE_TO_FIVE) for other in ONE_TO_FIVE] for one in ONE_TO_FIVE]
        assert found.value == pytest.approx(_naive_ac(units, table), abs=1e-9)
        assert found.value <= 1 + 1e-12


@given(rated, st.permutations([0, 1, 2]))
def test_the_order_of_raters_and_items_changes_nothing(units: list[Unit], order: list[int]) -> None:
    turned: list[Unit] = [tuple(unit[place] for place in order) for unit in reversed(units)]
    one, other = (gwet_ac(part, weights="ordinal", categories=ONE_TO_FIVE) for part in (units, turned))
    assert (one.n, one.reason) == (other.n, other.reason)
    assert one.value is None or one.value == pytest.approx(other.value, abs=1e-12)


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=2, max_size=15), st.sampled_from(ALL_WEIGHTS))
def test_counts_are_the_same_as_repeating(pairs: list[tuple[int, int]], weights: Weights) -> None:
    kinds: list[Unit] = [(float(a), float(b)) for a, b in dict.fromkeys(pairs)]
    counts = [pairs.count(pair) for pair in dict.fromkeys(pairs)]
    whole: list[Unit] = [(float(a), float(b)) for a, b in pairs]
    for measure in (cohen_kappa, gwet_ac, percent_agreement):
        repeated, counted = measure(whole, weights=weights), measure(kinds, counts=counts, weights=weights)
        assert (repeated.n, repeated.reason) == (counted.n, counted.reason)
        assert repeated.value is None or repeated.value == pytest.approx(counted.value, abs=1e-12)


def test_perfect_agreement_is_1() -> None:
    """DHQ-81."""
    same: list[Unit] = [(1, 1), (2, 2), (5, 5)]
    for weights in ALL_WEIGHTS:
        assert gwet_ac(same, weights=weights, categories=ONE_TO_FIVE).value == 1
        assert cohen_kappa(same, weights=weights, categories=ONE_TO_FIVE).value == 1


def test_raters_who_never_vary_have_no_kappa() -> None:
    """Case F17: not 0, not 1, not NaN; percent agreement stands beside."""
    constant: list[Unit] = [(3, 3), (3, 3), (3, 3)]
    assert cohen_kappa(constant) == Coefficient(None, 3, "no variation")
    assert percent_agreement(constant) == Coefficient(1.0, 3)


def test_ac1_needs_a_scale_with_another_category() -> None:
    """Raters who could have said 1 to 5 and all said 3 agree more than by chance; with no other category they cannot."""
    constant: list[Unit] = [(3, 3), (3, 3)]
    assert gwet_ac(constant) == Coefficient(None, 2, "no variation, and the scale has no other category")
    assert gwet_ac(constant, categories=ONE_TO_FIVE).value == 1


@pytest.mark.parametrize(
    ("units", "n", "reason"),
    [
        ([], 0, "no item with two ratings"),
        ([(1, None), (None, 2)], 0, "no item with two ratings"),
        ([(1, 2), (1, None)], 1, "only one item"),
    ],
)
def test_too_few_ratings_give_no_coefficient(units: list[Unit], n: int, reason: str) -> None:
    """DHQ-81: fewer than two items."""
    for measure in (cohen_kappa, gwet_ac):
        assert measure(units) == Coefficient(None, n, reason)


def test_one_rater_agrees_with_nobody() -> None:
    assert gwet_ac([(1.0,), (2.0,)]) == Coefficient(None, 0, "only one rater")
    assert percent_agreement([(1.0,), (2.0,)]) == Coefficient(None, 0, "only one rater")


def test_distances_are_over_items_that_both_rated() -> None:
    units: list[Unit] = [(1, 2), (4, 4), (5, 2), (None, 3)]
    assert mean_absolute_error(units) == Coefficient(4 / 3, 3)
    assert within_one(units) == Coefficient(2 / 3, 3)
    assert within_one([(1.1, 2.1), (2.1, 1.1)]).value == 1
    assert mean_absolute_error([(None, 3)]) == within_one([(1, None)]) == Coefficient(None, 0, "no item with two ratings")


def test_weights_give_credit_for_being_near() -> None:
    assert percent_agreement([(1, 2), (3, 3)], weights="linear", categories=[1, 2, 3]).value == 0.75


def test_a_measurement_has_no_categories() -> None:
    """Tables of categories grow with the square; a hundred is the most."""
    units: list[Unit] = [(float(number), number + 0.5) for number in range(60)]
    for measure in (cohen_kappa, gwet_ac):
        assert measure(units, weights="quadratic") == Coefficient(None, 60, "120 categories, more than 100")
    assert percent_agreement(units, weights="linear").value is None
    assert percent_agreement(units) == Coefficient(0.0, 60)


def test_what_is_not_on_the_scale_is_refused() -> None:
    with pytest.raises(UsageError, match="ratings 6, 7 are not on the scale; its categories are 1, 2, 3, 4, 5"):
        gwet_ac([(6, 7), (1, 1)], categories=ONE_TO_FIVE)
    with pytest.raises(UsageError, match="repeat"):
        cohen_kappa([(1, 1), (1, 2)], categories=[1, 1, 2])


def test_ill_shaped_ratings_are_refused() -> None:
    with pytest.raises(UsageError, match="unit 1 is of 3 raters"):
        cohen_kappa([(1, 1), (1, 2, 3)])
    with pytest.raises(UsageError, match="unit 0 has the ratings nan, 1;"):
        gwet_ac([(math.nan, 1)])
    with pytest.raises(UsageError, match="unit 0 has the ratings inf, None;"):
        mean_absolute_error([(math.inf, None)])
    with pytest.raises(UsageError, match="1 counts for 2 units"):
        percent_agreement([(1, 1), (1, 2)], counts=[1])


def _naive_ac(units: list[Unit], weights: list[list[float]]) -> float:
    given = [[int(rating) - 1 for rating in unit if rating is not None] for unit in units]
    given = [unit for unit in given if unit]
    several = [unit for unit in given if len(unit) > 1]
    agreed = [sum(weights[a][b] for a, b in itertools.permutations(unit, 2)) / (len(unit) * (len(unit) - 1)) for unit in several]
    common = [sum(unit.count(category) / len(unit) for unit in given) / len(given) for category in range(5)]
    chance = sum(map(sum, weights)) / 20 * sum(share * (1 - share) for share in common)
    return (sum(agreed) / len(agreed) - chance) / (1 - chance)
