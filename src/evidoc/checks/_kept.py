"""The items kept so far, with an index that finds near-duplicates among ten thousand at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import overload

from evidoc.checks._words import words_of
from evidoc.records.item import Item

_NAMING = frozenset(
    {"measure", "entity", "period", "first", "second", "third", "names", "threshold", "limit", "term", "operation"}
)
_FILLER = words_of(
    "value number figure given reported stated recorded according going data figures titled table section regarding concerning "
    "respect regard looking comparing taking together amount amounts come much many high low higher lower highest lowest one two "
    "true correct respectively document give long short full form stand abbreviation letters mean term definition defined define"
)


@dataclass(frozen=True, slots=True)
class Signature:
    """A question by what must differ in another one (`hard`: numbers, dates, names), and by its other words (`soft`).

    `about` are the documents of a question over several: it names none of them ("the referenced paper"), so that over others
    it is another question (DHQ-47). A question over one document must stand alone, whichever document that is.
    """

    hard: frozenset[str]
    soft: frozenset[str]
    about: frozenset[str] = frozenset()


class Kept(Sequence[Item]):
    """Items in order, found again by what their questions name."""

    def __init__(self, items: Iterable[Item] = ()) -> None:
        """Take the items kept so far."""
        self._items: list[Item] = []
        self._places: dict[tuple[frozenset[str], frozenset[str]], list[int]] = {}
        self._soft: list[frozenset[str]] = []
        self._ids: set[str] = set()
        for item in items:
            self.add(item)

    def add(self, item: Item) -> None:
        """Keep one more."""
        signature = signature_of(item)
        self._places.setdefault((signature.hard, signature.about), []).append(len(self._items))
        self._soft.append(signature.soft)
        self._items.append(item)
        self._ids.add(item.id)

    def has(self, item_id: str) -> bool:
        """Say whether an item of this id is kept."""
        return item_id in self._ids

    def near(self, item: Item, *, similarity: float) -> Item | None:
        """Give the first kept item whose question names the same and is worded alike, other than this very item.

        A question over several documents is compared with those over the same ones.
        """
        signature = signature_of(item)
        for place in self._places.get((signature.hard, signature.about), ()):
            kept = self._items[place]
            if kept.id != item.id and _jaccard(signature.soft, self._soft[place]) >= similarity:
                return kept
        return None

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | list[Item]:
        """Give an item by its place."""
        return self._items[index]

    def __len__(self) -> int:
        """Count the items."""
        return len(self._items)


def signature_of(item: Item) -> Signature:
    """Read what a question names: by the slots that made it, and by its own numbers, dates and names."""
    named = words_of(" ".join(slot.value for slot in item.construction.slots if slot.name in _NAMING))
    words = words_of(item.question)
    hard = named & words | words_of(" ".join(_hard_words(item.question))) | frozenset({item.task.category})
    gold = frozenset(document.id for document in item.documents if document.role == "gold")
    return Signature(hard, words - hard - _FILLER, gold if len(gold) > 1 else frozenset())


def _hard_words(question: str) -> list[str]:
    """Give the words of a question with a digit or a capital, but for the one that opens it."""
    words = re.findall(r"[\w.,%-]*\w%?", question)
    return [word for index, word in enumerate(words) if any(map(str.isdigit, word)) or (index and any(map(str.isupper, word)))]


def _jaccard(first: frozenset[str], second: frozenset[str]) -> float:
    return len(first & second) / len(first | second) if first | second else 1.0
