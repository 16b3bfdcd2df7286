"""Encoders: texts → vectors of length 1, one row a text. Which encoder it is belongs to every result's signature.

A text's vector never depends on the texts beside it: each is encoded by itself, so that the same text has the same bytes in
every batch, run and worker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from evidoc.errors import MissingDependency, UnknownName

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

MINILM, SVD, PYTHON = "minilm", "svd", "python:"
_KNOWN = (MINILM, f"{SVD} (needs the texts it is fitted on)", f"{PYTHON}MODULE:FUNCTION")


class Encoder(Protocol):
    """What every encoder is."""

    @property
    def name(self) -> str:
        """The encoder's name, as a signature keeps it."""
        ...

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Give one row of length 1 a text, in order; a text without anything to encode gives zeros."""
        ...


def open_encoder(name: str = "", *, fit: Sequence[str] | None = None, folder: Path | None = None) -> Encoder:
    """Give an encoder: `minilm`, `svd`, `python:MODULE:FUNCTION`, or the best that is there where no name is given.

    `minilm` is all-MiniLM-L6-v2 in 8 bits, inside the package (extra `dense`), English. `svd` is TF-IDF with singular vectors
    of the texts in `fit` (extra `recipes`), any language. A Python function takes a list of texts and gives a row of numbers for
    each. Without a name it is `minilm` where that is installed, else `svd` where there are texts to fit. `folder` keeps vectors
    on disk by the digest of the text, for encoders that are not fitted.

    Raises:
        MissingDependency: The encoder's packages are not installed; the message has the install line.
        UnknownName: There is no such encoder.
        UsageError: A Python function cannot be imported.
    """
    found = _opened(name, fit)
    if folder is None or found.name.startswith(SVD):
        return found
    from evidoc.retrieval._embedding_store import Remembering

    return Remembering(found, folder)


def _opened(name: str, fit: Sequence[str] | None) -> Encoder:
    if name.startswith(PYTHON):
        from evidoc.retrieval._own_function import FunctionEncoder

        return FunctionEncoder(name.removeprefix(PYTHON))
    if name == SVD and fit is not None:
        return _svd(fit)
    if name == MINILM:
        return _minilm()
    if name:
        raise UnknownName(name, kind="encoder", known=_KNOWN)
    return _best(fit)


def _best(fit: Sequence[str] | None) -> Encoder:
    try:
        return _minilm()
    except MissingDependency:
        if fit is None:
            raise
        return _svd(fit)


def _minilm() -> Encoder:
    from evidoc.retrieval._minilm import MiniLM

    return MiniLM()


def _svd(fit: Sequence[str]) -> Encoder:
    from evidoc.retrieval._svd import SvdEncoder

    return SvdEncoder(fit)


def rows_of_length_one(rows: Vectors) -> Vectors:
    """Scale rows to length 1; rows of zeros stay."""
    import numpy as np

    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(lengths > 0, lengths, 1.0), dtype=np.float32)


def each_by_itself(texts: Sequence[str], encode: Callable[[str], Vectors], *, width: int) -> Vectors:
    """Encode texts one by one, equal ones once."""
    import numpy as np

    known: dict[str, Vectors] = {}
    for text in texts:
        if text not in known:
            known[text] = encode(text)
    return np.stack([known[text] for text in texts]) if texts else np.zeros((0, width), dtype=np.float32)
