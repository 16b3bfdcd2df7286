"""Which rows and columns of a table are its headings: as its source says, else by evidence."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from evidoc.answers._table_rows import read_measure
from evidoc.records.table import Cell, Table

_PERIOD = re.compile(
    r"(?:fy|fiscal(?: year)?|year ended|years? ended|as of|at|q[1-4]|[1-4]q|h[12]|(?:three|six|nine|twelve) months ended)?"
    r"[\s'.,]*(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s*\d{0,2},?\s*|\d{1,2}\s+[a-z]{3,9}\.?\s+)?"
    r"(?:19|20)\d\d(?:[/\u2013-]\d{2,4})?\s*(?:[aef]|q[1-4]|restated|audited|unaudited)?",
    re.IGNORECASE,
)
_MOST_HEADER_ROWS = 4
_MOST_HEADER_COLUMNS = 3
_LEAST_RUN = 3  # rows


def is_period(text: str) -> bool:
    """Say whether a heading names a year, a quarter or a date, and nothing else."""
    return _PERIOD.fullmatch(text.strip()) is not None


def with_headings(table: Table) -> Table:
    """Fill in header rows and columns where the reader gave none: from flags of cells, else by evidence."""
    flagged = any(cell.header for cell in table.cells)
    rows = table.header_rows or (_flagged_rows(table) if flagged else 0) or _header_rows(table)
    columns = table.header_columns or (_flagged_columns(table, rows) if flagged else 0) or _header_columns(table, rows)
    cells = table.cells
    if not flagged:
        cells = tuple(msgspec.structs.replace(cell, header=cell.row < rows or cell.column < columns) for cell in cells)
    return msgspec.structs.replace(table, header_rows=rows, header_columns=columns, cells=cells)


def _flagged_rows(table: Table) -> int:
    plain = [cell.row for cell in table.cells if not cell.header]
    return min(plain, default=table.rows)


def _flagged_columns(table: Table, rows: int) -> int:
    plain = [cell.column for cell in table.cells if not cell.header and cell.row >= rows]
    return min(plain, default=0)


def _header_rows(table: Table) -> int:
    """Count the rows before the first one with a measure; a table of words has one."""
    lines: list[list[Cell]] = [[] for _ in range(table.rows)]
    for cell in table.cells:
        lines[cell.row].append(cell)
    first = next((row for row, line in enumerate(lines) if any(_is_measure(cell) for cell in line)), None)
    if first is None:
        return min(1, table.rows - 1) if table.rows else 0
    sections = [row for row in range(1, first) if _is_section(lines[row])]
    return min([first, *sections, _MOST_HEADER_ROWS])


def _is_section(line: Sequence[Cell]) -> bool:
    return sum(bool(cell.text) for cell in line) <= 1 and all(cell.column == 0 for cell in line if cell.text)


def _is_measure(cell: Cell) -> bool:
    return not is_period(cell.text) and read_measure(cell.text) is not None


def _header_columns(table: Table, rows: int) -> int:
    """Count the leading columns of names that it takes to tell the rows apart; none where the first column has measures.

    A column that says the same in every row tells nothing apart, and so does not count towards how many there may be.
    """
    taken: list[tuple[str, ...]] = [()] * table.rows
    telling = 0
    for column in range(table.columns - 1):
        cells = column_of(table, column, start=rows)
        if sum(map(_is_measure, cells)) > 0.3 * len(cells):
            return 1 if column == 0 and _counts_rows(table, cells, rows) else column
        for cell in cells:
            for row in range(cell.row, min(cell.row + cell.row_span, table.rows)):
                taken[row] = (*taken[row], cell.text)
        telling += len({cell.text for cell in cells}) > 1
        if len(set(taken[rows:])) == len(taken[rows:]) or telling == _MOST_HEADER_COLUMNS:
            return column + 1
    return min(1, max(0, table.columns - 1))


def _counts_rows(table: Table, cells: Sequence[Cell], rows: int) -> bool:
    """Say whether a first column of numbers runs 1, 2, 3 … before a column of measures, and so names the rows."""
    numbers = [int(cell.text) for cell in cells if cell.text.isascii() and cell.text.isdigit() and len(cell.text) < 4]
    is_run = len(numbers) >= _LEAST_RUN and numbers == list(range(1, len(numbers) + 1))
    beside = column_of(table, 1, start=rows)
    return is_run and len(cells) == len({cell.text for cell in cells}) and sum(map(_is_measure, beside)) > 0.5 * len(beside)


def column_of(table: Table, column: int, *, start: int) -> list[Cell]:
    """Give the filled cells that begin in a column, from a row on."""
    return [cell for cell in table.cells if cell.column == column and cell.row >= start and cell.text]
