"""Tables as lines of text and as Markdown."""

from __future__ import annotations

from evidoc.records.table import Cell, Table


def table_lines(table: Table) -> str:
    """Give a table row by row, cells parted by ` | `; a spanning cell stands once, where it starts."""
    rows = [[_at_start(cell, row, column) for column, cell in enumerate(line)] for row, line in enumerate(table.grid())]
    return "\n".join(" | ".join(row).rstrip() for row in rows)


def table_markdown(table: Table) -> str:
    """Give a table in Markdown, which has one header row and no spans.

    Header rows are joined into one, and a spanning cell stands at each place that it covers, so that
    every number keeps the names of its row and column.
    """
    grid = [[_escaped(cell.text) if cell is not None else "" for cell in line] for line in table.grid()]
    header = [_escaped(table.column_header(column)) for column in range(table.columns)]
    lines = [header, ["---"] * table.columns, *grid[table.header_rows :]]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _at_start(cell: Cell | None, row: int, column: int) -> str:
    if cell is None or (cell.row, cell.column) != (row, column):
        return ""
    return " ".join(cell.text.split())


def _escaped(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
