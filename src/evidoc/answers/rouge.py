"""ROUGE-1, -2, -L and -Lsum of one text against another, equal to the reference package and many times faster.

Words are lower-case runs of letters a to z and digits, stemmed where they have more than three. The longest common
subsequence is found with one integer a row of the table, a bit a column (Hyyrö 2004). Source: DHQ-118, X-39; Lin 2004.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from evidoc.answers._porter import stem
from evidoc.pages.sentences import sentences

Gram = TypeVar("Gram", str, tuple[str, str])

_WORD = re.compile(r"[a-z0-9]+")
_STEMMED_FROM = 4  # letters; shorter words stay as they are


@dataclass(frozen=True, slots=True)
class Rouge:
    """The F-measures of a prediction, each from 0 to 1."""

    rouge1: float
    rouge2: float
    rouge_l: float
    rouge_lsum: float


def rouge(prediction: str, reference: str) -> Rouge:
    """Compare a prediction with a reference; for Lsum, lines are sentences."""
    said, wanted = _words(prediction), _words(reference)
    return Rouge(
        rouge1=_overlap(Counter(said), Counter(wanted)),
        rouge2=_overlap(_pairs(said), _pairs(wanted)),
        rouge_l=_f(_subsequence_length(said, wanted), len(said), len(wanted)),
        rouge_lsum=_summed(_sentences(prediction), _sentences(reference)),
    )


def lines_of(text: str) -> str:
    """Put each sentence of a text on a line of its own, as Lsum needs it (DHQ-118)."""
    return "\n".join(sentences(text))


def has_words(text: str) -> bool:
    """Say whether a text has any word in the sense of ROUGE."""
    return _WORD.search(text.lower()) is not None


def _words(text: str) -> tuple[str, ...]:
    return tuple(map(_stemmed, _WORD.findall(text.lower())))


@lru_cache(maxsize=65536)
def _stemmed(word: str) -> str:
    return stem(word) if len(word) >= _STEMMED_FROM else word


def _sentences(text: str) -> list[tuple[str, ...]]:
    return [_words(line) for line in text.split("\n") if line]


def _pairs(words: Sequence[str]) -> Counter[tuple[str, str]]:
    return Counter(zip(words, words[1:], strict=False))


def _overlap(said: Counter[Gram], wanted: Counter[Gram]) -> float:
    shared = sum([min(count, said[gram]) for gram, count in wanted.items() if gram in said])
    return _f(shared, sum(said.values()), sum(wanted.values()))


def _f(shared: int, said: int, wanted: int) -> float:
    if not said or not wanted or not shared:
        return 0.0
    precision, recall = shared / said, shared / wanted
    return 2 * precision * recall / (precision + recall)


def _subsequence_length(said: Sequence[str], wanted: Sequence[str]) -> int:
    """Give the length of the longest common subsequence."""
    rows = _rows(said, wanted)
    return len(said) - rows[-1].bit_count() if said and wanted else 0


def _rows(said: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """Give for each prefix of the wanted words a row of bits: a 0 where the common length rises with one more said word."""
    places: dict[str, int] = {}
    for place, word in enumerate(said):
        places[word] = places.get(word, 0) | 1 << place
    full = (1 << len(said)) - 1
    row, rows = full, [full]
    for word in wanted:
        matches = row & places.get(word, 0)
        row = ((row + matches) | (row - matches)) & full
        rows.append(row)
    return rows


def _summed(said: Sequence[Sequence[str]], wanted: Sequence[Sequence[str]]) -> float:
    """Give Lsum: of each wanted sentence the words that any said sentence has in common with it in order, each counted once.

    A word counts no more often than it stands in all wanted, or in all said sentences.
    """
    left_said = Counter(word for sentence in said for word in sentence)
    left_wanted = Counter(word for sentence in wanted for word in sentence)
    total_said, total_wanted = sum(left_said.values()), sum(left_wanted.values())
    shared = 0
    for sentence in wanted:
        hit = sorted({place for other in said for place in _subsequence_places(other, sentence)})
        for word in (sentence[place] for place in hit):
            if left_said[word] > 0 and left_wanted[word] > 0:
                shared += 1
                left_said[word] -= 1
                left_wanted[word] -= 1
    return _f(shared, total_said, total_wanted)


def _subsequence_places(said: Sequence[str], wanted: Sequence[str]) -> Iterator[int]:
    """Give the places of a longest common subsequence among the wanted words, from the last.

    Of several, the one is taken that goes on in the said words only where that keeps more than going on in the wanted.
    """
    rows = _rows(said, wanted)
    row, column = len(wanted), len(said)
    while row and column:
        if wanted[row - 1] == said[column - 1]:
            yield row - 1
            row, column = row - 1, column - 1
        elif _length(rows[row], column - 1) > _length(rows[row - 1], column):
            column -= 1
        else:
            row -= 1


def _length(row: int, column: int) -> int:
    return column - (row & ((1 << column) - 1)).bit_count()
