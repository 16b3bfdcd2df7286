"""The places of a rule's wording: how each is written from a condition, and the pattern that reads it back.

A text is read in marked form (`_vocabulary.marked`), in which every name and number of the pool is a token. A
timestamp follows "in", a group "under": "Linens Replaced under Night Shift in Aug 2025" names one cell column.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from evidoc.recipes.dochop._records import ChartSchema, Condition, Parameters, Pool

OPERATORS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        ">=": ("at least", "no less than"),
        "<=": ("at most", "no more than"),
        ">": ("more than", "over"),
        "<": ("less than", "under"),
    },
    "zh": {">=": ("不低于", "至少为"), "<=": ("不高于", "至多为"), ">": ("高于", "超过"), "<": ("低于", "不足")},
}
AGGREGATES: Mapping[str, Mapping[str, str]] = {
    "en": {"sum": "total", "average": "average", "median": "median", "maximum": "highest", "minimum": "lowest"},
    "zh": {"sum": "总和", "average": "平均值", "median": "中位数", "maximum": "最高值", "minimum": "最低值"},
}
_FIRST_IDEOGRAPH = 0x2E80
_NAME = r"[^⟧]+"
_WORDS = r"[^,.;，。；⟦⟧]+?"
_UNITED = r"⟦n:(?P<{0}>[^|⟧]+)\|(?P<{0}_unit>[^⟧]*)⟧"
_PERCENT = r"⟦n:(?P<percent>[^|⟧]+)\|%⟧"
_PLAIN = r"⟦n:(?P<{0}>[^|⟧]+)\|⟧"


@dataclass(frozen=True, slots=True)
class Use:
    """A condition on its chart, in a pool: all that a wording is filled from."""

    condition: Condition
    schema: ChartSchema
    pool: Pool

    @property
    def slots(self) -> Parameters:
        """The condition's own parameters."""
        return self.condition.parameters


def written_number(value: Decimal) -> str:
    """Write a number with commas between thousands, digit for digit: 1250.50 is "1,250.50"."""
    return format(value, ",f")


def with_unit(value: Decimal, unit: str) -> str:
    """Write a number with its unit; a per cent sign and a Chinese unit stand close."""
    close = not unit or unit == "%" or ord(unit[0]) > _FIRST_IDEOGRAPH
    return f"{written_number(value)}{'' if close else ' '}{unit}"


def difference_unit(unit: str, language: str) -> str:
    """Give the unit in which two values are apart: percentages in percentage points."""
    if unit != "%":
        return unit
    return "个百分点" if language == "zh" else "percentage points"


def place(metric: str, *, group: str = "", moment: str = "", language: str = "en") -> str:
    """Name a metric with the group and the timestamp that it is looked at."""
    if language == "zh":
        return f"{moment}{group}的{metric}" if moment or group else metric
    return f"{metric}{f' under {group}' if group else ''}{f' in {moment}' if moment else ''}"


def column_place(schema: ChartSchema, column: str, *, language: str = "en") -> str:
    """Name one column of a chart in full: metric, group and timestamp."""
    if schema.kind == "GR":
        return place(schema.metric.name, group=column, moment=schema.timestamp, language=language)
    moment = column if schema.kind == "TS" else schema.timestamp
    return place(schema.metric.name, group=schema.group, moment=moment, language=language)


def chart_place(schema: ChartSchema, *, language: str = "en") -> str:
    """Name a chart's metric with what is fixed in all its columns."""
    return place(schema.metric.name, group=schema.group, moment=schema.timestamp, language=language)


def stretch(window: tuple[str, ...], *, language: str = "en") -> str:
    """Write consecutive timestamps by the first and the last."""
    return f"自{window[0]}至{window[-1]}期间" if language == "zh" else f"from {window[0]} to {window[-1]}"


def dimension_named(schema: ChartSchema, pool: Pool) -> tuple[str, str]:
    """Give the name and plural of the dimension that divides a chart's metric."""
    name = schema.dimension or schema.metric.dimension
    found = next((entry for entry in pool.dimensions if entry.name == name), None)
    return (name, found.plural) if found else (name, name)


def _extent(use: Use) -> str:
    if use.schema.kind == "TS":
        return stretch(use.slots.window or use.schema.timestamps, language=use.pool.language)
    name, plural = dimension_named(use.schema, use.pool)
    return f"在各{name}之间" if use.pool.language == "zh" else f"across all {plural}"


def _at_column(use: Use) -> str:
    if use.pool.language == "zh":
        return use.slots.column
    return f"{'in' if use.schema.kind == 'TS' else 'under'} {use.slots.column}"


def _united(name: str) -> Callable[[Use], str]:
    return lambda use: with_unit(getattr(use.slots, name), use.schema.metric.unit)


def _apart(name: str) -> Callable[[Use], str]:
    return lambda use: with_unit(getattr(use.slots, name), difference_unit(use.schema.metric.unit, use.pool.language))


WRITE: Mapping[str, Callable[[Use], str]] = {
    "point": lambda use: column_place(use.schema, use.slots.column, language=use.pool.language),
    "series": lambda use: chart_place(use.schema, language=use.pool.language),
    "overall": lambda use: place(use.schema.metric.name, moment=use.schema.timestamp, language=use.pool.language),
    "group": lambda use: use.schema.group if use.schema.kind == "SN" else use.slots.column,
    "column": lambda use: use.slots.column,
    "other": lambda use: use.slots.other,
    "reference": lambda use: use.slots.reference,
    "at_column": _at_column,
    "span": lambda use: stretch(use.slots.window, language=use.pool.language),
    "extent": _extent,
    "dimension": lambda use: dimension_named(use.schema, use.pool)[0],
    "dimensions": lambda use: dimension_named(use.schema, use.pool)[1],
    "singular": lambda use: use.pool.singular,
    "plural": lambda use: use.pool.plural,
    "period": lambda use: use.pool.period,
    "periods": lambda use: use.pool.periods,
    "threshold": _united("threshold"),
    "low": _united("low"),
    "high": _united("high"),
    "margin": _apart("margin"),
    "difference": _apart("threshold"),
    "percent": lambda use: with_unit(use.slots.percent or Decimal(0), "%"),
    "ratio": lambda use: written_number(use.slots.ratio or Decimal(0)),
    "count": lambda use: str(use.slots.count),
    "aggregate": lambda use: AGGREGATES[use.pool.language][use.slots.aggregate or "sum"],
}


def pattern_of(slot: str, language: str) -> str:
    """Give the pattern of a place in marked text."""
    return _READ_ZH.get(slot, _READ[slot]) if language == "zh" else _READ[slot]


def _any_of(name: str, words: tuple[str, ...]) -> str:
    return f"(?P<{name}>{'|'.join(sorted(words, key=len, reverse=True))})"


def _operator(language: str) -> str:
    return _any_of("operator", tuple(word for words in OPERATORS[language].values() for word in words))


_CELL = rf"⟦m:(?P<metric>{_NAME})⟧(?: under ⟦g:(?P<group>{_NAME})⟧)?(?: in ⟦t:(?P<moment>{_NAME})⟧)?"
_CELL_ZH = rf"(?:⟦t:(?P<moment>{_NAME})⟧)?(?:⟦g:(?P<group>{_NAME})⟧)?的?⟦m:(?P<metric>{_NAME})⟧"
_SPAN = rf"from ⟦t:(?P<first>{_NAME})⟧ to ⟦t:(?P<last>{_NAME})⟧"
_SPAN_ZH = rf"自⟦t:(?P<first>{_NAME})⟧至⟦t:(?P<last>{_NAME})⟧期间"
_READ: Mapping[str, str] = {
    "point": _CELL,
    "series": _CELL,
    "overall": _CELL,
    "group": rf"⟦g:(?P<named>{_NAME})⟧",
    "column": rf"⟦[tg]:(?P<column>{_NAME})⟧",
    "other": rf"⟦[tg]:(?P<other>{_NAME})⟧",
    "reference": rf"⟦e:(?P<reference>{_NAME})⟧",
    "at_column": rf"(?:in|under) ⟦[tg]:(?P<column>{_NAME})⟧",
    "span": _SPAN,
    "extent": rf"(?:{_SPAN}|across all (?P<dimensions>{_WORDS}))",
    "dimension": rf"(?P<dimension>{_WORDS})",
    "dimensions": rf"(?P<dimensions>{_WORDS})",
    "singular": _WORDS,
    "plural": _WORDS,
    "period": _WORDS,
    "periods": _WORDS,
    **{name: _UNITED.replace("{0}", name) for name in ("threshold", "low", "high", "margin")},
    "difference": _UNITED.replace("{0}_unit", "difference_unit").replace("{0}", "threshold"),
    "percent": _PERCENT,
    **{name: _PLAIN.replace("{0}", name) for name in ("ratio", "count")},
    "operator": _operator("en"),
    "aggregate": _any_of("aggregate", tuple(AGGREGATES["en"].values())),
}
_READ_ZH: Mapping[str, str] = {
    "point": _CELL_ZH,
    "series": _CELL_ZH,
    "overall": _CELL_ZH,
    "at_column": rf"⟦[tg]:(?P<column>{_NAME})⟧",
    "span": _SPAN_ZH,
    "extent": rf"(?:{_SPAN_ZH}|在各(?P<dimension>{_WORDS})之间)",
    "operator": _operator("zh"),
    "aggregate": _any_of("aggregate", tuple(AGGREGATES["zh"].values())),
}
