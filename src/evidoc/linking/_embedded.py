"""Which rows of embeddings are alike, block by block, so that memory does not grow with the square of their number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from evidoc.linking._pairs import Pair, PairOptions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BLOCK = 1024  # rows compared with all later ones at a time
_DIGITS = 6  # single precision holds about seven


def embedded_pairs(vectors: NDArray[np.float32], *, options: PairOptions) -> Iterator[Pair]:
    """Give the pairs of rows of length 1 that are alike by the threshold, by the first row, best partner first.

    Each row keeps its `top` best among those after it; ties go to the earlier one. A row of zeros has no partner.
    """
    import numpy as np

    for start in range(0, len(vectors), _BLOCK):
        alike = np.round((vectors[start : start + _BLOCK] @ vectors[start:].T).astype(np.float64), _DIGITS)
        for row, likeness in enumerate(alike):
            later = np.arange(row + 1, len(likeness))
            later = later[(likeness[later] >= options.threshold) & (likeness[later] > 0)]
            for column in later[np.argsort(-likeness[later], kind="stable")][: options.top]:
                value = float(likeness[column])
                yield Pair(first=start + row, second=start + int(column), shared=0, similarity=value, score=value)
