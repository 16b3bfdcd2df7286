"""A filled question template as a sentence, and the unit of its answer."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from evidoc.recipes.dochop._genres import article
from evidoc.recipes.dochop._ground import Ground, Slots
from evidoc.recipes.dochop._narrator import said_at
from evidoc.recipes.dochop._phrases import phrase
from evidoc.recipes.dochop._places import (
    AGGREGATES,
    OPERATORS,
    chart_place,
    column_place,
    difference_unit,
    dimension_named,
    stretch,
    with_unit,
)
from evidoc.recipes.dochop._question_words import NTH, SENSES, WORDS, WORDS_ZH
from evidoc.recipes.dochop._records import ChartSchema

_PLACE = re.compile(r"\{(\w+)\}")
_RATES = frozenset({"Q20", "Q22"})  # answered in per cent
_BARE = frozenset({"Q21"})  # a ratio has no unit
_NOT_NUMBERS = frozenset({"Q01", "Q05", "Q06", "Q07", *(f"Q{n:02}" for n in (*range(8, 14), *range(23, 30), 33, 34, 35)),
                          *(f"Q{n}" for n in range(37, 42))})  # fmt: skip


def worded(template: str, ground: Ground, slots: Slots, rng: random.Random) -> str:
    """Write a question out in the language of the pool."""
    words = WORDS_ZH if ground.pool.language == "zh" else WORDS
    filling = _Filling(ground, slots, rng)
    return _PLACE.sub(lambda found: _PLACES[found[1]](filling), words[template])


def unit_of(template: str, ground: Ground, slots: Slots) -> str:
    """Give the unit of a number that is asked for, "" where there is none."""
    if template in _NOT_NUMBERS or template in _BARE:
        return ""
    if template in _RATES:
        return "%"
    unit = ground.schemas[slots.other_chart if template == "Q04" else slots.chart].metric.unit
    return difference_unit(unit, ground.pool.language) if template in ("Q18", "Q19") else unit


@dataclass(frozen=True, slots=True)
class _Filling:
    ground: Ground
    slots: Slots
    rng: random.Random

    @property
    def schema(self) -> ChartSchema:
        return self.ground.schemas[self.slots.chart]

    @property
    def language(self) -> str:
        return self.ground.pool.language


def _sense(name: str) -> Callable[[_Filling], str]:
    return lambda f: SENSES[f.language][name][f.slots.direction == "down"]


def _threshold(f: _Filling) -> str:
    condition = f.slots.condition
    schema = f.ground.schemas[condition.chart] if condition is not None else f.schema
    unit = schema.metric.unit
    apart = condition is not None and condition.rule in ("SPREAD", "MAX_STEP")
    return with_unit(f.slots.threshold or Decimal(0), difference_unit(unit, f.language) if apart else unit)


def _clause(f: _Filling) -> str:
    condition = f.slots.condition
    assert condition is not None, "only templates with a condition say one"
    return phrase(condition, f.ground.schemas[condition.chart], f.ground.pool, f.rng)


def _quoted(f: _Filling) -> str:
    clause = next(clause for clause in f.ground.narrative.clauses if clause.node == f.slots.node)
    return said_at(f.ground.narrative, clause.words)


def _other_point(f: _Filling) -> str:
    return column_place(f.ground.schemas[f.slots.other_chart], f.slots.other, language=f.language)


_PLACES: Mapping[str, Callable[[_Filling], str]] = {
    "plural": lambda f: f.ground.pool.plural,
    "singular": lambda f: f.ground.pool.singular,
    "a_singular": lambda f: f"{article(f.ground.pool.singular)} {f.ground.pool.singular}",
    "period": lambda f: f.ground.pool.period,
    "periods": lambda f: f.ground.pool.periods,
    "all": lambda f: f.ground.label.phrase(f.ground.pool.plural),
    "one": lambda f: f.ground.label.phrase(f.ground.pool.singular),
    "bear": lambda f: f.ground.label.said_of(),
    "bears": lambda f: f.ground.label.said_of(many=False),
    "bear_not": lambda f: f.ground.label.said_of(negated=True),
    "would_bear": lambda f: f.ground.label.supposed,
    "named": lambda f: f.ground.label.named,
    "point": lambda f: column_place(f.schema, f.slots.column, language=f.language),
    "other_point": _other_point,
    "series": lambda f: chart_place(f.schema, language=f.language),
    "dimension": lambda f: dimension_named(f.schema, f.ground.pool)[0],
    "column": lambda f: f.slots.column,
    "other": lambda f: f.slots.other,
    "span": lambda f: stretch(f.slots.window, language=f.language),
    "operator": lambda f: f.rng.choice(OPERATORS[f.language][f.slots.operator or ">="]),
    "threshold": _threshold,
    "value": lambda f: with_unit(f.slots.value or Decimal(0), f.schema.metric.unit),
    "percent": lambda f: with_unit(f.slots.percent or Decimal(0), "%"),
    "count": lambda f: str(f.slots.count),
    "have": lambda f: "has" if f.slots.count == 1 else "have",
    "nth": lambda f: NTH[f.language][f.slots.count or 0],
    "aggregate": lambda f: AGGREGATES[f.language][f.slots.aggregate or "average"],
    "highest": _sense("highest"),
    "higher": _sense("higher"),
    "increase": _sense("increase"),
    "entity": lambda f: f.slots.entity,
    "other_entity": lambda f: f.slots.other_entity,
    "clause": _clause,
    "quoted": _quoted,
}
