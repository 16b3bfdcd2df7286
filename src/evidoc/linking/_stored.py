"""Sparse rows in files that worker processes map into memory together, so that no worker has a copy."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

_PARTS = ("data", "indices", "indptr")


def store_rows(folder: Path, rows: csr_matrix) -> None:
    """Write sparse rows into a folder."""
    import numpy as np

    folder.mkdir(parents=True)
    for part in _PARTS:
        np.save(folder / f"{part}.npy", getattr(rows, part))
    np.save(folder / "shape.npy", np.array(rows.shape))


def load_rows(folder: Path) -> csr_matrix:
    """Map sparse rows out of a folder."""
    import numpy as np
    from scipy.sparse import csr_matrix

    parts = tuple(np.load(folder / f"{part}.npy", mmap_mode="r") for part in _PARTS)
    return csr_matrix(parts, shape=tuple(np.load(folder / "shape.npy").tolist()), copy=False)
