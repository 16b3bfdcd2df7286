"""Yes or no: whether one thing's value is higher than another's, or whether a value rose or fell."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from evidoc.recipes.pdfqa._comparison import alike
from evidoc.recipes.pdfqa._draft import Draft, does, drafted_question, fact_needs, fact_slots, placed
from evidoc.recipes.pdfqa._facts import Fact, FactSheet
from evidoc.recipes.pdfqa._lookup import Cells
from evidoc.recipes.pdfqa._phrases import templates
from evidoc.recipes.pdfqa._unit import Along
from evidoc.records.item import Answer

TEMPLATES = templates(
    "yes_no",
    (
        "{lead} {be} {the_measure} for {first} {higher} than {that} for {second} {in_period}?",
        "{be} {the_measure} for {first} {higher} than {that} for {second} {in_period}, {trail}?",
        "{lead} {be} {the_measure} {in_period} {higher} for {first} than for {second}?",
        "{be} {the_measure} {in_period} {higher} for {first} than for {second}, {trail}?",
        "{lead} {did} {first} have a {higher} {measure} than {second} {in_period}? | singular countable",
        "{did} {first} have a {higher} {measure} than {second} {in_period}, {trail}? | singular countable",
        "{lead} {did} {first} have {higher} {measure} than {second} {in_period}? | plural",
        "{did} {first} have {higher} {measure} than {second} {in_period}, {trail}? | plural",
        "Is it true that {the_measure} for {first} {be} {higher} than {that} for {second} {in_period}, {trail}?",
        "{lead} is it true that {first} {had} a {higher} {measure} than {second} {in_period}? | singular countable",
        "{lead} {do} {the_measure} for {first} exceed {that} for {second} {in_period}? | above",
        "{do} {the_measure} for {first} exceed {that} for {second} {in_period}, {trail}? | above",
        "Comparing {first} with {second}, {be} {the_measure} {higher} for {first} {in_period}, {trail}?",
    ),
)
PERIOD_TEMPLATES = templates(
    "yes_no-periods",
    (
        "{lead} did {the_measure} {for_entity} {move} from {first} to {second}?",
        "Did {the_measure} {for_entity} {move} from {first} to {second}, {trail}?",
        "{lead} did {the_measure} {for_entity} {move} between {first} and {second}?",
        "Did {the_measure} {for_entity} {move} between {first} and {second}, {trail}?",
        "{lead} {be} {the_measure} {for_entity} {higher} {second_in} than {first_in}?",
        "{be} {the_measure} {for_entity} {higher} {second_in} than {first_in}, {trail}?",
        "Is it true that {the_measure} {for_entity} {be} {higher} {second_in} than {first_in}, {trail}?",
        "{lead} is it correct that {the_measure} {for_entity} {moved} from {first} to {second}?",
        "Was there {moved_noun} in {the_measure} {for_entity} from {first} to {second}, {trail}?",
        "{lead} was there {moved_noun} in {the_measure} {for_entity} between {first} and {second}?",
        "Comparing {first} with {second}, did {the_measure} {for_entity} {move}, {trail}?",
    ),
)
_MOVES = (
    ("rise", "rose", "a rise", True), ("increase", "increased", "an increase", True), ("go up", "went up", "an increase", True),
    ("fall", "fell", "a fall", False), ("decrease", "decreased", "a decrease", False),
    ("go down", "went down", "a decline", False),
)  # fmt: skip


def options(sheet: FactSheet, rng: random.Random) -> Iterator[tuple[Along, Cells]]:
    """Give pairs of facts with different numbers that differ only in whom they are about, or only in the period."""
    groups = [*alike(sheet, "entities"), *alike(sheet, "periods")]
    choices = [(along, rng.sample(facts, 2)) for along, facts in groups for _ in range(2)]
    rng.shuffle(choices)
    for along, facts in choices:
        if facts[0].number != facts[1].number:
            yield along, tuple((fact.row, fact.column) for fact in facts)


def draft(facts: Sequence[Fact], sheet: FactSheet, *, along: Along, rng: random.Random) -> Draft:
    """Ask whether the first is higher or lower than the second, or whether the number rose or fell in time."""
    return _of_periods(facts, sheet, rng) if along == "periods" else _of_entities(facts, sheet, rng)


def _of_entities(facts: Sequence[Fact], sheet: FactSheet, rng: random.Random) -> Draft:
    first, second = facts
    asks_higher = rng.random() < 0.6
    is_true = (first.number > second.number) == asks_higher
    slots = {**fact_slots(first), **placed(sheet.context, rng), "entity": "", "for_entity": "", "unit": "", "in_unit": ""}
    slots |= {
        "first": first.entity,
        "second": second.entity,
        "higher": "higher" if asks_higher else "lower",
        "did": does(first),
    }
    holds = set(fact_needs(first)) | {"singular" if slots["that"] == "that" else "plural"} | ({"above"} if asks_higher else set())
    template, question = drafted_question(TEMPLATES, slots, holds=frozenset(holds), rng=rng)
    return _draft(facts, question=question, template=template, slots=slots, is_true=is_true, sign=">" if asks_higher else "<")


def _of_periods(facts: Sequence[Fact], sheet: FactSheet, rng: random.Random) -> Draft:
    first, second = sorted(facts, key=lambda fact: fact.period.order if fact.period else (0, 0, 0))
    assert first.period is not None and second.period is not None
    verb, past, noun, asks_rise = rng.choice(_MOVES)
    is_true = (second.number > first.number) == asks_rise
    slots = {**fact_slots(first), **placed(sheet.context, rng), "period": "", "in_period": "", "unit": "", "in_unit": ""}
    slots |= {
        "first": first.period.name,
        "second": second.period.name,
        "first_in": first.period.phrase,
        "second_in": second.period.phrase,
    }
    slots |= {"move": verb, "moved": past, "moved_noun": noun, "higher": "higher" if asks_rise else "lower"}
    template, question = drafted_question(PERIOD_TEMPLATES, slots, holds=frozenset(), rng=rng)
    return _draft(
        (second, first), question=question, template=template, slots=slots, is_true=is_true, sign=">" if asks_rise else "<"
    )


def _draft(facts: Sequence[Fact], *, question: str, template: str, slots: dict[str, str], is_true: bool, sign: str) -> Draft:  # noqa: PLR0913
    value = "yes" if is_true else "no"
    return Draft(
        question=question,
        answer=Answer(kind="yes_no", value=value),
        contract="Answer with yes or no.",
        scorer="yes_no",
        template=template,
        slots=slots,
        operation="greater" if sign == ">" else "less",
        steps=(f"{facts[0].number:f} {sign} {facts[1].number:f} is {str(is_true).lower()}", f"answer: {value}"),
    )
