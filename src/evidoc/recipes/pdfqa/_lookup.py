"""Value look-up: what a table says of one thing, at one time."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from evidoc.recipes.pdfqa._draft import Draft, drafted_question, fact_needs, fact_slots, placed
from evidoc.recipes.pdfqa._facts import Fact, FactSheet
from evidoc.recipes.pdfqa._phrases import templates
from evidoc.recipes.pdfqa._spoken import spoken_unit
from evidoc.recipes.pdfqa._unit import Along
from evidoc.records.item import Answer

Cells = tuple[tuple[int, int], ...]

TEMPLATES = templates(
    "lookup",
    (
        "{lead} what {be} {the_measure} {for_entity} {in_period}{in_unit}?",
        "What {be} {the_measure} {for_entity} {in_period}{in_unit}, {trail}?",
        "{lead} what {measure} {be} reported {for_entity} {in_period}{in_unit}? | no_count bare",
        "What {measure} {be} reported {for_entity} {in_period}{in_unit}, {trail}? | no_count bare",
        "{lead} what figure is given as {the_measure} {for_entity} {in_period}{in_unit}?",
        "What value is recorded as {the_measure} {for_entity} {in_period}{in_unit}, {trail}?",
        "{lead} how high {be} {the_measure} {for_entity} {in_period}{in_unit}? | high no_count",
        "How high {be} {the_measure} {for_entity} {in_period}{in_unit}, {trail}? | high no_count",
        "{lead} how many {counted} were reported {for_entity} {in_period}{in_unit}? | count",
        "How many {counted} were reported {for_entity} {in_period}{in_unit}, {trail}? | count",
        "{lead} how much did {the_measure} {for_entity} amount to {in_period}{in_unit}? | amount timed",
        "How much did {the_measure} {for_entity} come to {in_period}{in_unit}, {trail}? | amount timed",
        "What number is stated as {the_measure} {for_entity} {in_period}{in_unit}, {trail}?",
        "{lead} what value is shown as {the_measure} {for_entity} {in_period}{in_unit}?",
    ),
)


def options(sheet: FactSheet, rng: random.Random) -> Iterator[tuple[Along, Cells]]:
    """Give every fact, in an order of chance."""
    facts = list(sheet.facts)
    rng.shuffle(facts)
    for fact in facts:
        yield "", ((fact.row, fact.column),)


def draft(facts: Sequence[Fact], sheet: FactSheet, *, along: Along, rng: random.Random) -> Draft:
    """Ask for one number."""
    (fact,) = facts
    slots = {**fact_slots(fact), **placed(sheet.context, rng)}
    holds = fact_needs(fact) | ({"bare"} if " (" not in fact.measure and " of " not in fact.measure else set())
    template, question = drafted_question(TEMPLATES, slots, holds=holds, rng=rng)
    return Draft(
        question=question,
        answer=number_answer(fact),
        contract=number_contract(spoken_unit(fact.unit, fact.scale), fact.decimals),
        scorer="number",
        template=template,
        slots=slots,
        operation="read",
        steps=(f"answer: {fact.number:f}",),
    )


def number_answer(fact: Fact) -> Answer:
    """Give the number of a fact as an answer, as printed."""
    return Answer(kind="number", value=f"{fact.number:f}", unit=fact.unit, scale=fact.scale, decimals=fact.decimals)


def number_contract(unit: str, decimals: int) -> str:
    """Say how a number is to be answered."""
    precision = "a whole number" if decimals == 0 else f"a number with {decimals} decimal{'s' if decimals > 1 else ''}"
    return f"Answer with {precision}{f' in {unit}' if unit else ''}, as printed, and no other words."
