"""Sum and difference over two named cells, in exact decimal arithmetic. Source: case G08."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Literal

from evidoc.recipes.pdfqa._comparison import alike, name_of
from evidoc.recipes.pdfqa._draft import Draft, drafted_question, fact_slots, placed
from evidoc.recipes.pdfqa._facts import Fact, FactSheet
from evidoc.recipes.pdfqa._lexicon import is_additive
from evidoc.recipes.pdfqa._lookup import Cells, number_contract
from evidoc.recipes.pdfqa._phrases import templates
from evidoc.recipes.pdfqa._spoken import spoken_difference, spoken_unit
from evidoc.recipes.pdfqa._unit import Along
from evidoc.records.item import Answer

_IS_BALANCE = re.compile(r"(?:balances?|beginning|ending|opening|closing|outstanding)\b", re.IGNORECASE)
_RIVALS = re.compile(
    r"\b(?:methods?|algorithms?|models?|approach(?:es)?|classifiers?|assembl(?:y|ies)|versions?|scenarios?|variants?|strateg(?:y|ies)|"
    r"techniques?|software|tools?|estimates?|estimators?|forecasts?|pipelines?|configurations?|settings?|scaffolds?|contigs?|"
    r"combined|gross|net|adjusted|[a-z]+-based)\b",
    re.IGNORECASE,
)
_PIECES = re.compile(
    r"\b(?:blocks|contigs|scaffolds|clusters|parameters|iterations|features|steps|hits|pairs|runs|reads|bases|layers|epochs)\b",
    re.IGNORECASE,
)
Operation = Literal["sum", "difference"]

SUMS = templates(
    "sum",
    (
        "{lead} what {be} the combined {measure} {for_both} {in_period}{in_unit}? | no_count",
        "What {be} the combined {measure} {for_both} {in_period}{in_unit}, {trail}? | no_count",
        "{lead} what is the sum of {the_measure} for {first} and {that} for {second} {in_period}{in_unit}? | no_count",
        "What is the sum of {the_measure} for {first} and {that} for {second} {in_period}{in_unit}, {trail}? | no_count",
        "{lead} what do {the_measure} for {first} and {that} for {second} {in_period} add up to{in_unit}? | no_count",
        "What do {the_measure} for {first} and {that} for {second} {in_period} come to together{in_unit}, {trail}? | no_count",
        "Taking {first} and {second} together, what {be} {the_measure} {in_period}{in_unit}, {trail}? | no_count",
        "{lead} taking {first} and {second} together, what {be} {the_measure} {in_period}{in_unit}? | no_count",
        "If you add {the_measure} for {first} to {that} for {second} {in_period}, what do you get{in_unit}, {trail}? | no_count",
        "{lead} what total {do} {the_measure} reach for {first} and {second} {in_period}{in_unit}? | singular plain_total",
        "{lead} how many {counted} are given for {first} and {second} in total {in_period}{in_unit}? | count",
        "How many {counted} are given for {first} and {second} in total {in_period}{in_unit}, {trail}? | count",
        "{lead} what is the total number of {counted} for {first} and {second} {in_period}{in_unit}? | count",
        "What is the total number of {counted} for {first} and {second} {in_period}{in_unit}, {trail}? | count",
        "{lead} how many {counted} do the figures for {first} and {second} {in_period} add up to{in_unit}? | count",
        "Adding up {first} and {second}, how many {counted} are there {in_period}{in_unit}, {trail}? | count",
    ),
)
PERIOD_SUMS = templates(
    "sum-periods",
    (
        "{lead} what {be} the combined {measure} {for_entity} for {first} and {second}{in_unit}? | no_count",
        "What {be} the combined {measure} {for_entity} for {first} and {second}{in_unit}, {trail}? | no_count",
        "{lead} what is the sum of {the_measure} {for_entity} {first_in} and {second_in}{in_unit}? | no_count",
        "What is the sum of {the_measure} {for_entity} {first_in} and {second_in}{in_unit}, {trail}? | no_count",
        "{lead} what {be} {the_measure} {for_entity} over {first} and {second} taken together{in_unit}? | no_count",
        "Taking {first} and {second} together, what {be} {the_measure} {for_entity}{in_unit}, {trail}? | no_count",
        "{lead} adding up {first} and {second}, what {be} {the_measure} {for_entity}{in_unit}? | no_count",
        "What did {the_measure} {for_entity} add up to over {first} and {second}{in_unit}, {trail}? | no_count",
        "{lead} what total did {the_measure} {for_entity} reach across {first} and {second}{in_unit}? | plain_total",
        "How much did {the_measure} {for_entity} come to in total over {first} and {second}{in_unit}, {trail}? | plain_total",
        "{lead} how many {counted} were reported {for_entity} {first_in} and {second_in} in total{in_unit}? | count",
        "How many {counted} were reported {for_entity} {first_in} and {second_in} in total{in_unit}, {trail}? | count",
        "{lead} what was the total number of {counted} {for_entity} over {first} and {second}{in_unit}? | count",
        "Adding up {first} and {second}, how many {counted} were reported {for_entity}{in_unit}, {trail}? | count",
    ),
)
DIFFERENCES = templates(
    "difference",
    (
        "{lead} what is the absolute difference between {the_measure} for {first} and {that} for {second} {in_period}{in_unit}?",
        "What is the absolute difference between {the_measure} for {first} and for {second} {in_period}{in_unit}, {trail}?",
        "{lead} by how much {do} {the_measure} for {larger} exceed {that} for {smaller} {in_period}{in_unit}?",
        "By how much {be} {the_measure} for {larger} higher than {that} for {smaller} {in_period}{in_unit}, {trail}?",
        "{lead} how much higher {be} {the_measure} for {larger} than {that} for {smaller} {in_period}{in_unit}?",
        "How much lower {be} {the_measure} for {smaller} than {that} for {larger} {in_period}{in_unit}, {trail}?",
        "{lead} how much lower {be} {the_measure} for {smaller} than for {larger} {in_period}{in_unit}?",
        "How far apart {be} {the_measure} for {first} and {that} for {second} {in_period}{in_unit}, {trail}?",
        "{lead} how large is the gap in {the_measure} between {first} and {second} {in_period}{in_unit}?",
        "How large is the gap in {the_measure} between {first} and {second} {in_period}{in_unit}, {trail}?",
        "By what amount {do} {the_measure} for {larger} exceed {that} for {smaller} {in_period}{in_unit}, {trail}?",
    ),
)
PERIOD_DIFFERENCES = templates(
    "difference-periods",
    (
        "{lead} by how much did {the_measure} {for_entity} {move} from {first} to {second}{in_unit}?",
        "By how much did {the_measure} {for_entity} {move} from {first} to {second}{in_unit}, {trail}?",
        "{lead} by how much did {the_measure} {for_entity} {move} between {first} and {second}{in_unit}?",
        "{lead} how much {higher} {be} {the_measure} {for_entity} {second_in} than {first_in}{in_unit}?",
        "How much {higher} {be} {the_measure} {for_entity} {second_in} than {first_in}{in_unit}, {trail}?",
        "{lead} what is the absolute difference between {the_measure} {for_entity} {first_in} and {second_in}{in_unit}?",
        "What is the absolute difference between {the_measure} {for_entity} {first_in} and {that} {second_in}{in_unit}, {trail}?",
        "{lead} what {moved} did {the_measure} {for_entity} show from {first} to {second}{in_unit}?",
        "How large was the {moved} in {the_measure} {for_entity} from {first} to {second}{in_unit}, {trail}?",
        "{lead} how large was the {moved} in {the_measure} {for_entity} between {first} and {second}{in_unit}?",
        "By what amount did {the_measure} {for_entity} {move} from {first} to {second}{in_unit}, {trail}?",
    ),
)


def sums(sheet: FactSheet, rng: random.Random) -> Iterator[tuple[Along, Cells]]:
    """Give pairs that may be added: counts and amounts of two things, or of two periods, never of two days."""
    yield from _pairs(sheet, rng, operation="sum")


def differences(sheet: FactSheet, rng: random.Random) -> Iterator[tuple[Along, Cells]]:
    """Give pairs of which one is larger."""
    yield from _pairs(sheet, rng, operation="difference")


def _pairs(sheet: FactSheet, rng: random.Random, *, operation: Operation) -> Iterator[tuple[Along, Cells]]:
    groups = [*alike(sheet, "entities"), *alike(sheet, "periods")]
    choices = [(along, rng.sample(facts, 2)) for along, facts in groups for _ in range(2)]
    rng.shuffle(choices)
    for along, facts in choices:
        if _can_add(facts, sheet, along) if operation == "sum" else facts[0].number != facts[1].number:
            yield along, tuple((fact.row, fact.column) for fact in facts)


def _can_add(facts: Sequence[Fact], sheet: FactSheet, along: Along) -> bool:
    instants = along == "periods" and (
        sheet.context.is_instant or any(fact.period is None or fact.period.instant for fact in facts)
    )
    if any(_IS_BALANCE.match(fact.entity) for fact in facts) or (along == "entities" and _are_rivals(facts, sheet)):
        return False
    return all(is_additive(fact.measure) and fact.number > 0 for fact in facts) and not instants


def _are_rivals(facts: Sequence[Fact], sheet: FactSheet) -> bool:
    """Say whether facts are about versions of one thing, or things of which one is chosen: nobody adds two methods' blocks up."""
    words = " ".join((sheet.noun, sheet.context.text.partition("“")[0], *(fact.entity for fact in facts)))
    one, other = (re.sub(r"\s*\([^()]*\)", "", fact.entity).lower() for fact in facts[:2])
    return bool(_RIVALS.search(words) or _PIECES.search(facts[0].measure)) or one == other


def draft_sum(facts: Sequence[Fact], sheet: FactSheet, *, along: Along, rng: random.Random) -> Draft:
    """Ask for the sum of two numbers."""
    facts, slots, holds = _shared(facts, sheet, along=along, rng=rng)
    slots |= {"for_both": f"for {slots['first']} and {slots['second']}"}
    template, question = drafted_question(PERIOD_SUMS if along == "periods" else SUMS, slots, holds=holds, rng=rng)
    value = facts[0].number + facts[1].number
    step = f"{facts[0].number:f} + {facts[1].number:f} = {value:f}"
    unit = spoken_unit(facts[0].unit, facts[0].scale)
    return _draft(value, facts[0], question=question, template=template, slots=slots, step=step, unit=unit)


def draft_difference(facts: Sequence[Fact], sheet: FactSheet, *, along: Along, rng: random.Random) -> Draft:
    """Ask for the difference of two numbers, larger minus smaller, or how far a number moved in time."""
    facts, slots, holds = _shared(facts, sheet, along=along, rng=rng)
    larger, smaller = sorted(facts, key=lambda fact: fact.number, reverse=True)
    unit = spoken_difference(facts[0].unit, facts[0].scale)
    slots |= {
        "larger": name_of(larger, along),
        "smaller": name_of(smaller, along),
        "unit": unit,
        "in_unit": f", in {unit}" if unit else "",
    }
    slots |= _movement(facts, rng)
    template, question = drafted_question(PERIOD_DIFFERENCES if along == "periods" else DIFFERENCES, slots, holds=holds, rng=rng)
    value = larger.number - smaller.number
    step = f"{larger.number:f} - {smaller.number:f} = {value:f}".replace("- -", "- (-") + (")" if smaller.number < 0 else "")
    return _draft(value, facts[0], question=question, template=template, slots=slots, step=step, unit=unit)


def _shared(
    facts: Sequence[Fact], sheet: FactSheet, *, along: Along, rng: random.Random
) -> tuple[list[Fact], dict[str, str], frozenset[str]]:
    ordered = (
        sorted(facts, key=lambda fact: fact.period.order if fact.period else (0, 0, 0)) if along == "periods" else list(facts)
    )
    slots = {**fact_slots(ordered[0]), **placed(sheet.context, rng)}
    slots |= {"first": name_of(ordered[0], along), "second": name_of(ordered[1], along)}
    holds = {"timed" if ordered[0].period else "untimed", "singular" if slots["that"] == "that" else "plural"}
    holds |= {"count"} if slots["counted"] else {"no_count"}
    holds |= {"plain_total"} if "total" not in slots["measure"] and not slots["counted"] else set()
    if along == "entities":
        return ordered, slots | {"entity": "", "for_entity": ""}, frozenset(holds)
    first, second = (fact.period for fact in ordered[:2])
    assert first is not None and second is not None
    return (
        ordered,
        slots | {"period": "", "in_period": "", "first_in": first.phrase, "second_in": second.phrase},
        frozenset(holds),
    )


def _movement(facts: Sequence[Fact], rng: random.Random) -> dict[str, str]:
    if facts[1].number > facts[0].number:
        verb, noun = rng.choice((("rise", "rise"), ("increase", "increase"), ("grow", "increase")))
        return {"move": verb, "moved": noun, "higher": "higher"}
    verb, noun = rng.choice((("fall", "fall"), ("decrease", "decrease"), ("decline", "decline")))
    return {"move": verb, "moved": noun, "higher": "lower"}


def _draft(value: Decimal, fact: Fact, *, question: str, template: str, slots: dict[str, str], step: str, unit: str) -> Draft:  # noqa: PLR0913
    decimals = max(0, -int(value.as_tuple().exponent))
    name = "pp" if fact.unit == "%" and unit.startswith("percentage") else fact.unit
    return Draft(
        question=question,
        answer=Answer(kind="number", value=f"{value:f}", unit=name, scale=fact.scale, decimals=decimals),
        contract=number_contract(unit, decimals).replace(", as printed,", ""),
        scorer="number",
        template=template,
        slots=slots,
        operation="sum" if "+" in step else "difference",
        steps=(step, f"answer: {value:f}"),
    )
