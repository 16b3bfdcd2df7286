"""MinerU's content_list: a flat list in reading order, boxes in 0–1000 of the page since MinerU 2, none before."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import msgspec

from evidoc.readers._inline import inline_spans
from evidoc.readers._json import as_record
from evidoc.readers._node import LaidOutPage, Node
from evidoc.readers._tex import tex_source
from evidoc.readers.mineru._result import Result, relative

THOUSAND = (1000.0, 1000.0)
_FENCE = re.compile(r"```[^\n]*\n(.*?)\n?```\s*$", re.DOTALL)
_KEPT = ("header", "footer", "page_number", "aside_text", "page_footnote", "ref_text", "abstract")
Texts = tuple[str, ...] | str | None


class _Item(msgspec.Struct, frozen=True):
    type: str
    page_idx: int
    text: str | None = None
    text_level: int | None = None
    bbox: tuple[float, ...] | None = None
    sub_type: str | None = None
    list_items: tuple[str, ...] = ()
    img_path: str | None = None
    content: str | None = None
    img_caption: Texts = None
    img_footnote: Texts = None
    image_caption: Texts = None
    image_footnote: Texts = None
    table_body: str | None = None
    table_caption: Texts = None
    table_footnote: Texts = None
    chart_caption: Texts = None
    chart_footnote: Texts = None
    code_body: str | None = None
    code_caption: Texts = None
    code_footnote: Texts = None


def content_list(value: object, path: Path) -> Result:
    """Read a content_list of any generation; paragraphs that MinerU joined over pages have the place of their first part."""
    items = as_record(value, tuple[_Item, ...], path=path, what="MinerU")
    nodes: dict[int, list[Node]] = defaultdict(list)
    top = min((item.text_level for item in items if item.text_level), default=1)
    for item in items:
        nodes[item.page_idx].extend(_nodes(item, top=top))
    sizes = dict.fromkeys(nodes, (math.nan, math.nan))
    return Result(sizes=sizes, pages=[LaidOutPage(number, tuple(nodes[number])) for number in sorted(nodes)])


def unfenced(code: str) -> str:
    """Give a listing without the Markdown fence around it."""
    found = _FENCE.match(code.strip())
    return found[1] if found else code


def heading_level(level: int, *, top: int) -> int:
    """Give a heading's level in MinerU 4's count, whose first headings are 2; `top` is the smallest level of the file."""
    return max(0, level - top) + 2


def _nodes(item: _Item, *, top: int) -> Iterator[Node]:
    box = relative(item.bbox, THOUSAND)
    if item.type in ("image", "chart", "table", "code", "seal"):
        yield _float(item, box)
    elif item.type in ("list", "index"):
        yield from _list(item, box)
    elif item.type == "equation":
        yield Node(type="equation", content=tex_source(item.text or ""), bbox=box, image_path=item.img_path)
    elif item.text_level:
        level = heading_level(item.text_level, top=top)
        yield Node(type="paragraph_title", content=inline_spans(item.text or ""), bbox=box, level=level)
    else:
        yield Node(type=item.type if item.type in _KEPT else "text", content=inline_spans(item.text or ""), bbox=box)


def _list(item: _Item, box: tuple[float, float, float, float] | None) -> Iterator[Node]:
    if item.sub_type == "ref_text":
        yield from (Node(type="ref_text", content=inline_spans(text), bbox=box) for text in item.list_items)
        return
    texts = item.list_items or tuple((item.text or "").splitlines())
    yield Node(type=item.type, content=tuple(Node(type="text", content=inline_spans(text)) for text in texts), bbox=box)


def _float(item: _Item, box: tuple[float, float, float, float] | None) -> Node:
    kind = "image" if item.type == "seal" else item.type
    captions, notes, said = {
        "image": (item.image_caption or item.img_caption, item.image_footnote or item.img_footnote, item.content or item.text),
        "chart": (item.chart_caption, item.chart_footnote, item.content),
        "table": (item.table_caption, item.table_footnote, item.table_body),
        "code": (item.code_caption, item.code_footnote, unfenced(item.code_body or item.text or "")),
    }[kind]
    body = Node(type=f"{kind}_body", content=said or "", bbox=box, image_path=item.img_path)
    return with_notes(kind, body, _spans(captions), _spans(notes), sub_type=item.sub_type)


def with_notes(
    kind: str, body: Node, captions: tuple[tuple[Node, ...], ...], notes: tuple[tuple[Node, ...], ...], *, sub_type: str | None
) -> Node:
    """Put a body and its captions and notes into one node: captions of tables and listings stand above, of pictures below."""
    above = tuple(Node(type=f"{kind}_caption", content=spans) for spans in captions)
    below = tuple(Node(type=f"{kind}_footnote", content=spans) for spans in notes)
    parts = (*above, body, *below) if kind in ("table", "code") else (body, *above, *below)
    return Node(type=kind, content=parts, bbox=body.bbox, sub_type=sub_type)


def _spans(texts: Texts) -> tuple[tuple[Node, ...], ...]:
    listed = (texts,) if isinstance(texts, str) else texts or ()
    return tuple(inline_spans(text) for text in listed if text.strip())
