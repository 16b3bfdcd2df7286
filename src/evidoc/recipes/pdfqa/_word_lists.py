"""Lists of words, written as text."""

from __future__ import annotations


def words_of(text: str) -> frozenset[str]:
    """Give the words of a text as a set."""
    return frozenset(text.split())
