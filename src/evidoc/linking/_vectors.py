"""TF-IDF vectors of unit length, as sparse rows; key words as sparse rows of ones."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, cast

from evidoc.errors import MissingDependency

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

_FEW = 1000  # documents below which a term that only one has counts too; DHQ-28 [D]


class TermCounts:
    """Term counts of documents, added one by one and kept as numbers, so that 100,000 abstracts take some 100 MB."""

    def __init__(self) -> None:
        """Begin with no documents."""
        self._vocabulary: dict[str, int] = {}
        self._columns, self._values, self._ends = array("i"), array("i"), array("q", [0])

    def add(self, terms: Sequence[str], counts: Sequence[int]) -> None:
        """Add the terms of the next document with how often it has each."""
        vocabulary = self._vocabulary
        self._columns.extend(vocabulary.setdefault(term, len(vocabulary)) for term in terms)
        self._values.extend(counts)
        self._ends.append(len(self._columns))

    def __len__(self) -> int:
        """Count the documents."""
        return len(self._ends) - 1

    def matrix(self) -> csr_matrix:
        """Give the counts, a row a document; columns are terms in the order first seen."""
        sparse = _scipy_sparse()
        import numpy as np

        columns, values, ends = (np.array(numbers) for numbers in (self._columns, self._values, self._ends))
        return sparse.csr_matrix((values.astype(np.float64), columns, ends), shape=(len(self), len(self._vocabulary)))


def tfidf(counts: csr_matrix, *, min_df: int | None = None) -> csr_matrix:
    """Weigh counts by tf · (ln((1 + n) / (1 + df)) + 1) and bring rows to length 1; DHQ-28.

    Columns are put in the order of how many documents have the term, most first, and those of fewer than `min_df`
    documents are left out: 2, or 1 for fewer than 1,000 documents. Rows without a term stay empty.
    """
    sparse = _scipy_sparse()
    import numpy as np

    rows, columns = counts.shape
    least = min_df if min_df is not None else (1 if rows < _FEW else 2)
    frequency = np.bincount(counts.indices, minlength=columns)
    order = np.argsort(-frequency, kind="stable")
    order = order[frequency[order] >= least]
    place = np.full(columns, -1, dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    idf = np.log((1 + rows) / (1 + frequency)) + 1
    kept = place[counts.indices] >= 0
    of_row = np.repeat(np.arange(rows), np.diff(counts.indptr))[kept]
    weights = (counts.data * idf[counts.indices])[kept]
    length = np.sqrt(np.bincount(of_row, weights=weights**2, minlength=rows))
    ends = np.concatenate(([0], np.cumsum(np.bincount(of_row, minlength=rows))))
    found = sparse.csr_matrix((weights / length[of_row], place[counts.indices][kept], ends), shape=(rows, len(order)))
    found.sort_indices()
    return found


def membership(sets: Iterable[Sequence[str]]) -> csr_matrix:
    """Give sets of words as rows of ones."""
    counts = TermCounts()
    for words in sets:
        distinct = tuple(dict.fromkeys(words))
        counts.add(distinct, [1] * len(distinct))
    found = counts.matrix()
    found.sort_indices()
    return found


def _scipy_sparse() -> ModuleType:
    try:
        import scipy.sparse as sparse
    except ImportError as error:
        raise MissingDependency("scipy", extra="recipes", purpose="pairing documents by their words") from error
    return cast("ModuleType", sparse)
