"""Length and self-preference of a judge (X-32, CV-74)."""

from __future__ import annotations

import random

import pytest
from scipy import stats

from evidoc.statistics.bias_probes import (
    FamilyScore,
    Judged,
    length_bias,
    self_preference,
)
from evidoc.statistics.resampling import Draw


def test_length_and_score_of_equally_right_answers_correlate_as_scipy_says() -> None:
    """scipy.stats.spearmanr within one stratum."""
    rng = random.Random(1)
    rows = [Judged(score=rng.randint(0, 4), length=rng.randint(10, 90), correct=1) for _ in range(40)]
    theirs = stats.spearmanr([row.score for row in rows], [row.length for row in rows]).statistic
    found = length_bias(rows)
    assert found.value == pytest.approx(theirs, abs=1e-9)
    assert found.low is not None and found.high is not None and found.low < theirs < found.high


def test_longer_answers_that_are_more_often_right_are_no_bias() -> None:
    """All correlation is between the strata: 0 within."""
    rows = [Judged(score=right, length=50 * right + noise, correct=right) for right in (0, 1) for noise in range(5)]
    varied = [*rows, Judged(0.5, 2, 0), Judged(0.5, 52, 1)]
    assert length_bias(varied, draw=Draw(resamples=0)).value == pytest.approx(0, abs=1e-12)
    assert length_bias(rows).reason == "score or length never varies among answers that are equally right"


def test_a_bias_that_differences_of_correctness_hide_is_found() -> None:
    """Right answers are short here, and among equals the longer one scores more."""
    rows = [
        Judged(score=right * 5 + step, length=100 * (1 - right) + step, correct=right) for right in (0, 1) for step in range(6)
    ]
    assert length_bias(rows).value == pytest.approx(1)


def test_answers_of_one_document_are_one_draw() -> None:
    rows = [Judged(score=step % 4, length=step, correct=1, cluster=step % 5) for step in range(20)]
    assert length_bias(rows).clusters == 5


def test_the_own_family_minus_the_others_item_by_item() -> None:
    rows = [
        FamilyScore("q1", True, 4),
        FamilyScore("q1", False, 3),
        FamilyScore("q1", False, 2),
        FamilyScore("q2", True, 2),
        FamilyScore("q2", False, 2),
        FamilyScore("q3", True, 5),
    ]
    found = self_preference(rows)
    assert found.difference == pytest.approx((1.5 + 0) / 2)
    assert (found.n, found.left_out, found.wins, found.ties) == (2, 1, 1, 1)


def test_a_family_that_is_better_is_not_preferred_when_people_say_so_too() -> None:
    rows = [
        FamilyScore(item, own, score=3 + own + item % 2 / 4, reference=3 + own - item % 2 / 4)
        for item in range(10)
        for own in (True, False)
    ]
    assert self_preference(rows).difference == pytest.approx(0)
    bare = [FamilyScore(row.item, row.own_family, row.score) for row in rows]
    assert self_preference(bare).difference == pytest.approx(1)


def test_an_item_with_some_references_only_is_left_out() -> None:
    rows = [FamilyScore("q1", True, 4, reference=4), FamilyScore("q1", False, 3)]
    found = self_preference(rows)
    assert (found.n, found.left_out, found.reason) == (0, 1, "no pairs")
