"""Numbers of many rows in columns by metric: eight bytes each, and a gap where a row has none."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, KeysView

_GAP = float("nan")


class Columns:
    """Columns by name; a row is a place in each, and a column may end before the last row."""

    def __init__(self) -> None:
        """Start with no columns."""
        self._columns: dict[str, array[float]] = {}

    def put(self, place: int, name: str, value: float | None) -> None:
        """Put a number, or a gap, at a row's place; a column begins with its first."""
        column = self._columns.setdefault(name, array("d"))
        column.extend([_GAP] * (place + 1 - len(column)))
        column[place] = _GAP if value is None else value

    @property
    def names(self) -> KeysView[str]:
        """The names of the columns, in the order of their first number or gap."""
        return self._columns.keys()

    def number(self, name: str, place: int) -> float | None:
        """Give what a row has in a column, None for a gap."""
        column = self._columns[name]
        return column[place] if place < len(column) and column[place] == column[place] else None

    def numbers(self, name: str) -> Iterator[tuple[int, float]]:
        """Give the numbers of a column with their places, without the gaps."""
        return ((place, value) for place, value in enumerate(self._columns[name]) if value == value)
