"""What each column of a table is for: it measures, it names the rows, it gives units, or it says nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from evidoc.recipes.pdfqa._lexicon import IDENTIFIERS
from evidoc.recipes.pdfqa._periods import joined_period
from evidoc.records.table import Cell, Table

_FEWEST_REGULAR_ROWS = 8
Grid = list[list[Cell | None]]
_UNITS = re.compile(r"units?(?: of measure(?:ment)?)?|uom", re.IGNORECASE)
_NAMES_ROWS = re.compile(r"(?:^|[ _])(?:id|ids|code|year|date|index|rank|doi)$", re.IGNORECASE)


def measuring_columns(table: Table, grid: Grid) -> list[int]:
    """Give the columns with numbers that measure something, rather than name, number or date the rows."""
    body = range(table.header_rows, table.rows)
    numeric = [column for column in range(table.header_columns, table.columns) if _is_numeric(grid, column, body)]
    return [column for column in numeric if not _is_identifier(table, grid, column, body)]


def naming_columns(table: Table, grid: Grid) -> list[int]:
    """Give the columns, before the first with numbers, whose texts could name the rows."""
    body = range(table.header_rows, table.rows)
    numeric = [column for column in range(max(1, table.header_columns), table.columns) if _is_numeric(grid, column, body)]
    before = range(min(numeric, default=table.columns))
    columns = [column for column in before if column != unit_column(table) and not _is_idle(table, grid, column, body)]
    worded = [column for column in columns[1:] if _is_worded(grid, column, body)]
    first = columns[:1] if not worded or (columns and not _measures_first(table, grid, columns[0], body)) else []
    return first + worded


def is_regular(table: Table) -> bool:
    """Say whether a table whose rows and columns were guessed proves them itself.

    It has many rows, none of them with a merged cell; every column with numbers has one in every row, under a heading
    that spans no other column; and some column before them has a name in every row.
    """
    grid, body = table.grid(), range(table.header_rows, table.rows)
    numeric = [column for column in range(1, table.columns) if _is_numeric(grid, column, body)]
    cells = [cell for row in body for cell in grid[row] if cell is not None]
    if not numeric or len(body) < _FEWEST_REGULAR_ROWS or any(cell.column_span > 1 or cell.row_span > 1 for cell in cells):
        return False
    are_full = all(len(_numbers(grid, column, body)) == len(body) for column in numeric)
    headings = [cell for row in range(table.header_rows) for column in numeric if (cell := grid[row][column]) is not None]
    are_named = {cell.column for cell in headings} >= set(numeric) and all(cell.column_span == 1 for cell in headings)
    names = [len(_texts(grid, column, body)) for column in range(min(numeric)) if _is_worded(grid, column, body)]
    return are_full and are_named and len(body) in names


def unit_column(table: Table) -> int | None:
    """Give the column that states a unit for every row."""
    return next((column for column in range(table.columns) if _UNITS.fullmatch(table.column_header(column))), None)


def names_studies(table: Table, grid: Grid, columns: Sequence[int]) -> bool:
    """Say whether a column names studies; the other columns of such a table describe them and name nothing."""
    rows = range(table.header_rows, table.rows)
    return any("et al" in cell.text for row in rows for column in columns if (cell := grid[row][column]) is not None)


def settles(table: Table, grid: Grid, category: int, column: int) -> bool:
    """Say whether a column that repeats its texts decides what stands in another: a site decides the region."""
    pairs = {(_text(grid, row, category), _text(grid, row, column)) for row in range(table.header_rows, table.rows)}
    categories = [_text(grid, row, category) for row in range(table.header_rows, table.rows)]
    return len(pairs) == len(set(categories)) < len(categories)


def counts(table: Table, grid: Grid, column: int) -> bool:
    """Say whether all numbers of a column are whole and not negative."""
    numbers = _numbers(grid, column, range(table.header_rows, table.rows))
    return all(number >= 0 and number == number.to_integral_value() for number in numbers)


def _text(grid: Grid, row: int, column: int) -> str:
    cell = grid[row][column]
    return cell.text if cell is not None else ""


def _numbers(grid: Grid, column: int, body: range) -> list[Decimal]:
    return [cell.number for row in body if (cell := grid[row][column]) is not None and cell.number is not None]


def _texts(grid: Grid, column: int, body: range) -> list[str]:
    return [cell.text for row in body if (cell := grid[row][column]) is not None and cell.text]


def _is_numeric(grid: Grid, column: int, body: range) -> bool:
    cells = [cell for row in body if (cell := grid[row][column]) is not None and cell.text and cell.column_span == 1]
    return len(cells) >= 1 and 2 * sum(cell.number is not None for cell in cells) >= len(cells)


def _is_identifier(table: Table, grid: Grid, column: int, body: range) -> bool:
    numbers, header = _numbers(grid, column, body), table.column_header(column)
    if IDENTIFIERS.fullmatch(header.strip(" .")) or _NAMES_ROWS.search(header):
        return True
    if any(number != number.to_integral_value() for number in numbers) or joined_period(header.split(" / "))[0] is not None:
        return False
    are_years = all(1900 <= number <= 2100 for number in numbers)
    return are_years or (
        len(numbers) > 2 and numbers[0] in (0, 1) and all(b - a == 1 for a, b in zip(numbers, numbers[1:], strict=False))
    )


def _is_idle(table: Table, grid: Grid, column: int, body: range) -> bool:
    """Say whether a column names no row: empty, the same all the way down, or a program's running number."""
    texts = _texts(grid, column, body)
    if not texts or (len(set(texts)) == 1 and len(texts) > 1):
        return True
    running = [str(number) for number in range(len(texts) + 1)]
    return not table.column_header(column) and texts in (running[:-1], running[1:])


def _measures_first(table: Table, grid: Grid, column: int, body: range) -> bool:
    """Say whether a first column holds amounts, as an invoice's does, and so does not name its rows."""
    texts = _texts(grid, column, body)
    is_name = column < table.header_columns or _is_identifier(table, grid, column, body)
    return not is_name and _is_numeric(grid, column, body) and any(re.search(r"\d[.,]\d", text) for text in texts)


def _is_worded(grid: Grid, column: int, body: range) -> bool:
    texts = _texts(grid, column, body)
    return 2 * sum(text[0].isalpha() for text in texts) > len(texts)
