"""MinerU's content_list_v2: a list of pages, each a list of items with spans, boxes in 0–1000 of the page."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from evidoc.readers._inline import FORMULAS, inline_spans
from evidoc.readers._json import as_record
from evidoc.readers._node import LaidOutPage, Node
from evidoc.readers._tex import tex_source
from evidoc.readers.mineru._content import THOUSAND, heading_level, unfenced, with_notes
from evidoc.readers.mineru._result import Result, relative

_TYPES: Mapping[str, str] = {
    "title": "paragraph_title",
    "page_header": "header",
    "page_footer": "footer",
    "page_number": "page_number",
    "page_aside_text": "aside_text",
    "page_footnote": "page_footnote",
}
Edges = tuple[float, float, float, float]


class _Span(msgspec.Struct, frozen=True):
    type: str = "text"
    content: str | tuple[_Span, ...] | None = None
    children: tuple[_Span, ...] = ()
    style: tuple[str, ...] = ()


Spans = tuple[_Span, ...]


class _ListItem(msgspec.Struct, frozen=True):
    item_content: Spans = ()


class _Image(msgspec.Struct, frozen=True):
    path: str | None = None


class _Content(msgspec.Struct, frozen=True):
    """What any item holds; running text is under its type's own name, such as `title_content`."""

    level: int | None = None
    title_content: Spans = ()
    paragraph_content: Spans = ()
    page_header_content: Spans = ()
    page_footer_content: Spans = ()
    page_number_content: Spans = ()
    page_aside_text_content: Spans = ()
    page_footnote_content: Spans = ()
    math_content: str | None = None
    image_source: _Image | None = None
    content: str | None = None
    html: str | None = None
    image_caption: Spans = ()
    image_footnote: Spans = ()
    chart_caption: Spans = ()
    chart_footnote: Spans = ()
    table_caption: Spans = ()
    table_footnote: Spans = ()
    code_caption: Spans = ()
    code_footnote: Spans = ()
    code_content: Spans | str = ()
    algorithm_caption: Spans = ()
    algorithm_footnote: Spans = ()
    algorithm_content: Spans | str = ()
    list_type: str = ""
    list_items: tuple[_ListItem, ...] = ()

    @property
    def running(self) -> Spans:
        """The running text, under whichever name."""
        texts = (self.title_content, self.paragraph_content, self.page_header_content, self.page_footer_content)
        more = (self.page_number_content, self.page_aside_text_content, self.page_footnote_content)
        return next((spans for spans in (*texts, *more) if spans), ())


class _Item(msgspec.Struct, frozen=True):
    type: str
    content: _Content = _Content()
    bbox: tuple[float, ...] | None = None
    sub_type: str | None = None


def content_pages(value: object, path: Path) -> Result:
    """Read a content_list_v2."""
    pages = as_record(value, tuple[tuple[_Item, ...], ...], path=path, what="MinerU")
    top = min((item.content.level for page in pages for item in page if item.content.level), default=1)
    laid_out = [
        LaidOutPage(number, tuple(node for item in page for node in _nodes(item, top=top))) for number, page in enumerate(pages)
    ]
    return Result(sizes=dict.fromkeys(range(len(pages)), (math.nan, math.nan)), pages=laid_out)


def _nodes(item: _Item, *, top: int) -> Iterator[Node]:
    box, said = relative(item.bbox, THOUSAND), item.content
    if item.type in ("image", "chart", "table", "code", "algorithm"):
        yield _float(item, box)
    elif item.type in ("list", "index"):
        yield from _list(item, box)
    elif item.type == "equation_interline":
        yield Node(type="equation", content=tex_source(said.math_content or ""), bbox=box)
    else:
        kind = _TYPES.get(item.type, "text")
        level = heading_level(said.level or top, top=top) if kind == "paragraph_title" else None
        yield Node(type=kind, content=_spans(said.running), bbox=box, level=level)


def _list(item: _Item, box: Edges | None) -> Iterator[Node]:
    items = tuple(_spans(entry.item_content) for entry in item.content.list_items)
    if item.content.list_type == "reference_list":
        yield from (Node(type="ref_text", content=spans, bbox=box) for spans in items)
    else:
        yield Node(type=item.type, content=tuple(Node(type="text", content=spans) for spans in items), bbox=box)


def _float(item: _Item, box: Edges | None) -> Node:
    said = item.content
    kind = "code" if item.type == "algorithm" else item.type
    captions, notes, body = {
        "image": (said.image_caption, said.image_footnote, said.content),
        "chart": (said.chart_caption, said.chart_footnote, said.content),
        "table": (said.table_caption, said.table_footnote, said.html),
        "code": (said.code_caption, said.code_footnote, _code(said.code_content)),
        "algorithm": (said.algorithm_caption, said.algorithm_footnote, _code(said.algorithm_content)),
    }[item.type]
    picture = said.image_source.path if said.image_source else None
    node = Node(type=f"{kind}_body", content=body or "", bbox=box, image_path=picture)
    sub_type = "algorithm" if item.type == "algorithm" else item.sub_type
    return with_notes(kind, node, _paragraph(captions), _paragraph(notes), sub_type=sub_type)


def _paragraph(spans: Spans) -> tuple[tuple[Node, ...], ...]:
    return (_spans(spans),) if spans else ()


def _code(content: Spans | str) -> str:
    return unfenced(content if isinstance(content, str) else "".join(str(span.content or "") for span in content))


def _spans(spans: Spans) -> tuple[Node, ...]:
    return tuple(node for span in spans for node in _nodes_of(span))


def _nodes_of(span: _Span) -> Iterator[Node]:
    within = span.children or (span.content if isinstance(span.content, tuple) else ())
    if within:
        yield from _spans(within)
    elif span.type in FORMULAS:
        yield Node(type="equation_inline", content=str(span.content or ""))
    elif span.type == "md":
        yield from inline_spans(str(span.content or ""))
    else:
        yield Node(type="text", content=str(span.content or ""), styles=span.style)
