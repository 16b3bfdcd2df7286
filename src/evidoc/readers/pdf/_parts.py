"""Long files laid out part by part: the engine keeps all it ever saw of a file, some 3 MB a page (case A18)."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import msgspec
import pypdfium2

from evidoc.pages.frame import DAMAGED
from evidoc.readers._node import Node
from evidoc.readers.pdf._engine import LaidOutPage, LayoutFailed, lay_out
from evidoc.readers.pdf._turned import pages_turned, turned_copy
from evidoc.records.geometry import Page

ENGINE_FAILED = "layout_engine_failed"
LONG = 100  # pages; a file of no more is laid out as one, in some 430 MB
_PART = 48  # pages; from so many the engine learns what a file's running headers and type sizes are


@dataclass(frozen=True, slots=True)
class Original:
    """The open file with what must be known to lay it out.

    `path` is None where its bytes cannot be given to the engine as they are; `turns` says by how many degrees some
    pages must be turned; the pages of `read_already` need no layout.
    """

    pdf: pypdfium2.PdfDocument
    path: Path | None
    pages: tuple[Page, ...]
    turns: Mapping[int, int]
    read_already: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class LaidOut:
    """Some pages with the engine's blocks on them, or none and a flag; and the title in the file's properties."""

    own: tuple[Page, ...]
    pages: dict[int, LaidOutPage]
    title: str = ""
    flags: tuple[str, ...] = ()


def laid_out(original: Original) -> Iterator[LaidOut]:
    """Lay out a file, a long one part by part; every page comes once, in order."""
    if len(original.pages) <= LONG:
        yield _as_one(original)
        return
    for own in parts_of(original.pages):
        yield _as_part(original, own)


def parts_of(pages: Sequence[Page]) -> Iterator[tuple[Page, ...]]:
    """Cut the pages of a long file into parts of about one size; from a short last part the engine would learn nothing."""
    count = math.ceil(len(pages) / _PART)
    for start, end in pairwise(round(number * len(pages) / count) for number in range(count + 1)):
        yield tuple(pages[start:end])


def _as_one(original: Original) -> LaidOut:
    if len(original.read_already) == len(original.pages):
        return LaidOut(own=original.pages, pages={})
    source = original.path
    try:
        layout = lay_out(source if source is not None else turned_copy(original.pdf, original.pages, original.turns))
    except LayoutFailed:
        return LaidOut(own=original.pages, pages={}, flags=(ENGINE_FAILED,))
    return LaidOut(own=original.pages, pages={page.page_idx: page for page in layout.pages}, title=layout.title)


def _as_part(original: Original, own: tuple[Page, ...]) -> LaidOut:
    """Lay out a part together with the page before it, so that its first paragraph can be the rest of the last one."""
    title = original.pdf.get_metadata_value("Title")
    start = max(0, own[0].index - 1)
    indices = [page.index for page in original.pages[start : own[-1].index + 1] if DAMAGED not in page.flags]
    if all(page.index in original.read_already or page.index not in indices for page in own):
        return LaidOut(own=own, pages={}, title=title)
    try:
        layout = lay_out(_copied(original, indices))
    except (LayoutFailed, pypdfium2.PdfiumError):
        return LaidOut(own=own, pages={}, title=title, flags=(ENGINE_FAILED,))
    pages = {indices[page.page_idx]: page for page in layout.pages}
    if start > 0:
        pages = {index: _without_title(page) for index, page in pages.items()}
    return LaidOut(own=own, pages=pages, title=title)


def _copied(original: Original, indices: Sequence[int]) -> bytes:
    """Give a file of some pages, without encryption, each turned so that its text is upright."""
    turns = {index: original.turns[index] for index in indices if index in original.turns}
    buffer = io.BytesIO()
    copy = pypdfium2.PdfDocument.new()
    try:
        with pages_turned(original.pdf, original.pages, turns):
            copy.import_pages(original.pdf, list(indices))
        copy.save(buffer)
    finally:
        copy.close()
    return buffer.getvalue()


def _without_title(page: LaidOutPage) -> LaidOutPage:
    """Make headings of what the engine takes for the title of the document on the first page that it is shown."""
    return msgspec.structs.replace(page, blocks=tuple(map(_as_heading, page.blocks)))


def _as_heading(node: Node) -> Node:
    return msgspec.structs.replace(node, type="paragraph_title", level=2) if node.type == "doc_title" else node
