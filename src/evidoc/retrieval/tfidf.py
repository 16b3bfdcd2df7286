"""Blocks ranked by the cosine of TF-IDF weights; rare words are those rare among the blocks of the pool."""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.records.corpus import Corpus
from evidoc.retrieval._passages import Unit
from evidoc.retrieval._ranked import Pool, Ranked
from evidoc.retrieval._weights import Weights


class WordIndex:
    """The weights of each text's words, listed by word."""

    def __init__(self, texts: Sequence[str], *, weights: Weights | None = None) -> None:
        """Weigh the words of all texts, which are as rare as in `weights`, or else among these texts."""
        self._weights = Weights(texts) if weights is None else weights
        self._count = len(texts)
        self._listed: dict[str, list[tuple[int, float]]] = {}
        for place, text in enumerate(texts):
            for word, weight in self._weights.of(text).items():
                self._listed.setdefault(word, []).append((place, weight))

    def cosines(self, question: str) -> list[float]:
        """Give the cosine of the question with each text, 0 to 1."""
        scores = [0.0] * self._count
        for word, weight in self._weights.of(question).items():
            for place, other in self._listed.get(word, ()):
                scores[place] += weight * other
        return scores


class TfidfRetriever:
    """Blocks that share words with the question; safe to share between threads."""

    def __init__(self, pool: Pool) -> None:
        """Index the pool."""
        self._pool, self._words = pool, WordIndex(pool.texts)

    def rank(self, question: str, *, k: int) -> list[Ranked]:
        """Give the k blocks of highest cosine; those that share no word are left out."""
        return self._pool.best(self._words.cosines(question), k=k, above=0.0)


def index(corpus: Corpus, document_ids: Sequence[str], *, unit: Unit = "passages") -> TfidfRetriever:
    """Rank blocks by the cosine of TF-IDF weights; `unit` is `passages`, `segments` or `subsections`."""
    return TfidfRetriever(Pool(corpus, document_ids, unit=unit))
