"""Tables that layout engines write as HTML markup: rows of cells with spans, before any has a place."""

from __future__ import annotations

from collections.abc import Callable

from lxml import etree, html

from evidoc.pages.text import clean_text
from evidoc.readers._grid import SourceCell

MAX_MARKUP = 4_000_000  # characters; the largest table of the 10-K measured has 100,000


def rows_of(markup: str, *, plain: Callable[[str], str] = str) -> list[list[SourceCell]] | None:
    """Give the rows of a table's markup, or None where it is no table or too long; `plain` takes marks out of a cell's text.

    Rows of a table within a cell stand after the row that has it, as engines write continued tables.
    """
    if "<t" not in markup or len(markup) > MAX_MARKUP:
        return None
    try:
        tree = html.fragment_fromstring(markup, create_parent="div")
    except (etree.LxmlError, ValueError):
        return None
    rows = [[_cell(cell, plain) for cell in row.iterchildren("td", "th")] for row in tree.iter("tr")]
    return rows if any(rows) else None


def _cell(element: html.HtmlElement, plain: Callable[[str], str]) -> SourceCell:
    return SourceCell(
        text=clean_text(plain(_spoken(element))),
        row_span=_span(element.get("rowspan")),
        column_span=_span(element.get("colspan")),
        header=element.tag == "th",
    )


def _spoken(element: html.HtmlElement) -> str:
    """Give the text of a cell, a line break as a space and a formula between dollars."""
    pieces = [element.text or ""]
    for child in element.iterchildren():
        said = " " if child.tag == "br" else _spoken(child)
        pieces.append(f"${said}$" if child.tag == "eq" and said.strip() else said)
        pieces.append(child.tail or "")
    return "".join(pieces)


def _span(written: str | None) -> int:
    return max(1, int(written)) if written and written.isascii() and written.isdigit() and len(written) < 7 else 1
