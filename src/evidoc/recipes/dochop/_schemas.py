"""Chart schemas: which metric each chart shows, over time, over groups or at one moment, before there is any value.

No two charts of a document show the same quantity, so that a metric with its moment and group names one value (DH-09).
Source: DH-06…DH-10.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import Decimal
from itertools import cycle
from typing import Literal

from msgspec.structs import replace

from evidoc.errors import Reject, UsageError
from evidoc.recipes.dochop._records import CHART_COUNTS, ChartSchema, Dimension, Metric, Pool, SchemaKind

ChartType = Literal[
    "line", "grouped_bar", "area", "radar", "stacked_bar", "bar", "horizontal_bar", "pie", "donut", "lollipop", "scatter"
]

_FEWEST_ENTITIES, _MOST_ENTITIES = 5, 8
_FEW, _FEW_ENTITIES = 0.2, 4  # how often a document has as few entities as an area chart can show, where its depth allows that
_SCATTERED = 0.4  # how often a chart of one moment shows a second metric across
_FEWEST_MOMENTS, _MOST_MOMENTS = 4, 7
_LEAST_DIGITS = 30  # a metric with fewer steps has no room for reading margins of two last digits (DH-23)
_TRIES = 40  # draws of one schema before the document's charts are drawn anew
_STARTS = 12  # sets of charts begun before the pool is called too small
_LABELLED = 8  # marks that all have room for their values
_AXIS_STEPS = 95  # what an axis can show apart by 2 px at 300 dpi in the smallest chart of a page (DH-60)
_NARROW = Decimal("0.4")
_IDS = "ABCDEFGHIJKL"
_AWAITED = "the schema before"  # until ids are given
_FIXED_GROUP = 0.25  # how often a chart shows one group of a metric that has groups


def choose_schemas(pool: Pool, *, charts: int, rng: random.Random, least_entities: int = 0) -> tuple[ChartSchema, ...]:
    """Choose so many schemas over the same entities, no two of which show the same quantity.

    Raises:
        Reject: `pool_too_small`, where the pool has not enough entities, moments or metrics.
    """
    if charts not in CHART_COUNTS:
        raise UsageError(f"a document of {charts} charts; it may have {', '.join(map(str, CHART_COUNTS))}")
    entities = _choose_entities(pool, max(least_entities, _FEW_ENTITIES), rng)
    moments = _choose_moments(pool, rng)
    for _ in range(_STARTS):
        chosen: list[ChartSchema] = []
        shown = 0
        while shown < charts and (schema := _choose_one(pool, entities, moments, rng=rng, before=chosen)):
            chosen += _with_second(schema, pool, rng=rng, before=chosen)
            shown += 1
        if shown == charts:
            return _named(chosen, pool)
    raise Reject("pool_too_small", f"pool {pool.id} gives no {charts} charts that show different quantities")


def overlap(one: ChartSchema, other: ChartSchema) -> bool:
    """Say if two schemas show the same quantity somewhere; a total overlaps with each of its groups."""
    if one.metric.name != other.metric.name or not set(_moments(one)) & set(_moments(other)):
        return False
    groups, others = _groups(one), _groups(other)
    return not groups or not others or bool(groups & others)


def chart_types(schema: ChartSchema) -> tuple[ChartType, ...]:
    """Give the types of chart that can show a schema (DH-10); one that is shown against another is scattered."""
    entities, additive = len(schema.entities), schema.metric.additive and schema.metric.low >= 0
    if schema.across:
        return ("scatter",)
    if schema.kind == "TS":
        area: tuple[ChartType, ...] = ("area",) if entities <= 4 and additive else ()
        return ("line", "grouped_bar", *area)
    if schema.kind == "GR":
        radar: tuple[ChartType, ...] = ("radar",) if len(schema.groups) >= 3 and schema.metric.low >= 0 else ()
        stacked: tuple[ChartType, ...] = ("stacked_bar",) if additive and len(schema.groups) <= 4 else ()
        return ("grouped_bar", *radar, *stacked)
    pies: tuple[ChartType, ...] = ("pie", "donut") if additive and entities <= 7 else ()
    return ("bar", "horizontal_bar", "lollipop", *pies)


def _choose_entities(pool: Pool, least: int, rng: random.Random) -> tuple[str, ...]:
    most = min(_MOST_ENTITIES, len(pool.entities))
    if most < max(least, _FEWEST_ENTITIES):
        raise Reject("pool_too_small", f"pool {pool.id} has {most} entities; {least} are needed")
    few = least <= _FEW_ENTITIES and rng.random() < _FEW
    count = _FEW_ENTITIES if few else rng.randint(max(least, _FEWEST_ENTITIES), most)
    chosen = sorted(rng.sample(range(len(pool.entities)), count))
    return tuple(pool.entities[at] for at in chosen)


def _choose_moments(pool: Pool, rng: random.Random) -> tuple[str, ...]:
    most = min(_MOST_MOMENTS, len(pool.timestamps))
    if most < _FEWEST_MOMENTS:
        raise Reject("pool_too_small", f"pool {pool.id} has {most} timestamps; {_FEWEST_MOMENTS} are needed")
    length = rng.randint(_FEWEST_MOMENTS, most)
    start = rng.randint(0, len(pool.timestamps) - length)
    return pool.timestamps[start : start + length]


def _choose_one(
    pool: Pool, entities: tuple[str, ...], moments: tuple[str, ...], *, rng: random.Random, before: list[ChartSchema]
) -> ChartSchema | None:
    """Draw one schema that overlaps with none before: of a metric not shown yet while there is one."""
    shown = {schema.metric.name for schema in before}
    metrics = [metric for metric in pool.metrics if _is_readable(metric)]
    fresh = [metric for metric in metrics if metric.name not in shown] or metrics
    dimensions = {dimension.name: dimension for dimension in pool.dimensions}
    for _ in range(_TRIES if metrics else 0):
        metric = fresh[int(rng.random() * len(fresh))]
        schema = _stepped(_draw(metric, dimensions.get(metric.dimension), entities, moments=moments, rng=rng))
        if _is_readable(schema.metric) and not any(overlap(schema, other) for other in before):
            return schema
    return None


def _with_second(
    schema: ChartSchema, pool: Pool, *, rng: random.Random, before: Sequence[ChartSchema]
) -> tuple[ChartSchema, ...]:
    """Give a schema, and often, where it is of one moment, before it another metric that a scatter chart shows across.

    The values of both are read from axes, so both go in steps that an axis can show.
    """
    if schema.kind != "SN" or schema.group or rng.random() >= _SCATTERED:
        return (schema,)
    shown = {other.metric.name for other in (*before, schema)}
    metrics = [metric for metric in pool.metrics if metric.name not in shown and _is_readable(metric)]
    for metric in rng.sample(metrics, len(metrics)):
        across, up = (_stepped(replace(schema, metric=each), labelled=0) for each in (metric, schema.metric))
        if _is_readable(across.metric) and _is_readable(up.metric):
            return across, replace(up, across=_AWAITED)
    return (schema,)


def _draw(
    metric: Metric, dimension: Dimension | None, entities: tuple[str, ...], *, moments: tuple[str, ...], rng: random.Random
) -> ChartSchema:
    kind = _draw_kind(rng, grouped=dimension is not None and len(dimension.members) >= 2)
    moment = moments[int(rng.random() * len(moments))]
    if kind == "GR" and dimension is not None:
        return ChartSchema(
            id="",
            kind=kind,
            metric=metric,
            entities=entities,
            groups=dimension.members,
            dimension=dimension.name,
            timestamp=moment,
        )
    group, name = "", ""
    if dimension is not None and rng.random() < _FIXED_GROUP:
        group, name = dimension.members[int(rng.random() * len(dimension.members))], dimension.name
    times, one = (moments, "") if kind == "TS" else ((), moment)
    return ChartSchema(
        id="", kind=kind, metric=metric, entities=entities, timestamps=times, dimension=name, timestamp=one, group=group
    )


def _draw_kind(rng: random.Random, *, grouped: bool) -> SchemaKind:
    chance = rng.random()
    if grouped and chance < 0.38:
        return "GR"
    return "TS" if chance < 0.82 else "SN"


def _named(schemas: Sequence[ChartSchema], pool: Pool) -> tuple[ChartSchema, ...]:
    """Give the schemas of a page their ids and titles."""
    named: list[ChartSchema] = []
    for id, schema in zip(_IDS, schemas, strict=False):
        words = {
            "TS": f"{schema.metric.name} by {pool.period}",
            "GR": f"{schema.metric.name} by {schema.dimension}, {schema.timestamp}",
            "SN": f"{schema.metric.name}, {schema.timestamp}",
        }[schema.kind]
        title = f"{words}, {schema.group}" if schema.group else words
        across = named[-1].id if schema.across else ""
        named.append(replace(schema, id=id, title=title, across=across))
    return tuple(named)


def _moments(schema: ChartSchema) -> tuple[str, ...]:
    return schema.timestamps or (schema.timestamp,)


def _groups(schema: ChartSchema) -> set[str]:
    return set(schema.groups) or ({schema.group} if schema.group else set())


def _is_readable(metric: Metric) -> bool:
    return (metric.high - metric.low) / metric.least >= _LEAST_DIGITS


def _stepped(schema: ChartSchema, *, labelled: int = _LABELLED) -> ChartSchema:
    """Give a chart with more marks than can be labelled values that can be read from its axis: multiples of a round step.

    Steps are 1 or 5 times a power of ten, so that every rounder number is a multiple of them.
    """
    metric = schema.metric
    if len(schema.entities) * len(schema.columns) <= labelled:
        return schema
    span = metric.high - metric.low
    shown = span if span < _NARROW * metric.high else metric.high  # an axis over a narrow range need not begin at 0
    step = Decimal(1).scaleb(-metric.decimals)
    for factor in cycle((5, 2)):
        if shown / step <= _AXIS_STEPS:
            break
        step *= factor
    if step == Decimal(1).scaleb(-metric.decimals):
        return schema
    exponent = step.normalize().as_tuple().exponent
    assert isinstance(exponent, int), "a step is a finite number"
    return replace(schema, metric=replace(metric, step=step, decimals=max(0, -exponent)))  # 180, not 180.0, in steps of 5
