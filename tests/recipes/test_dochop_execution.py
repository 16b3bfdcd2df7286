"""Whole traces and their execution, twice: golden sets, invariants, mutations,.

Source: DH-14, DH-16, DH-20, DH-23, DH-24, DH-33, DH-49, DH-62.
"""

from __future__ import annotations

import random
from collections import Counter
from decimal import Decimal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evidoc.errors import InvalidRecord, Reject, UsageError
from evidoc.recipes.dochop._execution import charts_of, execute, satisfying
from evidoc.recipes.dochop._frame import Chart
from evidoc.recipes.dochop._panels import panel_at, panels_of
from evidoc.recipes.dochop._records import ChartTable, CompositionNode, Condition, ConstraintNode, Parameters, Tree
from evidoc.recipes.dochop._rules import RULES
from evidoc.recipes.dochop._trace import Trace, build_trace
from evidoc.recipes.dochop._trees import depth_of
from evidoc.records.record import from_json, to_json
from tests.recipes.dochop.trace_in_pandas import execute_with_pandas
from tests.recipes.dochop_traces import (
    HOTELS,
    MOMENTS,
    POOLS,
    SCHOOLS,
    chart_of,
    conditions_of,
    constraint,
    final_set,
    is_clear,
    metric,
    shape_of,
    traces,
)

SALES = chart_of("TS", (10, 20, 30, 40, 50), (50, 40, 45, 20, 10), (30, 30, 30, 30, 30), (20, 60, 25, 70, 20))
SHIFTS = chart_of("GR", (10, 20, 30), (40, 40, 20), (60, 15, 25), (5, 80, 15), id="B")
CHARTS = {"A": SALES, "B": SHIFTS}


def _at_least(threshold: int) -> Parameters:
    return Parameters(column=MOMENTS[0], operator=">=", threshold=Decimal(threshold))


def test_a_golden_trace_gives_the_sets_that_a_reader_finds() -> None:
    """DH-24, by hand: at least 20 in January, among them most in the South; or ever rising."""
    nodes = (
        constraint(0, None, "THR_TIME", _at_least(20)),
        constraint(1, 0, "EXTREME_AT", Parameters(column="South", direction="up"), chart="B"),
        constraint(2, None, "MONOTONE", Parameters(window=MOMENTS, direction="up")),
        CompositionNode(id=3, combination="OR", inputs=(1, 2)),
    )
    tree = Tree(nodes=nodes)
    assert execute(tree, CHARTS) == {0: ("Birch", "Cedar", "Elm"), 1: ("Elm",), 2: ("Ash",), 3: ("Ash", "Elm")}
    assert final_set(tree, CHARTS) == ("Ash", "Elm")


def test_and_keeps_what_is_in_all_inputs() -> None:
    """DH-15."""
    nodes = (
        constraint(0, None, "THR_TIME", _at_least(20)),
        constraint(1, None, "THR_TIME", _at_least(30)),
        constraint(2, None, "RANK_K", Parameters(column=MOMENTS[1], direction="up", count=2)),
        CompositionNode(id=3, combination="AND", inputs=(0, 1, 2)),
    )
    assert final_set(Tree(nodes=nodes), CHARTS) == ("Birch",)


def test_a_chart_without_table_or_with_another_shape_is_named() -> None:
    schema = SALES.schema
    with pytest.raises(InvalidRecord, match="chart A has no table"):
        charts_of([schema], [])
    with pytest.raises(InvalidRecord, match="the table of chart A does not fit its schema; it should have 4 rows of 5 values"):
        charts_of([schema], [ChartTable(chart="A", values=((Decimal(1),),))])


def test_a_condition_on_what_is_not_there_is_named() -> None:
    for rule, chart in (("THR_TIME", "Z"), ("THR_NOTHING", "A")):
        with pytest.raises(InvalidRecord, match="one of them is not there"):
            satisfying(Condition(rule=rule, chart=chart, parameters=_at_least(20)), CHARTS)


def test_a_border_within_reading_error_is_not_clear() -> None:
    """DH-23: the range is 100, so 3 off a value is clear and 2 is not."""
    assert is_clear(Condition(rule="THR_TIME", chart="A", parameters=_at_least(23)), CHARTS)
    assert not is_clear(Condition(rule="THR_TIME", chart="A", parameters=_at_least(22)), CHARTS)


def test_a_chart_gives_single_values() -> None:
    assert SALES.value("Birch", MOMENTS[2]) == Decimal(45)


@given(seed=st.integers(0, 10**9), depth=st.sampled_from((2, 3, 4, 5)), charts=st.sampled_from((2, 3, 4, 6)))
@settings(deadline=None, max_examples=150)
def test_a_child_never_has_what_its_parent_lacks(seed: int, depth: int, charts: int) -> None:
    """DH-14, DH-16, DH-17; the depth is the asked one, and the sink neither nobody nor everybody."""
    trace = build_trace(POOLS[seed % 3], depth=depth, charts=charts, rng=random.Random(seed))
    everyone = trace.schemas[0].entities
    for node in trace.tree.nodes:
        if isinstance(node, ConstraintNode):
            pool = everyone if node.parent is None else trace.satisfied[node.parent]
            assert set(trace.satisfied[node.id]) < set(pool)
            assert trace.satisfied[node.id]
    assert depth_of(trace.tree) == depth
    assert len(panels_of(trace.schemas)) == charts
    assert len(trace.schemas) == len(trace.tables)
    assert 1 <= len(trace.final) < len(everyone)


def _by_node(trace: Trace) -> dict[int, tuple[str, ...]]:
    return dict(enumerate(trace.satisfied))


def test_both_executions_agree_on_the_sets_of_traces() -> None:
    """DH-33, DH-49. 10,000 trees, and as many with blurred tables, were run by hand with the same code."""
    for trace in traces(96, seed="pandas"):
        assert execute_with_pandas(trace.tree, trace.schemas, trace.tables) == _by_node(trace)


def test_both_executions_agree_where_values_tie_and_lie_on_borders() -> None:
    """DH-49: tables of few different values, so that every rule meets equality."""
    changed = 0
    for at, trace in enumerate(traces(96, seed="blurred")):
        tables = _blurred(trace, random.Random(at))
        found = execute(trace.tree, charts_of(trace.schemas, tables))
        assert found == execute_with_pandas(trace.tree, trace.schemas, tables)
        changed += found != _by_node(trace)
    assert changed > 80


def _blurred(trace: Trace, rng: random.Random) -> list[ChartTable]:
    """Put about half of the values at a few levels of the range, its thresholds among them."""
    tables = []
    for schema, table in zip(trace.schemas, trace.tables, strict=True):
        low, width = schema.metric.low, schema.metric.high - schema.metric.low
        levels = [round((low + width * part / 4) / schema.metric.least) * schema.metric.least for part in range(5)]
        for node in conditions_of(trace.tree):
            threshold = node.condition.parameters.threshold
            if node.condition.chart == schema.id and threshold is not None and threshold <= schema.metric.high:
                levels += [threshold] * 5
        values = tuple(tuple(rng.choice(levels) if rng.random() < 0.5 else value for value in row) for row in table.values)
        tables.append(ChartTable(chart=schema.id, values=values))
    return tables


def test_one_cell_moved_across_a_threshold_is_caught() -> None:
    """DH-33: for every threshold at one moment of many traces, for one entity of its pool."""
    caught = 0
    for trace in traces(144, seed="mutation"):
        for node in conditions_of(trace.tree):
            if node.condition.rule in ("THR_TIME", "THR_GROUP"):
                mutated = _across(trace, node)
                assert execute(trace.tree, charts_of(trace.schemas, mutated)) != _by_node(trace)
                assert execute_with_pandas(trace.tree, trace.schemas, mutated) != _by_node(trace)
                caught += 1
    assert caught >= 25


def _across(trace: Trace, node: ConstraintNode) -> list[ChartTable]:
    """Move the value of the first entity of a node's pool to the other side of its threshold."""
    everyone = trace.schemas[0].entities
    entity = (everyone if node.parent is None else trace.satisfied[node.parent])[0]
    slots, tables = node.condition.parameters, []
    for schema, table in zip(trace.schemas, trace.tables, strict=True):
        rows = [list(row) for row in table.values]
        if schema.id == node.condition.chart:
            assert slots.threshold is not None
            row, column = everyone.index(entity), 0 if schema.kind == "SN" else schema.columns.index(slots.column)
            one = schema.metric.least
            rows[row][column] = slots.threshold + (one if rows[row][column] < slots.threshold else -one)
        tables.append(ChartTable(chart=schema.id, values=tuple(map(tuple, rows))))
    return tables


def test_every_condition_of_a_trace_is_clear_for_every_entity() -> None:
    """DH-23, DH-35: no tie and no near miss at any comparison, in the pool or out of it."""
    for trace in traces(96, seed="clear"):
        charts = charts_of(trace.schemas, trace.tables)
        assert all(is_clear(node.condition, charts) for node in conditions_of(trace.tree))


def test_leaving_out_a_condition_changes_its_node_and_mostly_the_end() -> None:
    """DH-21, by execution: each constraint node is replaced by one that everybody meets."""
    changed = nodes = 0
    for trace in traces(96, seed="ablation"):
        charts = charts_of(trace.schemas, trace.tables)
        for node in conditions_of(trace.tree):
            nodes += 1
            found = execute(_without(trace, node), charts)
            assert set(found[node.id]) > set(trace.satisfied[node.id])
            changed += found[trace.tree.nodes[-1].id] != trace.final
    assert changed / nodes > 0.97


def _without(trace: Trace, node: ConstraintNode) -> Tree:
    """Let everybody through a node: to be among the best 99 is true of all."""
    column = next(schema.columns[0] for schema in trace.schemas if schema.id == node.condition.chart)
    slots = Parameters(column=column, direction="up", count=99)
    free = Condition(rule="RANK_K", chart=node.condition.chart, parameters=slots)
    return Tree(nodes=tuple(msgspec.structs.replace(n, condition=free) if n is node else n for n in trace.tree.nodes))


def test_traces_look_at_as_many_charts_as_they_can() -> None:
    """DH-20: at least min(charts, constraints); what is left over are distractors."""
    for trace in traces(96, seed="coverage"):
        used = {panel_at(trace.schemas, chart) for chart in trace.used_charts}
        assert len(used) >= min(len(panels_of(trace.schemas)), len(conditions_of(trace.tree)))


def test_the_same_seed_gives_the_same_bytes() -> None:
    first, second = (build_trace(HOTELS, depth=5, charts=6, rng=random.Random(9)) for _ in range(2))
    assert to_json(first) == to_json(second)
    assert to_json(first) != to_json(build_trace(HOTELS, depth=5, charts=6, rng=random.Random(10)))


def test_a_trace_survives_being_written_down() -> None:
    """DH-62."""
    trace = build_trace(SCHOOLS, depth=4, charts=4, rng=random.Random(2))
    read = from_json(to_json(trace), Trace, place="test")
    assert read == trace
    assert execute(read.tree, charts_of(read.schemas, read.tables)) == _by_node(trace)


def test_all_rules_are_used_and_none_dominates() -> None:
    built = traces(480, seed="rules")
    used = Counter(node.condition.rule for trace in built for node in conditions_of(trace.tree))
    assert set(used) == set(RULES)
    assert max(used.values()) / sum(used.values()) < 0.12


def test_built_traces_keep_the_variety_of_shapes() -> None:
    """DH-19, on finished traces: those that are drawn anew are not only the wide ones."""
    built = [build_trace(POOLS[at % 3], depth=4, charts=4, rng=random.Random(at)) for at in range(200)]
    shapes = Counter(shape_of(trace.tree) for trace in built)
    assert len(shapes) >= 8
    assert shapes.most_common(1)[0][1] <= 80


def test_a_pool_that_cannot_bear_a_trace_is_rejected_with_the_reason() -> None:
    with pytest.raises(Reject, match="pool_too_small: pool schools has 5 entities; 6 are needed"):
        small = msgspec.structs.replace(SCHOOLS, entities=SCHOOLS.entities[:5])
        build_trace(small, depth=5, charts=2, rng=random.Random(0))
    with pytest.raises(Reject, match="pool_too_small"):
        single = msgspec.structs.replace(SCHOOLS, metrics=(metric("Staff", "10", "90"),))
        build_trace(single, depth=2, charts=6, rng=random.Random(0))


def test_a_cell_that_the_grid_does_not_have_is_refused() -> None:
    with pytest.raises(UsageError, match="depth of 1"):
        build_trace(HOTELS, depth=1, charts=2, rng=random.Random(0))
    with pytest.raises(UsageError, match="document of 7 charts"):
        build_trace(HOTELS, depth=2, charts=7, rng=random.Random(0))


def test_a_table_with_more_digits_than_its_metric_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="no multiple of 1"):
        Chart.of(SALES.schema, ChartTable(chart="A", values=((Decimal("1.5"),) * 5,) * 4))
