"""Questions of all 41 templates read back to what fills them, and a question that was changed is noticed (X-17, DH-46)."""

from __future__ import annotations

import random
import time

import msgspec
import pytest

from evidoc.checks.concept import check
from evidoc.kit import Kit
from evidoc.recipes.dochop import question_fault
from evidoc.recipes.dochop._ground import Slots, written
from evidoc.recipes.dochop._question_answers import ANSWERS
from evidoc.recipes.dochop._question_read import read_question
from evidoc.recipes.dochop._questions import ask_question, templates
from tests.build import item_of
from tests.recipes.dochop.asked import ground
from tests.recipes.dochop.made import NOTHING, asking


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("template", list(templates()))
def test_a_question_reads_back_to_its_template_and_slots(template: str, language: str) -> None:
    """Fill, read, and answer what was read: several readings give one answer."""
    rng, seen = random.Random(template), 0
    for seed in range(200):
        made = ground(seed, language)
        question = ask_question(made, wanted=template, rng=rng)
        if question is None:
            continue
        seen += 1
        readings = read_question(question.text, made)
        own = [reading.slots for reading in readings if reading.template == template]
        assert any(_is_said(slots, question.slots) for slots in own), question.text
        results = [ANSWERS[reading.template](made.loose(), _with_implied(reading.slots, reading.template), made.chosen)
                   for reading in readings]  # fmt: skip
        assert {written(result) for result in results if result is not None} == {question.answer}, question.text
        if seen == 6:
            return
    assert seen >= 1


def _with_implied(slots: Slots, template: str) -> Slots:
    """Fill in the direction that a template has in its words."""
    down = template == "Q24"
    return slots if slots.direction else msgspec.structs.replace(slots, direction="down" if down else "up")


def _is_said(said: Slots, kept: Slots) -> bool:
    """Say if a field that was read is what was written, and one that was not is one that the template leaves unsaid."""
    differing = {name for name in Slots.__struct_fields__ if getattr(said, name) != getattr(kept, name)}
    return differing <= {"direction"} and (said.direction is None or not differing)


@pytest.mark.parametrize("template", list(templates()))
def test_a_made_item_still_says_its_record(template: str) -> None:
    item = asking(template).item
    assert question_fault(item) == ""
    assert check(item, NOTHING, Kit()) is None


def test_a_question_that_was_reworded_is_rejected_by_the_check() -> None:
    item = asking("Q14").item
    changed = msgspec.structs.replace(item, question=item.question.replace("total", "sum of all"))
    verdict = check(changed, NOTHING, Kit())
    assert verdict is not None
    assert (verdict.kept, verdict.reason, verdict.detail) == (False, "template_lost", "it does not read as Q14")


def test_a_question_about_another_column_is_rejected_by_the_check() -> None:
    """Only its slots changed: it is a question of its template, but not the one that was answered."""
    first = asking("Q09").item
    at_least = first.question
    for word, other in (("at least", "at most"), ("no less than", "no more than"), ("at most", "at least"),
                        ("no more than", "no less than"), ("more than", "less than"), ("less than", "more than"),
                        ("over ", "under "), ("under ", "over ")):  # fmt: skip
        if f" of {word}" in at_least:
            changed = msgspec.structs.replace(first, question=at_least.replace(f" of {word}", f" of {other}"))
            assert question_fault(changed) == "it reads as Q09, but of something else"
            return
    raise AssertionError(at_least)


def test_items_of_other_recipes_and_of_none_pass() -> None:
    item = item_of("How many?")
    assert check(item, NOTHING, Kit()) is None
    imported = msgspec.structs.replace(item, construction=msgspec.structs.replace(item.construction, recipe="dochop"))
    assert check(imported, NOTHING, Kit()) is None


def test_a_huge_question_is_read_in_no_time() -> None:
    made, started = ground(1), time.process_time()
    assert read_question("How many of the " + "hotels " * 100_000, made) == ()
    assert read_question("If the condition “" + "whose " * 300 + "” were dropped", made) == ()
    assert time.process_time() - started < 1
