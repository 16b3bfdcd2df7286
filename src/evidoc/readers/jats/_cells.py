"""The cells of a JATS table with spans, note marks and citations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lxml import etree

from evidoc.pages.text import clean_text
from evidoc.readers._grid import Placed, SourceCell, leading_headers, place
from evidoc.readers.jats._prose import Prose


@dataclass(frozen=True, slots=True)
class Cells:
    """The placed cells of one table, how many source rows its head has, and what all cells name."""

    placed: list[Placed]
    header_rows: int
    citations: tuple[str, ...]
    refers_to: tuple[str, ...]


def read_cells(table: etree._Element, *, ranks: Mapping[str, int]) -> Cells:
    """Read a table's rows in the order in which they are shown: head, bodies, foot."""
    rows: list[list[SourceCell]] = []
    named: dict[str, None] = {}
    header_rows = 0
    for group in _groups(table):
        is_head = group.tag == "thead"
        lines = [element for element in group if element.tag == "tr"]
        header_rows += len(lines) if is_head and header_rows == len(rows) else 0
        for number, line in enumerate(lines):
            below = len(lines) - number
            rows.append([_cell(cell, ranks, named, is_head=is_head, below=below) for cell in line if cell.tag in ("td", "th")])
    placed = place(rows)
    return Cells(
        placed=placed,
        header_rows=header_rows or leading_headers(placed),
        citations=tuple(dict.fromkeys(key for row in rows for cell in row for key in cell.citations)),
        refers_to=tuple(named),
    )


def _groups(table: etree._Element) -> Iterator[etree._Element]:
    """Give the row groups, head first and foot last; rows without a group are a group of their own, the table."""
    yield from table.iterchildren("thead")
    yield from (group for group in table if group.tag == "tbody")
    if any(True for _ in table.iterchildren("tr")):
        yield table
    yield from table.iterchildren("tfoot")


def _cell(element: etree._Element, ranks: Mapping[str, int], named: dict[str, None], *, is_head: bool, below: int) -> SourceCell:
    cell = SourceCell(
        row_span=min(_span(element.get("rowspan")), below),
        column_span=_span(element.get("colspan")),
        header=is_head or element.tag == "th",
    )
    if not len(element):
        cell.text = clean_text(element.text or "")
        return cell
    prose = Prose(ranks=ranks, cell=True).read(element)
    named.update(dict.fromkeys(prose.refers_to))
    cell.citations = prose.keys()
    cell.text = prose.text()
    if not cell.text:
        cell.text, cell.is_mark = _instead(element, prose), bool(cell.citations)
    cell.notes = tuple(dict.fromkeys(prose.notes))
    return cell


def _instead(element: etree._Element, prose: Prose) -> str:
    """Give what stands in a cell without text: its citations as printed, or the names of its pictures (case B13)."""
    if prose.keys():
        return clean_text("".join(element.itertext()))
    return " ".join(f"[image {picture}]" for picture in prose.pictures)


def _span(value: str | None) -> int:
    return int(value) if value and value.isascii() and value.isdigit() and len(value) < 6 and value != "0" else 1
