"""One block, or one part of a block, as SciDocIR has it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from msgspec import UNSET

from evidoc.exporters.scidocir._parts import Part
from evidoc.records import scidocir
from evidoc.records.document import Block, Document, Reference
from evidoc.records.geometry import Box
from evidoc.records.table import Cell, Table

_CATEGORY = {place: name for name, place in scidocir.ROLES.items()}


@dataclass(frozen=True, slots=True)
class Facts:
    """What a block's record says of other blocks: all by block id, `referring` by label."""

    document: Document
    last: Mapping[int, int]
    referring: Mapping[str, Sequence[int]]
    subfigures: Mapping[int, Sequence[int]]
    targets: Mapping[int, Sequence[int]]
    references: Mapping[int, Reference]
    nearby: Mapping[int, tuple[int, ...]]
    crops: Mapping[int, str]


def block_of(part: Part, facts: Facts) -> scidocir.Block:
    """Give the record of a block, or of a further part, which has a place and no content."""
    block = part.block
    return scidocir.Block(
        block_id=part.id,
        page_index=None if part.box is None else part.box.page,
        bbox=None if part.box is None else extent_of(part.box),
        category=_category(block),
        content=_content(block) if part.is_first else scidocir.Content(),
        structure=scidocir.Structure(
            previous_block=(None if block.previous is None else facts.last[block.previous]) if part.is_first else part.before,
            parent_block=block.parent if part.is_first else block.id,
            next_block=block.next if part.after is None else part.after,
        ),
        references=_references(block, facts) if part.is_first else scidocir.References(),
        metadata=_metadata(part, facts),
    )


def extent_of(box: Box) -> scidocir.Extent:
    """Give a box with its sizes, rounded as its edges are, to 1/100 point."""
    x1, y1, x2, y2 = map(float, (box.x0, box.y0, box.x1, box.y1))
    return scidocir.Extent(x1=x1, y1=y1, x2=x2, y2=y2, width=round(x2 - x1, 2), height=round(y2 - y1, 2))


def _category(block: Block) -> scidocir.Category:
    return scidocir.category(_CATEGORY.get((block.kind, block.role), block.kind))


def _content(block: Block) -> scidocir.Content:
    text = block.text
    if not text and block.table is not None:
        text = scidocir.table_text(_structure(block.table, None))
    return scidocir.Content(source_code=block.source, format=block.markup, plain_text=text, latex=block.latex)


def _references(block: Block, facts: Facts) -> scidocir.References:
    incoming = sorted({number for label in block.labels for number in facts.referring.get(label, ()) if number != block.id})
    return scidocir.References(labels=block.labels, outgoing_ref_labels=block.refers_to, incoming_ref_from=tuple(incoming))


def _metadata(part: Part, facts: Facts) -> scidocir.Metadata:
    near = facts.nearby.get(part.id, ())
    if not part.is_first:
        return scidocir.Metadata(nearby_block_ids=near, task_fields=_task_fields("", scidocir.Kept(part_of=part.block.id)))
    block = part.block
    return scidocir.Metadata(
        title_level=block.level if block.kind == "heading" else 0 if block.kind == "title" else UNSET,
        caption_text=_caption_text(block) if block.kind == "caption" else UNSET,
        caption_target=_target(block, facts),
        figure_info=_figure_info(block, facts),
        table_structure=UNSET if block.table is None else _structure(block.table, part.box),
        equation_latex=block.latex if block.kind == "equation" and block.latex else UNSET,
        nearby_block_ids=near,
        task_fields=_task_fields(block.task_fields, _kept(block, facts)),
    )


def _caption_text(block: Block) -> str:
    """Give a caption without its printed name: "Yield by year." of "Figure 1: Yield by year."."""
    rest = block.text.removeprefix(block.label) if block.label else block.text
    return re.sub(r"^[\s.:|—–-]+", "", rest) if rest != block.text else block.text


def _target(block: Block, facts: Facts) -> scidocir.CaptionTarget | msgspec.UnsetType:
    if block.caption_of is None:
        return UNSET
    target = facts.document.block(block.caption_of)
    ids = dict.fromkeys((block.caption_of, *facts.targets.get(block.id, ())))
    return scidocir.CaptionTarget(type=_category(target).name, block_ids=tuple(ids))


def _figure_info(block: Block, facts: Facts) -> scidocir.FigureInfo | msgspec.UnsetType:
    crop = facts.crops.get(block.id, "")
    parts = tuple(facts.subfigures.get(block.id, ())) if block.kind in ("figure", "chart") else ()
    if block.figure is None and not crop and not parts:
        return UNSET
    chart = block.figure.chart_type if block.figure is not None else ""
    return scidocir.FigureInfo(crop_path=crop, visual_ocr=block.text, chart_type=chart, subfigures=parts)


def _structure(table: Table, place: Box | None) -> scidocir.TableStructure:
    return scidocir.TableStructure(
        n_rows=table.rows,
        n_cols=table.columns,
        header_rows=table.header_rows,
        header_cols=table.header_columns,
        cells=tuple(_cell(cell, place) for cell in table.cells),
        unit=table.unit or UNSET,
        scale=table.scale or UNSET,
    )


def _cell(cell: Cell, place: Box | None) -> scidocir.TableCell:
    is_elsewhere = cell.box is not None and (place is None or cell.box.page != place.page)
    return scidocir.TableCell(
        r=cell.row,
        c=cell.column,
        rowspan=cell.row_span,
        colspan=cell.column_span,
        text=cell.text,
        value=cell.number,
        unit=cell.unit,
        bold=cell.bold,
        header=cell.header or UNSET,
        scale=cell.scale or UNSET,
        notes=cell.notes or UNSET,
        citations=cell.citations or UNSET,
        bbox=UNSET if cell.box is None else extent_of(cell.box),
        page_index=cell.box.page if cell.box is not None and is_elsewhere else UNSET,
    )


def _kept(block: Block, facts: Facts) -> scidocir.Kept:
    is_category = (block.kind, block.role) in _CATEGORY
    return scidocir.Kept(
        label=block.label,
        role="" if is_category else block.role,
        level=0 if block.kind == "heading" else block.level,
        section=block.section,
        citations=block.citations,
        image=block.figure.image if block.figure is not None else "",
        reference=facts.references.get(block.id),
        flags=block.flags,
    )


def _task_fields(foreign: str, kept: scidocir.Kept) -> dict[str, object]:
    own: dict[str, object] = msgspec.to_builtins(kept)
    fields: dict[str, object] = json.loads(foreign) if foreign else {}
    return {**fields, scidocir.OWN_FIELDS: own} if own else fields
