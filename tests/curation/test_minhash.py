"""MinHash and banding against comparing every pair."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evidoc.curation._minhash import bands_for, jaccard, likely_pairs, shingles, signature
from tests.curation.texts import edited, words_from


def test_a_shingle_is_five_words_and_a_shorter_text_is_one() -> None:
    assert len(shingles(["a", "b", "c", "d", "e", "f"])) == 2
    assert len(shingles(["a", "b"])) == 1
    assert len(shingles(["a"] * 50)) == 1


def test_the_order_of_words_counts() -> None:
    assert jaccard(shingles(["a", "b", "c"]), shingles(["c", "b", "a"])) == 0.0


@given(st.integers(0, 10_000), st.integers(0, 60))
@settings(max_examples=40, deadline=None)
def test_signatures_estimate_the_share_of_shingles_in_common(seed: int, changes: int) -> None:
    words = words_from(seed, 400)
    left, right = shingles(words), shingles(edited(words, changes=changes, seed=seed))
    estimate = float((signature(left) == signature(right)).mean())
    assert abs(estimate - jaccard(left, right)) < 0.16  # five standard errors at the worst place


@pytest.mark.parametrize("threshold", [0.1, 0.3, 0.5, 0.8, 0.95, 1.0])
def test_bands_find_a_pair_at_the_threshold_nearly_always(threshold: float) -> None:
    bands, rows = bands_for(threshold)
    assert bands * rows <= 256
    assert 1 - (1 - threshold**rows) ** bands >= 0.999


@pytest.mark.parametrize("threshold", [0.7, 0.8])
def test_every_pair_above_the_threshold_is_found_as_by_comparing_all(threshold: float) -> None:
    """A hundred texts in twenty families with 0 to 8 changes each; case H06."""
    texts = [edited(words_from(family, 300), changes=2 * copy, seed=family + copy) for family in range(20) for copy in range(5)]
    sets = [shingles(words) for words in texts]
    alike = {pair for pair in combinations(range(len(sets)), 2) if jaccard(sets[pair[0]], sets[pair[1]]) >= threshold}
    found = set(likely_pairs(np.stack([signature(entry) for entry in sets]), threshold=threshold))
    assert len(alike) > 20
    assert alike <= found


def test_a_long_text_is_hashed_in_pieces_to_the_same_signature() -> None:
    hashes = shingles(words_from(7, 30_000))
    whole = np.minimum(signature(hashes[:20_000]), signature(hashes[20_000:]))
    assert np.array_equal(signature(hashes), whole)
