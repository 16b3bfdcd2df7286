"""Where an answer stands: cells with their headings and caption, or the paragraph with a definition."""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.errors import Reject
from evidoc.recipes.pdfqa._context import Context
from evidoc.recipes.pdfqa._facts import Fact
from evidoc.records.document import Block, Document
from evidoc.records.geometry import Box
from evidoc.records.item import Evidence
from evidoc.records.table import Table


def table_evidence(
    document: Document, block: Block, facts: Sequence[Fact], *, context: Context, as_one: bool
) -> tuple[Evidence, ...]:
    """Give the cells that the answer is read from, one by one or all as one, then the headings and the caption.

    Raises:
        Reject: `no_box` where a cell that must be shown is not drawn on a page.
    """
    assert block.table is not None
    places = [(fact.row, fact.column) for fact in facts]
    boxes = [_box(block.table, place) for place in places]
    if as_one:
        text = "\n".join(fact.printed for fact in facts)
        crucial = [_cells(document, block, places, boxes, text=text, hop=0)]
    else:
        crucial = [
            _cells(document, block, [place], [box], text=fact.printed, hop=hop)
            for hop, (fact, place, box) in enumerate(zip(facts, places, boxes, strict=True))
        ]
    return (*crucial, *_headings(document, block, facts), *_caption(document, context))


def definition_evidence(document: Document, block: Block, span: tuple[int, int]) -> tuple[Evidence, ...]:
    """Give the paragraph that holds a definition, with the words that define.

    Raises:
        Reject: `no_box` where the paragraph is not drawn on a page.
    """
    if not block.boxes:
        raise Reject("no_box", f"block {block.id}")
    text = block.text[slice(*span)].strip()
    return (Evidence(document=document.id, block=block.id, boxes=block.boxes, text=text, function="definition"),)


def _cells(  # noqa: PLR0913
    document: Document, block: Block, places: Sequence[tuple[int, int]], boxes: Sequence[Box], *, text: str, hop: int
) -> Evidence:
    return Evidence(
        document=document.id, block=block.id, boxes=tuple(boxes), text=text, function="table", hop=hop, cells=tuple(places)
    )


def _box(table: Table, place: tuple[int, int]) -> Box:
    cell = table.at(*place)
    if cell is None or cell.box is None:
        raise Reject("no_box", f"cell {place[0]}, {place[1]}")
    return cell.box


def _headings(document: Document, block: Block, facts: Sequence[Fact]) -> list[Evidence]:
    """Give the heading cells that are drawn, as one piece of supplemental evidence."""
    assert block.table is not None
    places = dict.fromkeys(place for fact in facts for place in fact.places)
    cells = [(place, cell) for place in places if (cell := block.table.at(*place)) is not None and cell.box is not None]
    if not cells:
        return []
    return [
        Evidence(
            document=document.id,
            block=block.id,
            boxes=tuple(cell.box for _, cell in cells if cell.box is not None),
            text="\n".join(cell.text for _, cell in cells),
            role="supplemental",
            function="table_header",
            cells=tuple(place for place, _ in cells),
        )
    ]


def _caption(document: Document, context: Context) -> list[Evidence]:
    if context.block is None:
        return []
    block = document.block(context.block)
    if not block.boxes:
        return []
    return [
        Evidence(
            document=document.id, block=block.id, boxes=block.boxes, text=block.text, role="supplemental", function="caption"
        )
    ]
