"""Algorithm 1 of DocHop-QA without looking at every pair in turn: the same pairs as the naive algorithm gives.

Columns go from frequent to rare terms. The most frequent ones, whose posting lists make a sparse product slow, are few:
they are multiplied as dense numbers of single precision. The rare ones are multiplied as sparse rows, which touches only
pairs that share one. The sum finds all pairs that are alike enough, and a few more because of its precision; only these
are looked at exactly: shared key words, similarity in double precision, score, best partners. Rows are cut into shards,
which an engine spreads. Source: DHQ-29 … DHQ-33; why so, and what else was tried: docs/why/linking.md.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from evidoc.errors import UsageError
from evidoc.linking._job import Job
from evidoc.linking._stored import load_rows, store_rows
from evidoc.linking._vectors import membership

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import csr_matrix

    Numbers = NDArray[np.int64]

_FREQUENT = 512  # terms multiplied as dense numbers; benchmarks/linking.py was fastest with it from 5,000 documents on
_SHARDS = 24  # tasks of a large corpus: enough to keep workers busy, few enough to transpose the rest for each
_SHARD = 512  # rows of a task at least
_BLOCK = 1 << 24  # numbers of the dense product held at once: 64 MB
_DIGITS = 9  # similarities are rounded, so that no order of addition decides at τ or between ties
_SLACK = 1e-4  # more than single precision loses over a product of two rows of length 1


@dataclass(frozen=True, slots=True)
class Pair:
    """Two documents by their rows, first < second: how many key words they share, how alike they are, and the score."""

    first: int
    second: int
    shared: int
    similarity: float
    score: float


@dataclass(frozen=True, slots=True)
class PairOptions:
    """The constants of Algorithm 1: weight of the key words, least similarity, partners of each document."""

    alpha: float = 0.5
    threshold: float = 0.3
    top: int = 3

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        if not (0 <= self.alpha <= 1 and 0 <= self.threshold <= 1 and self.top >= 1):
            said = f"alpha={self.alpha}, threshold={self.threshold}, top={self.top}"
            raise UsageError(f"cannot pair with {said}; alpha and threshold are in [0, 1], top is at least 1")


_OPTIONS = PairOptions()


def pair_up(
    vectors: csr_matrix, key_words: Sequence[Sequence[str]], *, options: PairOptions = _OPTIONS, job: Job | None = None
) -> Iterator[Pair]:
    """Give the pairs of Algorithm 1, by first document, best partner first.

    `vectors` are rows of length 1 or 0 whose columns go from frequent to rare terms (`tfidf` gives such); `key_words` are
    those of each row. A pair shares a key word and is alike by `threshold` or more; it scores
    α · ln(1 + shared) / ln(1 + most key words of a document) + (1 - α) · similarity. Each document keeps its `top` best
    among those after it; ties go to the more similar, then to the earlier one. Similarities are rounded to 9 digits.
    """
    rows = vectors.shape[0]
    most = max((len(set(words)) for words in key_words), default=0)
    if not rows or not most:
        return
    with tempfile.TemporaryDirectory(prefix="evidoc-linking-") as name:
        folder = Path(name)
        store_rows(folder / "vectors", vectors)
        store_rows(folder / "key_words", membership(key_words))
        _store_halves(folder, vectors)
        size = max(_SHARD, -(-rows // _SHARDS))
        shards = (_Shard(folder, start, min(start + size, rows), most, options) for start in range(0, rows, size))
        for found in (job or Job()).run(pair_shard, shards):
            yield from found


@dataclass(frozen=True, slots=True)
class _Shard:
    """Rows from `start` to before `end`, to be paired with all rows after each."""

    folder: Path
    start: int
    end: int
    most: int
    options: PairOptions


def pair_shard(shard: _Shard) -> list[Pair]:
    """Pair the rows of one shard with all rows after them."""
    vectors, key_words = load_rows(shard.folder / "vectors"), load_rows(shard.folder / "key_words")
    find = _alike_pairs if shard.options.threshold > 0 else _sharing_pairs
    return [pair for first, second in find(shard) for pair in _best(first, second, vectors, key_words, shard=shard)]


def _alike_pairs(shard: _Shard) -> Iterator[tuple[Numbers, Numbers]]:
    """Give the pairs that are alike by the threshold, block of rows by block, and some that nearly are."""
    import numpy as np

    frequent = np.load(shard.folder / "frequent.npy", mmap_mode="r")
    rare = load_rows(shard.folder / "rare")
    others = rare[shard.start :].T.tocsr()
    for start, end in _blocks(shard, columns=len(frequent) - shard.start):
        alike = frequent[start:end] @ frequent[shard.start :].T
        shared = (rare[start:end] @ others).tocoo()
        alike[shared.row, shared.col] += shared.data
        yield _after(*np.nonzero(alike >= shard.options.threshold - _SLACK), shard=shard, start=start)


def _sharing_pairs(shard: _Shard) -> Iterator[tuple[Numbers, Numbers]]:
    """Give the pairs that share a key word: where any similarity will do, vectors find nothing."""
    key_words = load_rows(shard.folder / "key_words")
    others = key_words[shard.start :].T.tocsr()
    for start, end in _blocks(shard, columns=key_words.shape[0] - shard.start):
        shared = (key_words[start:end] @ others).tocoo()
        yield _after(shared.row, shared.col, shard=shard, start=start)


def _blocks(shard: _Shard, *, columns: int) -> Iterator[tuple[int, int]]:
    size = max(16, min(512, _BLOCK // columns))
    return ((start, min(start + size, shard.end)) for start in range(shard.start, shard.end, size))


def _after(row: Numbers, column: Numbers, *, shard: _Shard, start: int) -> tuple[Numbers, Numbers]:
    """Give row numbers of the corpus for places of a block, of those pairs whose second comes after the first."""
    first, second = row.astype("int64") + start, column.astype("int64") + shard.start
    return first[second > first], second[second > first]


def _best(first: Numbers, second: Numbers, vectors: csr_matrix, key_words: csr_matrix, *, shard: _Shard) -> list[Pair]:
    """Score candidates exactly and keep the best partners of each first row."""
    import numpy as np

    options = shard.options
    shared = products(key_words, first, second).astype(np.int64)
    first, second, shared = first[shared > 0], second[shared > 0], shared[shared > 0]
    similarity = np.round(products(vectors, first, second), _DIGITS)
    near = similarity >= options.threshold
    first, second, shared, similarity = first[near], second[near], shared[near], similarity[near]
    by_words = np.array([math.log(1 + count) / math.log(1 + shard.most) for count in range(shard.most + 1)])
    score = options.alpha * by_words[shared] + (1 - options.alpha) * similarity
    order = np.lexsort((second, -similarity, -score, first))
    place = np.arange(len(order)) - np.searchsorted(first[order], first[order])
    kept = order[place < options.top]
    columns = (column[kept].tolist() for column in (first, second, shared, similarity, score))
    return [Pair(*values) for values in zip(*columns, strict=True)]


def products(rows: csr_matrix, first: Numbers, second: Numbers) -> NDArray[np.float64]:
    """Give the dot product of each row of `first` with the row of `second` beside it."""
    import numpy as np

    step = 1 << 16
    parts = [
        np.asarray(rows[first[at : at + step]].multiply(rows[second[at : at + step]]).sum(axis=1)).ravel()
        for at in range(0, len(first), step)
    ]
    return np.concatenate(parts) if parts else np.zeros(0)


def _store_halves(folder: Path, vectors: csr_matrix) -> None:
    """Write the columns of frequent terms as dense numbers and the others as sparse rows."""
    import numpy as np

    np.save(folder / "frequent.npy", vectors[:, :_FREQUENT].astype(np.float32).toarray())
    store_rows(folder / "rare", vectors[:, _FREQUENT:].astype(np.float32).tocsr())
