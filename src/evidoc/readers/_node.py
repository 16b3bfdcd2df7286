"""Blocks as layout engines write them, in the words of the MinerU-4 schema, whoever wrote them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec


class Node(msgspec.Struct, frozen=True):
    """A block, a part of a block, or a span of text. `bbox` is in 0–1 of the displayed page, top left origin."""

    type: str
    content: str | tuple[Node, ...] = ""
    bbox: tuple[float, float, float, float] | None = None
    level: int | None = None
    sub_type: str | None = None
    styles: tuple[str, ...] = ()
    continues_prev: bool | None = None
    image_path: str | None = None

    @property
    def parts(self) -> tuple[Node, ...]:
        """The nodes within it, none where it holds plain text."""
        return () if isinstance(self.content, str) else self.content


class LaidOutPage(msgspec.Struct, frozen=True):
    """The blocks of a page in reading order."""

    page_idx: int
    blocks: tuple[Node, ...] = ()


def plain(node: Node) -> str:
    """Give the text of a node and all that is in it, as its writer has it."""
    return node.content if isinstance(node.content, str) else "".join(map(plain, node.content))


def spans(node: Node) -> Iterator[Node]:
    """Give the innermost nodes, in order."""
    if isinstance(node.content, str):
        yield node
        return
    for part in node.content:
        yield from spans(part)


def raised(node: Node) -> Iterator[str]:
    """Give the superscripts of a text that are no exponents."""
    before = ""
    for span in spans(node):
        said = str(span.content)
        if "superscript" in span.styles and not before[-1:].isdigit():
            yield said
        before = said
