"""A table with its numbers, units and headings read, so that programs can compute with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from evidoc.answers._notation import split_notes
from evidoc.answers._numeral import DecimalMark, Number, decimal_evidence, read_number
from evidoc.answers._table_units import NOTHING, Statement, caption_statement, combine, corner_statement, heading_statement
from evidoc.answers.units import is_currency
from evidoc.records.table import Cell, Table

_PERIOD = re.compile(
    r"(?:fy|fiscal(?: year)?|year ended|years? ended|as of|at|q[1-4]|[1-4]q|h[12]|(?:three|six|nine|twelve) months ended)?"
    r"[\s'.,]*(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s*\d{0,2},?\s*|\d{1,2}\s+[a-z]{3,9}\.?\s+)?"
    r"(?:19|20)\d\d(?:[/\u2013-]\d{2,4})?\s*(?:[aef]|q[1-4]|restated|audited|unaudited)?",
    re.IGNORECASE,
)
_MOST_HEADER_ROWS = 4
_MOST_HEADER_COLUMNS = 3


def typed_table(table: Table, *, caption: str = "") -> Table:
    """Read a table: headings by evidence where none are given, and number, unit, scale and notes of every cell.

    Source strings stay, but for note marks, which go to `notes`. The decimal mark is decided per column;
    cells, rows, columns and caption state units in falling order. Numbers in headings are names, not
    measures. Source: SD-77; cases D02, D03, D04.
    """
    table = _with_notes_apart(table)
    table = _with_headings(table)
    stated = _table_statement(table, caption)
    fallback = _decimal_mark(table.cells)
    columns = [_Column.of(table, column, cells=cells, fallback=fallback) for column, cells in enumerate(_columns(table))]
    rows = [heading_statement(heading) if heading else NOTHING for heading in _row_headings(table)]
    cells = tuple(
        _typed_cell(cell, column=columns[cell.column], row=rows[cell.row], table=stated) if _is_body(table, cell) else cell
        for cell in table.cells
    )
    return msgspec.structs.replace(table, cells=cells, unit=stated.unit or "", scale=stated.scale or 0)


def numeric_columns(table: Table, *, share: float = 0.6) -> tuple[int, ...]:
    """Give the columns of a typed table in which at least that share of the filled body cells are numbers."""
    return tuple(
        column
        for column in range(table.columns)
        if _numbers_among(_body(table, column)) >= max(1, share * len(_body(table, column)))
    )


def period_columns(table: Table) -> tuple[int, ...]:
    """Give the columns whose heading is a period ("2023", "FY2023", "Year ended June 30, 2023"), in table order."""
    return tuple(column for column in range(table.header_columns, table.columns) if is_period(_lowest_heading(table, column)))


def is_period(text: str) -> bool:
    """Say whether a heading names a year, a quarter or a date, and nothing else."""
    return _PERIOD.fullmatch(text.strip()) is not None


@dataclass(frozen=True, slots=True)
class _Column:
    decimal: DecimalMark | None
    statement: Statement

    @classmethod
    def of(cls, table: Table, column: int, *, cells: Sequence[Cell], fallback: DecimalMark | None) -> _Column:
        decimal = _decimal_mark(cell for cell in cells if _is_body(table, cell)) or fallback
        return cls(decimal, _column_statement(table, column))


def _columns(table: Table) -> list[list[Cell]]:
    """Give the cells that begin in each column, in one pass: a sheet has thousands of rows."""
    columns: list[list[Cell]] = [[] for _ in range(table.columns)]
    for cell in table.cells:
        columns[cell.column].append(cell)
    return columns


def _row_headings(table: Table) -> list[str]:
    """Give the heading of every row, as `Table.row_header` would one by one, in one pass."""
    headings: list[dict[str, None]] = [{} for _ in range(table.rows)]
    for cell in sorted(table.cells, key=lambda cell: cell.column):
        if cell.column < table.header_columns and cell.text:
            for row in range(cell.row, min(cell.row + cell.row_span, table.rows)):
                headings[row][cell.text] = None
    return [" / ".join(heading) for heading in headings]


def _with_notes_apart(table: Table) -> Table:
    """Part note marks from texts, but not where only the mark tells two cells apart ("Model (1)", "Model (2)")."""
    parted = [_without_marks(cell) for cell in table.cells]
    if all(after is before for before, after in zip(table.cells, parted, strict=True)):
        return table
    lines: dict[tuple[str, int, str], set[str]] = {}
    for before, after in zip(table.cells, parted, strict=True):
        for line in (("row", after.row, after.text), ("column", after.column, after.text)):
            lines.setdefault(line, set()).add(before.text)
    cells = tuple(
        before if _is_name(after.text) and _clashes(after, lines) else after
        for before, after in zip(table.cells, parted, strict=True)
    )
    return msgspec.structs.replace(table, cells=cells)


def _clashes(cell: Cell, lines: dict[tuple[str, int, str], set[str]]) -> bool:
    return len(lines["row", cell.row, cell.text]) > 1 or len(lines["column", cell.column, cell.text]) > 1


def _is_name(text: str) -> bool:
    return read_number(text) is None


def _without_marks(cell: Cell) -> Cell:
    text, notes = split_notes(cell.text)
    if not notes or (not _WORDY.search(text) and read_number(cell.text) is None):
        return cell
    return msgspec.structs.replace(cell, text=text, notes=(*cell.notes, *notes))


_WORDY = re.compile(r"[^\W\d]{2}")


def _with_headings(table: Table) -> Table:
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
    return not is_period(cell.text) and read_number(cell.text) is not None


def _header_columns(table: Table, rows: int) -> int:
    """Count the leading columns of names that it takes to tell the rows apart; none where the first column has measures."""
    taken: list[tuple[str, ...]] = [()] * table.rows
    for column in range(table.columns - 1):
        cells = _column(table, column, start=rows)
        if sum(map(_is_measure, cells)) > 0.3 * len(cells):
            return column
        for cell in cells:
            for row in range(cell.row, min(cell.row + cell.row_span, table.rows)):
                taken[row] = (*taken[row], cell.text)
        if len(set(taken[rows:])) == len(taken[rows:]) or column == _MOST_HEADER_COLUMNS - 1:
            return column + 1
    return min(1, max(0, table.columns - 1))


def _column(table: Table, column: int, *, start: int) -> list[Cell]:
    return [cell for cell in table.cells if cell.column == column and cell.row >= start and cell.text]


def _body(table: Table, column: int) -> list[Cell]:
    return _column(table, column, start=table.header_rows) if column >= table.header_columns else []


def _is_body(table: Table, cell: Cell) -> bool:
    return cell.row >= table.header_rows and cell.column >= table.header_columns


def _numbers_among(cells: Sequence[Cell]) -> int:
    return sum(cell.number is not None for cell in cells)


def _lowest_heading(table: Table, column: int) -> str:
    above = [cell for row in range(table.header_rows) if (cell := table.at(row, column)) is not None and cell.text]
    return above[-1].text if above else ""


def _column_statement(table: Table, column: int) -> Statement:
    above = [cell for row in range(table.header_rows) if (cell := table.at(row, column)) is not None]
    stated = (heading_statement(cell.text) for cell in reversed(above))
    return next((statement for statement in stated if statement != NOTHING), NOTHING)


def _table_statement(table: Table, caption: str) -> Statement:
    """Give what the caption states, or else a corner cell or a title row over all columns."""
    if table.unit or table.scale:
        return Statement(table.unit or None, table.scale)
    shown = " ".join(cell.text for cell in table.cells)
    titles = [cell.text for cell in table.cells if cell.row < table.header_rows and _is_corner_or_title(table, cell)]
    stated = [caption_statement(caption, cells=shown), *(corner_statement(title, cells=shown) for title in titles)]
    return next((statement for statement in stated if statement != NOTHING), NOTHING)


def _is_corner_or_title(table: Table, cell: Cell) -> bool:
    return cell.column < table.header_columns or cell.column_span == table.columns


def _decimal_mark(cells: Iterable[Cell]) -> DecimalMark | None:
    marks = {mark for cell in cells if (mark := decimal_evidence(cell.text)) is not None}
    return marks.pop() if len(marks) == 1 else None


def _typed_cell(cell: Cell, *, column: _Column, row: Statement, table: Statement) -> Cell:
    number = read_number(cell.text, decimal=column.decimal)
    if number is None:
        return cell
    unit, scale = _unit_and_scale(number, inherited=combine(row, column.statement, table))
    return msgspec.structs.replace(cell, number=number.value, unit=unit, scale=scale)


def _unit_and_scale(number: Number, *, inherited: tuple[str, int]) -> tuple[str, int]:
    """Let what a cell says of itself win; money with only its sign keeps the scale stated around it."""
    unit, scale = inherited
    if number.scale or (number.unit and not is_currency(number.unit)):
        return number.unit or unit, number.scale
    return number.unit or unit, scale if not number.unit or not unit or is_currency(unit) else 0
