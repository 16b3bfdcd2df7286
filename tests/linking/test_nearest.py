"""Candidates of an anchor: the nearest documents on either side of it. Source: CV-13."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix

from evidoc.linking import _nearest
from evidoc.linking._nearest import nearest

ROWS = st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=0, max_size=9)


def of_length_one(rows: list[list[int]]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    found = np.array(rows, dtype=np.float32).reshape(len(rows), 3)
    lengths = np.linalg.norm(found, axis=1, keepdims=True)
    return np.asarray(found / np.where(lengths > 0, lengths, 1), dtype=np.float32)


def naive(rows: list[list[int]], *, most: int, threshold: float) -> list[list[int]]:
    vectors = of_length_one(rows).astype(np.float64)
    found = []
    for place, row in enumerate(vectors):
        others = [(round(float(row @ other), 6), at) for at, other in enumerate(vectors) if at != place]
        alike = sorted((-likeness, at) for likeness, at in others if likeness >= threshold and likeness > 0)
        found.append([at for _, at in alike[:most]])
    return found


@settings(max_examples=60, deadline=None)
@given(rows=ROWS, most=st.integers(1, 6), threshold=st.sampled_from([0.0, 0.5, 0.9]))
def test_the_nearest_are_those_of_comparing_all_and_never_the_anchor_itself(
    rows: list[list[int]], most: int, threshold: float
) -> None:
    dense = list(nearest(of_length_one(rows), most=most, threshold=threshold))
    assert [[near.row for near in one] for one in dense] == naive(rows, most=most, threshold=threshold)
    sparse = list(nearest(csr_matrix(of_length_one(rows)), most=most, threshold=threshold))
    assert sparse == dense


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = of_length_one([[1, 2, 3], [3, 2, 1], [1, 0, 0], [0, 1, 1], [2, 2, 2]])
    whole = list(nearest(rows, most=3, threshold=0.0))
    monkeypatch.setattr(_nearest, "_BLOCK", 7)
    assert list(nearest(rows, most=3, threshold=0.0)) == whole


def test_a_document_without_a_vector_has_no_candidates_and_is_none() -> None:
    found = list(nearest(of_length_one([[0, 0, 0], [1, 0, 0], [1, 1, 0]]), most=5, threshold=0.0))
    assert [[near.row for near in one] for one in found] == [[], [2], [1]]
