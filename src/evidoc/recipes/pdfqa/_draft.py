"""A question with its answer before it becomes an item, and the slots that all kinds of table question share."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evidoc.recipes.pdfqa._context import Context
from evidoc.recipes.pdfqa._facts import Fact
from evidoc.recipes.pdfqa._lexicon import HIGH, PARTICIPLES, UNCOUNTABLE, head_noun, is_additive
from evidoc.recipes.pdfqa._phrases import Template, choose, fill, is_plural, with_article
from evidoc.recipes.pdfqa._spoken import spoken_unit
from evidoc.records.item import Answer

# {0} is the topic, caption or section, {1} the document that it is in.
_LEADS: Mapping[str, Sequence[str]] = {
    "topic": (
        "In the data on {0} in {1},", "According to the data on {0} in {1},", "In the figures for {0} in {1},",
        "Going by the figures for {0} in {1},",
    ),
    "titled": ("In the table titled “{0}” in {1},", "According to the table “{0}” in {1},", "Under the caption “{0}” in {1},"),
    "section": ("In the section “{0}” of {1},", "According to the section “{0}” of {1},", "In the figures under “{0}” in {1},"),
    "place": ("In {0},", "According to {0},", "Going by {0},", "In the figures of {0},"),
}  # fmt: skip
_TRAILS: Mapping[str, Sequence[str]] = {
    "topic": (
        "according to the data on {0} in {1}", "going by the figures on {0} in {1}", "as given in the data on {0} in {1}",
        "in the data on {0} in {1}",
    ),
    "titled": (
        "according to the table titled “{0}” in {1}", "in the table “{0}” in {1}", "as given under the caption “{0}” in {1}",
    ),
    "section": (
        "according to the section “{0}” of {1}", "in the section “{0}” of {1}", "going by the figures under “{0}” in {1}",
    ),
    "place": ("according to {0}", "going by {0}", "in {0}"),
}  # fmt: skip


_IN_TOTAL = re.compile(r"total|overall|all", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Draft:
    """What one kind of question makes of its facts.

    `operation` and `steps` say how the answer follows from the evidence; `hard` is the number of steps of reasoning.
    """

    question: str
    answer: Answer
    contract: str
    scorer: str
    template: str
    slots: Mapping[str, str]
    operation: str
    steps: tuple[str, ...]


def drafted_question(
    options: Sequence[Template], slots: Mapping[str, str], *, holds: frozenset[str], rng: random.Random
) -> tuple[str, str]:
    """Choose a template and fill it; give its id and the question."""
    template = choose(options, slots, holds=holds, rng=rng)
    filled = {name: slots.get(name, "") for name in template.slots}
    return template.id, fill(template, filled)


def placed(context: Context, rng: random.Random) -> dict[str, str]:
    """Say where to look, before the question (`lead`) or after it (`trail`), and the words of both that name the document."""
    return {
        "lead": rng.choice(_LEADS[context.style]).format(context.text, context.document),
        "trail": rng.choice(_TRAILS[context.style]).format(context.text, context.document),
        "document": context.document or context.text,
    }


def fact_slots(fact: Fact) -> dict[str, str]:
    """Give the slots that say a fact: measure, entity, period, unit, and the verb that agrees."""
    plural = is_plural(fact.measure)
    past = fact.period is not None
    unit = spoken_unit(fact.unit, fact.scale)
    return {
        "measure": fact.measure,
        "the_measure": with_article(fact.measure),
        "be": ("were" if plural else "was") if past else ("are" if plural else "is"),
        "do": "did" if past else ("do" if plural else "does"),
        "had": "had" if past else "has",
        "that": "those" if plural else "that",
        "entity": fact.entity,
        "for_entity": for_entity(fact),
        "period": fact.period.name if fact.period else "",
        "in_period": fact.period.phrase if fact.period else "",
        "unit": unit,
        "in_unit": f", in {unit}" if unit and not (unit == "percent" and "percent" in fact.measure) else "",
        "counted": counted(fact.measure),
    }


def does(fact: Fact) -> str:
    """Give the auxiliary that agrees with whom a fact is about: "did" in time, else "do" for plural nouns and "does"."""
    if fact.period is not None:
        return "did"
    words = re.findall(r"[\w'’-]+", fact.entity.split(" (")[0])
    return "do" if words and words[-1].islower() and is_plural(fact.entity) else "does"


def for_entity(fact: Fact) -> str:
    """Say of whom: "for Rwanda", "in total"."""
    if not fact.entity or (_IN_TOTAL.fullmatch(fact.entity) and "total" in fact.measure):
        return ""
    return "in total" if _IN_TOTAL.fullmatch(fact.entity) else f"for {fact.entity}"


def counted(measure: str) -> str:
    """Give what a measure counts ("number of SNPs" → "SNPs"), "" where it counts nothing a person would ask "how many" of."""
    found = re.match(r"(?:total )?number of (?P<noun>.+)$", measure)
    if not found or found["noun"].split()[-1].lower() in PARTICIPLES or not is_plural(found["noun"]):
        return ""
    return found["noun"]


def fact_needs(fact: Fact) -> frozenset[str]:
    """Give what holds of a fact, so that a template may ask "how high", "how many" or "how much"."""
    holds = set()
    if HIGH.search(fact.measure.split(" (")[0]):
        holds.add("high")
    if counted(fact.measure):
        holds.add("count")
    else:
        holds.add("no_count")
    if is_additive(fact.measure) and fact.scale >= 3 and not fact.measure.startswith("number"):
        holds.add("amount")
    if fact.period is not None:
        holds.add("timed")
    if not fact.measure.startswith("number of ") and head_noun(fact.measure) not in UNCOUNTABLE:
        holds.add("countable")
    return frozenset(holds)
