"""The middle file of MinerU 1 to 3: pages in points, blocks of lines of spans, paragraphs joined over pages."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from evidoc.readers._json import as_record
from evidoc.readers._node import LaidOutPage, Node
from evidoc.readers._tex import tex_source
from evidoc.readers.mineru._joined import Block, Line, Page, Parts, parts_of
from evidoc.readers.mineru._lines import code_of, first_span, items_of, spans_of
from evidoc.readers.mineru._result import Result, relative

_TYPES = {
    "title": "paragraph_title",
    "interline_equation": "equation",
    "phonetic": "text",
    "vertical_text": "text",
    "formula_number": "text",
    "caption": "text",
    "header_image": "header",
    "footer_image": "footer",
    "footnote": "page_footnote",
}
_FLOATS = ("image", "table", "chart", "code", "algorithm", "seal")
_EDGE = 0.12  # of the page's height; what MinerU 1 discards there is a running header or footer

Size = tuple[float, float]


class _Middle(msgspec.Struct, frozen=True):
    pdf_info: tuple[Page, ...]


def middle(value: object, path: Path) -> Result:
    """Read a middle file of the first three generations; what MinerU discards comes after the text of its page."""
    read = as_record(value, _Middle, path=path, what="MinerU")
    pages = [(number if page.page_idx is None else page.page_idx, page) for number, page in enumerate(read.pdf_info)]
    sizes = {number: page.page_size or (math.nan, math.nan) for number, page in pages}
    parts = parts_of(pages)
    laid_out = [LaidOutPage(number, tuple(_page(page, parts, parts.strays.get(number, ())))) for number, page in pages]
    return Result(sizes=sizes, pages=laid_out)


def _page(page: Page, parts: Parts, strays: Sequence[Line]) -> Iterator[Node]:
    size = page.page_size or (math.nan, math.nan)
    if strays:
        yield Node(type="text", content=spans_of(strays), bbox=relative(_around(strays), size), continues_prev=True)
    for block in page.body:
        yield from _nodes(block, parts.lines.get(id(block), ()), size, continues=id(block) in parts.continued)
    for block in page.discarded_blocks:
        yield from _nodes(block, block.lines, size)


def _nodes(block: Block, lines: Sequence[Line], size: Size, *, continues: bool = False) -> Iterator[Node]:
    if block.type in _FLOATS:
        yield _float(block, size)
        return
    if block.type in ("list", "index"):
        yield from _list(block, lines, size, continues=continues)
        return
    kind = _discarded(block, lines, size) if block.type == "discarded" else _TYPES.get(block.type, block.type)
    box = relative(block.bbox, size)
    if kind == "equation":
        yield Node(type=kind, content=tex_source(code_of(lines)), bbox=box)
    elif lines:
        yield Node(type=kind, content=spans_of(lines), bbox=box, level=_level(block, kind), continues_prev=continues)


def _level(block: Block, kind: str) -> int | None:
    """Give a heading's level as MinerU 4 counts: the title is 1, so the first headings are 2."""
    return (block.level or 1) + 1 if kind == "paragraph_title" else None


def _list(block: Block, lines: Sequence[Line], size: Size, *, continues: bool) -> Iterator[Node]:
    if block.sub_type == "ref_text" and block.blocks:
        for item in block.blocks:
            yield Node(type="ref_text", content=spans_of(item.lines), bbox=relative(item.bbox or block.bbox, size))
    elif block.blocks or lines:
        items = items_of(block, lines)
        yield Node(type=block.type, content=items, bbox=relative(block.bbox, size), continues_prev=continues)


def _float(block: Block, size: Size) -> Node:
    kind = {"algorithm": "code", "seal": "image"}.get(block.type, block.type)
    parts = tuple(_part(part, kind, block, size) for part in block.blocks) or (_body(block, kind, block, size),)
    sub_type = "algorithm" if block.type == "algorithm" else block.sub_type
    is_rest = block.lines_deleted or any(part.lines_deleted for part in block.blocks)
    return Node(type=kind, content=parts, bbox=relative(block.bbox, size), sub_type=sub_type, continues_prev=is_rest)


def _part(part: Block, kind: str, whole: Block, size: Size) -> Node:
    if part.type.endswith("_body"):
        return _body(part, kind, whole, size)
    is_elsewhere = part.cross_page or any(line.is_from_next_page for line in part.lines)
    box = None if is_elsewhere else relative(part.bbox, size)
    ending = "_caption" if part.type.endswith("caption") else "_footnote"
    return Node(type=kind + ending, content=spans_of(part.lines), bbox=box)


def _body(part: Block, kind: str, whole: Block, size: Size) -> Node:
    span = first_span(part.lines)
    said = (
        code_of(part.lines)
        if kind == "code"
        else span.html or (span.content if isinstance(span.content, str) else "") or span.latex
    )
    box = relative(part.bbox or whole.bbox, size)
    return Node(type=f"{kind}_body", content=said or "", bbox=box, image_path=span.image_path, sub_type=whole.sub_type)


def _discarded(block: Block, lines: Sequence[Line], size: Size) -> str:
    """Say what MinerU 1 has discarded, by where it stands; it does not say itself."""
    if len(block.bbox) != 4 or math.isnan(size[1]):
        return "aside_text"
    if "".join(str(span.content) for line in lines for span in line.spans).strip().isdigit():
        return "page_number"
    top, bottom = block.bbox[1], block.bbox[3]
    return "header" if bottom <= _EDGE * size[1] else "footer" if top >= (1 - _EDGE) * size[1] else "aside_text"


def _around(lines: Sequence[Line]) -> tuple[float, ...]:
    boxes = [line.bbox for line in lines if len(line.bbox) == 4]
    if not boxes:
        return ()
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)
