"""The runs of words of a bench's items, and which of them stand in texts that were trained on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Literal

from evidoc.curation._words import plain_words
from evidoc.flow._training_texts import Training
from evidoc.records.item import Item

Part = Literal["question", "answer", "evidence"]
SHORT = 3  # words of the runs by which questions are near
_MARK = "\x1f"


@dataclass
class Wanted:
    """One text of an item: its runs of words, which of them were found, and the text that has most of them."""

    item: str
    part: Part
    runs: frozenset[int]
    found: set[int] = field(default_factory=set)
    most: int = 0
    place: str = ""

    @property
    def share(self) -> float:
        """The share of its runs that stand in any text."""
        return len(self.found) / len(self.runs)

    @property
    def most_share(self) -> float:
        """The share of its runs that stand in one text."""
        return self.most / len(self.runs)


class Search:
    """Where the runs of all items stand; a training text is looked through once and forgotten."""

    def __init__(self, long: Sequence[Wanted], short: Sequence[Wanted], *, run: int) -> None:
        """Take the texts by their runs of `run` words, and the questions by their short runs."""
        self._long, self._short = _Index(long, run), _Index(short, SHORT)

    @classmethod
    def of(cls, items: Iterable[Item], *, run: int) -> Search:
        """Take the question, the answer and the evidence of every item."""
        long: list[Wanted] = []
        short: list[Wanted] = []
        for item in items:
            for part, text in _parts(item):
                words = plain_words(text)
                long += _wanted(item, part, words, run)
                short += _wanted(item, part, words, SHORT) if part == "question" else []
        return cls(long, short, run=run)

    def look(self, training: Training) -> None:
        """Look through one text."""
        words = plain_words(training.text)
        self._long.look(words, training.place)
        self._short.look(words, training.place)

    @property
    def by_runs(self) -> Sequence[Wanted]:
        """All texts by their runs of words."""
        return self._long.wanted

    @property
    def by_short_runs(self) -> Sequence[Wanted]:
        """All questions by their short runs."""
        return self._short.wanted


class _Index:
    """The texts of items by their runs of so many words."""

    def __init__(self, wanted: Sequence[Wanted], size: int) -> None:
        self.wanted, self._size = wanted, size
        self._places: dict[int, list[int]] = defaultdict(list)
        for place, one in enumerate(wanted):
            for run in one.runs:
                self._places[run].append(place)

    def look(self, words: Sequence[str], place: str) -> None:
        hits: Counter[int] = Counter()
        for run in _runs(words, self._size):
            for number in self._places.get(run, ()):
                self.wanted[number].found.add(run)
                hits[number] += 1
        for number, count in hits.items():
            if count > self.wanted[number].most:
                self.wanted[number].most, self.wanted[number].place = count, place


def _parts(item: Item) -> Iterator[tuple[Part, str]]:
    yield "question", item.question
    yield "answer", item.answer.text
    for evidence in item.needed:
        yield "evidence", evidence.text


def _wanted(item: Item, part: Part, words: Sequence[str], size: int) -> list[Wanted]:
    """Give a text to look for; one that is shorter than a run says too little to be found."""
    runs = _runs(words, size)
    return [Wanted(item.id, part, runs)] if runs else []


def _runs(words: Sequence[str], size: int) -> frozenset[int]:
    return frozenset(
        int.from_bytes(_digest(_MARK.join(words[start : start + size])), "big") for start in range(len(words) - size + 1)
    )


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()
