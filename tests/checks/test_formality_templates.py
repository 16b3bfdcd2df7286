"""What a concept's template says is the concept's own; only what fills it is looked at."""

from __future__ import annotations

from msgspec.structs import replace

from evidoc.checks import formality
from evidoc.kit import Kit
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item
from tests.build import item_of

TEMPLATE = "Why is there [ ]? Is there any table on it? What is the main point of the table?"


def item_with(question: str, template: str = TEMPLATE) -> Item:
    item = item_of(question)
    return replace(item, construction=replace(item.construction, template=template))


def reason(item: Item) -> str:
    verdict = formality.check(item, Corpus(()), Kit())
    return "" if verdict is None else verdict.reason


def test_a_template_of_three_questions_may_ask_three() -> None:
    assert reason(item_with(TEMPLATE.replace("[ ]", "salt in soils"))) == ""


def test_a_fourth_question_is_one_too_many() -> None:
    assert reason(item_with(TEMPLATE.replace("[ ]", "salt? And sand"))) == "several_questions"


def test_a_filling_that_points_is_seen() -> None:
    assert reason(item_with(TEMPLATE.replace("[ ]", "salt in the table above"))) == "pointing"


def test_words_that_agree_with_a_filling_are_the_concepts_own() -> None:
    """Table 10 has "additionally describe it" for "additionally describing it"."""
    template = "Why is there [ ]? Is there any table additionally describing it? What is the main point of the table?"
    assert reason(item_with(template.replace("[ ]", "salt").replace("describing", "describe"), template)) == ""


def test_what_the_last_sentence_goes_on_with_is_seen() -> None:
    template = "How can [ ] address these issues?"
    assert reason(item_with("How can drains address this issue by washing soils?", template)) == ""
    assert reason(item_with("How can drains address this issue as in the table above?", template)) == "pointing"


def test_without_a_template_all_words_count() -> None:
    assert reason(item_with("What is the main point of the table?", "")) == "pointing"
