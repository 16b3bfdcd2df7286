"""What is computed fast, in the slow way that is plainly right.

Algorithm 1 as it is printed: every pair in turn (DHQ-26 … DHQ-32). Tables by their columns, and the verbs to come, likewise.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from evidoc.linking import TaggedWord, WordClass
from evidoc.linking._word_classes import _OPENS_CLAUSE, _TOKEN, _Beside, _Clause, _is_sure_verb, _kind
from evidoc.linking._word_forms import OTHER_AUXILIARIES, TO_BE, TO_DO
from evidoc.linking.schemas import Schema

NaivePair = tuple[int, int, int, float, float]
NaiveTables = tuple[float, int, int, int, int]  # −score, places of both documents, blocks of both tables


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


def naive_schemas(
    schemas: Sequence[Schema], place: Mapping[str, int], *, threshold: float, least: int, top: int
) -> list[NaiveTables]:
    """Every table against every other: of each pair of documents the best tables, of each document the best partners."""
    best: dict[tuple[int, int], NaiveTables] = {}
    for first in schemas:
        for second in schemas:
            places = (place[first.document], place[second.document])
            shared = len(first.columns & second.columns)
            score = shared / (len(first.columns | second.columns) or 1)
            if places[0] < places[1] and shared >= least and score >= threshold:
                found = (-score, *places, first.block, second.block)
                best[places] = min(found, best.get(places, found))
    ranked = sorted(best.values(), key=lambda found: (found[1], found[0], found[2]))
    used = Counter[int]()
    kept = []
    for found in ranked:
        used[found[1]] += 1
        if used[found[1]] <= top:
            kept.append(found)
    return kept


def naive_tagged(text: str) -> list[TaggedWord]:
    """Tag word by word, looking through the rest of the clause each time that it may have a verb to come."""
    tokens = _TOKEN.findall(text)
    lowered = [token.lower() for token in tokens]
    kinds: list[WordClass] = []
    clause = _Clause()
    for place, (token, word) in enumerate(zip(tokens, lowered, strict=True)):
        if word in _OPENS_CLAUSE and (kinds and kinds[-1] != "function"):
            clause = _Clause()
        beside = _Beside(
            before=lowered[place - 1] if place else ".",
            kind_before=kinds[-1] if kinds else "mark",
            after=lowered[place + 1] if place + 1 < len(lowered) else ".",
            lacks_verb=clause.lacks_verb and not _has_sure_verb(lowered[place + 1 :]),
        )
        kinds.append(_kind(token, beside))
        clause = clause.after(word, kinds[-1])
    return [TaggedWord(token, kind) for token, kind in zip(tokens, kinds, strict=True)]


def _has_sure_verb(words: Sequence[str]) -> bool:
    for word, after in pairwise((*words, ".")):
        if not word[0].isalnum() or word in _OPENS_CLAUSE:
            return False
        if word in TO_BE or word in TO_DO or word in OTHER_AUXILIARIES or _is_sure_verb(word, after):
            return True
    return False
