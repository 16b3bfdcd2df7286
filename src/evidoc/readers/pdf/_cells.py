"""Where the cells of a table stand: which words of the page are whose, by their letters and by row and column.

The engine gives a table's texts and spans, not its places. A word that only one cell can hold
fixes where that cell's row and column run; the others follow from there.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from evidoc.pages.glyphs import Word
from evidoc.readers._grid import Placed

_SAME = 0.9  # of a cell's letters that its words must have, so that a lost sign does not lose the cell
_ROUNDS = 2  # the second round places by the rows and columns that the first has found

# The engine writes dashes and quotation marks plainly.
_FOLDED = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-") | dict.fromkeys("‘’‚′", "'") | dict.fromkeys("“”„″", '"'))

Span = tuple[float, float]


@dataclass(slots=True, eq=False)
class _Target:
    """A cell that words are sought for: its letters, those not found yet, and the words so far."""

    cell: Placed
    key: str
    left: Counter[str] = field(default_factory=Counter)
    words: list[int] = field(default_factory=list)

    def clear(self) -> None:
        self.left, self.words = Counter(self.key), []

    def takes(self, key: str) -> bool:
        return all(self.left[letter] >= count for letter, count in Counter(key).items())

    def take(self, word: int, key: str) -> None:
        self.left -= Counter(key)
        self.words.append(word)

    @property
    def is_whole(self) -> bool:
        return bool(self.words) and self.left.total() <= (1 - _SAME) * len(self.key)


def words_by_cell(cells: Sequence[Placed], words: Sequence[Word]) -> list[tuple[Word, ...]]:
    """Give the words of each cell in page order; none for a cell that cannot be placed with certainty."""
    targets = [_Target(cell, _key(cell.cell.text)) for cell in cells]
    keys = [_key(word.text) for word in words]
    if not _assigned_in_order(targets, keys):
        _assign_by_place(targets, keys, words)
    return [tuple(words[index] for index in sorted(target.words)) if target.is_whole else () for target in targets]


def _assigned_in_order(targets: Sequence[_Target], keys: Sequence[str]) -> bool:
    """Give the words to the cells one after the other; say whether the page has exactly the table's texts in its order."""
    place = 0
    for target in targets:
        target.clear()
        while target.left and place < len(keys) and target.takes(keys[place]):
            target.take(place, keys[place])
            place += 1
        if target.left:
            return False
    return place == len(keys)


def _assign_by_place(targets: Sequence[_Target], keys: Sequence[str], words: Sequence[Word]) -> None:
    """Give every word to the nearest cell that it can belong to, by rows and columns that grow surer with each round."""
    candidates = _candidates(targets, keys)
    rows: dict[int, Span] = {}
    columns: dict[int, Span] = {}
    for round_number in range(_ROUNDS):
        _assign(targets, keys, candidates, _distances(words, candidates, rows, columns))
        sure = [target for target in targets if target.words and (target.is_whole or round_number == 0)]
        rows = _filled(_extents(sure, words, along="rows"))
        columns = _filled(_extents(sure, words, along="columns"))
    _assign(targets, keys, candidates, _distances(words, candidates, rows, columns))


def _key(text: str) -> str:
    """Give a text without white space and marks, in a form in which two readings of it are equal."""
    plain = unicodedata.normalize("NFKD", text.translate(_FOLDED)).casefold()
    letters = "".join(letter for letter in plain if not letter.isspace() and not unicodedata.combining(letter))
    return letters or text.strip()


def _candidates(targets: Sequence[_Target], keys: Sequence[str]) -> list[list[_Target]]:
    """Give the cells that could hold each word; the engine writes right-to-left text in painting order."""
    known: dict[str, list[_Target]] = {}
    for key in keys:
        if key and key not in known:
            known[key] = [target for target in targets if key in target.key or key in target.key[::-1]]
    return [known.get(key, []) for key in keys]


def _assign(
    targets: Sequence[_Target], keys: Sequence[str], candidates: Sequence[Sequence[_Target]], distances: Sequence[Sequence[float]]
) -> None:
    """Give every word to the nearest cell that still lacks its letters, sure words first."""
    for target in targets:
        target.clear()
    choices = [
        (distance, len(own), index, place)
        for index, own in enumerate(candidates)
        for place, distance in enumerate(distances[index])
    ]
    taken: set[int] = set()
    for _, _, index, place in sorted(choices):
        target = candidates[index][place]
        if index not in taken and target.takes(keys[index]):
            target.take(index, keys[index])
            taken.add(index)


def _distances(
    words: Sequence[Word], candidates: Sequence[Sequence[_Target]], rows: dict[int, Span], columns: dict[int, Span]
) -> list[list[float]]:
    """Give how far each word is from its candidates' rows and columns; before any is known, only sure words are near."""
    if not rows and not columns:
        return [[0.0] if len(own) == 1 else [] for own in candidates]
    return [
        [
            _outside((word.box.y0 + word.box.y1) / 2, _span(rows, target.cell.row, target.cell.end_row))
            + _outside((word.box.x0 + word.box.x1) / 2, _span(columns, target.cell.column, target.cell.end_column))
            for target in own
        ]
        for word, own in zip(words, candidates, strict=True)
    ]


def _outside(place: float, span: Span) -> float:
    """Give how far a place is outside a span, or a small part of how far it is from its middle."""
    low, high = span
    return max(low - place, place - high, 0.0) + 0.001 * abs(place - (low + high) / 2)


def _span(spans: dict[int, Span], start: int, end: int) -> Span:
    known = [spans[index] for index in range(start, end) if index in spans]
    return (min(low for low, _ in known), max(high for _, high in known)) if known else (-1e6, 1e6)


def _extents(targets: Iterable[_Target], words: Sequence[Word], *, along: str) -> dict[int, Span]:
    """Give from where to where the words of each row or column go, from the cells that stand in one alone."""
    spans: dict[int, Span] = {}
    for target in targets:
        cell, is_row = target.cell, along == "rows"
        start, end = (cell.row, cell.end_row) if is_row else (cell.column, cell.end_column)
        if end != start + 1:
            continue
        boxes = [words[index].box for index in target.words]
        low = min(box.y0 if is_row else box.x0 for box in boxes)
        high = max(box.y1 if is_row else box.x1 for box in boxes)
        known = spans.get(start, (low, high))
        spans[start] = (min(known[0], low), max(known[1], high))
    return spans


def _filled(spans: dict[int, Span]) -> dict[int, Span]:
    """Give rows or columns without a sure cell the room between their neighbours."""
    known = sorted(spans)
    filled = dict(spans)
    for before, after in zip(known, known[1:], strict=False):
        low, high = spans[before][1], spans[after][0]
        step = (high - low) / max(1, after - before - 1)
        for count, index in enumerate(range(before + 1, after)):
            filled[index] = (low + count * step, low + (count + 1) * step)
    return filled
