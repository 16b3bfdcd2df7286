"""How like two texts are: a fifth by their words, four fifths by what an encoder makes of them.

Words: the cosine of TF-IDF vectors over the segments of the item's documents. Source: DHQ-49 to DHQ-51.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evidoc.records.remembered import Remembered
from evidoc.retrieval import Encoder, Weights, open_encoder
from evidoc.retrieval.hybrid import Meaning, Nearness, Similarity, meaning_of
from evidoc.retrieval.tfidf import WordIndex

_KEPT_OPEN: dict[Meaning, int] = {"sentence": 64, "bertscore": 8}  # sets of texts whose vectors are kept: a document has a few

_encoders: dict[str, Encoder] = {}
_kept: dict[tuple[str, Meaning], Remembered[Nearness]] = {}


@dataclass(frozen=True, slots=True)
class Likeness:
    """A measure of likeness over some texts; `encoder` is what gives their meaning, and `meaning` how that is compared."""

    weights: Weights
    encoder: Encoder
    meaning: Meaning = "sentence"

    @property
    def name(self) -> str:
        """The measure's name, as an item keeps it."""
        return self.encoder.name if self.meaning == "sentence" else f"{self.meaning}:{self.encoder.name}"

    def scores(self, question: str, texts: tuple[str, ...]) -> list[float]:
        """Give how like each text is to a question, in [0, 1]; the same words give 1."""
        return Similarity(WordIndex(texts, weights=self.weights), self._near(texts)).of(question)

    def _near(self, texts: tuple[str, ...]) -> Nearness:
        if self.encoder is not _encoders.get(self.encoder.name):  # fitted on these documents: not to be kept for others
            return self._compared(texts)
        known = _kept.setdefault((self.encoder.name, self.meaning), Remembered(most=_KEPT_OPEN[self.meaning]))
        return known.of(texts, lambda: self._compared(texts))

    def _compared(self, texts: tuple[str, ...]) -> Nearness:
        return meaning_of(texts, self.encoder, meaning=self.meaning)


def likeness_over(texts: Sequence[str], *, encoder: str = "", meaning: Meaning = "sentence") -> Likeness:
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
            return Likeness(Weights(texts), found, meaning)
        _encoders[encoder] = _encoders.setdefault(found.name, found)  # the same object in every thread
    return Likeness(Weights(texts), _encoders[encoder], meaning)
