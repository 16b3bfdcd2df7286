"""Blocks ranked by shared words and by meaning together: 0.2 of the TF-IDF cosine and 0.8 of the encoder's. Source: DHQ-49."""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.records.corpus import Corpus
from evidoc.retrieval._encoder import Encoder
from evidoc.retrieval._ranked import Pool, Ranked
from evidoc.retrieval.dense import VectorIndex, pool_encoder
from evidoc.retrieval.tfidf import WordIndex

WORDS = 0.2  # of the similarity, and the rest is meaning: DHQ-49, paper appendix D.3


class Similarity:
    """How like some texts are to a question, in words and in meaning; the same wherever gold evidence is matched or searched."""

    def __init__(self, texts: Sequence[str], encoder: Encoder, *, words: float = WORDS) -> None:
        """Index the texts; words are rare as they are rare among these texts."""
        self._words, self._vectors = WordIndex(texts), VectorIndex(texts, encoder)
        self._share = words

    def of(self, question: str) -> list[float]:
        """Give the weighted sum of both cosines for each text, in order; a text equal to the question gives 1."""
        pairs = zip(self._words.cosines(question), self._vectors.cosines(question), strict=True)
        return [self._share * shared + (1 - self._share) * near for shared, near in pairs]


class HybridRetriever:
    """Blocks like the question in words or in meaning; safe to share between threads."""

    def __init__(self, pool: Pool, similarity: Similarity) -> None:
        """Take the pool and how its texts are compared."""
        self._pool, self._similarity = pool, similarity

    def rank(self, question: str, *, k: int) -> list[Ranked]:
        """Give the k blocks of highest similarity."""
        return self._pool.best(self._similarity.of(question), k=k)


def index(
    corpus: Corpus,
    document_ids: Sequence[str],
    *,
    encoder: str = "",
    folder: str = "",
    words: float = WORDS,
) -> HybridRetriever:
    """Rank blocks by words and meaning together; `words` is the share of the TF-IDF cosine."""
    pool = Pool(corpus, document_ids)
    opened = pool_encoder(pool.texts, encoder=encoder, folder=folder)
    return HybridRetriever(pool, Similarity(pool.texts, opened, words=words))
