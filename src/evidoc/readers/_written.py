"""Nodes whose text and places are in the file itself, as other parsers write them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evidoc.pages.text import clean_text
from evidoc.readers._draft import Draft
from evidoc.readers._grid import leading_headers, place
from evidoc.readers._inline import FORMULAS, inline_text, spoken
from evidoc.readers._layout import Said, drafts_of
from evidoc.readers._markup_grid import rows_of
from evidoc.readers._node import LaidOutPage, Node, plain, spans
from evidoc.readers._tables import finished
from evidoc.readers._tex import tex_source, tex_text
from evidoc.records.document import Figure
from evidoc.records.geometry import Box, Page, make_box

TABLE_UNREAD = "table_unread"


def drafts_from(laid_out: LaidOutPage, page: Page) -> list[Draft]:
    """Give the drafts of a page; a node without a place on it is kept without one."""
    return [draft for draft in drafts_of(laid_out.blocks, _Written(page)) if draft.text or draft.boxes]


class _Written:
    """The reading of one page of a parser's file."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def places(self, node: Node) -> Sequence[Box]:
        if node.bbox is None:
            return ()
        x0, y0, x1, y1 = node.bbox
        width, height = self._page.width, self._page.height
        box = make_box(self._page.index, (x0 * width, y0 * height, x1 * width, y1 * height), within=self._page)
        return () if box is None else (box,)

    def said(self, node: Node, places: Sequence[Box]) -> Said:
        if node.type == "equation":
            return Said(clean_text(tex_text(tex_source(plain(node)))))
        if node.type in ("image_body", "chart_body"):
            return _picture(node)
        if node.type == "code_body":
            return Said(clean_text(plain(node)))
        if node.type in ("list", "index") and node.parts:
            return Said(clean_text(" ".join(map(_running, node.parts))))
        has_formula = any(span.type in FORMULAS for span in spans(node))
        if has_formula:
            return Said(clean_text(_running(node)), source=_marked(node), markup="markdown")
        return Said(clean_text(_running(node)))

    def table(self, node: Node, places: Sequence[Box]) -> Iterator[Draft]:
        markup = plain(node)
        rows = rows_of(markup, plain=inline_text)
        cells = place(rows) if rows is not None else []
        table = finished(cells, header_rows=leading_headers(cells)) if cells else None
        draft = Draft(kind="table", boxes=list(places), source=markup, markup="html" if rows is not None else "text", table=table)
        if table is None:
            draft.text = clean_text(markup)
            draft.flags.append(TABLE_UNREAD)
        yield draft


def _picture(node: Node) -> Said:
    """Give what a parser says of a picture: a chart's values as a table's markup, or the words in it."""
    figure = Figure(image=(node.image_path or "")[-200:], chart_type=(node.sub_type or "") if node.type == "chart_body" else "")
    content = plain(node)
    if rows_of(content) is not None:
        return Said("", source=content, markup="html", figure=figure)
    return Said(clean_text(inline_text(content)), figure=figure)


def _running(node: Node) -> str:
    return "".join(map(spoken, spans(node)))


def _marked(node: Node) -> str:
    """Give a text with its formulas as TeX between dollars, without line ends within it."""
    return " ".join("".join(f"${plain(span)}$" if span.type in FORMULAS else plain(span) for span in spans(node)).split())
