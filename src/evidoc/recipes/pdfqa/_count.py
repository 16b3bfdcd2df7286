"""Count: how many rows of a whole table lie above or below a threshold."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_FLOOR, Decimal

from evidoc.recipes.pdfqa._comparison import alike
from evidoc.recipes.pdfqa._draft import Draft, drafted_question, fact_needs, fact_slots, placed
from evidoc.recipes.pdfqa._facts import Fact, FactSheet
from evidoc.recipes.pdfqa._lookup import Cells
from evidoc.recipes.pdfqa._phrases import plural, templates
from evidoc.recipes.pdfqa._spoken import spoken_number
from evidoc.recipes.pdfqa._unit import Along
from evidoc.records.item import Answer

_FEWEST, _MOST = 4, 40  # fewer rows need no counting; more cannot be counted by eye

TEMPLATES = templates(
    "count",
    (
        "{lead} how many {nouns} have {a_measure} {above} {threshold} {in_period}? | countable",
        "How many {nouns} have {a_measure} {above} {threshold} {in_period}, {trail}? | countable",
        "{lead} for how many {nouns} {be} {the_measure} {above} {threshold} {in_period}?",
        "For how many {nouns} {be} {the_measure} {above} {threshold} {in_period}, {trail}?",
        "{lead} how many of the {nouns} listed have {a_measure} {above} {threshold} {in_period}? | countable",
        "How many of the {nouns} listed have {a_measure} {above} {threshold} {in_period}, {trail}? | countable",
        "{lead} how many {nouns} are there with {a_measure} {above} {threshold} {in_period}? | countable",
        "How many {nouns} are there with {a_measure} {above} {threshold} {in_period}, {trail}? | countable",
        "{lead} in how many {nouns} {be} {the_measure} {above} {threshold} {in_period}? | where",
        "{lead} how many {nouns} are there for which {the_measure} {be} {above} {threshold} {in_period}?",
        "How many are the {nouns} for which {the_measure} {be} {above} {threshold} {in_period}, {trail}?",
        "{lead} what number of {nouns} have {a_measure} {above} {threshold} {in_period}? | countable",
        "Counting only {nouns} with {a_measure} {above} {threshold} {in_period}, how many are there {trail}? | countable",
        "{lead} {a_measure} {above} {threshold} is found for how many {nouns} {in_period}? | singular countable",
    ),
)


def options(sheet: FactSheet, rng: random.Random) -> Iterator[tuple[Along, Cells]]:
    """Give whole columns of which every row can be read and none is a total."""
    if not sheet.noun:
        return
    columns = [facts for _, facts in alike(sheet, "entities") if _is_countable(facts, sheet)]
    rng.shuffle(columns)
    for facts in columns:
        yield "entities", tuple((fact.row, fact.column) for fact in facts)


def _is_countable(facts: Sequence[Fact], sheet: FactSheet) -> bool:
    one_column = len({fact.column for fact in facts}) == 1
    return (
        one_column and len(facts) == sheet.rows and _FEWEST <= len(facts) <= _MOST and len({fact.number for fact in facts}) >= 3
    )


def draft(facts: Sequence[Fact], sheet: FactSheet, *, along: Along, rng: random.Random) -> Draft:
    """Ask how many rows lie above or below a round number that is not among them."""
    threshold = threshold_between(sorted({fact.number for fact in facts}), rng)
    is_above = rng.random() < 0.6
    count = sum(fact.number > threshold if is_above else fact.number < threshold for fact in facts)
    fact = facts[0]
    slots = {**fact_slots(fact), **placed(sheet.context, rng), "entity": "", "for_entity": "", "unit": "", "in_unit": ""}
    slots |= {"nouns": plural(sheet.noun), "a_measure": _with_a(fact.measure, slots["that"])}
    slots |= {
        "above": rng.choice(("above", "over", "greater than") if is_above else ("below", "under", "less than")),
        "threshold": spoken_number(threshold, fact.unit, fact.scale),
    }
    holds = fact_needs(fact) | frozenset(
        {"singular" if slots["that"] == "that" else "plural"} | ({"where"} if _PLACES.search(sheet.noun) else set())
    )
    template, question = drafted_question(TEMPLATES, slots, holds=holds, rng=rng)
    sign = ">" if is_above else "<"
    return Draft(
        question=question,
        answer=Answer(kind="number", value=str(count), decimals=0),
        contract="Answer with a whole number and no other words.",
        scorer="number",
        template=template,
        slots=slots | {"limit": f"{threshold:f}"},
        operation="count_above" if is_above else "count_below",
        steps=(f"count the numbers {sign} {threshold:f}: {count}", f"answer: {count}"),
    )


def threshold_between(numbers: Sequence[Decimal], rng: random.Random) -> Decimal:
    """Give the roundest number strictly between two neighbours in the middle of sorted distinct numbers.

    Between whole numbers it is whole; where two of them follow each other it is the lower one.
    """
    low = rng.randrange(max(0, len(numbers) // 4 - 1), min(len(numbers) - 1, max(1, 3 * len(numbers) // 4)))
    below, above = numbers[low], numbers[low + 1]
    are_whole = all(number == number.to_integral_value() for number in numbers)
    for power in range(12, -1 if are_whole else -13, -1):
        for factor in (Decimal(5), Decimal(2), Decimal(1)):
            step = factor.scaleb(power)
            rounded = ((below / step).to_integral_value(ROUND_FLOOR) + 1) * step
            if below < rounded < above:
                return _plain(rounded)
    return _plain(below)


_PLACES = re.compile(
    r"\b(?:country|region|site|location|state|city|area|district|province|village|plot|field|lake|river)$", re.IGNORECASE
)


def _plain(number: Decimal) -> Decimal:
    return number.quantize(Decimal(1)) if number == number.to_integral_value() else number.normalize()


def _with_a(measure: str, that: str) -> str:
    if that == "those":
        return measure
    return f"{'an' if re.match(r'[aeiouAEIOU]|[FHLMNRSX][A-Z]', measure) else 'a'} {measure}"
