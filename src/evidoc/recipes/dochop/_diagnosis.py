"""Why a wrong answer is wrong: the label was left aside, values of two entities were confused, or a mark was misread.

The question is answered again under each mistake; the class whose answer is the given one is proposed. Source: DH-74.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Literal

from evidoc.answers.list import read_list, same_list
from evidoc.answers.number import reply_numbers
from evidoc.answers.text import says
from evidoc.answers.yes_no import read_yes_no
from evidoc.recipes.dochop._ground import Ground, Question, Result, plain, written
from evidoc.recipes.dochop._question_answers import ANSWERS

Mistake = Literal["right", "constraint_loss", "attribution", "misreading", "unexplained"]
_OF_ALL = {"Q35": "Q08", "Q36": "Q16"}
_MARKS = (1, 2)  # grid steps of 3 % of the range by which a mark is misread
_NEAR = Decimal("0.01")  # what the official metric lets pass


def diagnose(said: str, question: Question, ground: Ground) -> Mistake:
    """Say which mistake gives the answer that was given.

    Where several do, loss of the constraint comes first, for it explains most with least, then confusion of entities,
    then misreading, and last that one entity is counted in or left out, which counts as confusion too. A yes or no is
    explained only by loss of the constraint, since any mistake may turn it over.
    """
    if _is(said, question.answer, question):
        return "right"
    for mistake, results in (
        ("constraint_loss", _without_label(question, ground)),
        ("attribution", _confused(question, ground)),
        ("misreading", _misread(question, ground)),
        ("attribution", _one_off(question, ground)),
    ):
        if any(_is(said, written(result), question) for result in results if result is not None):
            return mistake  # type: ignore[return-value]
    return "misreading" if _is_near(said, question) else "unexplained"


def _without_label(question: Question, ground: Ground) -> Iterator[Result | None]:
    """Answer as if all entities bore the label."""
    template = _OF_ALL.get(question.template, question.template)
    yield ANSWERS[template](ground.loose(), question.slots, ground.everyone)


def _confused(question: Question, ground: Ground) -> Iterator[Result | None]:
    """Answer with one entity taken for another: wrongly in, wrongly out, or its values read in another's row."""
    if question.answer_type == "yes_no":
        return
    loose, answering, chosen = ground.loose(), ANSWERS[question.template], ground.chosen
    for name in chosen:
        for other in ground.others(chosen):
            yield answering(loose, question.slots, tuple(other if entry == name else entry for entry in chosen))
        for other in ground.others([name]):
            yield answering(_with_rows_swapped(loose, name, other, question), question.slots, chosen)


def _one_off(question: Question, ground: Ground) -> Iterator[Result | None]:
    """Answer with one entity more than bear the label, or one fewer."""
    if question.answer_type == "yes_no":
        return
    loose, answering, chosen = ground.loose(), ANSWERS[question.template], ground.chosen
    for other in ground.others(chosen):
        yield answering(loose, question.slots, tuple(name for name in ground.everyone if name in chosen or name == other))
    for name in chosen if len(chosen) > 1 else ():
        yield answering(loose, question.slots, tuple(entry for entry in chosen if entry != name))


def _misread(question: Question, ground: Ground) -> Iterator[Result | None]:
    """Answer with one value read a mark too high or too low."""
    if question.answer_type == "yes_no":
        return
    loose, answering = ground.loose(), ANSWERS[question.template]
    for cell in question.cells:
        key = (cell.chart, cell.entity, cell.column)
        for steps in _MARKS:
            for sign in (1, -1):
                moved = ground.values[key] + sign * steps * ground.margins[cell.chart]
                changed = replace(loose, values={**ground.values, key: moved})
                yield answering(changed, question.slots, ground.chosen)


def _with_rows_swapped(ground: Ground, first: str, second: str, question: Question) -> Ground:
    charts = {cell.chart for cell in question.cells}
    names = {first: second, second: first}
    values = {
        key: ground.values[key[0], names.get(key[1], key[1]), key[2]] if key[0] in charts else value
        for key, value in ground.values.items()
    }
    return replace(ground, values=values)


def _is(said: str, answer: str | tuple[str, ...], question: Question) -> bool:
    """Say if the words that were said are an answer."""
    if isinstance(answer, tuple):
        entries = read_list(said, known=answer)
        return same_list(entries, answer, ordered=question.answer_type == "ordered_list")
    if question.answer_type == "yes_no":
        return read_yes_no(said) == answer
    if question.answer_type in ("number", "integer"):
        numbers = reply_numbers(said)
        return bool(numbers) and plain(numbers[-1].value) == answer
    return says(said, answer)


def _is_near(said: str, question: Question) -> bool:
    """Say if a number is off by no more than a mark or two of a chart could make it."""
    if question.answer_type != "number" or isinstance(question.answer, tuple):
        return False
    numbers, right = reply_numbers(said), Decimal(question.answer)
    return bool(numbers) and abs(numbers[-1].value - right) <= max(abs(right) * 10 * _NEAR, Decimal("0.01"))
