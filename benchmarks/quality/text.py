"""Text error rates: how far the text that a program gives is from the true text of each block, wherever it gives it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmarks.quality.edits import Place, edit_distance, nearest_place

_STEP = 100  # characters: positions this near vote for the same place
_SHORT = 60  # characters: a shorter text is looked for everywhere if no three words of it are found
_SAME = 0.3  # of the characters may be wrong where a block still counts as found


def folded(text: str) -> str:
    """Give the text with each run of white space as one space; nothing else is made equal."""
    return " ".join(text.split())


def trigrams(text: str) -> list[tuple[str, ...]]:
    """Give the runs of three words, words being what stands between white space."""
    words = text.split()
    return list(zip(words, words[1:], words[2:], strict=False))


@dataclass(frozen=True, slots=True)
class Found:
    """A true text, the edits to the nearest text given, and the end of that place, or None where it is not there."""

    text: str
    edits: int
    end: int | None


def find_all(texts: Iterable[str], given: str) -> list[Found]:
    """Look for each true text in the text that a program gives."""
    given = folded(given)
    places = _places(given)
    return [_found(folded(text), given, places) for text in texts if text.strip()]


def error_rate(found: Sequence[Found]) -> float:
    """Give the edits of all texts by their characters: 0 where every block stands there whole, 1 where none does."""
    return sum(one.edits for one in found) / max(1, sum(len(one.text) for one in found))


def whole_error_rate(truth: str, given: str) -> float:
    """Give the edits between two whole texts by the characters of the truth; order and additions count, so it may pass 1."""
    return edit_distance(folded(truth), folded(given)) / max(1, len(folded(truth)))


def trigram_recall(texts: Iterable[str], given: str) -> float:
    """Give the share of the true runs of three words (inside one block) that are given, each as often as it is true."""
    true = Counter(gram for text in texts for gram in trigrams(text))
    return (true & Counter(trigrams(given))).total() / max(1, true.total())


def _places(given: str) -> dict[tuple[str, ...], list[int]]:
    places: dict[tuple[str, ...], list[int]] = {}
    for gram, offset in zip(trigrams(given), _offsets(given), strict=False):
        places.setdefault(gram, []).append(offset)
    return places


def _offsets(text: str) -> list[int]:
    offsets, at = [], 0
    for word in text.split():
        offsets.append(at)
        at += len(word) + 1
    return offsets


def _found(text: str, given: str, places: dict[tuple[str, ...], list[int]]) -> Found:
    exact = given.find(text)
    if exact >= 0:
        return Found(text, 0, exact + len(text))
    place = _nearest(text, given, places)
    return Found(text, place.edits, place.end if place.edits <= _SAME * len(text) else None)


def _nearest(text: str, given: str, places: dict[tuple[str, ...], list[int]]) -> Place:
    """Compare the text with the part of the given text that most of its runs of three words point to."""
    votes = Counter(
        (place - offset) // _STEP
        for gram, offset in zip(trigrams(text), _offsets(text), strict=False)
        for place in places.get(gram, ())
    )
    if not votes:
        return nearest_place(text, given) if len(text) < _SHORT else Place(0, len(text))
    begin = min(votes, key=lambda step: (-votes[step], step)) * _STEP
    slack = 2 * _STEP + len(text) // 4
    start = max(0, begin - slack)
    place = nearest_place(text, given[start : begin + len(text) + slack])
    return Place(place.end + start, place.edits)
