"""Truth about tables that others made: the ICDAR 2013 competition and tabula's expected CSVs."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from lxml import etree
from msgspec.structs import replace

from benchmarks.quality.grids import Grid
from evidoc.records.table import Cell, Table


def icdar_grids(path: Path) -> tuple[Grid, ...]:
    """Read the tables of a `-str.xml` file; each region of a table that runs over pages is a table of its own page.

    Rows and columns count from the first filled ones: some files count from 1.
    """
    root = etree.parse(str(path), etree.XMLParser(resolve_entities=False, no_network=True)).getroot()
    return tuple(
        Grid(_table(list(map(_icdar_cell, region.iter("cell")))), frozenset({int(region.get("page")) - 1}))
        for region in root.iter("region")
    )


def csv_grid(path: Path) -> Grid:
    """Read a table of page 1 from a CSV file, a field a cell."""
    with path.open(encoding="utf-8", newline="") as file:
        return Grid(table_of_rows(list(csv.reader(file))), frozenset({0}))


def table_of_rows(rows: list[list[str]]) -> Table:
    """Give a table without spans from rows of texts."""
    cells = [Cell(row=r, column=c, text=text) for r, row in enumerate(rows) for c, text in enumerate(row) if text.strip()]
    return Table(rows=len(rows), columns=max(map(len, rows), default=0), cells=tuple(cells))


def _table(cells: list[Cell]) -> Table:
    first_row, first_column = min(cell.row for cell in cells), min(cell.column for cell in cells)
    cells = [replace(cell, row=cell.row - first_row, column=cell.column - first_column) for cell in cells]
    rows = max(cell.row + cell.row_span for cell in cells)
    columns = max(cell.column + cell.column_span for cell in cells)
    return Table(rows=rows, columns=columns, cells=tuple(_without_overlaps(cells)))


def _icdar_cell(element: etree._Element) -> Cell:
    row, column = int(element.get("start-row")), int(element.get("start-col"))
    return Cell(
        row=row,
        column=column,
        row_span=int(element.get("end-row") or row) - row + 1,
        column_span=int(element.get("end-col") or column) - column + 1,
        text=element.findtext("content") or "",
    )


def _without_overlaps(cells: list[Cell]) -> Iterator[Cell]:
    """Give the cells but those that start where another one stands already: `us-004` has a few."""
    taken: set[tuple[int, int]] = set()
    for cell in cells:
        if (cell.row, cell.column) not in taken:
            taken.update(
                (row, column)
                for row in range(cell.row, cell.row + cell.row_span)
                for column in range(cell.column, cell.column + cell.column_span)
            )
            yield cell
