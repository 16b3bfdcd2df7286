"""How like two texts are: a fifth by their words, four fifths by what an encoder makes of them.

Words: the cosine of TF-IDF vectors over the segments of the item's documents. Source: DHQ-49 to DHQ-51.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evidoc.kit import Remembered
from evidoc.retrieval import Encoder, Weights, open_encoder
from evidoc.retrieval.hybrid import WORDS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_DIGITS = 6  # scores are rounded, so that no order of addition decides at a threshold
_KEPT_OPEN = 64  # sets of texts whose vectors are kept: a document has a few

_encoders: dict[str, Encoder] = {}
_vectors: dict[str, Remembered[NDArray[np.float32]]] = {}  # by encoder


@dataclass(frozen=True, slots=True)
class Likeness:
    """A measure of likeness over some texts; `encoder` is what gives their meaning."""

    weights: Weights
    encoder: Encoder

    def scores(self, question: str, texts: tuple[str, ...]) -> list[float]:
        """Give how like each text is to a question, in [0, 1]; the same words give 1."""
        asked = self.weights.of(question)
        meanings = self._meanings(texts) @ self.encoder.encode([question])[0] if texts else ()
        return [
            round(max(0.0, WORDS * _dot(asked, self.weights.of(text)) + (1 - WORDS) * float(meaning)), _DIGITS)
            for text, meaning in zip(texts, meanings, strict=True)
        ]

    def _meanings(self, texts: tuple[str, ...]) -> NDArray[np.float32]:
        if self.encoder is not _encoders.get(self.encoder.name):  # fitted on these documents: not to be kept for others
            return self.encoder.encode(texts)
        known = _vectors.setdefault(self.encoder.name, Remembered(most=_KEPT_OPEN))
        return known.of(texts, lambda: self.encoder.encode(texts))


def likeness_over(texts: Sequence[str], *, encoder: str = "") -> Likeness:
    """Give the measure over the segments of an item's documents.

    `encoder` is a name that `evidoc.retrieval.open_encoder` knows. Without one it is the packaged sentence encoder where that
    is installed, else singular vectors of these texts' own TF-IDF.

    Raises:
        MissingDependency: Neither is installed.
        UnknownName: There is no such encoder.
    """
    if encoder not in _encoders:
        found = open_encoder(encoder, fit=texts)
        if found.name.startswith("svd"):
            return Likeness(Weights(texts), found)
        _encoders[encoder] = _encoders[found.name] = found
    return Likeness(Weights(texts), _encoders[encoder])


def _dot(first: dict[str, float], second: dict[str, float]) -> float:
    return sum(weight * second[word] for word, weight in first.items() if word in second)
