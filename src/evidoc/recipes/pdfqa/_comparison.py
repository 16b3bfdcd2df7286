"""Comparison: which of two or three things, or of two periods, has the higher or lower value."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from evidoc.answers.choice import options_contract
from evidoc.answers.statement import tells_apart, words_of
from evidoc.recipes.pdfqa._draft import Draft, does, drafted_question, fact_slots, placed
from evidoc.recipes.pdfqa._facts import Fact, FactSheet
from evidoc.recipes.pdfqa._phrases import listed, templates
from evidoc.recipes.pdfqa._unit import Along
from evidoc.records.item import Answer

Cells = tuple[tuple[int, int], ...]
_SUPERLATIVE = re.compile(r"(?:long|short|larg|small|high|low|great|few|old|young|new|lat)est\b|most |least ", re.IGNORECASE)
_MOST_ALIKE = 40  # facts of one measure from which pairs are drawn; a longer list has more than enough

TEMPLATES = templates(
    "comparison",
    (
        "{lead} {which} {had} the {degree} {measure} {in_period}: {names}?",
        "{which} {had} the {degree} {measure} {in_period}, {names}, {trail}?",
        "Of {all}, which {had} the {degree} {measure} {in_period}, {trail}?",
        "{lead} which of {all} {had} the {degree} {measure} {in_period}?",
        "Looking at {all}, which {had} the {degree} {measure} {in_period}, {trail}?",
        "{lead} {be} {the_measure} {in_period} {degree} for {first} or for {second}? | two",
        "{be} {the_measure} {in_period} {degree} for {first} or for {second}, {trail}? | two",
        "{lead} {did} {first} or {second} have the {degree} {measure} {in_period}? | two",
        "Between {first} and {second}, which {had} the {degree} {measure} {in_period}, {trail}? | two",
        "{lead} comparing {first} with {second}, which {had} the {degree} {measure} {in_period}? | two",
        "Which one {had} the {degree} {measure} {in_period}, {names}, {trail}?",
        "{lead} for which of {all} {be} {the_measure} {in_period} the {degree}?",
    ),
)
PERIOD_TEMPLATES = templates(
    "comparison-periods",
    (
        "{lead} in which {period_noun} {be} {the_measure} {for_entity} {degree}, {names}?",
        "In which {period_noun} {be} {the_measure} {for_entity} {degree}, {names}, {trail}?",
        "{lead} {be} {the_measure} {for_entity} {degree} {first_in} or {second_in}?",
        "{be} {the_measure} {for_entity} {degree} {first_in} or {second_in}, {trail}?",
        "Comparing {first} and {second}, in which {period_noun} {be} {the_measure} {for_entity} {degree}, {trail}?",
        "{lead} which {period_noun} saw the {degree} {measure} {for_entity}, {names}?",
        "Which {period_noun} saw the {degree} {measure} {for_entity}, {names}, {trail}?",
        "{lead} of {first} and {second}, which {period_noun} had the {degree} {measure} {for_entity}?",
        "Of {first} and {second}, which {period_noun} had the {degree} {measure} {for_entity}, {trail}?",
        "{lead} when {be} {the_measure} {for_entity} {degree}: {first_in} or {second_in}?",
    ),
)


def options(sheet: FactSheet, rng: random.Random) -> Iterator[tuple[Along, Cells]]:
    """Give pairs and triples of facts that differ only in whom they are about, and pairs that differ only in the period."""
    groups: list[tuple[Along, list[Fact]]] = [*alike(sheet, "entities"), *alike(sheet, "periods")]
    rng.shuffle(groups)
    choices = []
    for along, facts in groups:
        sizes = (2, 2, 3) if along == "entities" and len(facts) > 2 else (2,)
        choices += [(along, rng.sample(facts, size)) for size in sizes]
    rng.shuffle(choices)
    for along, facts in choices:
        if _has_one_extreme(facts):
            yield along, tuple((fact.row, fact.column) for fact in facts)


def alike(sheet: FactSheet, along: Along) -> list[tuple[Along, list[Fact]]]:
    """Group the facts that can be set against each other: same measure and unit, and they differ in one thing only."""
    groups: dict[tuple[str, str, str, int], list[Fact]] = {}
    for fact in sheet.facts:
        if (fact.is_total and along == "entities") or _SUPERLATIVE.match(fact.measure):
            continue
        fixed = (fact.period.name if fact.period else "") if along == "entities" else fact.entity
        groups.setdefault((fact.measure, fixed, fact.unit, fact.scale), []).append(fact)
    lists = [[fact for fact in facts if (fact.entity if along == "entities" else fact.period)] for facts in groups.values()]
    return [(along, facts[:_MOST_ALIKE]) for facts in lists if len(facts) > 1]


def draft(facts: Sequence[Fact], sheet: FactSheet, *, along: Along, rng: random.Random) -> Draft:
    """Ask which of the facts has the highest or the lowest number."""
    if along == "periods":
        facts = sorted(facts, key=lambda fact: fact.period.order if fact.period else (0, 0, 0))
    is_high = rng.random() < 0.6
    best = max(facts, key=lambda fact: fact.number) if is_high else min(facts, key=lambda fact: fact.number)
    names = [name_of(fact, along) for fact in facts]
    slots = {**fact_slots(facts[0]), **placed(sheet.context, rng), **_compared(names, is_high=is_high)}
    slots |= {"did": does(facts[0]), "which": f"which {sheet.noun}" if sheet.noun else "which"}
    if along == "periods":
        slots |= _timed(facts)
    else:
        slots |= {"entity": "", "for_entity": ""}
    slots |= {"unit": "", "in_unit": ""}
    holds = frozenset({"two"} if len(facts) == 2 else set())
    template, question = drafted_question(PERIOD_TEMPLATES if along == "periods" else TEMPLATES, slots, holds=holds, rng=rng)
    ordered = sorted(facts, key=lambda fact: fact.number, reverse=is_high)
    return Draft(
        question=question,
        answer=Answer(kind="text", value=name_of(best, along), aliases=_aliases(best, facts, along)),
        contract=options_contract(names),
        scorer="exact",
        template=template,
        slots=slots,
        operation="highest" if is_high else "lowest",
        steps=(
            f"order: {(' > ' if is_high else ' < ').join(f'{fact.number:f}' for fact in ordered)}",
            f"answer: {name_of(best, along)}",
        ),
    )


def name_of(fact: Fact, along: Along) -> str:
    """Name what distinguishes a fact: whom it is about, or its period."""
    return (fact.period.name if fact.period else "") if along == "periods" else fact.entity


def _compared(names: Sequence[str], *, is_high: bool) -> dict[str, str]:
    degree = ("higher" if is_high else "lower") if len(names) == 2 else ("highest" if is_high else "lowest")
    return {
        "names": listed(names, word="or"),
        "all": listed(names, word="and"),
        "third": names[2] if len(names) > 2 else "",
        "first": names[0],
        "second": names[1],
        "degree": degree,
    }


def _timed(facts: Sequence[Fact]) -> dict[str, str]:
    first, second = (fact.period for fact in facts[:2])
    assert first is not None and second is not None
    return {"period": "", "in_period": "", "period_noun": first.noun, "first_in": first.phrase, "second_in": second.phrase}


def _aliases(best: Fact, facts: Sequence[Fact], along: Along) -> tuple[str, ...]:
    """Give other right ways of writing the answer: as the table writes it, and what alone tells it from the other options.

    A way of writing that fits another option too is none: "refined flour" of "refined flour (rye)" and "refined flour (bran)".
    """
    others = [{_key(text) for text in _ways(fact, along)} for fact in facts if fact is not best]
    names = [name_of(fact, along) for fact in facts if fact is not best]
    own = name_of(best, along)
    return tuple(
        way
        for way in dict.fromkeys(_ways(best, along))
        if way != own and not any(_key(way) in ways for ways in others) and tells_apart(way, names)
    )


def _ways(fact: Fact, along: Along) -> list[str]:
    """Give all ways in which an option may be written, whether or not they fit it alone."""
    if along == "periods":
        period = fact.period
        years = re.findall(r"\b(?:19|20)\d\d\b", period.name) if period is not None else []
        known = [period.name, period.phrase, fact.period_heading] if period is not None else []
        return [text for text in (*known, *(years if len(years) == 1 else ())) if text]
    parted = _PARTED.fullmatch(fact.entity)
    parts = [part for part in parted.groups() if re.search(r"[^\W\d_]{2}", part)] if parted else []
    return [text for text in (fact.entity, fact.entity_heading, *parts) if text]


def _key(text: str) -> str:
    return " ".join(words_of(text))


_PARTED = re.compile(r"([^()]+?) \((.+)\)")  # a name, and in brackets the group that it belongs to


def _has_one_extreme(facts: Sequence[Fact]) -> bool:
    return len({fact.number for fact in facts}) == len(facts)
