"""The documents nearest to each one, on either side of it in the corpus: whom a model is asked about. Source: CV-13."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import csr_matrix

    Rows: TypeAlias = NDArray[np.float32] | csr_matrix

_BLOCK = 1 << 22  # likenesses held at once: 32 MB
_DIGITS = 6  # vectors of single precision hold about seven; rounded, so that no order of addition decides between ties


@dataclass(frozen=True, slots=True)
class Near:
    """A row near another, and the cosine of both."""

    row: int
    likeness: float


def nearest(rows: Rows, *, most: int, threshold: float) -> Iterator[tuple[Near, ...]]:
    """Give for each row of length 1 or 0 its `most` nearest others, nearest first; ties go to the earlier one.

    Only those count that are alike by `threshold` or more, and at all. The rows are an array or a sparse matrix.
    """
    import numpy as np

    count = rows.shape[0]
    exact = rows.astype(np.float64)
    size = max(1, _BLOCK // max(1, count))
    for start in range(0, count, size):
        product = exact[start : start + size] @ exact.T
        alike = np.round(product if isinstance(product, np.ndarray) else product.toarray(), _DIGITS)
        for row, likeness in enumerate(alike, start):
            likeness[row] = 0.0  # itself
            found = np.flatnonzero((likeness >= threshold) & (likeness > 0))
            best = found[np.argsort(-likeness[found], kind="stable")][:most]
            yield tuple(Near(int(place), float(likeness[place])) for place in best)
