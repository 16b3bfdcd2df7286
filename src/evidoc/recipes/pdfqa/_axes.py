"""The rows and columns of a table by their headings: words, period, unit, group, and what makes one unfit for a question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations

from evidoc.answers.units import Unit
from evidoc.recipes.pdfqa._columns import Grid, counts, measuring_columns, names_studies, naming_columns, settles, unit_column
from evidoc.recipes.pdfqa._labels import Label, plain, read_label
from evidoc.recipes.pdfqa._lexicon import TOTALS
from evidoc.recipes.pdfqa._loose_units import read_loose_unit
from evidoc.recipes.pdfqa._periods import Period, joined_period, read_period
from evidoc.records.table import Cell, Table


@dataclass(frozen=True, slots=True)
class Heading:
    """One row or column: its labels from the outer to the inner, its period and unit, and where these stand.

    `unit_beside` is what a column of units says of the row, in `unit_cells`, None where it cannot be read.
    `group` is the heading line above a group of rows, in `group_cells`; `needs_outer` says that another row has the
    same inner label; `is_count` says that all its numbers are whole and not negative; `fault` says why nothing may
    be asked about it.
    """

    index: int
    labels: tuple[Label, ...] = ()
    period: Period | None = None
    unit: Unit = Unit()
    unit_beside: Unit | None = Unit()
    cells: tuple[tuple[int, int], ...] = ()
    unit_cells: tuple[tuple[int, int], ...] = ()
    group: Label | None = None
    group_cells: tuple[tuple[int, int], ...] = ()
    needs_outer: bool = False
    is_count: bool = False
    fault: str = ""

    @property
    def key(self) -> str:
        """What must differ between two rows or columns that are asked about."""
        group = plain(self.group.text) if self.group else ""
        return "|".join([group, self.period.name if self.period else "", *(plain(label.text) for label in self.labels)])

    @property
    def inner_key(self) -> str:
        """What tells two rows apart without their outer labels."""
        return f"{self.period.name if self.period else ''}|{plain(self.labels[-1].text) if self.labels else ''}"

    @property
    def outer(self) -> str:
        """The words of the level above: an outer label, or the group."""
        if len(self.labels) > 1:
            return self.labels[-2].text
        return self.group.text if self.group else ""

    @property
    def clear_outer(self) -> str:
        """The words of the level above where they can stand in a question."""
        above = self.labels[-2] if len(self.labels) > 1 else self.group
        return above.text if above is not None and above.is_clear else ""

    @property
    def is_total(self) -> bool:
        """Whether it is a total of others."""
        return bool(self.labels) and bool(TOTALS.search(self.labels[-1].text))


@dataclass(frozen=True, slots=True)
class Axes:
    """A table's numeric columns, its rows and its numbers.

    `corner` is the heading over the row labels; `unused` counts further columns of text that say something of the rows.
    """

    rows: tuple[Heading, ...]
    columns: tuple[Heading, ...]
    numbers: dict[tuple[int, int], Decimal]
    corner: str
    unused: int


def axes_of(table: Table) -> Axes:
    """Read the headings of a typed table."""
    grid = table.grid()
    measuring = measuring_columns(table, grid)
    rows, labels = _best_rows(table, grid, measuring)
    corner = table.column_header(labels[-1]) if labels and table.header_rows else ""
    columns = _marked(
        tuple(replace(_column(table, grid, column, corner=corner), is_count=counts(table, grid, column)) for column in measuring)
    )
    rows = _marked(tuple(_with_unit(_dated(row, table, corner), grid, unit_column(table)) for row in rows))
    numbers = {(cell.row, cell.column): cell.number for cell in table.cells if cell.number is not None}
    return Axes(rows, columns, numbers, read_label(corner).text, unused=_unused(table, grid, labels))


def _unused(table: Table, grid: Grid, labels: Sequence[int]) -> int:
    """Count the further columns of text that a category among the labels does not settle, as a site settles its region."""
    others = [column for column in naming_columns(table, grid) if column not in labels]
    return sum(not any(settles(table, grid, label, column) for label in labels) for column in others)


def _best_rows(table: Table, grid: Grid, measuring: Sequence[int]) -> tuple[tuple[Heading, ...], tuple[int, ...]]:
    """Take the fewest columns whose texts tell all rows apart, the leftmost of them, with the category before them."""
    candidates = naming_columns(table, grid)
    is_of_studies = names_studies(table, grid, candidates)
    choices: list[tuple[int, ...]] = [(column,) for column in candidates]
    choices += [] if is_of_studies else [*combinations(candidates, 2), tuple(candidates)]
    read = [(_rows(table, grid, labels, measuring=measuring), labels) for labels in choices if labels]
    if not read:
        return (), ()
    rows, labels = min(read, key=lambda choice: _ambiguity(choice[0]))
    place = candidates.index(labels[0])
    if len(labels) == 1 and place > 0 and not is_of_studies:
        labels = (candidates[place - 1], *labels)
        rows = _rows(table, grid, labels, measuring=measuring)
    return rows, labels


def _ambiguity(rows: Sequence[Heading]) -> int:
    return len(rows) - len({row.key for row in rows}) + sum(row.fault == "empty_header" for row in rows)


def _rows(table: Table, grid: Grid, labels: tuple[int, ...], *, measuring: Sequence[int]) -> tuple[Heading, ...]:
    rows: list[Heading] = []
    group: Label | None = None
    group_cell: tuple[int, int] | None = None
    for index in range(table.header_rows, table.rows):
        cells = [cell for column in labels if (cell := grid[index][column]) is not None and cell.text]
        if not any((cell := grid[index][column]) is not None and cell.text and cell not in cells for column in measuring):
            if cells:
                group, group_cell = read_label(cells[-1].text), (cells[-1].row, cells[-1].column)
            continue
        row = _row(index, cells, inner=grid[index][labels[-1]])
        if group is not None and group_cell is not None:
            row = replace(row, group=group, group_cells=(group_cell,))
        if row.fault == "empty_header" and rows:
            rows[-1] = replace(rows[-1], fault="label_of_several_rows")
        rows.append(row)
        group = None if row.is_total else group
    return tuple(rows)


def _row(index: int, cells: Sequence[Cell], *, inner: Cell | None) -> Heading:
    places = tuple((cell.row, cell.column) for cell in cells)
    if inner is None or not inner.text:
        return Heading(index, cells=places, fault="empty_header")
    return _heading(index, [cell.text for cell in cells], places)


def _dated(row: Heading, table: Table, corner: str) -> Heading:
    """Read a row's year together with the corner above it: "Fiscal year" over "2025"."""
    inner = table.at(*row.cells[-1]) if row.cells else None
    period = read_period(f"{corner} {inner.text}") if row.period is not None and inner is not None else None
    return replace(row, period=period or row.period)


def _column(table: Table, grid: Grid, column: int, *, corner: str) -> Heading:
    cells: dict[str, Cell] = {}
    for row in range(table.header_rows):
        cell = grid[row][column]
        if cell is not None and cell.text:
            cells.setdefault(cell.text, cell)
    places = tuple((cell.row, cell.column) for cell in cells.values())
    if not cells:
        return Heading(column, fault="empty_header")
    heading = _heading(column, list(cells), places)
    if heading.period is not None and heading.period.instant:
        heading = replace(heading, period=read_period(f"{corner} {list(cells)[-1]}") or heading.period)
    return replace(heading, fault=heading.fault or next((label.fault for label in heading.labels if label.fault), ""))


def _heading(index: int, texts: Sequence[str], places: tuple[tuple[int, int], ...]) -> Heading:
    period, others = joined_period(texts)
    labels = [read_label(text) for text in others]
    unit = next((label.unit for label in reversed(labels) if label.unit != Unit()), Unit())
    worded = tuple(label for label in labels if label.text)
    fault = next((label.fault for label in labels[-1:] if label.fault), "")
    if not worded and period is None and unit == Unit():
        fault = fault or "empty_header"
    return Heading(index, worded, period, unit, cells=places, fault=fault)


def _with_unit(row: Heading, grid: Grid, units: int | None) -> Heading:
    cell = grid[row.index][units] if units is not None else None
    if cell is None or not cell.text:
        return row
    return replace(row, unit_beside=read_loose_unit(cell.text), unit_cells=((cell.row, cell.column),))


def _marked(headings: tuple[Heading, ...]) -> tuple[Heading, ...]:
    """Mark headings that occur more than once, and those that only their outer labels tell apart."""
    keys = Counter(heading.key for heading in headings)
    inner = Counter(heading.inner_key for heading in headings)
    are_grouped = max(inner.values(), default=1) > 1  # where some rows need their outer label, all that have one are told with it
    return tuple(
        replace(
            heading,
            needs_outer=inner[heading.inner_key] > 1 or (are_grouped and _is_told_apart(heading)),
            fault=heading.fault or ("repeated_header" if keys[heading.key] > 1 else ""),
        )
        for heading in headings
    )


def _is_told_apart(heading: Heading) -> bool:
    """Say whether a heading has an outer label of its own that can be said."""
    return len(heading.labels) > 1 and heading.labels[-2].is_clear and heading.labels[-2].text != heading.labels[-1].text
