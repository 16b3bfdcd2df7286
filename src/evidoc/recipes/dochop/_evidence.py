"""What an answer rests on, with boxes: the sentences of the trace, and in the charts the marks that each condition looks at.

Evidence comes in the order of the reasoning: each condition's sentence and marks, then the sentence that gives the label
its meaning, then the marks that the question is about. Source: X-05; issue 4, "evidence is the clauses and the marks that
the trace uses, with boxes".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from evidoc.recipes.dochop._drawing import LABEL_CLAUSE, Drawn
from evidoc.recipes.dochop._ground import Cell, cells_of
from evidoc.recipes.dochop._instance import Instance
from evidoc.recipes.dochop._panels import panel_at
from evidoc.recipes.dochop._records import ChartSchema, ConstraintNode
from evidoc.records.document import Block, Document
from evidoc.records.item import Evidence


@dataclass(frozen=True)
class Sources:
    """An instance with its drawn page and the document of it."""

    instance: Instance
    drawn: Drawn
    document: Document

    def chart_block(self, chart: str) -> Block:
        """Give the block of a chart."""
        return [block for block in self.document.blocks if block.kind == "chart"][self.place(chart)]

    def place(self, chart: str) -> int:
        """Give the place on the page of the chart that shows a schema."""
        return panel_at(self.instance.trace.schemas, chart)

    def text_block(self, paragraph: int) -> Block:
        """Give the block of a paragraph of the narrative."""
        text = self.instance.narrative.paragraphs[paragraph]
        return next(block for block in self.document.blocks if block.kind == "paragraph" and block.text == text)


def evidence_of(sources: Sources) -> tuple[Evidence, ...]:
    """Give all evidence of an instance, hop by hop."""
    found: list[Evidence] = []
    hop = 0
    for node in sources.instance.trace.tree.nodes:
        found.append(_clause(sources, f"node-{node.id}", hop=hop))
        if isinstance(node, ConstraintNode):
            found.append(_marks(sources, _decisive(node, sources.instance), hop=hop))
        hop += 1
    found.append(_clause(sources, LABEL_CLAUSE, hop=hop))
    asked = sources.instance.question.cells
    for chart in dict.fromkeys(cell.chart for cell in asked):
        found.append(_marks(sources, [cell for cell in asked if cell.chart == chart], hop=hop + 1))
    return tuple(found)


def _decisive(node: ConstraintNode, instance: Instance) -> tuple[Cell, ...]:
    """Give the values that decide which of the entities that it inherits a condition keeps."""
    trace, condition = instance.trace, node.condition
    schema = next(schema for schema in trace.schemas if schema.id == condition.chart)
    return cells_of(condition, schema, given=schema.entities if node.parent is None else trace.satisfied[node.parent])


def _clause(sources: Sources, name: str, *, hop: int) -> Evidence:
    placed = sources.drawn.page.geometry.clause(name)
    span = _span_paragraph(sources.instance, name)
    block = sources.text_block(span)
    return Evidence(
        document=sources.document.id, block=block.id, boxes=placed.boxes, text=placed.text, function="clause", hop=hop
    )


def _span_paragraph(instance: Instance, name: str) -> int:
    if name == LABEL_CLAUSE:
        return instance.narrative.definition.paragraph
    return next(clause.sentence.paragraph for clause in instance.narrative.clauses if f"node-{clause.node}" == name)


def _marks(sources: Sources, cells: Iterable[Cell], *, hop: int) -> Evidence:
    cells = list(cells)
    chart = cells[0].chart
    schema = next(schema for schema in sources.instance.trace.schemas if schema.id == chart)
    placed = sources.drawn.page.geometry.charts[sources.place(chart)]
    names = [_mark(cell, schema, sources.drawn) for cell in cells]
    block = sources.chart_block(chart)
    return Evidence(
        document=sources.document.id,
        block=block.id,
        boxes=tuple(placed.mark_box(*name) for name in names),
        text="; ".join(_written(sources.instance, schema, cells)),
        function="chart",
        hop=hop,
        cells=_places(block, [_heading(cell, schema, name, sources.drawn) for cell, name in zip(cells, names, strict=True)]),
    )


def _mark(cell: Cell, schema: ChartSchema, drawn: Drawn) -> tuple[str, str]:
    """Give the series and the category of a value's mark; those of a scatter chart are called by their moment."""
    scattered = schema.id in drawn.scattered
    column = schema.metric.name if schema.kind == "SN" and not scattered else cell.column
    return (column, cell.entity) if schema.id in drawn.turned else (cell.entity, column)


def _heading(cell: Cell, schema: ChartSchema, mark: tuple[str, str], drawn: Drawn) -> tuple[str, str]:
    """Give the column and the row in which a chart's data have a value; a scatter chart's data have a column a metric."""
    return (schema.metric.name, cell.entity) if schema.id in drawn.scattered else mark


def _written(instance: Instance, schema: ChartSchema, cells: Sequence[Cell]) -> Iterator[str]:
    table = next(table for table in instance.trace.tables if table.chart == schema.id)
    for cell in cells:
        value = table.values[schema.entities.index(cell.entity)][schema.columns.index(cell.column)]
        yield f"{cell.entity}, {schema.metric.name}, {cell.column}: {value} {schema.metric.unit}".rstrip()


def _places(block: Block, names: Sequence[tuple[str, str]]) -> tuple[tuple[int, int], ...]:
    """Give the cells of the chart's data, where the document has them."""
    if block.table is None:
        return ()
    headings = {cell.text: cell for cell in block.table.cells if cell.header}
    return tuple((headings[category].row, headings[series].column) for series, category in names)
