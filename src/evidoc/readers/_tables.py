"""From placed cells to a finished Table: squeezed, typed, with the units that the markup itself states."""

from __future__ import annotations

import msgspec

from evidoc.answers.table import typed_table
from evidoc.readers._grid import MAX_PLACES, Placed, places, squeezed, to_table
from evidoc.records.table import Cell, Table


def finished(placed: list[Placed], *, header_rows: int = 0, caption: str = "") -> Table | None:
    """Give the typed table of a grid without its empty rows and columns.

    None where no cell says anything, or the grid is beyond all measure. `header_rows` counts source rows.
    """
    telling = [entry for entry in placed if entry.cell.text or entry.cell.notes]
    if not telling:
        return None
    heads = len({entry.row for entry in telling if entry.row < header_rows})
    cells = squeezed(telling)
    table = to_table(cells, header_rows=heads)
    if places(table) > MAX_PLACES:
        return None
    return _with_marks(typed_table(table, caption=caption), cells)


def _with_marks(table: Table, placed: list[Placed]) -> Table:
    """Put back what typing does not know: citations, and units and scales that the markup states (iXBRL)."""
    marked = {(entry.row, entry.column): entry for entry in placed if entry.cell.citations or entry.cell.scale is not None}
    if not marked:
        return table
    cells = tuple(_marked(cell, marked.get((cell.row, cell.column))) for cell in table.cells)
    return msgspec.structs.replace(table, cells=cells)


def _marked(cell: Cell, entry: Placed | None) -> Cell:
    if entry is None:
        return cell
    source = entry.cell
    if source.is_mark:
        return msgspec.structs.replace(cell, citations=source.citations, number=None, unit="", scale=0)
    if source.scale is None or cell.number is None:
        return msgspec.structs.replace(cell, citations=source.citations)
    return msgspec.structs.replace(cell, citations=source.citations, unit=source.unit, scale=source.scale)
