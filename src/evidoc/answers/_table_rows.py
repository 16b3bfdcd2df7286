"""What rows of a table state about their cells: by their own heading, by the group that they stand in, in a column of units."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidoc.answers._numeral import Number, read_number
from evidoc.answers._table_units import NOTHING, Statement, column_of_units_statement, heading_statement, is_per_share
from evidoc.records.table import Cell, Table

_OF_A_GROUP = re.compile(r"[-\u2013\u2014\s]*(?:basic|diluted|assuming dilution|undiluted)\b", re.IGNORECASE)
_UNIT_COLUMN = re.compile(r"(?:unit|units|uom|unit of measure(?:ment)?|measurement unit|einheit|unité)\.?", re.IGNORECASE)
_VALUES = re.compile(
    r"(?:values?|amounts?|quantity|quantities|results?|levels?|means?|averages?|totals?|actual|target|baseline|estimate|"
    r"measured|reported|min|max|minimum|maximum|median)(?:\W.*)?",
    re.IGNORECASE,
)
_NO_MEASURE = re.compile(
    r"(?:^|[\W_])(?:year|date|id|code|no|nr|rank|page|count|n|lat|latitude|lon|longitude|source|zip)s?$", re.IGNORECASE
)
_PRICE_DECIMALS = 2
_MOST_PER_SHARE = 10_000


def row_statements(table: Table) -> list[Statement]:
    """Give what each row states, in one pass: its heading, or the group heading over it.

    "Basic" under "Earnings per share:" is per share too, and unscaled; it is not in a group of another kind. Source: case D04.
    """
    statements: list[Statement] = []
    group = NOTHING
    lines = _lines(table)
    for heading, line in zip(row_headings(table), lines, strict=True):
        own = heading_statement(heading) if heading else NOTHING
        if heading and not line:  # a heading over the rows below it
            group = own if is_per_share(heading) or own.unit == "shares" else NOTHING
        elif own == NOTHING and group != NOTHING:
            own = group = group if _belongs(heading, line, group) else NOTHING
        statements.append(own)
    return statements


def units_beside(table: Table) -> dict[int, Statement]:
    """Give what the column of units says of each row; nothing where the table has no such column, or several."""
    if not table.header_rows:
        return {}
    columns = {cell.column for cell in table.cells if cell.row < table.header_rows and _UNIT_COLUMN.fullmatch(cell.text.strip())}
    if len(columns) != 1:
        return {}
    column = columns.pop()
    cells = [cell for cell in table.cells if cell.column == column and cell.row >= table.header_rows and cell.text]
    return {row: column_of_units_statement(cell.text) for cell in cells for row in range(cell.row, cell.row + cell.row_span)}


def columns_of_values(table: Table, headings: Sequence[str], *, periods: Sequence[int]) -> frozenset[int]:
    """Give the columns whose numbers a column of units is about: periods and values, or the only column of measures.

    A column that is called a year, a code or a count has no unit of a row's.
    """
    named = {column for column, heading in enumerate(headings) if column in periods or _VALUES.fullmatch(heading.strip())}
    others = {
        cell.column
        for cell in table.cells
        if cell.row >= table.header_rows and cell.column >= table.header_columns and read_measure(cell.text) is not None
    }
    others = {column for column in others if not _NO_MEASURE.search(headings[column])}
    return frozenset(named or (others if len(others) == 1 else ()))


def row_headings(table: Table) -> list[str]:
    """Give the heading of every row, as `Table.row_header` would one by one, in one pass."""
    headings: list[dict[str, None]] = [{} for _ in range(table.rows)]
    for cell in sorted(table.cells, key=lambda cell: cell.column):
        if cell.column < table.header_columns and cell.text:
            for row in range(cell.row, min(cell.row + cell.row_span, table.rows)):
                headings[row][cell.text] = None
    return [" / ".join(heading) for heading in headings]


def read_measure(text: str) -> Number | None:
    """Give the number of a cell, that before the sign where it has a spread ("24.0 ± 1.00")."""
    if not _HAS_SPREAD.search(text):
        return None if not text else read_number(text)
    found = _SPREAD.fullmatch(text.strip())
    return read_number(found["value"]) if found else None


def spread_of(text: str) -> str:
    """Give the number after ±, as it is written; "" where there is none."""
    found = _SPREAD.fullmatch(text.strip()) if _HAS_SPREAD.search(text) else None
    return found["spread"] if found else ""


_HAS_SPREAD = re.compile(r"±|\+/[-\u2212\u2013]|\\pm")
_SPREAD = re.compile(
    r"(?P<value>[^±\\+]{1,40}?)\s*(?:±|\+/[-\u2212\u2013]|\\pm)\s*(?P<spread>\d[\d.,]{0,20}%?)\s*(?P<marks>[A-Za-z]{1,3}|[*†‡§]{1,3})?"
)


def _lines(table: Table) -> list[list[Cell]]:
    """Give the filled body cells of each row."""
    lines: list[list[Cell]] = [[] for _ in range(table.rows)]
    for cell in table.cells:
        if cell.text and cell.column >= table.header_columns:
            lines[cell.row].append(cell)
    return lines


def _belongs(heading: str, line: Sequence[Cell], group: Statement) -> bool:
    """Say whether a row goes on with a group: by its name, or because its numbers are prices."""
    if _OF_A_GROUP.match(heading):
        return True
    numbers = [number for cell in line if (number := read_number(cell.text)) is not None]
    return (
        group.unit != "shares"
        and bool(numbers)
        and all(number.decimals == _PRICE_DECIMALS and abs(number.value) < _MOST_PER_SHARE for number in numbers)
    )
