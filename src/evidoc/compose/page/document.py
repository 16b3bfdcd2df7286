"""A drawn page as a Document: blocks in reading order with their boxes, charts with their data."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from evidoc.compose.charts.spec import ChartSpec
from evidoc.compose.charts.ticks import written
from evidoc.compose.page.content import PageContent
from evidoc.compose.page.places import PageGeometry, PlacedChart, PlacedText
from evidoc.records.document import Block, BlockKind, Document, Figure, Source
from evidoc.records.geometry import Box
from evidoc.records.table import Cell, Table

_KINDS: dict[str, BlockKind] = {"title": "title", "footer": "footer", "masthead": "header", "kicker": "header", "date": "header"}


@dataclass(slots=True)
class _Blocks:
    """Blocks being numbered; `path` are the headings that the next block stands under."""

    blocks: list[Block] = field(default_factory=list)
    path: tuple[str, ...] = ()

    def add(self, kind: BlockKind, text: str, boxes: tuple[Box, ...], *, role: str = "") -> int:
        """Append a block and give its id."""
        number = len(self.blocks)
        self.blocks.append(Block(id=number, kind=kind, text=text, boxes=boxes, role=role, section=self.path))
        return number


def document_of(content: PageContent, geometry: PageGeometry, pdf: bytes, *, source: Source, with_data: bool) -> Document:
    """Give the Document of a page; blocks are in reading order, from top to bottom and column by column."""
    found = _Blocks()
    for text in geometry.texts:
        if text.role != "footer":
            found.add(_KINDS.get(text.role, "paragraph"), text.text, text.boxes, role=_role(text))
    for kind, number in _order(geometry):
        if kind == "chart":
            _add_chart(found, content.charts[number].spec, geometry.charts[number], with_data=with_data)
        else:
            _add_passage(found, geometry, number)
    for text in geometry.texts:
        if text.role == "footer":
            found.add("footer", text.text, text.boxes)
    return Document(
        id=f"d-{hashlib.sha256(pdf).hexdigest()[:12]}",
        source=source,
        kind="report",
        title=content.title,
        language=content.language,
        pages=(geometry.page,),
        blocks=tuple(found.blocks),
        pages_source=source,
        reader="compose.one_page",
    )


def _role(text: PlacedText) -> str:
    return "" if text.role == "title" else text.role


def _order(geometry: PageGeometry) -> list[tuple[str, int]]:
    """Give passages in their order, with all charts before the first passage that begins below them, notes where they stand."""
    body = [number for number, passage in enumerate(geometry.passages) if passage.kind != "note"]
    notes = [number for number, passage in enumerate(geometry.passages) if passage.kind == "note"]
    top = min(chart.box.y0 for chart in geometry.charts)
    beside = any(_is_beside(geometry.passages[number].boxes, geometry.charts[0].box) for number in body)
    cut = len(body) if beside else sum(1 for number in body if geometry.passages[number].boxes[0].y0 < top)
    notes_first = bool(notes) and geometry.passages[notes[0]].boxes[0].y0 < top and not beside
    charts = [("chart", number) for number in range(len(geometry.charts))]
    before = [("passage", number) for number in body[:cut]] + ([("passage", number) for number in notes] if notes_first else [])
    after = [("passage", number) for number in body[cut:]] + ([] if notes_first else [("passage", number) for number in notes])
    return [*before, *charts, *after]


def _is_beside(boxes: tuple[Box, ...], chart: Box) -> bool:
    return any(box.y0 < chart.y1 and chart.y0 < box.y1 for box in boxes)


def _add_passage(found: _Blocks, geometry: PageGeometry, number: int) -> None:
    passage = geometry.passages[number]
    if passage.kind == "heading":
        found.path = ()
        block = found.add("heading", passage.text, passage.boxes)
        found.blocks[block] = replace(found.blocks[block], level=1)
        found.path = (passage.text,)
        return
    kind: BlockKind = "list" if passage.kind == "item" else "paragraph"
    found.add(kind, passage.text, passage.boxes, role="note" if passage.kind == "note" else "")


def _add_chart(found: _Blocks, spec: ChartSpec, placed: PlacedChart, *, with_data: bool) -> None:
    number = found.add("chart", "", (placed.box,))
    caption = found.add("caption", f"{placed.label}. {placed.caption}" if placed.caption else placed.label, placed.caption_boxes)
    found.blocks[number] = replace(
        found.blocks[number],
        label=placed.label,
        captions=(caption,),
        figure=Figure(chart_type=spec.kind),
        table=table_of(spec, placed) if with_data else None,
    )
    found.blocks[caption] = replace(found.blocks[caption], caption_of=number, label=placed.label)


def table_of(spec: ChartSpec, placed: PlacedChart) -> Table:
    """Give a chart's data as a table: a row a category, a column a series, each cell with the box of its mark.

    A scatter chart's has a row a point, and its two values.
    """
    if spec.kind == "scatter":
        return _points(spec, placed)
    cells = [Cell(row=0, column=0, text=spec.category_title, header=True)] if spec.category_title else []
    cells += [Cell(row=0, column=column, text=series.name, header=True) for column, series in enumerate(spec.series, 1)]
    for row, category in enumerate(spec.categories, 1):
        cells.append(Cell(row=row, column=0, text=category, header=True))
        cells += _row(spec, placed, row, category)
    rows, columns = len(spec.categories) + 1, len(spec.series) + 1
    return Table(rows=rows, columns=columns, cells=tuple(cells), header_rows=1, header_columns=1, unit=spec.unit)


def _points(spec: ChartSpec, placed: PlacedChart) -> Table:
    cells = [
        Cell(row=0, column=1, text=spec.across_title, header=True),
        Cell(row=0, column=2, text=spec.value_title, header=True),
    ]
    points = [(series, at) for series in spec.series for at in range(len(spec.categories))]
    for row, (series, at) in enumerate(points, 1):
        category = spec.categories[at]
        box = placed.mark_box(series.name, category)
        name = category if len(spec.series) == 1 else series.name
        values = ((series.across[at], spec.across_decimals, spec.across_unit), (series.values[at], spec.decimals, spec.unit))
        cells.append(Cell(row=row, column=0, text=name, header=True))
        for column, (value, decimals, unit) in enumerate(values, 1):
            text = written(value, decimals)
            cells.append(Cell(row=row, column=column, text=text, number=value, unit=unit, box=box))
    return Table(rows=len(points) + 1, columns=3, cells=tuple(cells), header_rows=1, header_columns=1)


def _row(spec: ChartSpec, placed: PlacedChart, row: int, category: str) -> Iterator[Cell]:
    for column, series in enumerate(spec.series, 1):
        value = series.values[row - 1]
        box = placed.mark_box(series.name, category)
        yield Cell(row=row, column=column, text=written(value, spec.decimals), number=value, unit=spec.unit, box=box)
