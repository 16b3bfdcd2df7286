"""A table as a grid of cells with spans, the strings as written and the values beside them."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from evidoc.records.geometry import Box
from evidoc.records.record import SparseRecord


class Cell(SparseRecord, frozen=True, kw_only=True):
    """One cell: where it starts, how far it spans, and what stands in it.

    `text` is the source string without note marks, which are in `notes`. `number` is its plain
    value where it is a number, before `scale` (a power of ten: 6 for "in millions"); `unit` is
    the unit that holds for it ("USD", "%", "mg/kg"); `spread` is what follows ± ("24.0 ± 1.00").
    `citations` are the reference keys that the cell names (DHQ-02). `bold` is how it is printed, where
    the source tells. `box` is where it is drawn.
    """

    row: int
    column: int
    row_span: int = 1
    column_span: int = 1
    text: str = ""
    header: bool = False
    number: Decimal | None = None
    unit: str = ""
    scale: int = 0
    spread: Decimal | None = None
    notes: tuple[str, ...] = ()
    citations: tuple[str, ...] = ()
    bold: bool = False
    box: Box | None = None


class Table(SparseRecord, frozen=True, kw_only=True):
    """A grid of `rows` by `columns`; its first `header_rows` and `header_columns` name the rest.

    Cells do not overlap and lie inside the grid; a place without a cell is empty. `unit` and
    `scale` are what the caption or a corner states for the whole table. Source: SD-77, D04.
    """

    rows: int
    columns: int
    cells: tuple[Cell, ...] = ()
    header_rows: int = 0
    header_columns: int = 0
    unit: str = ""
    scale: int = 0

    def at(self, row: int, column: int) -> Cell | None:
        """Give the cell that covers a place, or None where the place is empty."""
        for cell in self.cells:
            if cell.row <= row < cell.row + cell.row_span and cell.column <= column < cell.column + cell.column_span:
                return cell
        return None

    def grid(self) -> list[list[Cell | None]]:
        """Give all places, row by row; a spanning cell stands at each place that it covers."""
        places: list[list[Cell | None]] = [[None] * self.columns for _ in range(self.rows)]
        for cell in self.cells:
            for row in range(cell.row, min(cell.row + cell.row_span, self.rows)):
                for column in range(cell.column, min(cell.column + cell.column_span, self.columns)):
                    places[row][column] = cell
        return places

    def column_header(self, column: int) -> str:
        """Give the texts of the header rows over a column, top down, each once, joined by ' / '."""
        return " / ".join(_distinct(self.at(row, column) for row in range(self.header_rows)))

    def row_header(self, row: int) -> str:
        """Give the texts of the header columns beside a row, left to right, each once, joined by ' / '."""
        return " / ".join(_distinct(self.at(row, column) for column in range(self.header_columns)))


def _distinct(cells: Iterator[Cell | None]) -> Iterator[str]:
    seen: set[str] = set()
    for cell in cells:
        if cell is not None and cell.text and cell.text not in seen:
            seen.add(cell.text)
            yield cell.text
