"""A table with its numbers, units and headings read, so that programs can compute with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import msgspec

from evidoc.answers._notation import split_notes
from evidoc.answers._numeral import DecimalMark, Number, decimal_evidence, read_number
from evidoc.answers._table_headings import column_of, is_period, with_headings
from evidoc.answers._table_rows import columns_of_values, read_measure, row_statements, spread_of, units_beside
from evidoc.answers._table_units import (
    NOTHING,
    Statement,
    caption_statement,
    combine,
    corner_statement,
    heading_statement,
    meaning_of_bp,
)
from evidoc.answers.units import is_currency
from evidoc.records.table import Cell, Table


def typed_table(table: Table, *, caption: str = "") -> Table:
    """Read a table: headings by evidence where none are given, and number, unit, scale and notes of every cell.

    Source strings stay, but for note marks, which go to `notes`. The decimal mark is decided per column;
    cells, rows, columns and caption state units in falling order; a column of units speaks for the values of its
    rows. Numbers in headings are names, not measures. Source: SD-77; cases D02, D03, D04.
    """
    table = _with_notes_apart(table)
    table = with_headings(table)
    stated = _table_statement(table, caption)
    fallback = _decimal_mark(table.cells)
    columns = [_Column.of(table, column, cells=cells, fallback=fallback) for column, cells in enumerate(_columns(table))]
    sources = _Sources.of(table, columns, stated=stated, caption=caption)
    cells = tuple(
        _typed_cell(cell, decimal=columns[cell.column].decimal, inherited=sources.of_cell(cell))
        if _is_body(table, cell)
        else cell
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


@dataclass(frozen=True, slots=True)
class _Sources:
    """What rows, columns, a column of units and the table state, with "bp" read by the words around it."""

    rows: Sequence[Statement]
    columns: Sequence[Statement]
    table: Statement
    beside: Mapping[int, Statement]
    values: frozenset[int]

    @classmethod
    def of(cls, table: Table, columns: Sequence[_Column], *, stated: Statement, caption: str) -> _Sources:
        rows, beside = row_statements(table), units_beside(table)
        by_column = [column.statement for column in columns]
        if any(statement.unit == "bp" for statement in (*rows, *by_column, *beside.values(), stated)):
            words = " ".join((caption, *(cell.text for cell in table.cells if not _is_body(table, cell))))
            rows = [meaning_of_bp(statement, words) for statement in rows]
            by_column = [
                meaning_of_bp(statement, words, largest=_largest(table, column)) for column, statement in enumerate(by_column)
            ]
            beside = {row: meaning_of_bp(statement, words) for row, statement in beside.items()}
            stated = meaning_of_bp(stated, words)
        headings = [_lowest_heading(table, column) for column in range(table.columns)] if beside else []
        periods = period_columns(table) if beside else ()
        values = columns_of_values(table, headings, periods=periods) if beside else frozenset[int]()
        return cls(rows, by_column, stated, beside, values)

    def of_cell(self, cell: Cell) -> tuple[str, int]:
        """Give the unit and scale that a cell has from around it; a column of units only says what nothing nearer does."""
        row, column = self.rows[cell.row], self.columns[cell.column]
        beside = self.beside.get(cell.row) if cell.column in self.values else None
        if beside is not None and row == column == NOTHING:
            return combine(beside, NOTHING, NOTHING)
        return combine(row, column, self.table)


def _largest(table: Table, column: int) -> Decimal:
    numbers = (read_number(cell.text) for cell in _body(table, column))
    return max((number.value for number in numbers if number is not None), default=Decimal(0))


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


def _body(table: Table, column: int) -> list[Cell]:
    return column_of(table, column, start=table.header_rows) if column >= table.header_columns else []


def _is_body(table: Table, cell: Cell) -> bool:
    return cell.row >= table.header_rows and cell.column >= table.header_columns


def _numbers_among(cells: Sequence[Cell]) -> int:
    return sum(cell.number is not None for cell in cells)


def _lowest_heading(table: Table, column: int) -> str:
    above = [cell for row in range(table.header_rows) if (cell := table.at(row, column)) is not None and cell.text]
    return above[-1].text if above else ""


def _column_statement(table: Table, column: int) -> Statement:
    """Give what the headings over a column state, the lowest first; a corner speaks of the row headings below it only."""
    above = [cell for row in range(table.header_rows) if (cell := table.at(row, column)) is not None]
    above = [cell for cell in above if cell.column >= table.header_columns or cell.column_span == table.columns]
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


def _typed_cell(cell: Cell, *, decimal: DecimalMark | None, inherited: tuple[str, int]) -> Cell:
    written = spread_of(cell.text)
    number = read_measure(cell.text) if written else read_number(cell.text, decimal=decimal)
    if number is None:
        return cell
    unit, scale = _unit_and_scale(number, inherited=inherited)
    spread = read_number(written, decimal=decimal) if written else None
    return msgspec.structs.replace(
        cell, number=number.value, unit=unit, scale=scale, spread=None if spread is None else spread.value
    )


def _unit_and_scale(number: Number, *, inherited: tuple[str, int]) -> tuple[str, int]:
    """Let what a cell says of itself win; money with only its sign keeps the scale stated around it."""
    unit, scale = inherited
    if number.scale or (number.unit and not is_currency(number.unit)):
        return number.unit or unit, number.scale
    return number.unit or unit, scale if not number.unit or not unit or is_currency(unit) else 0
