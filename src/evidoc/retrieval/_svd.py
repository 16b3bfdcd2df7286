"""TF-IDF and singular vectors of one's own texts: the encoder that needs no model and no licence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evidoc.errors import MissingDependency
from evidoc.retrieval._encoder import SVD, rows_of_length_one
from evidoc.retrieval._weights import Weights

if TYPE_CHECKING:
    from evidoc.retrieval._encoder import Vectors

_WIDTH = 100  # Deerwester et al. 1990 and others after them found 100 to 300 to be enough; small corpora have fewer


class SvdEncoder:
    """Words weighed as in the texts that it was fitted on, seen along the directions in which those texts differ most."""

    def __init__(self, texts: Sequence[str]) -> None:
        """Fit on texts.

        Raises:
            MissingDependency: scikit-learn is not installed.
        """
        try:
            from sklearn.utils.extmath import randomized_svd
        except ImportError as error:
            raise MissingDependency("scikit-learn", extra="recipes", purpose="an encoder fitted on one's own texts") from error
        self._weights = Weights(texts)
        width = max(1, min(_WIDTH, len(texts) - 1, len(self._weights.rarity) - 1))
        found = bool(self._weights.rarity)
        self._directions = randomized_svd(self._weights.matrix(texts), width, random_state=0)[2].T if found else None
        self.name = f"{SVD}({width})"

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Encode texts; one whose words were in none of the texts fitted on gives zeros."""
        import numpy as np

        if self._directions is None:
            return np.zeros((len(texts), 1), dtype=np.float32)
        return rows_of_length_one(np.asarray(self._weights.matrix(texts) @ self._directions, dtype=np.float32))
