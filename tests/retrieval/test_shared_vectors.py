"""Texts are encoded once a corpus, however many items and retrievers ask: on counts, and with the same rankings."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from evidoc.records.corpus import Corpus
from evidoc.retrieval import Indexes
from evidoc.retrieval._encoder import open_encoder
from evidoc.retrieval._shared_vectors import Sharing
from evidoc.retrieval.dense import VectorIndex
from tests.build import corpus_of, document_of, paragraph

ENCODER = "python:tests.retrieval.test_shared_vectors:counted"
ENCODED: Counter[str] = Counter()
PAIRS = [("a", "b"), ("b", "c"), ("c", "a")]


def counted(texts: list[str]) -> list[list[float]]:
    """Encode by letters, and count what is encoded."""
    ENCODED.update(texts)
    return [[float(text.count(letter)) + 0.1 for letter in "aeiou"] for text in texts]


def three() -> tuple[Corpus, dict[str, str]]:
    documents = {
        name: document_of(
            paragraph(0, f"Apples of {name} are sweet and round."), paragraph(1, f"Ships of {name} sail."), name=name
        )
        for name in "abc"
    }
    return corpus_of(*documents.values()), {name: document.id for name, document in documents.items()}


@pytest.fixture(autouse=True)
def nothing_encoded() -> None:
    ENCODED.clear()


def test_each_text_is_encoded_once_for_all_pairs_and_retrievers() -> None:
    """Before: 3 pairs × 4 texts × 2 retrievers and 6 questions, 30 texts; now 6 texts and one question, each once."""
    corpus, ids = three()
    indexes = Indexes(corpus)
    for pair in PAIRS:
        for by in (f"dense(encoder='{ENCODER}')", f"hybrid(encoder='{ENCODER}')"):
            indexes.over([ids[name] for name in pair], by=by).rank("Which apples are sweet?", k=4)
    assert ENCODED.total() == len(ENCODED) == 7


def test_what_is_shared_ranks_as_what_is_not() -> None:
    texts = ["Apples are sweet.", "Ships sail.", "Apples are sweet."]
    plain, sharing = open_encoder(ENCODER), Sharing(open_encoder(ENCODER))
    VectorIndex(texts[:2], sharing)
    assert np.array_equal(plain.encode(texts), sharing.encode(texts))
    assert VectorIndex(texts, sharing).nearness("sweet ships") == VectorIndex(texts, plain).nearness("sweet ships")
    assert sharing.encode([]).shape == plain.encode([]).shape


def test_another_corpus_begins_anew() -> None:
    for _ in range(2):
        corpus, ids = three()
        Indexes(corpus).over([ids["a"]], by=f"dense(encoder='{ENCODER}')").rank("Ships?", k=1)
    assert set(ENCODED.values()) == {2}
