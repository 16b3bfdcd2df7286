"""Tables by a model: it gets one chart's requirement set in words, and its table is checked like any other (DH-30).

A model chooses values only. What is kept is decided by measuring every rule on them (DH-33, X-20), so a table that does not
fit is refused with its faults and the caller goes on with the program's own.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import msgspec

from evidoc.errors import InvalidRecord
from evidoc.models import Model
from evidoc.models.structured import ask_json
from evidoc.recipes.dochop._frame import Chart, Frame
from evidoc.recipes.dochop._phrases import phrase
from evidoc.recipes.dochop._records import ChartSchema, ChartTable, Pool
from evidoc.recipes.dochop._synthesis import Requirement, faults_of
from evidoc.records.reply import Message, Prompt, TextPart
from evidoc.wording import Wording, fenced

_WORDING = Wording("evidoc.recipes.dochop")
_MAX_TOKENS = 3000  # eight rows of seven values with their names take about 800


class WrittenRow(msgspec.Struct, frozen=True):
    """A row as the model gives it."""

    name: str
    values: list[float]


class WrittenTable(msgspec.Struct, frozen=True):
    """What the model answers."""

    rows: list[WrittenRow]


@dataclass(frozen=True, slots=True)
class ModelTable:
    """A table that a model wrote and that meets all requirements, or None with what was wrong; and by whom it is."""

    table: ChartTable | None
    fault: str
    by: str


def synthesise_by_model(
    writer: Model, schema: ChartSchema, wanted: Sequence[Requirement], *, pool: Pool, rng: random.Random
) -> ModelTable:
    """Ask a model for the table behind a chart, and check its shape, digits, range and every requirement."""
    prompt = Prompt(
        messages=(
            Message(role="system", parts=(TextPart(text=_WORDING.words("table")),)),
            Message(role="user", parts=(TextPart(text=fenced("brief", brief(schema, wanted, pool=pool, rng=rng))),)),
        ),
        max_tokens=_MAX_TOKENS,
    )
    said = ask_json(writer, prompt, WrittenTable)
    by = f"{writer.name}, {_WORDING.version('table')}, {prompt.id}"
    if said.value is None:
        return ModelTable(None, said.how, by)
    table, fault = _read(said.value, schema)
    fault = fault or (_fault(schema, table, wanted) if table else "")
    return ModelTable(None if fault else table, fault, by)


def brief(schema: ChartSchema, wanted: Sequence[Requirement], *, pool: Pool, rng: random.Random) -> str:
    """Write a requirement set in words: the chart, then each condition with who must and who must not meet it."""
    frame, metric = Frame(schema), schema.metric
    lines = [
        f"Chart: {schema.title or metric.name}",
        f"Measured: {metric.name} in {metric.unit}, from {metric.low} to {metric.high}, {metric.decimals} decimals",
        f"Rows ({pool.plural}): {'; '.join(schema.entities)}",
        f"Columns: {'; '.join(schema.columns)}",
        f"Clearance: {frame.value(frame.margin)} {metric.unit}",
    ]
    for number, requirement in enumerate(wanted, start=1):
        lines.append(f"Condition {number}: a {pool.singular} that {phrase(requirement.condition, schema, pool, rng)}")
        for side, words in ((True, "must meet it"), (False, "must not meet it")):
            names = [name for name, want in zip(schema.entities, requirement.wanted, strict=True) if want is side]
            lines.append(f"  {words}: {'; '.join(names) or 'nobody'}")
    return "\n".join(lines)


def _read(written: WrittenTable, schema: ChartSchema) -> tuple[ChartTable | None, str]:
    """Read the rows by name, whatever their order; JSON numbers are read as they were written."""
    rows = {row.name: row.values for row in written.rows}
    if sorted(rows) != sorted(schema.entities) or len(rows) != len(written.rows):
        return None, "rows of other names"
    if any(len(row) != len(schema.columns) for row in rows.values()):
        return None, "missing cells"
    frame = Frame(schema)
    try:
        counts = [[frame.count(Decimal(repr(value))) for value in rows[name]] for name in schema.entities]
    except InvalidRecord:
        return None, "other decimals"
    values = tuple(tuple([frame.value(count) for count in row]) for row in counts)
    return ChartTable(chart=schema.id, values=values), ""


def _fault(schema: ChartSchema, table: ChartTable, wanted: Sequence[Requirement]) -> str:
    chart = Chart.of(schema, table)
    if any(not chart.frame.low <= value <= chart.frame.high for row in chart.rows for value in row):
        return "out of range"
    for requirement in wanted:
        faulty = faults_of(chart, requirement)
        if faulty:
            names = ", ".join(schema.entities[entity] for entity in faulty)
            return f"{requirement.condition.rule} is not met as asked, or not clearly, by {names}"
    return ""
