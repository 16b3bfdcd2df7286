"""Algorithm 1 as it is printed: every pair in turn. Source: DHQ-26 … DHQ-32."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

NaivePair = tuple[int, int, int, float, float]


def naive_vectors(texts: Sequence[Counter[str]]) -> list[dict[str, float]]:
    """TF-IDF with smooth idf and rows of length 1; min_df 1, as for fewer than 1,000 documents."""
    df = Counter(word for text in texts for word in text)
    rows = []
    for text in texts:
        row = {word: times * (math.log((1 + len(texts)) / (1 + df[word])) + 1) for word, times in text.items()}
        length = math.sqrt(sum(value**2 for value in row.values()))
        rows.append({word: value / length for word, value in row.items()})
    return rows


def naive_pairs(
    rows: Sequence[dict[str, float]], key_words: Sequence[Sequence[str]], *, alpha: float, threshold: float, top: int
) -> list[NaivePair]:
    most = max(len(set(words)) for words in key_words)
    pairs: list[NaivePair] = []
    for i in range(len(rows)):
        partners = []
        for j in range(i + 1, len(rows)):
            shared = len(set(key_words[i]) & set(key_words[j]))
            similarity = round(sum(value * rows[j].get(word, 0.0) for word, value in rows[i].items()), 9)
            if shared > 0 and similarity >= threshold:
                by_words = math.log(1 + shared) / math.log(1 + most)
                partners.append((i, j, shared, similarity, alpha * by_words + (1 - alpha) * similarity))
        partners.sort(key=lambda pair: (-pair[4], -pair[3], pair[1]))
        pairs += partners[:top]
    return pairs
