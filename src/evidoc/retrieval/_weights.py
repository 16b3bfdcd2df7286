"""TF-IDF weights of words: tf · (ln((1 + n) / (1 + df)) + 1), rows of length 1, without any package beyond Python.

Source: DHQ-28's weighting, which is scikit-learn's default; a test holds this to scikit-learn's numbers.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from evidoc.retrieval._words import words_of

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


class Weights:
    """How rare each word is among some texts."""

    def __init__(self, texts: Sequence[str]) -> None:
        """Count in how many texts each word is."""
        found = Counter(word for text in texts for word in set(words_of(text)))
        self._count = len(texts)
        self.rarity: Mapping[str, float] = {word: self._idf(found[word]) for word in sorted(found)}

    def of(self, text: str) -> dict[str, float]:
        """Give a text's known words with their weights; the squares add up to 1, or the text has none of the words."""
        counts = Counter(word for word in words_of(text) if word in self.rarity)
        weights = {word: count * self.rarity[word] for word, count in counts.items()}
        length = math.sqrt(math.fsum(weight * weight for weight in weights.values()))
        return {word: weight / length for word, weight in weights.items()}

    def matrix(self, texts: Sequence[str]) -> csr_matrix:
        """Give texts as sparse rows, a column a word in the order of the alphabet."""
        import numpy as np
        from scipy.sparse import csr_matrix as rows_of

        column = {word: place for place, word in enumerate(self.rarity)}
        columns: list[int] = []
        values: list[float] = []
        ends = [0]
        for text in texts:
            weights = self.of(text)
            columns += [column[word] for word in weights]
            values += weights.values()
            ends.append(len(columns))
        return rows_of((np.array(values), np.array(columns, dtype=np.int32), np.array(ends)), shape=(len(texts), len(column)))

    def _idf(self, texts_with: int) -> float:
        return math.log((1 + self._count) / (1 + texts_with)) + 1
