"""The 41 question templates: what they ask, what is right, and that it cannot be told without the text (DH-45 to DH-54)."""

from __future__ import annotations

import random
import re
from collections import Counter
from decimal import Decimal
from typing import get_args

import pytest

from evidoc.errors import UnknownName
from evidoc.recipes.dochop._changed import members_if
from evidoc.recipes.dochop._ground import AnswerType, Question, Slots, plain, written
from evidoc.recipes.dochop._question_answers import ANSWERS
from evidoc.recipes.dochop._question_words import WORDS, WORDS_ZH
from evidoc.recipes.dochop._questions import CATEGORIES, ask_question, depends_on_label, templates
from evidoc.recipes.dochop._records import ConstraintNode
from tests.recipes.dochop.answers_in_pandas import answer_with_pandas
from tests.recipes.dochop.asked import ground

NAMED_BY_SLOT = {"Q37", "Q40"}  # templates that name entities; DH-47


def questions(count: int, *, wanted: tuple[str, ...], language: str = "en") -> list[tuple[Question, int]]:
    rng = random.Random(4)
    asked = [(ask_question(ground(seed, language), wanted=rng.choice(wanted), rng=rng), seed) for seed in range(count)]
    return [(question, seed) for question, seed in asked if question is not None]


def test_there_are_exactly_41_templates_in_six_categories() -> None:
    """DH-45, DH-46."""
    sizes = Counter(template.category for template in templates().values())
    assert sizes == {
        "value_retrieval": 7, "counting": 6, "numeric_reasoning": 9, "ranking": 7, "hypothetical": 7, "fact_checking": 5,
    }  # fmt: skip
    assert sum(sizes.values()) == 41
    assert set(templates()) == set(ANSWERS) == set(WORDS) == set(WORDS_ZH)
    assert {template.answer_type for template in templates().values()} == set(get_args(AnswerType))


@pytest.mark.parametrize("template", list(templates()))
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_template_is_asked_somewhere(template: str, language: str) -> None:
    rng = random.Random(1)
    for seed in range(200):
        question = ask_question(ground(seed, language), wanted=template, rng=rng)
        if question is not None:
            assert question.template == template
            assert "{" not in question.text
            return
    raise AssertionError(f"{template} was never asked over 200 instances")


@pytest.mark.parametrize("category", CATEGORIES)
def test_two_implementations_agree(category: str) -> None:
    """DH-49: the direct answer and the one of data frames."""
    asked = questions(60, wanted=(category,))
    assert len(asked) > 40
    for question, seed in asked:
        assert answer_with_pandas(question.template, question.slots, ground(seed).trace) == question.answer


@pytest.mark.parametrize("category", CATEGORIES)
def test_the_answer_depends_on_who_bears_the_label(category: str) -> None:
    """DH-48: with all entities in their place the answer is another one; for facts, with all or with the others."""
    for question, seed in questions(100, wanted=(category,)):
        made = ground(seed)
        assert depends_on_label(question.template, made, question.slots)
        if category not in ("fact_checking", "hypothetical"):
            everyone = ANSWERS[question.template](made.loose(), question.slots, made.everyone)
            assert everyone is None or written(everyone) != question.answer


def test_a_question_about_the_only_one_is_not_answered_by_most_of_the_others() -> None:
    """DH-48: the month in which every hotel was best would need no label."""
    for question, seed in questions(150, wanted=("Q02", "Q03", "Q05", "Q06")):
        made = ground(seed)
        alone = [ANSWERS[question.template](made.loose(), question.slots, (name,)) for name in made.others(made.chosen)]
        same = [result for result in alone if result is not None and written(result) == question.answer]
        assert 2 * len(same) <= len(alone)


def test_no_question_names_who_bears_the_label() -> None:
    """DH-47, but where a template states something of a named entity, or a condition compares with one."""
    for question, seed in questions(200, wanted=CATEGORIES):
        if question.template in NAMED_BY_SLOT:
            continue
        made = ground(seed)
        conditions = [node.condition for node in made.trace.tree.nodes if isinstance(node, ConstraintNode)]
        allowed = {condition.parameters.reference for condition in [*conditions, question.slots.condition] if condition}
        named = {name for name in made.chosen if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", question.text)}
        assert named <= allowed, question.text
        assert made.label.name in question.text or question.template in ("Q35",)


def test_facts_are_true_as_often_as_not() -> None:
    """DH-52: 50 % within 5, over all and not far from it for each template."""
    asked = [question for question, _ in questions(600, wanted=("fact_checking",))]
    share = sum(question.answer == "yes" for question in asked) / len(asked)
    assert abs(share - 0.5) <= 0.05
    for name in ("Q37", "Q38", "Q39", "Q40", "Q41"):
        answers = [question.answer for question in asked if question.template == name]
        assert 0.25 <= answers.count("yes") / len(answers) <= 0.75, name


def test_both_sorts_of_hypothetical_questions_are_asked() -> None:
    """DH-53: each at least 30 %."""
    sorts = Counter(question.sort for question, _ in questions(300, wanted=("hypothetical",)))
    assert set(sorts) == {"values", "trace"}
    assert min(sorts.values()) >= 0.3 * sum(sorts.values())


def test_a_question_says_which_values_and_clauses_it_rests_on() -> None:
    for question, seed in questions(100, wanted=CATEGORIES):
        made = ground(seed)
        assert question.clauses == tuple(node.id for node in made.trace.tree.nodes)
        assert all((cell.chart, cell.entity, cell.column) in made.values for cell in question.cells)
        if question.template in ("Q14", "Q15", "Q23", "Q30"):
            assert {cell.entity for cell in question.cells} == set(made.chosen)
            assert {cell.column for cell in question.cells} == {question.slots.column}


def test_moving_a_value_that_is_not_noted_changes_no_answer() -> None:
    """The cells of a question and of its trace are all that its answer rests on."""
    for question, seed in questions(60, wanted=("numeric_reasoning", "ranking")):
        made = ground(seed)
        noted = {(cell.chart, cell.entity, cell.column) for cell in question.cells}
        values = {key: value if key in noted else value + 1 for key, value in made.values.items()}
        moved = type(made)(**{**made.__dict__, "values": values})
        result = ANSWERS[question.template](moved, question.slots, made.chosen)
        assert result is not None and written(result) == question.answer


def test_a_condition_left_as_it_is_leaves_the_members() -> None:
    for seed in range(30):
        made = ground(seed)
        for node in made.trace.tree.nodes:
            if isinstance(node, ConstraintNode):
                assert members_if(made.loose(), Slots(node=node.id, condition=node.condition)) == made.chosen


def test_a_question_is_asked_in_the_language_of_its_pool() -> None:
    for question, _ in questions(60, wanted=CATEGORIES, language="zh"):
        assert re.search(r"[\u4e00-\u9fff]", question.text)
        assert question.text[-1] in "？。"


def test_the_same_seed_asks_the_same() -> None:
    first, second = (ask_question(ground(5), wanted="ranking", rng=random.Random(9)) for _ in range(2))
    assert first == second


def test_an_article_fits_its_noun() -> None:
    for question, _ in questions(200, wanted=("Q33", "Q34")):
        assert not re.search(r"\ba [aeiou]|\ban [^aeiou]", question.text), question.text


def test_an_unknown_category_is_named() -> None:
    with pytest.raises(UnknownName, match="counting"):
        ask_question(ground(1), wanted="countings", rng=random.Random(1))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Decimal("0.1") + Decimal("0.2"), "0.3"),
        (Decimal("2.675"), "2.68"),
        (Decimal("0.005"), "0.01"),
        (sum([Decimal("0.1")] * 10, Decimal(0)), "1"),
        (Decimal(31) / 3, "10.33"),
        (Decimal("-0.5"), "-0.5"),
        (Decimal("-0.001"), "0"),
        (Decimal("1200"), "1200"),
        (Decimal("1E+3"), "1000"),
        (True, "yes"),
        (False, "no"),
        (3, "3"),
        (("b", "a"), ("b", "a")),
    ],
)
def test_answers_are_written_without_float_noise(value: Decimal | int | tuple[str, ...], text: str | tuple[str, ...]) -> None:
    """Case G08: decimals, half up, whole numbers as whole numbers."""
    assert written(value) == text


def test_idle_zeros_are_left_out() -> None:
    assert [plain(Decimal(text)) for text in ("12.50", "34.00", "100", "-0")] == ["12.5", "34", "100", "0"]
