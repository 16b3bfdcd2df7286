"""Cells as a source writes them, with spans, laid into a grid in which no two cells overlap."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree

from evidoc.records.table import Cell, Table

MAX_PLACES = 2_000_000  # places of one grid; the largest table of the 39 articles and filings measured has 12,000
_MAX_SPAN = 1_000  # what the HTML standard allows for columns
_MODEST_SPAN = 100  # what a table of more than 2,000 cells may have: no real one spans so far


@dataclass(slots=True)
class SourceCell:
    """A cell before it has a place: its text, its spans, whether its markup calls it a header, and its marks.

    `is_mark` says that its text is nothing but the numbers of references; `unit`, `scale` and `facts` are what the
    markup itself states (inline XBRL); `tags` are all its tagged elements, of words too.
    """

    text: str = ""
    row_span: int = 1
    column_span: int = 1
    header: bool = False
    notes: tuple[str, ...] = ()
    citations: tuple[str, ...] = ()
    is_mark: bool = False
    unit: str = ""
    scale: int | None = None
    facts: tuple[etree._Element, ...] = ()
    tags: tuple[etree._Element, ...] = ()


@dataclass(slots=True)
class Placed:
    """A source cell with the half-open rows and columns that it covers."""

    cell: SourceCell
    row: int
    end_row: int
    column: int
    end_column: int


def place(rows: Sequence[Sequence[SourceCell]]) -> list[Placed]:
    """Give every cell its place as a browser would: to the right of what is there, below what hangs down.

    A span that would cover another cell or leave the table is cut.
    """
    hanging: dict[int, int] = {}  # column → first row that is free again
    placed: list[Placed] = []
    widest = _MAX_SPAN if sum(len(cells) for cells in rows) * _MAX_SPAN < MAX_PLACES else _MODEST_SPAN
    for row, cells in enumerate(rows):
        column = 0
        for cell in cells:
            while hanging.get(column, 0) > row:
                column += 1
            end = column + 1
            if cell.column_span > 1:
                right = column + min(cell.column_span, widest)
                while end < right and hanging.get(end, 0) <= row:
                    end += 1
            bottom = row + 1
            if cell.row_span != 1:
                bottom = min(row + cell.row_span, len(rows)) if cell.row_span else len(rows)
                hanging.update(dict.fromkeys(range(column, end), bottom))
            placed.append(Placed(cell, row, bottom, column, end))
            column = end
    return placed


def squeezed(cells: list[Placed]) -> list[Placed]:
    """Take out the rows and columns in which no cell begins, which only spans made; give the same cells."""
    if not cells:
        return cells
    rows, columns = sorted({cell.row for cell in cells}), sorted({cell.column for cell in cells})
    if len(rows) == rows[-1] + 1 and len(columns) == columns[-1] + 1:
        return cells
    for cell in cells:
        cell.row, cell.end_row = bisect_left(rows, cell.row), bisect_left(rows, cell.end_row)
        cell.column, cell.end_column = bisect_left(columns, cell.column), bisect_left(columns, cell.end_column)
    return cells


def to_table(placed: Sequence[Placed], *, header_rows: int = 0) -> Table:
    """Give the grid as a Table; the first `header_rows` rows are headers, and so is what its markup calls one."""
    rows = max((entry.end_row for entry in placed), default=0)
    return Table(
        rows=rows,
        columns=max((entry.end_column for entry in placed), default=0),
        cells=tuple(_cell(entry, is_header=entry.row < header_rows) for entry in placed),
        header_rows=header_rows if header_rows < rows else 0,
    )


def leading_headers(placed: Sequence[Placed]) -> int:
    """Count the rows from the top that hold nothing but header cells and at least one of them."""
    rows: dict[int, list[Placed]] = {}
    for entry in placed:
        rows.setdefault(entry.row, []).append(entry)
    count = 0
    for count, row in enumerate(sorted(rows)):  # noqa: B007  (the count where the loop stops is the result)
        entries = [entry for entry in rows[row] if entry.cell.text]
        if not entries or not all(entry.cell.header for entry in entries):
            break
    else:
        count = len(rows)
    return count if count < len(rows) else 0


def places(table: Table) -> int:
    """Count the places of a grid."""
    return table.rows * table.columns


def _cell(entry: Placed, *, is_header: bool) -> Cell:
    source = entry.cell
    return Cell(
        row=entry.row,
        column=entry.column,
        row_span=entry.end_row - entry.row,
        column_span=entry.end_column - entry.column,
        text=source.text,
        header=source.header or is_header,
        notes=source.notes,
        unit=source.unit,
        scale=source.scale or 0,
    )
