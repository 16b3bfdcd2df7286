"""Lists of names written as one text, which read better than a quoted word a line."""

from __future__ import annotations


def words(text: str) -> tuple[str, ...]:
    """Give the words of a text, in order."""
    return tuple(text.split())


def pairs(text: str) -> dict[str, str]:
    """Give a text of `name:value` words as a dictionary."""
    return dict(entry.split(":", 1) for entry in text.split())
