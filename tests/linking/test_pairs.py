"""Algorithm 1: the same pairs as the naive form, at every border (DHQ-28 … DHQ-33)."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.feature_extraction.text import TfidfVectorizer

from evidoc.errors import UsageError
from evidoc.linking import STOPWORDS, Job
from evidoc.linking import _pairs as pairs_module
from evidoc.linking._pairs import Pair, PairOptions, pair_up
from evidoc.linking._selection import term_counts
from evidoc.linking._vectors import TermCounts, tfidf
from tests.linking.naive import NaivePair, naive_pairs, naive_vectors


def vectors_of(texts: Sequence[Counter[str]]) -> csr_matrix:
    counts = TermCounts()
    for text in texts:
        counts.add(tuple(text), tuple(text.values()))
    return tfidf(counts.matrix())


def plain(pairs: Sequence[Pair]) -> list[NaivePair]:
    return [(pair.first, pair.second, pair.shared, pair.similarity, pair.score) for pair in pairs]


def random_corpus(rng: random.Random) -> tuple[list[Counter[str]], list[list[str]]]:
    """Few words, so that many pairs are alike and many scores tie."""
    words = [f"w{number}" for number in range(rng.randint(3, 30))]
    texts = [Counter(rng.choices(words, k=rng.randint(1, 12))) for _ in range(rng.randint(1, 30))]
    return texts, [rng.sample(words, k=rng.randint(0, min(6, len(words)))) for _ in texts]


@pytest.mark.parametrize("seed", range(300))
def test_the_pairs_are_those_of_the_naive_algorithm(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """DHQ-33, on 300 random corpora; few terms count as frequent, and rows are few, so that all parts take part."""
    rng = random.Random(seed)
    texts, key_words = random_corpus(rng)
    monkeypatch.setattr(pairs_module, "_FREQUENT", rng.choice([0, 2, 5, 512]))
    monkeypatch.setattr(pairs_module, "_SHARD", rng.choice([9, 512]))
    monkeypatch.setattr(pairs_module, "_BLOCK", rng.choice([1, 1 << 24]))
    options = PairOptions(alpha=rng.choice([0, 0.5, 0.7, 1]), threshold=rng.choice([0, 0.2, 0.3, 0.6, 1]), top=rng.randint(1, 4))
    found = plain(list(pair_up(vectors_of(texts), key_words, options=options)))
    if not any(key_words):
        assert found == []
        return
    wanted = naive_pairs(naive_vectors(texts), key_words, alpha=options.alpha, threshold=options.threshold, top=options.top)
    assert found == wanted


def two_rows(similarity: float) -> csr_matrix:
    return csr_matrix(np.array([[1.0, 0.0], [similarity, math.sqrt(1 - similarity**2)]]))


def test_the_threshold_is_met_by_a_similarity_that_equals_it() -> None:
    """DHQ-29."""
    assert len(list(pair_up(two_rows(0.3), [["a"], ["a"]]))) == 1
    assert list(pair_up(two_rows(0.2999), [["a"], ["a"]])) == []


def test_documents_without_a_common_key_word_are_no_pair_however_alike() -> None:
    """DHQ-29."""
    assert list(pair_up(two_rows(0.99), [["a"], ["b"]])) == []


def test_the_score_is_the_weighted_sum_of_words_and_similarity() -> None:
    """DHQ-30: |C| = 3, max |K| = 15, M = 0.4, α = 0.5 → 0.45."""
    key_words = [[*"abc", *map(str, range(12))], [*"abc"]]
    [pair] = pair_up(two_rows(0.4), key_words)
    assert (pair.shared, round(pair.score, 9)) == (3, 0.45)


def test_a_document_keeps_its_best_partners_and_may_be_a_later_member_more_often() -> None:
    """DHQ-31, DHQ-32: five equal documents; ties go to the earlier one."""
    same = csr_matrix(np.ones((5, 1)))
    found = [(pair.first, pair.second) for pair in pair_up(same, [["a"]] * 5)]
    assert found == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]


def test_equal_scores_go_to_the_more_similar() -> None:
    """DHQ-31: with α = 1 only words count, so both score the same."""
    rows = csr_matrix(np.array([[1.0, 0.0], [0.6, 0.8], [0.8, 0.6]]))
    found = list(pair_up(rows, [["a"], ["a"], ["a"]], options=PairOptions(alpha=1, top=1)))
    assert (found[0].first, found[0].second) == (0, 2)


def test_any_engine_gives_the_same_pairs() -> None:
    rng = random.Random(5)
    texts = [Counter(rng.choices([f"w{n}" for n in range(200)], k=20)) for _ in range(1200)]
    key_words = [list(text)[:5] for text in texts]
    vectors = vectors_of(texts)
    once = list(pair_up(vectors, key_words))
    assert once
    assert list(pair_up(vectors, key_words, job=Job(engine="threads", workers=2))) == once
    assert list(pair_up(vectors, key_words, job=Job(engine="processes", workers=2))) == once


def test_vectors_are_those_of_scikit_learn() -> None:
    """DHQ-28, against scikit-learn's TfidfVectorizer with the same stopwords."""
    texts = ["Zinc in wheat, zinc in rice.", "Iron in wheat grain and rice", "The virus of mosquitoes", "Virus and virus"]
    theirs = TfidfVectorizer(stop_words=sorted(STOPWORDS), lowercase=True, sublinear_tf=False, min_df=1, norm="l2")
    wanted = (theirs.fit_transform(texts) @ theirs.transform(texts).T).toarray()
    ours = vectors_of([term_counts(text) for text in texts])
    alike = (ours @ ours.T).toarray()
    assert np.allclose(alike, wanted)
    assert np.allclose(alike, alike.T)
    assert np.allclose(alike.diagonal(), 1)
    assert alike.min() >= 0
    assert alike.max() <= 1 + 1e-12


def test_a_term_of_one_document_counts_only_in_small_corpora() -> None:
    """DHQ-28: min_df is 2 from 1,000 documents on."""
    texts = [Counter({"common": 1, f"own{number}": 1}) for number in range(1000)]
    assert vectors_of(texts).shape == (1000, 1)
    assert vectors_of(texts[:999]).shape == (999, 1000)


@pytest.mark.parametrize("wrong", [{"alpha": 1.1}, {"threshold": -0.1}, {"top": 0}])
def test_constants_that_cannot_be_meant_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(UsageError, match="cannot pair with"):
        PairOptions(**wrong)  # type: ignore[arg-type]


def test_no_documents_give_no_pairs() -> None:
    assert list(pair_up(csr_matrix((0, 0)), [])) == []
