"""Blocks ranked by shared words and by meaning together: 0.2 of the TF-IDF cosine and 0.8 of the encoder's. Source: DHQ-49."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, get_args

from evidoc.errors import UsageError
from evidoc.records.corpus import Corpus
from evidoc.retrieval._encoder import Encoder
from evidoc.retrieval._passages import Unit
from evidoc.retrieval._ranked import Pool, Ranked
from evidoc.retrieval._shared_vectors import shared
from evidoc.retrieval._token_match import TokenIndex
from evidoc.retrieval.dense import VectorIndex, pool_encoder
from evidoc.retrieval.tfidf import WordIndex

WORDS = 0.2  # of the similarity, and the rest is meaning: DHQ-49, paper appendix D.3
_DIGITS = 6  # so that no order of addition decides at a threshold or between ties


Meaning = Literal["sentence", "bertscore"]  # of whole texts, by the cosine of their vectors, or token by token


class Nearness(Protocol):
    """Texts that are compared by meaning."""

    def nearness(self, question: str) -> list[float]:
        """Give how near each text is to the question, −1 to 1."""
        ...


class Similarity:
    """How like some texts are to a question, in words and in meaning; the same wherever gold evidence is matched or searched."""

    def __init__(self, words: WordIndex, meaning: Nearness, *, share: float = WORDS) -> None:
        """Take both indexes of the same texts; `share` is that of the words."""
        self._words, self._meaning, self._share = words, meaning, share

    def of(self, question: str) -> list[float]:
        """Give how like each text is, in order and in [0, 1]: the weighted sum of both; the same text gives 1."""
        pairs = zip(self._words.cosines(question), self._meaning.nearness(question), strict=True)
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
    meaning: Meaning = "sentence",
    unit: Unit = "passages",
) -> HybridRetriever:
    """Rank blocks by words and meaning together; `unit` is `passages`, `segments` or `subsections`.

    `words` is the share of the TF-IDF cosine. `meaning` compares whole texts (`sentence`) or their tokens (`bertscore`, which
    takes the encoder `minilm`).

    Raises:
        UsageError: `meaning` is none of these, the encoder knows no tokens, or a folder is to keep them.
    """
    if folder and meaning == "bertscore":
        raise UsageError(
            f"folder={folder!r} keeps vectors of whole texts, and meaning='bertscore' takes those of tokens; leave it out"
        )
    pool = Pool(corpus, document_ids, unit=unit)
    opened = pool_encoder(pool.texts, encoder=encoder, folder=folder)
    if meaning == "sentence":  # rows of tokens are too many to keep
        opened = shared(opened, corpus)
    return HybridRetriever(pool, similarity_of(pool.texts, opened, words=words, meaning=meaning))


def similarity_of(texts: Sequence[str], encoder: Encoder, *, words: float = WORDS, meaning: Meaning = "sentence") -> Similarity:
    """Index texts by an encoder and by their own words, which are rare as they are rare among these texts."""
    return Similarity(WordIndex(texts), meaning_of(texts, encoder, meaning=meaning), share=words)


def meaning_of(texts: Sequence[str], encoder: Encoder, *, meaning: Meaning) -> Nearness:
    """Index texts by what an encoder makes of them.

    Raises:
        UsageError: There is no such way of comparing, or not with this encoder.
    """
    if meaning not in get_args(Meaning):
        raise UsageError(f"meaning={meaning!r}; texts are compared by 'sentence' or by 'bertscore'")
    return VectorIndex(texts, encoder) if meaning == "sentence" else TokenIndex(texts, encoder)
