"""The 41 question templates and how one of them is asked over an instance.

A question is asked only if its answer depends on who bears the label: it differs where all entities are put in their
place (DH-48). For a fact there are only two answers, so there it must differ with all entities or with those that do
not bear the label; that keeps both answers possible for each template. A question about the only one that bears it must
have another answer for half of the others at least. Source: DH-45 to DH-54, table 2.6.1.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from evidoc.errors import UnknownName
from evidoc.recipes.dochop._ground import AnswerType, Category, Ground, Question, Result, Slots, Stance, written
from evidoc.recipes.dochop._question_answers import ANSWERS
from evidoc.recipes.dochop._question_slots import drawn
from evidoc.recipes.dochop._question_text import unit_of, worded

CATEGORIES: tuple[Category, ...] = (
    "value_retrieval", "counting", "numeric_reasoning", "ranking", "hypothetical", "fact_checking",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Template:
    """One question template: its category, what sort of answer it has, and how readily it is tried.

    `weight` makes up for preconditions that seldom hold, so that the templates of a category come up about equally often.
    """

    id: str
    category: Category
    answer_type: AnswerType
    weight: float = 1.0
    sort: Literal["", "values", "trace"] = ""


@cache
def templates() -> Mapping[str, Template]:
    """Give all 41 templates by id, in the order of the table."""
    found: dict[str, Template] = {}
    for category, rows in _TABLE.items():
        for number, answer_type, weight in rows:
            sort: Literal["", "values", "trace"] = ""
            if category == "hypothetical":
                sort = "values" if number <= _LAST_OF_VALUES else "trace"
            name = f"Q{number:02}"
            found[name] = Template(id=name, category=category, answer_type=answer_type, weight=weight, sort=sort)
    return found


def ask_question(ground: Ground, *, wanted: str, rng: random.Random, stance: Stance | None = None) -> Question | None:
    """Ask a question of a category, or of a template by its id; None where the instance allows none.

    The two sorts of hypothetical questions are chosen before the template. A fact has the given `stance`, or one by chance.

    Raises:
        UnknownName: There is no such category or template.
    """
    stance = stance or Stance(truth=rng.random() < 0.5, up=rng.random() < 0.5, part=rng.random())
    for template in _in_turn(wanted, rng):
        question = _asked(template, ground, rng=rng, stance=stance)
        if question is not None:
            return question
    return None


def depends_on_label(template: str, ground: Ground, slots: Slots) -> bool:
    """Say if the answer would be another one with other entities in the place of those that bear the label (DH-48)."""
    loose, answering = ground.loose(), ANSWERS[template]
    own = _canonical(answering(loose, slots, ground.chosen))
    if templates()[template].answer_type == "yes_no":
        others = [answering(loose, slots, who) for who in (ground.everyone, ground.others(ground.chosen))]
        return any(_canonical(other) != own for other in others)
    if template in _OF_ONE:
        alone = [_canonical(answering(loose, slots, (name,))) for name in ground.others(ground.chosen)]
        return 2 * alone.count(own) <= len(alone)
    return _canonical(ANSWERS[_OF_ALL.get(template, template)](loose, slots, ground.everyone)) != own


def _asked(template: Template, ground: Ground, *, rng: random.Random, stance: Stance) -> Question | None:
    for slots in drawn(template.id, ground, rng, stance):
        result = ANSWERS[template.id](ground, slots, ground.chosen)
        if result is None or (template.answer_type == "yes_no" and result is not stance.truth):
            continue
        if depends_on_label(template.id, ground, slots):
            return _question(template, ground, slots, rng=rng)
    return None


def _question(template: Template, ground: Ground, slots: Slots, *, rng: random.Random) -> Question:
    noting = ground.noting()
    result = ANSWERS[template.id](noting, slots, ground.chosen)
    assert result is not None and noting.read is not None, "it was answered a moment ago"
    return Question(
        template=template.id,
        category=template.category,
        text=worded(template.id, ground, slots, rng),
        answer=written(result),
        answer_type=template.answer_type,
        slots=slots,
        cells=tuple(sorted(noting.read, key=lambda cell: (cell.chart, cell.entity, cell.column))),
        clauses=tuple(node.id for node in ground.trace.tree.nodes),
        unit=unit_of(template.id, ground, slots),
        sort=template.sort,
    )


def _in_turn(wanted: str, rng: random.Random) -> Iterator[Template]:
    known = templates()
    if wanted in known:
        return iter((known[wanted],))
    if wanted not in CATEGORIES:
        raise UnknownName(wanted, kind="question category or template", known=(*CATEGORIES, *known))
    found = [template for template in known.values() if template.category == wanted]
    sorts = sorted({template.sort for template in found})
    rng.shuffle(sorts)
    return iter([entry for sort in sorts for entry in _shuffled([t for t in found if t.sort == sort], rng)])


def _shuffled(found: Sequence[Template], rng: random.Random) -> list[Template]:
    """Order at random, the heavier ones rather earlier."""
    return sorted(found, key=lambda template: rng.random() ** (1 / template.weight), reverse=True)


def _canonical(result: Result | None) -> str | tuple[str, ...] | None:
    return None if result is None else written(result)


_OF_ALL = {"Q35": "Q08", "Q36": "Q16"}  # what these ask where the label is left aside
_OF_ONE = frozenset({"Q02", "Q03", "Q05", "Q06"})  # about the only one that bears the label
_LAST_OF_VALUES = 32  # Q30 to Q32 change values, Q33 to Q36 the trace
_TABLE: Mapping[Category, tuple[tuple[int, AnswerType, float], ...]] = {
    "value_retrieval": (
        (1, "entity_list", 1), (2, "number", 6), (3, "number", 12), (4, "number", 1), (5, "timestamp", 6), (6, "group", 12),
        (7, "entity", 1.5),
    ),
    "counting": (
        (8, "integer", 1), (9, "integer", 1), (10, "integer", 1), (11, "integer", 1), (12, "integer", 1), (13, "integer", 1),
    ),
    "numeric_reasoning": (
        (14, "number", 1), (15, "number", 1), (16, "number", 1), (17, "number", 1), (18, "number", 1), (19, "number", 1),
        (20, "number", 1), (21, "number", 1), (22, "number", 1),
    ),
    "ranking": (
        (23, "entity", 1), (24, "entity", 1), (25, "entity", 1), (26, "ordered_list", 1), (27, "timestamp", 1),
        (28, "group", 1), (29, "entity", 1),
    ),
    "hypothetical": (
        (30, "number", 1), (31, "number", 1), (32, "number", 1), (33, "integer", 1), (34, "entity_list", 1),
        (35, "integer", 1), (36, "number", 1),
    ),
    "fact_checking": ((37, "yes_no", 1), (38, "yes_no", 1), (39, "yes_no", 1), (40, "yes_no", 1), (41, "yes_no", 1)),
}  # fmt: skip
