"""Counts by two names as a table with its sums, and as a matrix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from evidoc.records.analysis import Cell, Matrix, Series, StatsTable

Counts = Counter[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Counted:
    """Counts by row and column, with the names of both in the order to be shown; `what` is what is counted."""

    counts: Counts
    rows: Sequence[str]
    columns: Sequence[str]
    what: str

    def row(self, row: str) -> tuple[int, ...]:
        """Give the counts of a row."""
        return tuple(self.counts[row, column] for column in self.columns)

    def table(self, name: str, title: str, *, first: str) -> StatsTable:
        """Give a table with the sum of each row; `first` is the heading of the names of the rows."""
        rows = tuple(_line(row, self.row(row), sum(self.row(row))) for row in self.rows)
        return StatsTable(name=name, title=title, header=(first, *self.columns, self.what), rows=rows)

    def shares(self, name: str, title: str, *, first: str) -> StatsTable:
        """Give a table of the shares of each row, which has the same header."""
        rows = tuple(_line(row, self.row_shares(row), sum(self.row(row))) for row in self.rows)
        return StatsTable(name=name, title=title, header=(first, *self.columns, self.what), rows=rows)

    def row_shares(self, row: str) -> tuple[float | None, ...]:
        """Give the shares of a row's sum; None where nothing is counted."""
        total = sum(self.row(row))
        return tuple(share(count, total) for count in self.row(row))

    def matrix(self, name: str, title: str) -> Matrix:
        """Give the counts as a matrix."""
        values = tuple(tuple(float(count) for count in self.row(row)) for row in self.rows)
        return Matrix(name=name, title=title, rows=tuple(self.rows), columns=tuple(self.columns), values=values)

    def series(self) -> tuple[Series, ...]:
        """Give each row as bars over the columns."""
        return tuple(Series(name=row, values=tuple(map(float, self.row(row)))) for row in self.rows)


def share(count: int, total: int) -> float | None:
    """Give a share to four places; None of nothing."""
    return round(count / total, 4) if total else None


def _line(name: str, values: Sequence[Cell], total: int) -> tuple[Cell, ...]:
    return (name, *values, total)
