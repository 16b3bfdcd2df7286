"""What an HTML table is: data in a grid, bullets, or mere layout; and for data, its cells with marks and spans.

Source: cases D03 and D05.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from lxml import etree

from evidoc.pages.text import clean_text
from evidoc.readers._grid import SourceCell
from evidoc.readers.html._prose import Prose

BULLET = re.compile(r"[•●▪■□◦‣∙·○◆➢➤✓►–—*o-]$|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]\)?$|\*{1,3}$|[†‡§]$", re.IGNORECASE)
_LONGEST = 1_500  # characters in one cell, above which a table without headings only arranges a page
_SECTIONING = ("h1", "h2", "h3", "h4", "h5", "h6", "hr", "form", "article", "section")


@dataclass(slots=True)
class TableShape:
    """A table as far as its markup tells: what it is, and its rows of cells as the source has them."""

    kind: Literal["data", "bullets", "layout", "empty"]
    caption: str = ""
    rows: list[list[SourceCell]] = field(default_factory=list)
    header_rows: int | None = None
    bullets: list[tuple[str, Prose]] = field(default_factory=list)
    refers_to: tuple[str, ...] = ()
    is_contents: bool = False


@dataclass(slots=True)
class _Read:
    """One cell as read: its element and its text."""

    element: etree._Element
    prose: Prose
    text: str
    is_head: bool
    below: int


def read_shape(table: etree._Element) -> TableShape:
    """Read a table, or say that its cells are to be read through as parts of the page."""
    if table.get("role") in ("presentation", "none"):
        return TableShape(kind="layout")
    has_headings = next(_own(table, "th", "caption"), None) is not None
    if _holds_page_parts(table, has_headings=has_headings):
        return TableShape(kind="layout")
    rows = [list(row) for row in _rows(table)]
    telling = [[cell for cell in row if cell.text or cell.prose.notes] for row in rows]
    telling = [row for row in telling if row]
    if not telling:
        return TableShape(kind="layout" if next(table.iter("img"), None) is not None else "empty")
    if not has_headings:
        if _are_bullets(telling):
            return TableShape(kind="bullets", bullets=[(_marker(row[0]), row[1].prose) for row in telling])
        if _is_layout(telling):
            return TableShape(kind="layout")
    return _data(table, rows, telling)


def _own(table: etree._Element, *tags: str) -> Iterator[etree._Element]:
    """Give the descendants that are parts of this table and not of one within it."""
    return (element for element in table.iter(*tags) if next(element.iterancestors("table"), None) is table)


def _holds_page_parts(table: etree._Element, *, has_headings: bool) -> bool:
    inner = next(table.iterdescendants("table"), None) is not None
    return (inner and not has_headings) or next(table.iterdescendants(*_SECTIONING), None) is not None


def _rows(table: etree._Element) -> Iterator[Iterator[_Read]]:
    groups = [
        *table.iterchildren("thead"),
        *(group for group in table if group.tag in ("tbody", "tr")),
        *table.iterchildren("tfoot"),
    ]
    for group in groups:
        lines = [group] if group.tag == "tr" else list(group.iterchildren("tr"))
        for number, line in enumerate(lines):
            below = len(lines) - number if group.tag != "tr" else 65_534
            yield (_read(cell, is_head=group.tag == "thead", below=below) for cell in line.iterchildren("td", "th"))


def _read(element: etree._Element, *, is_head: bool, below: int) -> _Read:
    prose = Prose(cell=True).read(element)
    text = prose.text() or " ".join(f"[image {picture}]" for picture in prose.pictures)
    return _Read(element=element, prose=prose, text=text, is_head=is_head, below=below)


def _are_bullets(telling: list[list[_Read]]) -> bool:
    """Say whether each row is a bullet, number or note mark and one text."""
    return all(len(row) == 2 and BULLET.match(_marker(row[0])) and _is_sentence(row[1].text) for row in telling)


def _marker(cell: _Read) -> str:
    return cell.text or next(iter(cell.prose.notes), "")


def _is_sentence(text: str) -> bool:
    return len(re.findall(r"[^\W\d_]{2,}", text)) >= 2


def _is_layout(telling: list[list[_Read]]) -> bool:
    """Say whether a table without headings only arranges text: one cell, one column, or very long cells."""
    if all(len(row) == 1 for row in telling):
        return True
    return max(len(cell.text) for row in telling for cell in row) > _LONGEST


def _data(table: etree._Element, rows: list[list[_Read]], telling: list[list[_Read]]) -> TableShape:
    heads = sum(1 for row in rows if row and row[0].is_head)
    caption = next(_own(table, "caption"), None)
    return TableShape(
        kind="data",
        caption=Prose().read(caption).text() if caption is not None else "",
        rows=[[_source_cell(cell) for cell in row] for row in rows],
        header_rows=heads or None,
        refers_to=tuple(dict.fromkeys(anchor for row in telling for cell in row for anchor in cell.prose.refers_to)),
        is_contents=_is_contents(telling),
    )


def _is_contents(telling: list[list[_Read]]) -> bool:
    """Say whether most rows are a link into the page and a page number: a table of contents."""
    listed = sum(
        1
        for row in telling
        if len(row) >= 2 and row[-1].text.strip().isdigit() and row[0].prose.refers_to + row[-1].prose.refers_to
    )
    return listed >= 3 and listed * 2 > len(telling)


def _source_cell(cell: _Read) -> SourceCell:
    return SourceCell(
        text=cell.text,
        row_span=min(_span(cell.element.get("rowspan"), zero=cell.below), cell.below),
        column_span=_span(cell.element.get("colspan"), zero=1),
        header=cell.is_head or cell.element.tag == "th",
        notes=tuple(dict.fromkeys(clean_text(note) for note in cell.prose.notes)),
        facts=tuple(cell.prose.facts),
        tags=tuple(cell.prose.tags),
    )


def _span(value: str | None, *, zero: int) -> int:
    if not value or not value.strip().isascii() or not value.strip().isdigit():
        return 1
    return min(int(value.strip()[:6]), 65_534) or zero


def stated_units(rows: list[list[SourceCell]], units: Mapping[str, str]) -> None:
    """Give cells that hold one tagged number the unit and scale of its tag, in place; USD per share is in USD.

    Shares of one ("pure") keep what the page shows, because a percentage is tagged as 0.12 and shown as 12%.
    """
    for row in rows:
        for cell in row:
            if len(cell.facts) == 1:
                unit = units.get(cell.facts[0].get("unitref", ""), "").removesuffix("/shares")
                scale = cell.facts[0].get("scale", "0")
                if unit and re.fullmatch(r"-?\d{1,2}", scale):
                    cell.unit, cell.scale = unit, int(scale)
