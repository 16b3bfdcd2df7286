"""One block of a SciDocIR file, with its further parts, as a Block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from evidoc.importers.scidocir._names import kind_of, markup_of
from evidoc.records import scidocir
from evidoc.records.document import Block, Figure
from evidoc.records.geometry import Box
from evidoc.records.record import to_json
from evidoc.records.table import Cell, Table


@dataclass(frozen=True, slots=True)
class Whole:
    """A block with its further parts, in order, and the neighbours of all of them, none of which is a part."""

    block: scidocir.Block
    parts: Sequence[scidocir.Block]
    previous: int | None
    next: int | None
    parent: int | None
    captions: tuple[int, ...]
    is_own: bool


def block_of(whole: Whole) -> Block:
    """Give the block."""
    read, kept = whole.block, kept_of(whole.block)
    found = kind_of(read.category.name)
    assert found is not None  # a file with an unknown category has a fault
    kind, role = found
    metadata = read.metadata
    table = metadata.table_structure if isinstance(metadata.table_structure, scidocir.TableStructure) else None
    return Block(
        id=read.block_id,
        kind=kind,
        text=_text(read, table),
        boxes=tuple(box for part in (read, *whole.parts) if (box := _box(part)) is not None),
        role=kept.role or role,
        level=_level(metadata, kept, is_heading=kind == "heading"),
        section=kept.section,
        source=read.content.source_code,
        markup=markup_of(read.content.format) or "",
        latex=read.content.latex or given(metadata.equation_latex),
        table=None if table is None else _table(table, read.page_index),
        figure=_figure(metadata.figure_info, kept, is_own=whole.is_own),
        caption_of=metadata.caption_target.block_ids[0] if _has_target(metadata) else None,  # type: ignore[union-attr]
        captions=whole.captions,
        label=kept.label,
        labels=read.references.labels,
        refers_to=read.references.outgoing_ref_labels,
        citations=kept.citations,
        previous=whole.previous,
        parent=whole.parent,
        next=whole.next,
        flags=kept.flags,
        task_fields=_foreign(metadata.task_fields),
    )


def kept_of(block: scidocir.Block) -> scidocir.Kept:
    """Give what evidoc has kept of a block beside the schema's fields."""
    own = block.metadata.task_fields.get(scidocir.OWN_FIELDS)
    return msgspec.convert(own, scidocir.Kept) if own is not None else scidocir.Kept()


def given(text: str | msgspec.UnsetType) -> str:
    """Give an optional text, "" where it is not there."""
    return text if isinstance(text, str) else ""


def _has_target(metadata: scidocir.Metadata) -> bool:
    return isinstance(metadata.caption_target, scidocir.CaptionTarget) and bool(metadata.caption_target.block_ids)


def _text(block: scidocir.Block, table: scidocir.TableStructure | None) -> str:
    """Give the text; what only repeats a table's cells is none, and what only stands in an optional field is taken from there."""
    text = block.content.plain_text
    if table is not None:
        return "" if text == scidocir.table_text(table) else text
    if text:
        return text
    info = block.metadata.figure_info
    return given(block.metadata.caption_text) or (info.visual_ocr if isinstance(info, scidocir.FigureInfo) else "")


def _level(metadata: scidocir.Metadata, kept: scidocir.Kept, *, is_heading: bool) -> int:
    if not is_heading:
        return kept.level
    return metadata.title_level if isinstance(metadata.title_level, int) else 1


def _figure(info: scidocir.FigureInfo | msgspec.UnsetType, kept: scidocir.Kept, *, is_own: bool) -> Figure | None:
    if not isinstance(info, scidocir.FigureInfo):
        return None
    return Figure(image=kept.image if is_own else kept.image or info.crop_path, chart_type=info.chart_type)


def _foreign(fields: Mapping[str, object]) -> str:
    """Give the fields that are another program's as JSON text, in order of their names."""
    foreign = {name: value for name, value in fields.items() if name != scidocir.OWN_FIELDS}
    return to_json(foreign).decode() if foreign else ""


def _box(block: scidocir.Block) -> Box | None:
    return None if block.bbox is None or block.page_index is None else _place(block.bbox, block.page_index)


def _place(extent: scidocir.Extent, page: int) -> Box:
    return Box(page=page, x0=extent.x1, y0=extent.y1, x1=extent.x2, y1=extent.y2)


def _table(table: scidocir.TableStructure, page: int | None) -> Table:
    return Table(
        rows=table.n_rows,
        columns=table.n_cols,
        cells=tuple(_cell(cell, page) for cell in table.cells),
        header_rows=table.header_rows,
        header_columns=table.header_cols,
        unit=given(table.unit),
        scale=table.scale if isinstance(table.scale, int) else 0,
    )


def _cell(cell: scidocir.TableCell, page: int | None) -> Cell:
    index = cell.page_index if isinstance(cell.page_index, int) else page
    return Cell(
        row=cell.r,
        column=cell.c,
        row_span=cell.rowspan,
        column_span=cell.colspan,
        text=cell.text,
        header=cell.header if isinstance(cell.header, bool) else False,
        number=cell.value,
        unit=cell.unit,
        scale=cell.scale if isinstance(cell.scale, int) else 0,
        notes=cell.notes if isinstance(cell.notes, tuple) else (),
        citations=cell.citations if isinstance(cell.citations, tuple) else (),
        bold=cell.bold,
        box=_place(cell.bbox, index) if isinstance(cell.bbox, scidocir.Extent) and index is not None else None,
    )
