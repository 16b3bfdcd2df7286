"""MinHash signatures over word shingles, and the pairs of them that are likely to be alike. Source: Broder 1997.

Two signatures agree in each place with the probability of their texts' Jaccard similarity. Banding brings pairs
above a threshold together in time linear in the number of texts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Hashes = NDArray[np.uint64]

PLACES = 256  # of a signature: the estimate's standard error is at most 0.031
SHINGLE = 5  # words: short enough to survive edits, long enough that two papers of one field share few
_FOUND = 0.999  # the least probability with which a pair at the threshold shares a band
_SLACK = 0.1  # three standard errors: an estimate this far below the threshold rules a pair out
_MIX = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)  # Steele, Lea and Flood 2014, splitmix64
_AT_ONCE = 128  # shingles hashed at a time: 256 kB stay in the processor's cache, four times as fast as 16 MB


def shingles(words: Sequence[str]) -> Hashes:
    """Give the distinct hashes of all runs of five words; a shorter text is one run."""
    import numpy as np

    size = min(SHINGLE, len(words))
    hashes = np.array([_word_hash(word) for word in words], dtype=np.uint64)
    runs = np.zeros(len(words) - size + 1, dtype=np.uint64)
    for start in range(size):
        runs = runs * np.uint64(_MIX[1]) + hashes[start : start + len(runs)]
    return np.unique(_mixed(runs))


def signature(hashes: Hashes) -> NDArray[np.uint32]:
    """Give the smallest hash of a set under each of 256 orderings."""
    import numpy as np

    factors, offsets = _orderings()
    least = np.full(PLACES, np.iinfo(np.uint64).max, dtype=np.uint64)
    for start in range(0, len(hashes), _AT_ONCE):
        ordered = hashes[start : start + _AT_ONCE, None] * factors + offsets
        np.minimum(least, ordered.min(axis=0), out=least)
    return (least >> np.uint64(32)).astype(np.uint32)


def jaccard(left: Hashes, right: Hashes) -> float:
    """Give the share of shingles that two sets have in common."""
    import numpy as np

    shared = len(np.intersect1d(left, right, assume_unique=True))
    return shared / (len(left) + len(right) - shared)


def bands_for(threshold: float) -> tuple[int, int]:
    """Give how many bands of how many places find a pair at the threshold with a probability of 0.999."""
    for rows in range(PLACES // 2, 0, -1):
        if 1 - (1 - threshold**rows) ** (PLACES // rows) >= _FOUND:
            return PLACES // rows, rows
    return PLACES, 1


def likely_pairs(signatures: NDArray[np.uint32], *, threshold: float) -> Iterator[tuple[int, int]]:
    """Give pairs of rows, smaller first, that share a band and look alike; a pair may come more than once."""
    bands, rows = bands_for(threshold)
    for band in range(bands):
        for run in _alike(signatures[:, band * rows : (band + 1) * rows]):
            for place, first in enumerate(run[:-1]):
                agreeing = (signatures[run[place + 1 :]] == signatures[first]).mean(axis=1)
                for second in run[place + 1 :][agreeing >= threshold - _SLACK]:
                    yield int(first), int(second)


def _alike(columns: NDArray[np.uint32]) -> Iterator[NDArray[np.intp]]:
    """Give the rows, in order, of each value that more than one row has."""
    import numpy as np

    keys = np.zeros(len(columns), dtype=np.uint64)
    for column in columns.T:
        keys = _mixed(keys * np.uint64(_MIX[1]) + column)
    order = np.argsort(keys, kind="stable")
    edges = [0, *(np.flatnonzero(np.diff(keys[order])) + 1).tolist(), len(order)]
    return (order[start:end] for start, end in pairwise(edges) if end - start > 1)


def _mixed(values: Hashes) -> Hashes:
    """Spread each value over all 64 bits."""
    import numpy as np

    values = values + np.uint64(_MIX[0])
    values = (values ^ (values >> np.uint64(30))) * np.uint64(_MIX[1])
    values = (values ^ (values >> np.uint64(27))) * np.uint64(_MIX[2])
    return values ^ (values >> np.uint64(31))


@lru_cache(maxsize=1 << 17)
def _word_hash(word: str) -> int:
    return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest(), "big")


@lru_cache(maxsize=1)
def _orderings() -> tuple[Hashes, Hashes]:
    """Give odd factors and offsets, the same in every process."""
    import numpy as np

    seeds = np.arange(2 * PLACES, dtype=np.uint64)
    mixed = _mixed(seeds)
    return mixed[:PLACES] | np.uint64(1), mixed[PLACES:]
