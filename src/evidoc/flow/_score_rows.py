"""The rows of a scoring, held back until it is known which metrics the run has.

A judge of one service gives the probabilities of its marks and one of another does not; which it is shows at the first reply
that is judged, and what was refused before counts in the same metric.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import IO

from msgspec.structs import replace

from evidoc.flow._totals import Totals
from evidoc.records.item import Item
from evidoc.records.record import from_json, to_json
from evidoc.records.score import Score

Supposed = Mapping[str, float | str]  # by metric the number, or why there is none, that holds if the run has that metric
_BETWEEN = b"\t"  # a row and what is supposed with it; JSON has no bare tab


class HeldRows:
    """Rows in a file of their own, counted in the totals as they come, and again where they get more."""

    def __init__(self, file: IO[bytes], totals: Totals) -> None:
        """Take an empty file that can be read back."""
        self._file, self._totals = file, totals
        self._known: set[str] = set()

    def add(self, item: Item, row: Score, *, supposed: Supposed, lost: int) -> None:
        """Take the row of the next item; `lost` pieces of its evidence were cut off before the system was shown them."""
        self._known |= {name for name, value in row.metrics.items() if value is not None}
        self._totals.add(item, row, lost=lost)
        self._file.write(to_json(row) + (_BETWEEN + to_json(dict(supposed)) if supposed else b"") + b"\n")

    def settled(self) -> Iterator[bytes]:
        """Give all rows as lines, in order, each with what it has of the metrics of the run."""
        self._file.seek(0)
        for place, line in enumerate(self._file):
            row, _, written = line.rstrip(b"\n").partition(_BETWEEN)
            supposed = from_json(written, dict[str, float | str], place="scores") if written else {}
            found = {name: value for name, value in supposed.items() if name in self._known}
            yield (self._with(row, found, place=place) if found else row) + b"\n"

    def _with(self, line: bytes, found: Supposed, *, place: int) -> bytes:
        row = from_json(line, Score, place="scores")
        numbers = {name: None if isinstance(value, str) else value for name, value in found.items()}
        reasons = {name: value for name, value in found.items() if isinstance(value, str)}
        for name, value in numbers.items():
            self._totals.fill(place, name, value)
        return to_json(replace(row, metrics=row.metrics | numbers, unscored=row.unscored | reasons))
