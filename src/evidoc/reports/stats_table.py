"""A table of statistics as the page shows it: numbers of a column with the same decimals, and about how wide it is."""

from __future__ import annotations

import math
from dataclasses import dataclass

from evidoc.records.analysis import Cell, StatsTable
from evidoc.reports.figures.lettering import number, text_width

_ROWS = 40  # on the page; the file has all
_SIZE, _PADDING = 14.5, 20.0  # px of the letters, and of the space between two columns
_WRAPPED = 150.0  # px above which a text is thought of as wrapped
_PLACES = 3


@dataclass(frozen=True, slots=True)
class ShownTable:
    """What the page shows of a table: texts of cells, which columns are numbers, how many rows are left to the file."""

    name: str
    title: str
    file: str
    header: tuple[str, ...]
    numeric: tuple[bool, ...]
    rows: tuple[tuple[str, ...], ...]
    more: int

    @property
    def width(self) -> float:
        """About how wide the table is, in px: long texts wrapped."""
        columns = zip(self.header, *self.rows, strict=True) if self.rows else ((head,) for head in self.header)
        return sum(min(max(text_width(text, _SIZE) for text in column), _WRAPPED) + _PADDING for column in columns)


def shown_table(table: StatsTable, file: str) -> ShownTable:
    """Write the cells of a table for people."""
    columns = range(len(table.header))
    numeric = tuple(_is_numeric([row[column] for row in table.rows]) for column in columns)
    places = [max((_places(row[column]) for row in table.rows), default=0) for column in columns]
    rows = tuple(
        tuple(_shown(cell, places[column] if numeric[column] else 0) for column, cell in enumerate(row))
        for row in table.rows[:_ROWS]
    )
    more = max(0, len(table.rows) - _ROWS)
    return ShownTable(table.name, table.title, file, table.header, numeric, rows, more)


def _is_numeric(cells: list[Cell]) -> bool:
    known = [cell for cell in cells if cell is not None]
    return bool(known) and not any(isinstance(cell, str) for cell in known)


def _places(cell: Cell) -> int:
    """Give how many decimals a number needs, up to three."""
    if not isinstance(cell, float) or not math.isfinite(cell) or cell == round(cell):
        return 0
    return next((places for places in range(1, _PLACES) if math.isclose(round(cell, places), cell, abs_tol=1e-9)), _PLACES)


def _shown(cell: Cell, places: int) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, str):
        return cell
    if isinstance(cell, int) or not math.isfinite(cell) or (cell and abs(cell) < 0.5 * 10**-_PLACES):
        return number(cell)
    return f"{cell:,.{places}f}".replace("-", "−")
