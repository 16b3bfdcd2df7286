"""Random schemas, conditions, trees and tables of a pool, for property tests of what is said and asked about them."""

from __future__ import annotations

import random
from decimal import Decimal

from evidoc.recipes.dochop._records import (
    ChartSchema,
    ChartTable,
    CompositionNode,
    Condition,
    ConstraintNode,
    Node,
    Pool,
    SchemaKind,
    Tree,
)
from evidoc.recipes.dochop._rules import RULES


def some_schemas(pool: Pool, rng: random.Random, *, kinds: tuple[SchemaKind, ...]) -> tuple[ChartSchema, ...]:
    metrics = rng.sample(pool.metrics, len(kinds))
    return tuple(
        some_schema(pool, rng, kind=kind, number=number, metric=metrics[number].name) for number, kind in enumerate(kinds)
    )


def some_schema(pool: Pool, rng: random.Random, *, kind: SchemaKind, number: int, metric: str) -> ChartSchema:
    measured = next(entry for entry in pool.metrics if entry.name == metric)
    dimension = next(entry for entry in pool.dimensions if entry.name == measured.dimension)
    moment = rng.choice(pool.timestamps)
    group = rng.choice(dimension.members) if rng.random() < 0.4 else ""
    letter = "ABCDEF"[number]
    if kind == "TS":
        return ChartSchema(
            id=letter, kind="TS", metric=measured, entities=pool.entities, timestamps=pool.timestamps, group=group,
            dimension=dimension.name if group else "",
        )  # fmt: skip
    if kind == "GR":
        return ChartSchema(
            id=letter, kind="GR", metric=measured, entities=pool.entities, groups=dimension.members,
            dimension=dimension.name, timestamp=moment,
        )  # fmt: skip
    return ChartSchema(
        id=letter, kind="SN", metric=measured, entities=pool.entities, timestamp=moment, group=group,
        dimension=dimension.name if group else "",
    )  # fmt: skip


def some_condition(schema: ChartSchema, rng: random.Random, *, rule: str = "") -> Condition | None:
    names = [rule] if rule else rng.sample(sorted(RULES), len(RULES))
    for name in names:
        target = rng.sample(schema.entities, rng.randint(1, len(schema.entities) - 1))
        slots = RULES[name].sample(target, schema.entities, schema, rng)
        if slots is not None:
            return Condition(rule=name, chart=schema.id, parameters=slots)
    return None


def some_tree(schemas: tuple[ChartSchema, ...], rng: random.Random, *, size: int) -> Tree:
    """Give a tree of any shape: each node builds on earlier ones, and every node but the last is built on."""
    nodes: list[Node] = []
    loose: list[int] = []
    while len(nodes) < size or len(loose) > 1:
        number = len(nodes)
        if len(loose) >= 2 and (len(nodes) >= size or rng.random() < 0.4):
            inputs = tuple(sorted(rng.sample(loose, rng.randint(2, min(3, len(loose))))))
            nodes.append(CompositionNode(id=number, combination=rng.choice(("AND", "OR")), inputs=inputs))
            loose = [entry for entry in loose if entry not in inputs]
        else:
            parent = rng.choice(loose) if loose and rng.random() < 0.5 else None
            condition = None
            while condition is None:
                condition = some_condition(rng.choice(schemas), rng)
            nodes.append(ConstraintNode(id=number, parent=parent, condition=condition))
            loose = [entry for entry in loose if entry != parent]
        loose.append(number)
    return Tree(nodes=tuple(nodes))


def some_tables(schemas: tuple[ChartSchema, ...], rng: random.Random) -> tuple[ChartTable, ...]:
    return tuple(
        ChartTable(chart=schema.id, values=tuple(tuple(_value(schema, rng) for _ in schema.columns) for _ in schema.entities))
        for schema in schemas
    )


def _value(schema: ChartSchema, rng: random.Random) -> Decimal:
    metric = schema.metric
    steps = int((metric.high - metric.low).scaleb(metric.decimals))
    return metric.low + Decimal(rng.randint(0, steps)).scaleb(-metric.decimals)
