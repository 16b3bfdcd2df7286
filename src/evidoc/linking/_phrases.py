"""Key phrases of one text, by statistics of that text alone: no corpus, no model, no part of speech.

A word weighs by how it is written (capitals), where it stands (early), how often, next to how many different words
(a word with many neighbours is a function word), and in how many sentences; low is good. Source: Campos et al., YAKE!,
Information Sciences 509 (2020), the formulas of section 3, written from the paper (docs/why/linking.md).
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from evidoc.linking._alike import alike
from evidoc.linking._stopwords import STOPWORDS

_SENTENCE = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[A-Z0-9\"(\[])|\n+")
_TOKEN = re.compile(r"[^\W_]+(?:[-'’/.][^\W_]+)*|[^\w\s]")
_SHORTEST = 3  # letters; a shorter word is a stopword, as in the paper's program

MOST = 20  # phrases of a text; DHQ-27 [D]
_ALIKE = 0.9  # likeness above which two phrases are one; DHQ-27 [D]


@dataclass(slots=True)
class _Counts:
    """What is counted of a text: of each word how often, how often capital, in which sentences, beside what."""

    sentences: int = 0
    times: Counter[str] = field(default_factory=Counter)
    capital: Counter[str] = field(default_factory=Counter)
    acronym: Counter[str] = field(default_factory=Counter)
    stands_in: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    phrases: Counter[tuple[str, ...]] = field(default_factory=Counter)


def key_phrases(text: str, *, most: int = MOST) -> tuple[str, ...]:
    """Give the key phrases of an English text, one or two words each, lower case, best first.

    A phrase neither begins nor ends with a stopword, has no number in it, and crosses no punctuation; of phrases that
    are alike, such as a plural, the best stays. The same text gives the same phrases. DHQ-27.
    """
    counts = _count(text)
    if not counts.phrases:
        return ()
    weight = _weights(counts)
    scored = sorted((_score(words, times, weight), " ".join(words)) for words, times in counts.phrases.items())
    kept: list[str] = []
    for _, phrase in scored:
        if not any(alike(phrase, other, above=_ALIKE) for other in kept):
            kept.append(phrase)
            if len(kept) == most:
                break
    return tuple(kept)


def _count(text: str) -> _Counts:
    counts = _Counts()
    for sentence in _SENTENCE.split(text):
        if sentence and not sentence.isspace():
            _count_sentence(sentence, counts)
            counts.sentences += 1
    return counts


def _count_sentence(sentence: str, counts: _Counts) -> None:
    before, is_word_before, can_begin = "", False, False
    for place, token in enumerate(_TOKEN.findall(sentence)):
        if not token[0].isalnum():
            before, is_word_before, can_begin = "", False, False
            continue
        word = token.lower()
        counts.times[word] += 1
        stands_in = counts.stands_in[word]
        if not stands_in or stands_in[-1] != counts.sentences:
            stands_in.append(counts.sentences)
        is_word = _is_word(token)
        if is_word and before and is_word_before:
            counts.pairs[before, word] += 1
        if is_word and not token.islower():
            _count_capitals(token, word, counts, opens=place == 0)
        is_content = is_word and len(word) >= _SHORTEST and word not in STOPWORDS
        if is_content:
            counts.phrases[word,] += 1
            if can_begin:
                counts.phrases[before, word] += 1
        before, is_word_before, can_begin = word, is_word, is_content


def _count_capitals(token: str, word: str, counts: _Counts, *, opens: bool) -> None:
    if len(token) > 1 and token.isupper():
        counts.acronym[word] += 1
    elif len(token) > 1 and not opens and token.istitle():
        counts.capital[word] += 1


def _is_word(token: str) -> bool:
    """Say whether a token can stand in a phrase: letters alone, joined by one mark at most."""
    return token.isalpha() or (not any(map(str.isdigit, token)) and sum(not letter.isalnum() for letter in token) == 1)


def _weights(counts: _Counts) -> dict[str, float]:
    """Weigh every word by the five features; section 3.2 of the source."""
    left, right = _neighbours(counts, side=1), _neighbours(counts, side=0)
    spread = _mean_and_deviation([n for word, n in counts.times.items() if len(word) >= _SHORTEST and word not in STOPWORDS])
    most = max(counts.times.values())
    weights = {}
    for word in {word for words in counts.phrases for word in words}:
        times = counts.times[word]
        related = 1 + (left.get(word, 0.0) + right.get(word, 0.0)) * times / most
        stands_in = counts.stands_in[word]
        position = math.log(math.log(3 + _median(stands_in)))
        casing = max(counts.capital[word], counts.acronym[word]) / (1 + math.log(times))
        weights[word] = position * related / (casing + (times / spread + len(stands_in) / counts.sentences) / related)
    return weights


def _neighbours(counts: _Counts, *, side: int) -> dict[str, float]:
    """Give how different the neighbours on one side of each word are: different ones for each that there is."""
    kinds: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for pair, times in counts.pairs.items():
        kinds[pair[side]] += 1
        total[pair[side]] += times
    return {word: kinds[word] / total[word] for word in total}


def _score(words: tuple[str, ...], times: int, weight: dict[str, float]) -> float:
    """Score a phrase by its words and how often it stands; section 3.4 of the source. Low is good."""
    product, total = 1.0, 1.0
    for word in words:
        product *= weight[word]
        total += weight[word]
    return product / (times * total)


def _mean_and_deviation(numbers: list[int]) -> float:
    mean = sum(numbers) / len(numbers)
    return mean + math.sqrt(sum((number - mean) ** 2 for number in numbers) / len(numbers))


def _median(ordered: list[int]) -> float:
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
