"""Execution of a trace over its tables: the only source of ground truth (DH-24, DH-33)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evidoc.errors import InvalidRecord
from evidoc.recipes.dochop._frame import Chart
from evidoc.recipes.dochop._records import ChartSchema, ChartTable, CompositionNode, Condition, Tree
from evidoc.recipes.dochop._rules import RULES


def charts_of(schemas: Sequence[ChartSchema], tables: Sequence[ChartTable]) -> dict[str, Chart]:
    """Put schemas and tables together, by chart id.

    Raises:
        InvalidRecord: A chart has no table, or one that does not fit it.
    """
    by_chart = {table.chart: table for table in tables}
    missing = [schema.id for schema in schemas if schema.id not in by_chart]
    if missing:
        raise InvalidRecord(f"chart {missing[0]} has no table; every chart needs one")
    return {schema.id: Chart.of(schema, by_chart[schema.id]) for schema in schemas}


def execute(tree: Tree, charts: Mapping[str, Chart]) -> dict[int, tuple[str, ...]]:
    """Give the entities that satisfy each node, in the charts' order; the sink's are the final set.

    Raises:
        InvalidRecord: A condition names a chart, rule or column that is not there.
    """
    everyone = next(iter(charts.values())).schema.entities if charts else ()
    satisfied: dict[int, tuple[str, ...]] = {}
    for node in tree.nodes:
        if isinstance(node, CompositionNode):
            found = set(satisfied[node.inputs[0]])
            for other in node.inputs[1:]:
                found = found & set(satisfied[other]) if node.combination == "AND" else found | set(satisfied[other])
        else:
            pool = everyone if node.parent is None else satisfied[node.parent]
            found = set(pool) & set(satisfying(node.condition, charts))
        satisfied[node.id] = tuple([name for name in everyone if name in found])
    return satisfied


def satisfying(condition: Condition, charts: Mapping[str, Chart]) -> tuple[str, ...]:
    """Give all entities that meet one condition, whatever a node's pool is.

    Raises:
        InvalidRecord: No such chart or rule.
    """
    if condition.chart not in charts or condition.rule not in RULES:
        raise InvalidRecord(f"a condition of rule {condition.rule!r} on chart {condition.chart!r}; one of them is not there")
    return RULES[condition.rule].satisfied(charts[condition.chart], condition.parameters)
