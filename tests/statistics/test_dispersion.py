"""Distances of evidence: worked by hand, and quantiles as numpy gives them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.statistics.dispersion import (
    five_numbers,
    joined_positions,
    pair_distances,
    pair_ratios,
    position_ratio,
    quantiles,
    step_distances,
    within_quartiles,
)


def test_the_example_of_the_requirements() -> None:
    """DHQ-91, DHQ-92: positions 2, 5, 11 of 21 places."""
    assert sorted(pair_distances([2, 5, 11])) == [3, 6, 9]
    assert sorted(pair_ratios([2, 5, 11], 21)) == pytest.approx([0.15, 0.30, 0.45])


def test_steps_go_from_one_document_to_the_next() -> None:
    """DHQ-93, DHQ-94: a first document of 10 places, then place 3 of the second; one distance less than hops."""
    assert step_distances([2, 8, 10 + 3]) == [6, 5]


def test_documents_stand_one_after_the_other() -> None:
    """DHQ-93: place 3 of the second comes after the 10 of the first, place 0 of the third after 10 + 5."""
    assert joined_positions([(0, 2), (1, 3), (0, 9), (2, 0)], [10, 5, 7]) == [2, 13, 9, 15]


def test_one_piece_has_no_distance() -> None:
    assert (pair_distances([4]), pair_ratios([0], 1), step_distances([4])) == ([], [], [])
    assert quantiles([]).median is None
    assert within_quartiles([]) == []


def test_a_position_is_a_share_of_the_document() -> None:
    """DHQ-90."""
    assert (position_ratio(0, 1), position_ratio(5, 11), position_ratio(10, 11)) == (0.0, 0.5, 1.0)


@given(st.lists(st.floats(min_value=-1e6, max_value=1e6), min_size=1, max_size=60))
def test_quantiles_are_those_of_numpy(values: list[float]) -> None:
    """DHQ-96: linear interpolation."""
    found = quantiles(values)
    expected = np.percentile(values, [0, 25, 50, 75, 100])
    assert [found.least, found.lower, found.median, found.upper, found.most] == pytest.approx(list(expected), abs=1e-6)
    least, lower, median, upper, most = five_numbers(values)
    assert (least, lower, median, upper, most) == (found.least, found.lower, found.median, found.upper, found.most)
    assert within_quartiles(values) == [value for value in values if lower <= value <= upper]
