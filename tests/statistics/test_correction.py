"""A judge's mean corrected by few human scores: worked by hand, simulated, and beside ppi_py.

By hand, outside the repository, six random sets were compared with ppi_py (Apache-2.0): the point estimate at power 1 is
the same to 1e-15; it divides variances by n where we divide by n - 1, so its limits are a little closer, and its power is
ours times (n - 1) / n.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.errors import UsageError
from evidoc.statistics.correction import Mean, Scored, corrected_mean

SEEN = [Scored(judge=1, human=1), Scored(judge=0, human=0), Scored(judge=0, human=1), Scored(judge=1, human=1)]
REST = [Scored(judge=judge) for judge in (1, 1, 0, 1, 0, 1, 1, 0)]
Z = 1.959963984540054


def test_plain_prediction_powered_inference_by_hand() -> None:
    """Judge on the rest 5/8; people minus judge (0, 0, 1, 0): mean 1/4, variance 1/4; judge's variance 15/56."""
    found = corrected_mean([*SEEN, *REST], power=1)
    half = Z * math.sqrt(0.25 / 4 + 15 / 56 / 8)
    assert found.corrected.value == pytest.approx(5 / 8 + 1 / 4)
    assert found.corrected.low == pytest.approx(7 / 8 - half)
    assert found.corrected.high == pytest.approx(7 / 8 + half)
    assert found.corrected.n == 12


def test_the_tuned_power_by_hand() -> None:
    """Covariance 1/6; variance of all twelve scores 35/132; power 1/6 / (1.5 × 35/132) = 44/105."""
    found = corrected_mean([*SEEN, *REST])
    assert found.power == pytest.approx(44 / 105)
    assert found.corrected.value == pytest.approx(3 / 4 + 44 / 105 * (5 / 8 - 1 / 2))


def test_people_alone_judge_alone_and_its_bias_stand_beside() -> None:
    found = corrected_mean([*SEEN, *REST])
    half = Z * math.sqrt(0.25 / 4)
    classical = found.classical
    assert (classical.value, classical.low, classical.high) == pytest.approx((0.75, 0.75 - half, 0.75 + half))
    assert classical.n == 4
    assert found.imputed.value == pytest.approx(7 / 12) and found.imputed.n == 12
    assert found.bias.value == pytest.approx(-1 / 4)


def test_power_0_is_people_alone() -> None:
    found = corrected_mean([*SEEN, *REST], power=0)
    assert found.corrected.value == found.classical.value
    assert found.corrected.high == pytest.approx(found.classical.high)


def test_a_useless_judge_is_not_listened_to() -> None:
    constant = [Scored(judge=1, human=human) for human in (0, 1, 1, 0)] + [Scored(judge=1)] * 9
    against = [Scored(judge=1 - human, human=human) for human in (0, 1, 1, 0)] + [Scored(judge=1), Scored(judge=0)] * 5
    for rows in (constant, against):
        found = corrected_mean(rows)
        assert found.power == 0
        assert found.corrected.value == found.classical.value


def test_the_truth_is_covered_by_the_corrected_interval_and_not_by_the_judge() -> None:
    """400 simulated benches: truth 0.6, the judge too kind by 0.1; 150 of 600 items seen by people."""
    rng = np.random.default_rng(7)
    covered = {"corrected": 0, "classical": 0, "imputed": 0}
    widths = {"corrected": 0.0, "classical": 0.0, "imputed": 0.0}
    for _ in range(400):
        truth = (rng.random(600) < 0.6).astype(float)
        judge = np.where(rng.random(600) < 0.25, 1.0, truth)
        rows = [Scored(judge=float(judge[index]), human=float(truth[index]) if index < 150 else None) for index in range(600)]
        found = corrected_mean(rows)
        for name in covered:
            mean: Mean = getattr(found, name)
            assert mean.low is not None and mean.high is not None
            covered[name] += mean.low <= 0.6 <= mean.high
            widths[name] += mean.high - mean.low
    assert 0.92 <= covered["corrected"] / 400 <= 0.98
    assert 0.92 <= covered["classical"] / 400 <= 0.98
    assert covered["imputed"] / 400 < 0.05
    assert widths["corrected"] < 0.8 * widths["classical"]


def test_items_of_one_document_count_as_one_draw() -> None:
    """200 benches of 60 documents with 5 alike items each, a third of the documents seen by people."""
    rng = np.random.default_rng(9)
    covered = naive = 0
    for _ in range(200):
        level = rng.normal(0.5, 0.2, size=60)
        rows = [
            Scored(
                judge=float(level[document] + 0.1 + rng.normal(0, 0.02) + shift),
                human=float(level[document] + shift) if document < 20 else None,
                cluster=document,
            )
            for document in range(60)
            for shift in rng.normal(0, 0.01, size=5)
        ]
        found = corrected_mean(rows).classical
        alone = corrected_mean([Scored(row.judge, row.human) for row in rows]).classical
        assert found.low is not None and found.high is not None and alone.low is not None and alone.high is not None
        covered += found.low <= 0.5 <= found.high
        naive += alone.low <= 0.5 <= alone.high
    assert covered / 200 >= 0.9
    assert naive / 200 < 0.75


def test_documents_may_reach_over_both_parts() -> None:
    """Clusters of one item each give the unclustered limits, but for the small-sample factor."""
    rows = [Scored(row.judge, row.human, cluster=index) for index, row in enumerate([*SEEN * 5, *REST * 5])]
    clustered = corrected_mean(rows, power=1).corrected
    alone = corrected_mean([*SEEN * 5, *REST * 5], power=1).corrected
    assert clustered.value == alone.value
    assert clustered.low == pytest.approx(alone.low, abs=0.01)
    both = corrected_mean([Scored(row.judge, row.human, cluster=index % 8) for index, row in enumerate(rows)], power=1)
    assert both.corrected.low is not None


def test_an_item_without_a_document_stands_alone() -> None:
    rows = [Scored(0, 1, cluster="a"), Scored(1, 1), Scored(1, 0), Scored(1), Scored(0)]
    assert corrected_mean(rows).corrected.low is not None


def test_without_people_there_is_only_the_judge() -> None:
    found = corrected_mean(REST)
    assert found.corrected == Mean(None, None, None, 8, "no item with a human score")
    assert found.classical == found.bias == Mean(None, None, None, 0, "no item with a human score")
    assert found.imputed.value == pytest.approx(5 / 8)


def test_where_people_saw_all_there_is_nothing_to_correct() -> None:
    found = corrected_mean(SEEN)
    assert found.corrected.value == found.classical.value == 0.75
    assert found.corrected.reason == "every item has a human score; nothing to correct"


def test_too_few_scores_have_no_limits() -> None:
    found = corrected_mean([SEEN[0], *REST])
    assert found.corrected == Mean(1, None, None, 9, "too few items or documents for limits")
    assert corrected_mean([]).imputed == Mean(None, None, None, 0, "no item")
    one_document = corrected_mean([Scored(1, 1, cluster="a"), Scored(0, 1, cluster="a"), Scored(1, cluster="b")])
    assert one_document.classical.reason == "too few items or documents for limits"


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=2, max_size=12), st.floats(-3, 3))
def test_a_constant_bias_of_the_judge_changes_nothing(scores: list[tuple[float, float]], shift: float) -> None:
    rest = [0.1, 0.9, 0.4, 0.6]
    rows = [*(Scored(judge, human) for judge, human in scores), *map(Scored, rest)]
    moved = [*(Scored(judge + shift, human) for judge, human in scores), *(Scored(judge + shift) for judge in rest)]
    one, other = corrected_mean(rows), corrected_mean(moved)
    assert 0 <= one.power <= 1
    assert one.corrected.value == pytest.approx(other.corrected.value, abs=1e-9)


def test_what_is_no_score_is_refused() -> None:
    with pytest.raises(UsageError, match="row 1 has the scores nan and None"):
        corrected_mean([Scored(1), Scored(math.nan)])
    with pytest.raises(UsageError, match=r"power=1\.5"):
        corrected_mean(SEEN, power=1.5)
