"""Lines of spans, as MinerU 1 to 3 writes them, to nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evidoc.pages.text import LINE_END_HYPHEN
from evidoc.readers._inline import FORMULAS
from evidoc.readers._node import Node
from evidoc.readers.mineru._joined import Block, Line, Span

_NO_SPACE_BEFORE = tuple(",.;:!?)]}%’”'\"")


def spans_of(lines: Sequence[Line]) -> tuple[Node, ...]:
    """Give the text of lines as spans; a word that is broken at a line's end is marked to be joined."""
    spans: list[Node] = []
    for line in lines:
        if spans:
            spans[-1] = _ended(spans[-1])
        for span in line.spans:
            spans.extend(_spaced(spans[-1] if spans else None, _nodes(span)))
    return tuple(spans)


def items_of(block: Block, lines: Sequence[Line]) -> tuple[Node, ...]:
    """Give the items of a list: its blocks, or its lines from one first line of an item to the next."""
    if block.blocks:
        return tuple(Node(type="text", content=spans_of(item.lines)) for item in block.blocks)
    items: list[list[Line]] = []
    for line in lines:
        if line.is_list_start_line or not items:
            items.append([])
        items[-1].append(line)
    return tuple(Node(type="text", content=spans_of(item)) for item in items)


def code_of(lines: Sequence[Line]) -> str:
    """Give the lines of a listing as they stand."""
    return "\n".join("".join(_content(span) for span in line.spans) for line in lines)


def first_span(lines: Sequence[Line]) -> Span:
    """Give the span that holds the body of a picture or table."""
    spans = [span for line in lines for span in line.spans]
    return next((span for span in spans if span.html or span.image_path or span.latex), spans[0] if spans else Span())


def _nodes(span: Span) -> Iterator[Node]:
    if span.children or isinstance(span.content, tuple):
        for child in span.children or (span.content if isinstance(span.content, tuple) else ()):
            yield from _nodes(child)
    elif _content(span):
        yield Node(type="equation_inline" if span.type in (*FORMULAS, "interline_equation") else "text", content=_content(span))


def _content(span: Span) -> str:
    return (span.content if isinstance(span.content, str) else "") or span.latex or ""


def _spaced(before: Node | None, nodes: Iterator[Node]) -> Iterator[Node]:
    """Put a space between two spans where neither has one; MinerU cuts words nowhere else than at spaces and formulas."""
    for node in nodes:
        text = str(node.content)
        is_apart = before is None or str(before.content)[-1:].isspace() or text[:1].isspace() or text.startswith(_NO_SPACE_BEFORE)
        if not is_apart:
            yield Node(type="text", content=" ")
        yield node
        before = node


def _ended(span: Node) -> Node:
    text = str(span.content)
    if span.type != "text":
        return span
    is_broken = len(text) > 1 and text[-1] == "-" and text[-2].isalpha()
    return Node(type="text", content=(text[:-1] + LINE_END_HYPHEN if is_broken else text) + "\n")
