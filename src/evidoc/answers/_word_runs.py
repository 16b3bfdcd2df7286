"""Runs of words within words: where a name stands, and what is left without it."""

from __future__ import annotations

from collections.abc import Sequence


def place_of(name: Sequence[str], words: Sequence[str]) -> int | None:
    """Give where a name first stands among words, None where it does not."""
    wanted = tuple(name)
    return next((place for place in range(len(words)) if tuple(words[place : place + len(wanted)]) == wanted), None)


def stands_in(name: Sequence[str], words: Sequence[str]) -> bool:
    """Say whether a name stands among words."""
    return place_of(name, words) is not None


def without(name: Sequence[str], words: Sequence[str]) -> list[str]:
    """Leave out every occurrence of a name."""
    left: list[str] = []
    place, wanted = 0, tuple(name)
    while place < len(words):
        if wanted and tuple(words[place : place + len(wanted)]) == wanted:
            place += len(wanted)
        else:
            left.append(words[place])
            place += 1
    return left
