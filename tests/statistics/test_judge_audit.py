"""The judge's audit sheet: SD-55, SD-56, table 14; binary agreement by both conventions."""

from __future__ import annotations

import random

import pytest
from sklearn.metrics import cohen_kappa_score

from evidoc.errors import UsageError
from evidoc.statistics.judge_audit import Rubric, audit_alpha, audit_pair, level_of
from evidoc.statistics.krippendorff import krippendorff_alpha
from evidoc.statistics.ratings import Unit
from evidoc.statistics.resampling import Draw

SCORES: list[Unit] = [(0, 0.2), (0.5, 0.5), (1, 1), (1, 0.9), (0, 0), (0.5, 0.7), (1, 1), (None, 1)]
NONE = Draw(resamples=0)


def test_a_score_is_wrong_at_one_end_right_at_the_other_and_partly_right_between() -> None:
    """formats.md: the strict mapping 0 / (0, 1) / 1."""
    assert [level_of(score) for score in (0, 0.001, 0.5, 0.999, 1)] == [0, 0.5, 0.5, 0.5, 1]
    assert [level_of(score, rubric=Rubric(1, 5)) for score in (1, 2, 5)] == [0, 0.5, 1]
    with pytest.raises(UsageError, match=r"score 1\.2 is outside 0 to 1"):
        level_of(1.2)


def test_the_sheet_by_hand() -> None:
    """Seven items by both: levels agree on 5; right from 0.5 on 7; above 0.5 on 6 (0.5 against 0.7 differs)."""
    found = audit_pair(SCORES, draw=NONE)
    assert found["exact"].value == pytest.approx(5 / 7)
    assert found["binary"].value == 1
    assert found["binary_above"].value == pytest.approx(6 / 7)
    assert found["mae"].value == pytest.approx((0.2 + 0 + 0 + 0.1 + 0 + 0.2 + 0) / 7)
    assert {figure.n for figure in found.values()} == {7}


def test_kappas_are_those_of_scikit_learn() -> None:
    """sklearn.metrics.cohen_kappa_score over levels (quadratic) and over both binary readings, to 1e-9."""
    rng = random.Random(5)
    pairs = [(rng.choice([0, 0.5, 1]), rng.choice([0, 0.25, 0.5, 0.75, 1, 1])) for _ in range(80)]
    units: list[Unit] = [tuple(map(float, pair)) for pair in pairs]
    levels = [[int(2 * level_of(score)) for score in column] for column in zip(*pairs, strict=True)]
    found = audit_pair(units, draw=NONE)
    assert found["qwk"].value == pytest.approx(cohen_kappa_score(*levels, weights="quadratic", labels=[0, 1, 2]), abs=1e-9)
    for name, right in (("binary", (0.5, 0.75, 1)), ("binary_above", (0.75, 1))):
        sides = [[score in right for score in column] for column in zip(*pairs, strict=True)]
        assert found[f"{name}_kappa"].value == pytest.approx(cohen_kappa_score(*sides), abs=1e-9)


def test_alpha_is_ordinal_over_the_levels_of_all_raters() -> None:
    """SD-56: 10,000 percentile resamples of instances in the paper; the seed fixes ours."""
    units: list[Unit] = [(0, 0.2, 0), (0.5, 0.5, 1), (1, 1, 1), (1, 0.9, 0.5), (0, 0, 0), (1, 1, None)]
    levels = [tuple(None if score is None else level_of(score) for score in unit) for unit in units]
    found = audit_alpha(units, draw=Draw(resamples=300, seed=4))
    assert found.value == krippendorff_alpha(levels, level="ordinal").value
    assert found == audit_alpha(units, draw=Draw(resamples=300, seed=4))
    assert found.low is not None and found.high is not None and found.low < found.high


def test_items_of_one_document_are_drawn_together() -> None:
    found = audit_pair(SCORES, clusters=[0, 0, 1, 1, 2, 2, 3, 3], draw=Draw(resamples=50))
    assert {figure.clusters for figure in found.values()} == {4}
    assert found["exact"].low is not None


def test_another_threshold_and_another_scale() -> None:
    assert Rubric(1, 5).bar == 3 and Rubric(threshold=0.8).bar == 0.8
    found = audit_pair([(1, 2), (3, 5), (4, 4)], rubric=Rubric(1, 5, threshold=4), draw=NONE)
    assert found["binary"].value == pytest.approx(2 / 3)
    assert found["binary_above"].value == pytest.approx(2 / 3)


def test_a_mean_of_tenths_that_is_the_threshold_counts_as_at_it() -> None:
    """Comparisons at a threshold have a slack of 1e-9 (docs/reference/metrics.md)."""
    found = audit_pair([(0.1 + 0.2, 0.3), (1, 1)], rubric=Rubric(threshold=0.3), draw=NONE)
    assert found["binary"].value == found["binary_above"].value == 1


def test_a_judge_that_says_right_to_all_has_no_kappa_to_itself() -> None:
    found = audit_pair([(1, 1), (1, 1)], draw=NONE)
    assert (found["exact"].value, found["qwk"].value, found["qwk"].reason) == (1, None, "no variation")


def test_a_scale_has_two_ends() -> None:
    with pytest.raises(UsageError, match="a scale from 1 to 1 has no extent"):
        audit_pair([(1, 1)], rubric=Rubric(1, 1))
    with pytest.raises(UsageError, match="no extent"):
        audit_alpha([(1, 1)], rubric=Rubric(2, 1))
