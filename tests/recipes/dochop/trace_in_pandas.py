"""A second execution of a trace, written anew on pandas from table 2.3.2, to check the first (DH-33, DH-49).

It shares no code with the rules: values are whole last digits in a data frame, percentages and ratios exact fractions.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

import pandas

from evidoc.recipes.dochop._records import ChartSchema, ChartTable, CompositionNode, Condition, Metric, Parameters, Tree

Found: TypeAlias = "pandas.Series[bool]"  # by entity
Look = Callable[[pandas.DataFrame, Parameters, Metric], Found]

_COMPARE = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt}


def execute_with_pandas(tree: Tree, schemas: Sequence[ChartSchema], tables: Sequence[ChartTable]) -> dict[int, tuple[str, ...]]:
    """Give the entities that satisfy each node, in the charts' order."""
    by_chart = {schema.id: schema for schema in schemas}
    frames = {table.chart: data_frame(by_chart[table.chart], table) for table in tables}
    everyone = schemas[0].entities
    sets: dict[int, set[str]] = {}
    for node in tree.nodes:
        if isinstance(node, CompositionNode):
            inputs = [sets[below] for below in node.inputs]
            sets[node.id] = set.intersection(*inputs) if node.combination == "AND" else set.union(*inputs)
            continue
        pool = set(everyone) if node.parent is None else sets[node.parent]
        condition = node.condition
        found = look(condition, frames[condition.chart], by_chart[condition.chart])
        sets[node.id] = pool & {str(name) for name in found.index[found]}
    return {node: tuple([name for name in everyone if name in found]) for node, found in sets.items()}


def data_frame(schema: ChartSchema, table: ChartTable) -> pandas.DataFrame:
    """Write a table as whole last digits, entities as index and columns by name; a fixed group names its column."""
    scale = Decimal(10) ** schema.metric.decimals
    rows = [[int(value * scale) for value in row] for row in table.values]
    frame = pandas.DataFrame(rows, index=list(schema.entities), columns=list(schema.columns), dtype="int64")
    return frame.assign(**{schema.group: frame[schema.timestamp]}) if schema.kind == "SN" and schema.group else frame


def look(condition: Condition, frame: pandas.DataFrame, schema: ChartSchema) -> Found:
    """Say of each entity of a chart if it meets a condition."""
    if condition.rule in ("SHARE_GROUP", "STREAK", "EXTREME_AT"):
        frame = frame[list(schema.columns)]
    return _LOOKS[condition.rule](frame, condition.parameters, schema.metric)


def _digits(value: Decimal | None, metric: Metric) -> int:
    return int((value or Decimal(0)) * Decimal(10) ** metric.decimals)


def _window(frame: pandas.DataFrame, slots: Parameters) -> pandas.DataFrame:
    return frame[list(slots.window)] if slots.window else frame


def _hits(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> pandas.DataFrame:
    part = frame[[slots.column]] if slots.column else _window(frame, slots)
    hits: pandas.DataFrame = _COMPARE[slots.operator or ">="](part, _digits(slots.threshold, metric))
    return hits


def _all_hits(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> Found:
    return _hits(frame, slots, metric).all(axis=1)


def _any_hit(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> Found:
    return _hits(frame, slots, metric).any(axis=1)


def _enough_hits(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> Found:
    return _hits(frame, slots, metric).sum(axis=1) >= (slots.count or 1)


def _within(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> Found:
    part = frame[[slots.column]] if slots.column else _window(frame, slots)
    return ((part >= _digits(slots.low, metric)) & (part <= _digits(slots.high, metric))).all(axis=1)


def _spread(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> Found:
    part = _window(frame, slots)
    return _compared(part.max(axis=1) - part.min(axis=1), slots, _digits(slots.threshold, metric))


def _by_margin(difference: pandas.Series, slots: Parameters, metric: Metric) -> Found:
    """Compare with the margin where one is printed; else any difference counts, but not none."""
    signed = -difference if slots.direction == "down" else difference
    margin = _digits(slots.margin, metric)
    return signed >= margin if margin else signed > 0


def _two_columns(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> Found:
    return _by_margin(frame[slots.column] - frame[slots.other], slots, metric)


def _steps(frame: pandas.DataFrame, slots: Parameters) -> pandas.DataFrame:
    steps = _window(frame, slots).diff(axis=1).iloc[:, 1:]
    return -steps if slots.direction == "down" else steps


def _monotone(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> Found:
    return (_steps(frame, slots) > 0).all(axis=1)


def _streak(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> Found:
    rises = _steps(frame, slots) > 0
    run = best = rises.iloc[:, 0] * 0
    for name in rises.columns:
        run = (run + 1) * rises[name]
        best = best.where(best > run, run)
    return best >= (slots.count or 1)


def _steady(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> Found:
    return _steps(frame, slots).abs().max(axis=1) <= _digits(slots.threshold, metric)


def _extreme(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> Found:
    edge = frame.min(axis=1) if slots.direction == "down" else frame.max(axis=1)
    at_edge = frame.eq(edge, axis=0)
    return at_edge[slots.column] & (at_edge.sum(axis=1) == 1)


def _rank(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> Found:
    return frame[slots.column].rank(ascending=slots.direction == "down", method="min") <= (slots.count or 1)


def _places_won(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> Found:
    ranks = frame.rank(ascending=False, method="min")
    return ranks[slots.other] - ranks[slots.column] >= (slots.count or 1)


def _compared_fraction(above: pandas.Series, below: pandas.Series, slots: Parameters, bound: Decimal | None) -> Found:
    """Compare a quotient of two series with a number, exactly; where the divisor is not above 0 it does not hold."""
    compare, border = _COMPARE[slots.operator or ">="], Fraction(bound or Decimal(1))

    def meets(over: int, under: int) -> bool:
        return under > 0 and bool(compare(Fraction(int(over), int(under)), border))

    return above.combine(below, meets).astype(bool)


def _share_of_total(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> Found:
    part = frame[slots.column]
    return _compared_fraction(100 * part, part * 0 + part.sum(), slots, slots.percent)


def _share_of_group(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> Found:
    return _compared_fraction(100 * frame[slots.column], frame.sum(axis=1), slots, slots.percent)


def _ratio(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> Found:
    return _compared_fraction(frame[slots.column], frame[slots.other], slots, slots.ratio)


def _change(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> Found:
    growth = 100 * (frame[slots.column] - frame[slots.other])
    return _compared_fraction(-growth if slots.direction == "down" else growth, frame[slots.other], slots, slots.percent)


def _beside(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> Found:
    column = frame[slots.column]
    return _by_margin(column - column[slots.reference], slots, metric) & (frame.index != slots.reference)


def _over_average(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> Found:
    column = frame[slots.column]
    average = Fraction(int(column.sum()), len(column))
    return _by_margin(column.map(lambda value: Fraction(value) - average), slots, metric)


def _aggregate(frame: pandas.DataFrame, slots: Parameters, metric: Metric) -> Found:
    part, threshold = _window(frame, slots), _digits(slots.threshold, metric)
    if slots.aggregate == "median":
        return _compared(part.median(axis=1), slots, threshold)
    if slots.aggregate == "maximum":
        return _compared(part.max(axis=1), slots, threshold)
    if slots.aggregate == "minimum":
        return _compared(part.min(axis=1), slots, threshold)
    return _compared(part.sum(axis=1), slots, threshold * (len(part.columns) if slots.aggregate == "average" else 1))


def _compared(values: pandas.Series, slots: Parameters, border: int) -> Found:
    found: Found = _COMPARE[slots.operator or ">="](values, border)
    return found


_LOOKS: dict[str, Look] = {
    "THR_TIME": _all_hits,
    "THR_GROUP": _all_hits,
    "THR_EVERY_TIME": _all_hits,
    "THR_SOME_TIME": _any_hit,
    "THR_COUNT_TIME": _enough_hits,
    "THR_EVERY_GROUP": _all_hits,
    "THR_COUNT_GROUP": _enough_hits,
    "RANGE_POINT": _within,
    "RANGE_BAND": _within,
    "SPREAD": _spread,
    "CMP_TIMES": _two_columns,
    "CHANGE_PCT": _change,
    "MONOTONE": _monotone,
    "STREAK": _streak,
    "MAX_STEP": _steady,
    "EXTREME_AT": _extreme,
    "RANK_K": _rank,
    "RANK_CHANGE": _places_won,
    "SHARE_TOTAL": _share_of_total,
    "SHARE_GROUP": _share_of_group,
    "RATIO_TIMES": _ratio,
    "RATIO_GROUPS": _ratio,
    "CMP_GROUPS": _two_columns,
    "CMP_ENTITY": _beside,
    "CMP_AVERAGE": _over_average,
    "AGG_TIME": _aggregate,
    "AGG_GROUP": _aggregate,
}
