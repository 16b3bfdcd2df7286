"""Blocks ranked by the cosine of encoded texts: the meaning of whole passages rather than shared words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from evidoc.records.corpus import Corpus
from evidoc.retrieval._encoder import Encoder, open_encoder
from evidoc.retrieval._passages import Unit
from evidoc.retrieval._ranked import Pool, Ranked
from evidoc.retrieval._shared_vectors import shared


class VectorIndex:
    """The vectors of some texts."""

    def __init__(self, texts: Sequence[str], encoder: Encoder) -> None:
        """Encode all texts."""
        self.encoder = encoder
        self._rows = encoder.encode(texts) if texts else None

    def nearness(self, question: str) -> list[float]:
        """Give the cosine of the question with each text, −1 to 1."""
        if self._rows is None:
            return []
        (asked,) = self.encoder.encode([question])
        # Row by row, as a product of matrices may sum in another order for another number of rows.
        return [float(row @ asked) for row in self._rows]


class DenseRetriever:
    """Blocks near the question in meaning; safe to share between threads."""

    def __init__(self, pool: Pool, encoder: Encoder) -> None:
        """Encode the pool."""
        self._pool, self._vectors = pool, VectorIndex(pool.texts, encoder)

    def rank(self, question: str, *, k: int) -> list[Ranked]:
        """Give the k blocks of highest cosine, whatever that is."""
        return self._pool.best(self._vectors.nearness(question), k=k)


def index(
    corpus: Corpus, document_ids: Sequence[str], *, encoder: str = "", folder: str = "", unit: Unit = "passages"
) -> DenseRetriever:
    """Rank blocks by the cosine of their vectors.

    `encoder` is `minilm`, `svd` (fitted on these blocks), `python:MODULE:FUNCTION`, or empty for the best that is installed.
    `folder` keeps the vectors on disk; `unit` is `passages`, `segments` or `subsections`.
    """
    pool = Pool(corpus, document_ids, unit=unit)
    return DenseRetriever(pool, shared(pool_encoder(pool.texts, encoder=encoder, folder=folder), corpus))


def pool_encoder(texts: Sequence[str], *, encoder: str, folder: str) -> Encoder:
    """Open an encoder for a pool; one that has to be fitted is fitted on the pool."""
    return open_encoder(encoder, fit=texts, folder=Path(folder) if folder else None)
