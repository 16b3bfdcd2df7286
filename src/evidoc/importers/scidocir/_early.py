"""The early form of the format, `document_ir_v2.json` of SciDocBench's first generators, brought to that of figure 8.

It has pages in pixels and blocks with a category's name; order, references, relations and counts are not in it.
Source: formats.md, section 4.7.
"""

from __future__ import annotations

from pathlib import PurePath

import msgspec
from msgspec import UNSET

from evidoc.errors import InvalidRecord
from evidoc.importers.scidocir._names import kind_of
from evidoc.records import scidocir
from evidoc.records.scidocir import CATEGORIES, Category


class _Page(msgspec.Struct, frozen=True):
    page_index: int
    width: float
    height: float
    image_path: str = ""


class _Content(msgspec.Struct, frozen=True):
    source_code: str | None = None
    plain_text: str | None = None


class _Structure(msgspec.Struct, frozen=True):
    parent_block: int | None = None


class _Metadata(msgspec.Struct, frozen=True):
    title_level: int | None = None
    caption_text: str | None = None
    caption_target_block_ids: tuple[int, ...] | None = None
    caption_target_type: str | None = None


class _Block(msgspec.Struct, frozen=True):
    block_id: int
    page_index: int
    category_name: str
    bbox: scidocir.Extent
    content: _Content = _Content()
    structure: _Structure = _Structure()
    metadata: _Metadata = _Metadata()


class _Early(msgspec.Struct, frozen=True):
    pages: tuple[_Page, ...]
    blocks: tuple[_Block, ...]


def is_early(content: bytes) -> bool:
    """Say whether a file is of the early form: no `document`, and blocks with the name of a category alone."""
    return b'"category_name"' in content and b'"categories"' not in content


def brought_up(content: bytes, *, place: str) -> scidocir.SciDocIR:
    """Give an early file in the schema of figure 8.

    Raises:
        InvalidRecord: The file is no JSON, or not of the early form.
    """
    try:
        early = msgspec.json.decode(content, type=_Early)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        said = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise InvalidRecord(f"{place}: not a document_ir_v2 file: {said}; see docs/reference/formats") from error
    blocks = tuple(_block(block, place) for block in early.blocks)
    return scidocir.SciDocIR(
        document=scidocir.DocumentInfo(doc_id=PurePath(place).stem, source_dir=".", num_pages=len(early.pages)),
        categories=CATEGORIES,
        pages=tuple(
            scidocir.Page(page_index=page.page_index, width=page.width, height=page.height, image_path=page.image_path)
            for page in early.pages
        ),
        blocks=blocks,
        relations=(),
        stats=scidocir.stats_of(blocks, ()),
    )


def _block(block: _Block, place: str) -> scidocir.Block:
    source = block.content.source_code or ""
    return scidocir.Block(
        block_id=block.block_id,
        page_index=block.page_index,
        bbox=block.bbox,
        category=_category(block, place=place),
        content=scidocir.Content(source_code=source, format="latex" if source else "", plain_text=block.content.plain_text or ""),
        structure=scidocir.Structure(parent_block=block.structure.parent_block),
        metadata=_metadata(block.metadata),
    )


def _metadata(early: _Metadata) -> scidocir.Metadata:
    ids = early.caption_target_block_ids
    target = scidocir.CaptionTarget(type=(early.caption_target_type or "").lower(), block_ids=ids) if ids else UNSET
    return scidocir.Metadata(
        title_level=UNSET if early.title_level is None else early.title_level,
        caption_text=early.caption_text or UNSET,
        caption_target=target,
    )


def _category(block: _Block, *, place: str) -> Category:
    """Give the category of an early name; a Title of level 0 is the paper's."""
    if block.category_name == "Title" and block.metadata.title_level == 0:
        return scidocir.category("title")
    found = kind_of(block.category_name)
    if found is None:
        known = "Title, Abstract, Text, Text-EQ, Figure, Caption, Table, Equation, Footnote and others are known"
        raise InvalidRecord(f"{place}: block {block.block_id}: category {block.category_name!r} is unknown; {known}")
    return scidocir.category(found[0])
