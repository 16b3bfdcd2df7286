"""Docling's table cells to a Table, each with its box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from evidoc.pages.text import clean_text
from evidoc.readers._grid import MAX_PLACES, Placed, SourceCell, leading_headers
from evidoc.readers._tables import finished
from evidoc.readers.docling._places import box_on
from evidoc.readers.docling._schema import Cell, Grid
from evidoc.records.geometry import Box, Page
from evidoc.records.table import Table


def table_of(grid: Grid, page: Page | None) -> Table | None:
    """Give the table of a grid; a cell that would cover another one is cut to its first place, or left out if that is taken."""
    cells = grid.table_cells or tuple(dict.fromkeys(cell for row in grid.grid for cell in row))
    placed = list(_placed(cells))
    entries = [entry for entry, _ in placed]
    table = finished(entries, header_rows=leading_headers(entries))
    if table is None:
        return None
    boxes = {(entry.row, entry.column): _box(cell, page) for entry, cell in placed if entry.cell.text}
    typed = tuple(msgspec.structs.replace(cell, box=boxes.get((cell.row, cell.column))) for cell in table.cells)
    return msgspec.structs.replace(table, cells=typed)


def _placed(cells: Sequence[Cell]) -> Iterator[tuple[Placed, Cell]]:
    taken: set[tuple[int, int]] = set()
    for cell in sorted(cells, key=lambda cell: (cell.start_row_offset_idx, cell.start_col_offset_idx)):
        places = _places(cell)
        if len(taken) + len(places) > MAX_PLACES or not places or places[0] in taken:
            continue
        if not taken.isdisjoint(places):
            places = places[:1]
        taken.update(places)
        (row, column), (last_row, last_column) = places[0], places[-1]
        is_header = cell.column_header or cell.row_header or cell.row_section
        yield Placed(SourceCell(text=clean_text(cell.text), header=is_header), row, last_row + 1, column, last_column + 1), cell


def _places(cell: Cell) -> list[tuple[int, int]]:
    rows = range(cell.start_row_offset_idx, cell.end_row_offset_idx)
    columns = range(cell.start_col_offset_idx, cell.end_col_offset_idx)
    is_possible = rows.start >= 0 and columns.start >= 0 and max(rows.stop, columns.stop, len(rows) * len(columns)) <= MAX_PLACES
    return [(row, column) for row in rows for column in columns] if is_possible else []


def _box(cell: Cell, page: Page | None) -> Box | None:
    return box_on(page, cell.bbox) if cell.bbox is not None and page is not None else None
