"""Blocks ranked by shared words and by meaning together: 0.2 of the TF-IDF cosine and 0.8 of the encoder's. Source: DHQ-49."""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.records.corpus import Corpus
from evidoc.retrieval._encoder import Encoder
from evidoc.retrieval._passages import Unit
from evidoc.retrieval._ranked import Pool, Ranked
from evidoc.retrieval.dense import VectorIndex, pool_encoder
from evidoc.retrieval.tfidf import WordIndex

WORDS = 0.2  # of the similarity, and the rest is meaning: DHQ-49, paper appendix D.3
_DIGITS = 6  # so that no order of addition decides at a threshold or between ties


class Similarity:
    """How like some texts are to a question, in words and in meaning; the same wherever gold evidence is matched or searched."""

    def __init__(self, words: WordIndex, vectors: VectorIndex, *, share: float = WORDS) -> None:
        """Take both indexes of the same texts; `share` is that of the words."""
        self._words, self._vectors, self._share = words, vectors, share

    def of(self, question: str) -> list[float]:
        """Give how like each text is, in order and in [0, 1]: the weighted sum of both cosines; the same text gives 1."""
        pairs = zip(self._words.cosines(question), self._vectors.cosines(question), strict=True)
        return [round(max(0.0, self._share * shared + (1 - self._share) * near), _DIGITS) for shared, near in pairs]


class HybridRetriever:
    """Blocks like the question in words or in meaning; safe to share between threads."""

    def __init__(self, pool: Pool, similarity: Similarity) -> None:
        """Take the pool and how its texts are compared."""
        self._pool, self._similarity = pool, similarity

    def rank(self, question: str, *, k: int) -> list[Ranked]:
        """Give the k blocks of highest similarity."""
        return self._pool.best(self._similarity.of(question), k=k)


def index(  # noqa: PLR0913  (corpus and documents are every retriever's; the rest are options)
    corpus: Corpus,
    document_ids: Sequence[str],
    *,
    encoder: str = "",
    folder: str = "",
    words: float = WORDS,
    unit: Unit = "passages",
) -> HybridRetriever:
    """Rank blocks by words and meaning together; `words` is the share of the TF-IDF cosine, `unit` `passages` or `segments`."""
    pool = Pool(corpus, document_ids, unit=unit)
    opened = pool_encoder(pool.texts, encoder=encoder, folder=folder)
    return HybridRetriever(pool, similarity_of(pool.texts, opened, words=words))


def similarity_of(texts: Sequence[str], encoder: Encoder, *, words: float = WORDS) -> Similarity:
    """Index texts by an encoder and by their own words, which are rare as they are rare among these texts."""
    return Similarity(WordIndex(texts), VectorIndex(texts, encoder), share=words)
