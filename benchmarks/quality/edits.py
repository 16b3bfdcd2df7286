"""How many edits part two texts: Levenshtein distance with one bit a character, whole against whole or against the best place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text was found: the end of the best match (half open) and the edits that it takes."""

    end: int
    edits: int


def edit_distance(first: str, second: str) -> int:
    """Give the least number of insertions, deletions and substitutions that turn one text into the other."""
    return _last_row(first, second, anywhere=False).edits


def nearest_place(needle: str, text: str) -> Place:
    """Give the place in a text that is the fewest edits from the needle; what stands around it costs nothing.

    The first of equally near places counts. An empty text is as many edits away as the needle is long.
    """
    return _last_row(needle, text, anywhere=True)


def _last_row(pattern: str, text: str, *, anywhere: bool) -> Place:
    """Fill the matrix of edits column by column, all rows of a column in the bits of one integer.

    Source: Myers 1999, in the form of Hyyrö 2003 ("A bit-vector algorithm for computing Levenshtein and Damerau edit distances").
    """
    if not pattern:
        return Place(0, 0) if anywhere else Place(len(text), len(text))
    rows, top = (1 << len(pattern)) - 1, 1 << (len(pattern) - 1)
    equal = _rows_of(pattern)
    up, down, edits = rows, 0, len(pattern)
    best = Place(0, edits)
    for end, character in enumerate(text, 1):
        same = equal.get(character, 0)
        across = (((same & up) + up) ^ up) | same
        grown, shrunk = (down | ~(across | up)) & rows, up & across
        edits += bool(grown & top) - bool(shrunk & top)
        grown, shrunk = (grown << 1 | (not anywhere)) & rows, shrunk << 1 & rows
        vertical = same | down
        up, down = (shrunk | ~(vertical | grown)) & rows, grown & vertical
        if not anywhere or edits < best.edits:
            best = Place(end, edits)
    return best


def _rows_of(pattern: str) -> dict[str, int]:
    rows: dict[str, int] = {}
    for number, character in enumerate(pattern):
        rows[character] = rows.get(character, 0) | 1 << number
    return rows
