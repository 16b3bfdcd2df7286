"""A question read back to its template and what fills it: the inverse of `_question_text`, over the names of one instance.

Several readings may fit, as two templates ask the same of a chart over time and of one of a single moment; what they fill is
then the same. Operators have several words, conditions several wordings; all else is said in one way. Source: X-17, DH-46.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, product

import msgspec

from evidoc.errors import InvalidRecord
from evidoc.recipes.dochop._changed import with_threshold
from evidoc.recipes.dochop._genres import article
from evidoc.recipes.dochop._ground import Ground, Slots
from evidoc.recipes.dochop._kept import kept_of
from evidoc.recipes.dochop._labels import labels
from evidoc.recipes.dochop._phrases import read_phrase
from evidoc.recipes.dochop._places import AGGREGATES, OPERATORS, chart_place, column_place, difference_unit, stretch
from evidoc.recipes.dochop._question_words import NTH, SENSES, WORDS, WORDS_ZH
from evidoc.recipes.dochop._records import Condition, ConstraintNode
from evidoc.recipes.dochop._vocabulary import any_of
from evidoc.records.item import Item

_PLACE = re.compile(r"\{(\w+)\}")
_NUMBER = r"-?\d[\d,]*(?:\.\d+)?"
_SENSES = ("highest", "higher", "increase")
_LONGEST = 2_000  # characters; a longer text is no question of ours


@dataclass(frozen=True, slots=True)
class Reading:
    """A template, and those of its slots that the text says."""

    template: str
    slots: Slots


def read_question(text: str, ground: Ground) -> tuple[Reading, ...]:
    """Give every template that a question can be of, with what the text says of its slots; () where there is none."""
    if len(text) > _LONGEST:
        return ()
    names = _Names(ground)
    found = []
    for template, words in names.templates.items():
        if all(part in text for part in _PLACE.split(words)[::2]) and (said := names.pattern(words).fullmatch(text)):
            found += [Reading(template, slots) for slots in _fillings(said.groupdict(), names)]
    return tuple(found)


def question_fault(item: Item) -> str:
    """Say what of its record a question no longer says; "" where it says all.

    Raises:
        InvalidRecord: The item has no symbolic record.
    """
    kept = kept_of(item)
    template, slots = kept.question.template, kept.question.slots
    readings = [reading for reading in read_question(item.question, kept.ground) if reading.template == template]
    if not readings:
        return f"it does not read as {template}"
    if any(_agrees(reading.slots, slots) for reading in readings):
        return ""
    return f"it reads as {template}, but of something else"


def _agrees(said: Slots, kept: Slots) -> bool:
    """Say if all that is said is as it was kept; what a template leaves unsaid, such as a direction that it implies, is free."""
    nothing = Slots()
    fields = Slots.__struct_fields__
    return all(getattr(said, name) in (getattr(nothing, name), getattr(kept, name)) for name in fields)


class _Names:
    """All that can stand in the places of a question over one instance, by how it is said."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.pool, self.language = ground.pool, ground.pool.language
        self.templates: Mapping[str, str] = WORDS_ZH if self.language == "zh" else WORDS
        schemas = ground.trace.schemas
        self.points = _gathered(
            (column_place(schema, column, language=self.language), (schema.id, column))
            for schema in schemas
            for column in schema.columns
        )
        self.series = _gathered((chart_place(schema, language=self.language), (schema.id, "")) for schema in schemas)
        self.spans = {
            stretch(window, language=self.language): window
            for schema in schemas
            for start, end in combinations(range(len(schema.timestamps) + 1), 2)
            if (window := schema.timestamps[start:end])
        }
        self.columns = {column for schema in schemas for column in schema.columns}
        self.operators = {word: sign for sign, words in OPERATORS[self.language].items() for word in words}
        self.aggregates = {word: name for name, word in AGGREGATES[self.language].items()}
        self.nth = {word: place for place, word in enumerate(NTH[self.language]) if word}

    def pattern(self, words: str) -> re.Pattern[str]:
        """Give the pattern of a template over this instance; a place that comes twice must say the same twice."""
        places, parts, seen = self._places(), [], set[str]()
        for number, part in enumerate(_PLACE.split(words)):
            if number % 2 == 0:
                parts.append(re.escape(part))
            else:
                parts.append(f"(?P={part})" if part in seen else f"(?P<{part}>{places[part]})")
                seen.add(part)
        return re.compile("".join(parts))

    def _places(self) -> Mapping[str, str]:
        pool, known = self.pool, [label for label in labels(self.language) if label.name == self.ground.label.name]
        units = {metric.unit for metric in pool.metrics}
        units |= {difference_unit(unit, self.language) for unit in units}
        point, number = any_of(self.points), rf"{_NUMBER}(?: ?{any_of(units)})?"
        return {
            **{name: re.escape(getattr(pool, name)) for name in ("plural", "singular", "period", "periods")},
            "a_singular": re.escape(f"{article(pool.singular)} {pool.singular}"),
            "all": any_of(label.phrase(pool.plural) for label in known),
            "one": any_of(label.phrase(pool.singular) for label in known),
            "bear": any_of(label.said_of() for label in known),
            "bears": any_of(label.said_of(many=False) for label in known),
            "bear_not": any_of(label.said_of(negated=True) for label in known),
            "would_bear": any_of(label.supposed for label in known),
            "named": any_of(label.named for label in known),
            **dict.fromkeys(("point", "other_point"), point),
            "series": any_of(self.series),
            "dimension": any_of(dimension.name for dimension in pool.dimensions),
            **dict.fromkeys(("column", "other"), any_of(self.columns)),
            "span": any_of(self.spans),
            "operator": any_of(self.operators),
            **dict.fromkeys(("threshold", "value"), number),
            "percent": rf"{_NUMBER} ?%",
            "count": r"\d+",
            "have": "has|have",
            "nth": any_of(self.nth),
            "aggregate": any_of(self.aggregates),
            **{name: any_of(SENSES[self.language][name]) for name in _SENSES},
            **dict.fromkeys(("entity", "other_entity"), any_of(self.ground.everyone)),
            **dict.fromkeys(("clause", "quoted"), ".+?"),
        }


def _fillings(said: Mapping[str, str], names: _Names) -> Iterator[Slots]:
    """Give what the words of the places mean; several where a name is that of several charts."""
    fixed = _fixed(said, names)
    here = names.points.get(said.get("point", "")) or names.series.get(said.get("series", "")) or [("", "")]
    there = names.points.get(said.get("other_point", "")) or [("", "")]
    for (chart, column), (other_chart, other), node in product(here, there, _nodes(said, names)):
        changed = names.ground.condition(node) if node is not None else None
        condition = _condition(said["clause"], names) if "clause" in said else None
        if "clause" in said and condition is None:
            continue
        if changed is not None and fixed.threshold is not None:
            condition = with_threshold(changed, fixed.threshold)
        yield msgspec.structs.replace(
            fixed,
            chart=chart,
            column=column or fixed.column,
            other_chart=other_chart,
            other=other or fixed.other,
            node=node,
            condition=condition,
        )


def _fixed(said: Mapping[str, str], names: _Names) -> Slots:
    sense = next((name for name in _SENSES if name in said), "")
    count = said.get("count")
    return Slots(
        column=said.get("column", ""),
        other=said.get("other", ""),
        window=names.spans.get(said.get("span", ""), ()),
        operator=names.operators.get(said.get("operator", "")),  # type: ignore[arg-type]  # the keys of a table of literals
        aggregate=names.aggregates.get(said.get("aggregate", "")),  # type: ignore[arg-type]
        direction=None if not sense else "up" if said[sense] == SENSES[names.language][sense][0] else "down",
        count=int(count) if count else names.nth.get(said.get("nth", "")),
        threshold=_number(said.get("threshold")),
        value=_number(said.get("value")),
        percent=_number(said.get("percent")),
        entity=said.get("entity", ""),
        other_entity=said.get("other_entity", ""),
    )


def _number(text: str | None) -> Decimal | None:
    found = re.match(_NUMBER, text) if text else None
    return Decimal(found[0].replace(",", "")) if found else None


def _condition(clause: str, names: _Names) -> Condition | None:
    try:
        return read_phrase(clause, names.ground.trace.schemas, names.pool)
    except InvalidRecord:
        return None


def _nodes(said: Mapping[str, str], names: _Names) -> list[int | None]:
    """Give the nodes whose condition a question quotes; None alone where it quotes none."""
    if "quoted" not in said:
        return [None]
    condition = _condition(said["quoted"], names)
    nodes = names.ground.trace.tree.nodes
    return [node.id for node in nodes if isinstance(node, ConstraintNode) and node.condition == condition]


def _gathered(pairs: Iterable[tuple[str, tuple[str, str]]]) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for words, place in pairs:
        found.setdefault(words, []).append(place)
    return found
