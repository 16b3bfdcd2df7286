"""How much two readings of one place have in common."""

from __future__ import annotations

from collections import Counter


def likeness(first: str, second: str) -> float:
    """Give the share of runs of three letters that two texts have in common, in [0, 1], wherever they stand.

    Spaces, hyphens and marks do not count, so that line ends and another order of lines hardly matter.
    """
    a, b = _runs(first), _runs(second)
    total = a.total() + b.total()
    return 2 * (a & b).total() / total if total else 1.0


def _runs(text: str) -> Counter[str]:
    letters = "".join(character for character in text.casefold() if character.isalnum())
    return Counter(letters[start : start + 3] for start in range(max(1, len(letters) - 2))) if letters else Counter()
