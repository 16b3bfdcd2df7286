"""What a clause names → the charts that it can mean, and the condition on each.

A clause names a metric, and where needed a group and a timestamp; of the charts of one instance this fits one only (DH-09).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal

import msgspec

from evidoc.recipes.dochop._places import AGGREGATES, OPERATORS, difference_unit, dimension_named
from evidoc.recipes.dochop._records import ChartSchema, Condition, Parameters, Pool, SchemaKind

KINDS: Mapping[str, tuple[SchemaKind, ...]] = {
    "THR_TIME": ("TS", "SN"),
    "THR_GROUP": ("GR", "SN"),
    "RANGE_POINT": ("TS", "GR", "SN"),
    "SPREAD": ("TS", "GR"),
    "EXTREME_AT": ("TS", "GR"),
    "RANK_K": ("TS", "GR", "SN"),
    "SHARE_TOTAL": ("TS", "GR", "SN"),
    "CMP_ENTITY": ("TS", "GR", "SN"),
    "CMP_AVERAGE": ("TS", "GR", "SN"),
    **dict.fromkeys(("THR_EVERY_GROUP", "THR_COUNT_GROUP", "SHARE_GROUP", "RATIO_GROUPS", "CMP_GROUPS", "AGG_GROUP"), ("GR",)),
    **dict.fromkeys(
        ("THR_EVERY_TIME", "THR_SOME_TIME", "THR_COUNT_TIME", "RANGE_BAND", "CMP_TIMES", "CHANGE_PCT", "MONOTONE"), ("TS",)
    ),
    **dict.fromkeys(("STREAK", "MAX_STEP", "RANK_CHANGE", "RATIO_TIMES", "AGG_TIME"), ("TS",)),
}  # table 2.3.2

_OVER_GROUPS = frozenset({"THR_EVERY_GROUP", "THR_COUNT_GROUP", "AGG_GROUP", "SPREAD"})  # their window is all groups

Named = Mapping[str, str]


def conditions_of(rule: str, named: Named, *, schemas: Sequence[ChartSchema], pool: Pool, has_point: bool) -> Iterator[Condition]:
    """Give the condition on every chart that a clause's names fit; `has_point` says that it names one column in full."""
    for schema in schemas:
        if schema.metric.name != named["metric"] or schema.kind not in KINDS[rule] or not _is_divided_so(schema, named, pool):
            continue
        column = _column(rule, named, schema=schema, has_point=has_point)
        if column is not None and _units_agree(named, schema.metric.unit, pool.language):
            parameters = _parameters(named, column=column, schema=schema, language=pool.language)
            if parameters is not None and schema.kind == "GR" and rule in _OVER_GROUPS:
                parameters = msgspec.structs.replace(parameters, window=schema.groups)
            if parameters is not None:
                yield Condition(rule=rule, chart=schema.id, parameters=parameters)


def _column(rule: str, named: Named, *, schema: ChartSchema, has_point: bool) -> str | None:
    """Give the column that is meant ("" for none), or None where the names do not fit the chart."""
    if rule == "THR_GROUP":
        return _group_column(named, schema)
    group, moment = named.get("group", ""), named.get("moment", "")
    own = named.get("column", "")
    if own and own not in schema.columns:
        return None
    if schema.kind == "GR":
        fits = moment == schema.timestamp and (group in schema.groups if has_point else not group)
        return (group if has_point else own) if fits else None
    if schema.kind == "SN":
        return schema.timestamp if group == schema.group and moment == schema.timestamp else None
    fits = group == schema.group and (moment in schema.timestamps if has_point else not moment)
    return (moment if has_point else own) if fits else None


def _group_column(named: Named, schema: ChartSchema) -> str | None:
    if named.get("group") or named.get("moment") != schema.timestamp:
        return None
    known = schema.groups if schema.kind == "GR" else (schema.group,)
    return named["named"] if named["named"] in known else None


def _is_divided_so(schema: ChartSchema, named: Named, pool: Pool) -> bool:
    """Say if a dimension that the clause names is the chart's."""
    name, plural = dimension_named(schema, pool)
    if named.get("dimension", name) != name or named.get("dimensions", plural) != plural:
        return False
    return schema.kind == "GR" or not ({"dimension", "dimensions"} & set(named))


def _units_agree(named: Named, unit: str, language: str) -> bool:
    apart = difference_unit(unit, language)
    expected = {"threshold_unit": unit, "low_unit": unit, "high_unit": unit, "margin_unit": apart, "difference_unit": apart}
    return all(named[name] == right for name, right in expected.items() if name in named)


def _parameters(named: Named, *, column: str, schema: ChartSchema, language: str) -> Parameters | None:
    window = _window(named, schema)
    other, reference = named.get("other", ""), named.get("reference", "")
    if window is None or (other and other not in schema.columns) or (reference and reference not in schema.entities):
        return None
    read: dict[str, object] = {name: kind(named[name]) for name, kind in _NUMBERS.items() if name in named}
    if "operator" in named:
        read["operator"] = _OPERATORS[language][named["operator"]]
    if "aggregate" in named:
        read["aggregate"] = _AGGREGATES[language][named["aggregate"]]
    if "up" in named or "down" in named:
        read["direction"] = "up" if "up" in named else "down"
    return Parameters(column=column, other=other, window=window, reference=reference, **read)  # type: ignore[arg-type]


def _window(named: Named, schema: ChartSchema) -> tuple[str, ...] | None:
    """Give the timestamps from the first to the last named, () where none are, None where the chart lacks them."""
    if "first" not in named:
        return ()
    first, last = named["first"], named["last"]
    if schema.kind != "TS" or first not in schema.timestamps or last not in schema.timestamps:
        return None
    window = schema.timestamps[schema.timestamps.index(first) : schema.timestamps.index(last) + 1]
    return window or None


_NUMBERS: Mapping[str, Callable[[str], object]] = {
    **dict.fromkeys(("threshold", "low", "high", "margin", "percent", "ratio"), Decimal),
    "count": int,
}
_OPERATORS = {language: {word: sign for sign, words in table.items() for word in words} for language, table in OPERATORS.items()}
_AGGREGATES = {language: {word: name for name, word in table.items()} for language, table in AGGREGATES.items()}
