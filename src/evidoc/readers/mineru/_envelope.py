"""The middle file of MinerU 4 and docvortex: its nodes are ours, with boxes in 0–1 of the page."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec

from evidoc.readers._json import as_record
from evidoc.readers._node import LaidOutPage, Node
from evidoc.readers.mineru._result import Result


class _Size(msgspec.Struct, frozen=True):
    page_idx: int
    width_pt: float = math.nan
    height_pt: float = math.nan


class _Layout(msgspec.Struct, frozen=True):
    pages: tuple[_Size, ...] = ()


class _Extensions(msgspec.Struct, frozen=True):
    docvortex_layout: _Layout | None = None


class _Properties(msgspec.Struct, frozen=True):
    title: str | None = None


class _Metadata(msgspec.Struct, frozen=True):
    document: _Properties | None = None


class _Envelope(msgspec.Struct, frozen=True):
    pages: tuple[LaidOutPage, ...]
    metadata: _Metadata | None = None
    extensions: _Extensions | None = None


def envelope(value: object, path: Path) -> Result:
    """Read the middle file of the fourth generation, or the first draft of its schema, which had pages without sizes."""
    read = as_record(value, _Envelope, path=path, what="MinerU 4")
    stated = read.extensions.docvortex_layout.pages if read.extensions and read.extensions.docvortex_layout else ()
    sizes = {page.page_idx: (math.nan, math.nan) for page in read.pages}
    sizes.update({size.page_idx: (size.width_pt, size.height_pt) for size in stated})
    title = (read.metadata and read.metadata.document and read.metadata.document.title) or ""
    pages = [LaidOutPage(page.page_idx, tuple(part for node in page.blocks for part in _apart(node))) for page in read.pages]
    return Result(sizes=sizes, pages=pages, title=title)


def _apart(node: Node) -> tuple[Node, ...]:
    """Give a list of references as references, each by itself."""
    if node.type != "list" or node.sub_type != "ref_text" or not node.parts:
        return (node,)
    return tuple(msgspec.structs.replace(part, type="ref_text", bbox=part.bbox or node.bbox) for part in node.parts)
