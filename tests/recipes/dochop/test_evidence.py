"""Evidence is the marks that decide: no other value can change who bears the label, or the answer (X-05, issue 4)."""

from __future__ import annotations

import random
from decimal import Decimal
from functools import lru_cache

import pytest

from evidoc.errors import Reject
from evidoc.kit import Kit, rng_for
from evidoc.recipes.dochop._execution import charts_of, execute
from evidoc.recipes.dochop._ground import Cell, Ground, cells_of, ground_of, written
from evidoc.recipes.dochop._instance import Instance, build_instance
from evidoc.recipes.dochop._pools import pools
from evidoc.recipes.dochop._question_answers import ANSWERS
from evidoc.recipes.dochop._records import ChartTable, Condition, ConstraintNode, Metric, Parameters
from evidoc.recipes.dochop._rules import RULES
from evidoc.recipes.dochop._trace import Trace
from tests.recipes.dochop.asked import ground
from tests.recipes.dochop.made import chosen
from tests.recipes.dochop_traces import NAMES, schema_of


@lru_cache(maxsize=1)
def instances() -> tuple[Instance, ...]:
    return tuple(found for unit in chosen(192) if (found := _built(unit.id, unit)) is not None)


def _built(name: str, unit: object) -> Instance | None:
    try:
        return build_instance(unit, pools("en"), Kit(rng=rng_for(3, name)))  # type: ignore[arg-type]
    except Reject:
        return None


def trace_cells(trace: Trace) -> set[Cell]:
    schemas = {schema.id: schema for schema in trace.schemas}
    found: set[Cell] = set()
    for node in trace.tree.nodes:
        if isinstance(node, ConstraintNode):
            given = trace.schemas[0].entities if node.parent is None else trace.satisfied[node.parent]
            found.update(cells_of(node.condition, schemas[node.condition.chart], given=given))
    return found


def with_others_drawn_anew(trace: Trace, kept: set[Cell], rng: random.Random) -> tuple[ChartTable, ...]:
    """Draw every value anew but those of some cells."""
    found = []
    for schema, table in zip(trace.schemas, trace.tables, strict=True):
        rows = [
            tuple(
                value if Cell(chart=schema.id, entity=entity, column=column) in kept else _drawn(schema.metric, rng)
                for column, value in zip(schema.columns, row, strict=True)
            )
            for entity, row in zip(schema.entities, table.values, strict=True)
        ]
        found.append(ChartTable(chart=schema.id, values=tuple(rows)))
    return tuple(found)


def _drawn(metric: Metric, rng: random.Random) -> Decimal:
    low, high = int(metric.low / metric.least) + 1, int(metric.high / metric.least)
    return metric.least * rng.randint(low, high)


def test_values_that_are_no_evidence_of_the_trace_decide_nothing_in_it() -> None:
    """Each node keeps its entities, whatever the other values are."""
    rng = random.Random(1)
    for instance in instances():
        trace = instance.trace
        for _ in range(3):
            tables = with_others_drawn_anew(trace, trace_cells(trace), rng)
            assert tuple(execute(trace.tree, charts_of(trace.schemas, tables)).values()) == trace.satisfied


def test_values_that_are_no_evidence_do_not_change_the_answer() -> None:
    """Nor what a changed trace gives: a dropped condition lets entities through that only then are looked at again."""
    rng = random.Random(2)
    asked = set()
    for instance in instances():
        question, trace = instance.question, instance.trace
        asked.add(question.template)
        for _ in range(3):
            tables = with_others_drawn_anew(trace, trace_cells(trace) | set(question.cells), rng)
            changed = _ground_with(instance, tables)
            result = ANSWERS[question.template](changed.loose(), question.slots, trace.final)
            assert result is not None and written(result) == question.answer, question.text
    assert {"Q33", "Q34", "Q35", "Q36"} <= asked


def _ground_with(instance: Instance, tables: tuple[ChartTable, ...]) -> Ground:
    trace = Trace(
        schemas=instance.trace.schemas,
        tree=instance.trace.tree,
        tables=tables,
        satisfied=instance.trace.satisfied,
        final=instance.trace.final,
    )
    return ground_of(trace, instance.pool, label=instance.label, narrative=instance.narrative)


@pytest.mark.parametrize(
    ("rule", "parameters", "looked_at"),
    [
        ("CMP_ENTITY", Parameters(column="2026-01", direction="up", reference="Elm"), ("Ash", "Elm")),
        ("CMP_AVERAGE", Parameters(column="2026-01", direction="up"), NAMES),
        ("RANK_K", Parameters(column="2026-01", direction="up", count=2), NAMES),
        ("SHARE_TOTAL", Parameters(column="2026-01", operator=">=", percent=Decimal(20)), NAMES),
        ("THR_TIME", Parameters(column="2026-01", operator=">=", threshold=Decimal(20)), ("Ash",)),
    ],
)
def test_a_condition_looks_at_those_given_and_at_whom_they_are_compared_with(
    rule: str, parameters: Parameters, looked_at: tuple[str, ...]
) -> None:
    """Being above Elm is decided by one's own value and Elm's, and by nobody else's (DH-27)."""
    cells = cells_of(Condition(rule=rule, chart="A", parameters=parameters), schema_of("TS"), given=["Ash"])
    assert [(cell.entity, cell.column) for cell in cells] == [(name, "2026-01") for name in looked_at]


def test_a_question_with_a_condition_on_one_entity_reads_nobody_else() -> None:
    """Q33, Q34: "would remain if they had also to be above Elm"."""
    made = ground(1)
    schema = next(schema for schema in made.trace.schemas if RULES["CMP_ENTITY"].applicable(schema))
    reference = made.others(made.chosen)[0]
    slots = Parameters(column=schema.columns[0], direction="up", reference=reference)
    noting = made.loose().noting()
    noting.note(Condition(rule="CMP_ENTITY", chart=schema.id, parameters=slots), made.chosen)
    assert {cell.entity for cell in noting.read or ()} == {*made.chosen, reference}
