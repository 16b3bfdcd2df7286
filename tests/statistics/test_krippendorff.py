"""Krippendorff's α: X-33, DHQ-83, SD-56, case F17; published examples and a naive coincidence matrix.

By hand, outside the repository, 56 random sets with gaps at all four levels were also compared with the GPL package
krippendorff 0.9: the largest difference was 4.4e-16.
"""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.errors import UsageError
from evidoc.statistics.krippendorff import Level, krippendorff_alpha
from evidoc.statistics.ratings import Coefficient, Unit
from tests.statistics.published import ABSTRACTED, BINARY, FOUR_RATERS, NOMINAL

rated = st.lists(st.tuples(*[st.one_of(st.none(), st.integers(0, 4).map(float))] * 3), min_size=2, max_size=12)
LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval", "ratio")


@pytest.mark.parametrize(("level", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)])
def test_krippendorffs_four_observers(level: Level, alpha: float) -> None:
    """Krippendorff (2011), sections C and D; unit 12 has one value and is not pairable."""
    found = krippendorff_alpha(FOUR_RATERS, level=level)
    assert found.value == pytest.approx(alpha, abs=5e-4)
    assert found.n == 11


def test_krippendorffs_two_observers() -> None:
    """Krippendorff (2011), sections A and B: binary 0.095, nominal 0.692."""
    assert krippendorff_alpha(BINARY).value == pytest.approx(0.095, abs=5e-4)
    assert krippendorff_alpha(NOMINAL).value == pytest.approx(0.692, abs=5e-4)


def test_two_abstractors() -> None:
    """The vignette of irrCAC prints 0.7972585."""
    assert krippendorff_alpha(ABSTRACTED).value == pytest.approx(0.7972585, abs=5e-8)


@given(rated, st.sampled_from(LEVELS))
def test_alpha_is_what_the_coincidence_matrix_says(units: list[Unit], level: Level) -> None:
    found = krippendorff_alpha(units, level=level)
    if found.value is not None:
        assert found.value == pytest.approx(_naive(units, level), abs=1e-9)


@given(rated, st.floats(-5, 5), st.floats(0.5, 3))
def test_interval_alpha_does_not_mind_another_unit(units: list[Unit], shift: float, stretch: float) -> None:
    moved: list[Unit] = [tuple(None if rating is None else rating * stretch + shift for rating in unit) for unit in units]
    one, other = (krippendorff_alpha(part, level="interval") for part in (units, moved))
    assert one.value is None or one.value == pytest.approx(other.value, abs=1e-6)


def test_counts_are_the_same_as_repeating() -> None:
    units: list[Unit] = [(1, 2, None), (2, 2, 3)]
    for level in LEVELS:
        assert krippendorff_alpha(units, counts=[3, 2], level=level).value == pytest.approx(
            krippendorff_alpha([units[0]] * 3 + [units[1]] * 2, level=level).value, abs=1e-12
        )


def test_no_variation_is_undefined() -> None:
    """F17: not 0, 1, NaN or an exception."""
    for level in LEVELS:
        assert krippendorff_alpha([(3, 3), (3, 3), (3, 3)], level=level) == Coefficient(None, 3, "no variation")


def test_one_disagreement_in_a_skewed_set_is_0() -> None:
    """F17, set B: surprising, and right."""
    units: list[Unit] = list(zip((4, 4, 4, 4, 4, 4), (4, 4, 2, 4, 4, 4), (4, None, 4, 4, None, 4), strict=True))
    for level in LEVELS:
        assert krippendorff_alpha(units, level=level).value == pytest.approx(0, abs=1e-12)


def test_too_little_gives_no_alpha() -> None:
    """F17: a single rater, nothing at all; and one item only."""
    assert krippendorff_alpha([(1.0,), (2.0,), (3.0,)]) == Coefficient(None, 0, "only one rater")
    assert krippendorff_alpha([(None, None)]) == Coefficient(None, 0, "no item with two ratings")
    assert krippendorff_alpha([(1, 2)]) == Coefficient(None, 1, "only one item")


def test_a_ratio_scale_starts_at_0() -> None:
    with pytest.raises(UsageError, match="ratio scale has no rating -1"):
        krippendorff_alpha([(-1, 2), (3, 4)], level="ratio")


def _naive(units: list[Unit], level: Level) -> float:
    matrix: Counter[tuple[float, float]] = Counter()
    for unit in units:
        given = [rating for rating in unit if rating is not None]
        for a, b in itertools.permutations(given, 2):
            matrix[a, b] += 1 / (len(given) - 1)  # type: ignore[assignment]
    totals: Counter[float] = Counter()
    for (a, _), count in matrix.items():
        totals[a] += count
    values = sorted(totals)

    def difference(a: float, b: float) -> float:
        if level == "nominal":
            return float(a != b)
        if level == "ordinal":
            between = sum(totals[value] for value in values if min(a, b) <= value <= max(a, b))
            return (between - (totals[a] + totals[b]) / 2) ** 2
        return (a - b) ** 2 if level == "interval" else ((a - b) / (a + b)) ** 2 if a != b else 0.0

    seen = sum(count * difference(a, b) for (a, b), count in matrix.items())
    chance = sum(totals[a] * totals[b] * difference(a, b) for a in values for b in values) / (sum(totals.values()) - 1)
    return 1 - seen / chance
