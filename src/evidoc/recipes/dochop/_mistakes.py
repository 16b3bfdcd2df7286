"""A reader that knows what the charts show and errs at each step with a given chance, and what a wrong answer comes of.

Both work on the symbolic record that an item keeps, so they need neither the page nor a model, and cannot be had for
items of another origin. Source: DH-72, DH-74.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

from evidoc.recipes.dochop._changed import satisfied_by
from evidoc.recipes.dochop._diagnosis import Mistake, diagnose
from evidoc.recipes.dochop._ground import Ground, Question, written
from evidoc.recipes.dochop._kept import kept_of
from evidoc.recipes.dochop._panels import panels_of
from evidoc.recipes.dochop._question_answers import ANSWERS
from evidoc.recipes.dochop._records import CompositionNode, ConstraintNode, Node
from evidoc.records.item import Item

_OF_CHARTS = 0.1  # how much of the rate each further chart of a page adds to a step, as one that may be taken for the right one
_MARKS = (1, 2, 3)  # reading margins by which a value is misread
_WHOLE_TRACE = frozenset({"Q35", "Q36"})  # these execute the trace anew, and so see no slip of an earlier step


def reply_with_mistakes(item: Item, *, rate: float, rng: random.Random) -> str:
    """Say what a reader answers who errs with this chance at each step: a condition, a joining of lists, the question.

    A slip at a list puts one wrong entity on it or leaves one off; a slip at the question reads one value a few marks off
    or in another entity's row. It may be put right by chance further on, as with people.

    Raises:
        InvalidRecord: The item has no symbolic record.
    """
    kept = kept_of(item)
    ground, question = kept.ground.loose(), kept.question
    risk = 1 - (1 - rate) * (1 - _OF_CHARTS * rate) ** (len(panels_of(ground.trace.schemas)) - 1)
    chosen = _bearers(ground, risk, rng)
    if rng.random() < risk:
        ground = _misread(ground, question, rng)
        if question.template in _WHOLE_TRACE:
            chosen = _slipped(chosen, ground.everyone, rng)
    result = ANSWERS[question.template](ground, question.slots, chosen) if chosen else None
    if result is None:
        return "It cannot be told."
    answer = written(result)
    return answer if isinstance(answer, str) else ", ".join(answer)


def mistake_in(item: Item, text: str) -> Mistake:
    """Say which mistake explains an answer to an item.

    Raises:
        InvalidRecord: The item has no symbolic record.
    """
    kept = kept_of(item)
    return diagnose(text, kept.question, kept.ground)


def _bearers(ground: Ground, risk: float, rng: random.Random) -> tuple[str, ...]:
    """Work out who bears the label, with slips on the way."""
    found: dict[int, frozenset[str]] = {}
    for node in ground.trace.tree.nodes:
        given = _given(node, ground, found)
        names = _listed(node, ground, given, found)
        found[node.id] = frozenset(_slipped(names, sorted(given), rng)) if rng.random() < risk else names
    last = found[ground.trace.tree.nodes[-1].id]
    return tuple(name for name in ground.everyone if name in last)


def _given(node: Node, ground: Ground, found: dict[int, frozenset[str]]) -> frozenset[str]:
    """Give those that a node may keep."""
    if isinstance(node, ConstraintNode):
        return frozenset(ground.everyone) if node.parent is None else found[node.parent]
    return frozenset().union(*(found[entry] for entry in node.inputs))


def _listed(node: Node, ground: Ground, given: frozenset[str], found: dict[int, frozenset[str]]) -> frozenset[str]:
    if isinstance(node, CompositionNode):
        sets = [found[entry] for entry in node.inputs]
        return frozenset.intersection(*sets) if node.combination == "AND" else given
    return satisfied_by(ground, node.condition, sorted(given)) or frozenset()


def _slipped(names: Iterable[str], given: Sequence[str], rng: random.Random) -> tuple[str, ...]:
    """Put one of those given on a list that it is not on, or leave it off."""
    if not given:
        return tuple(names)
    return tuple(sorted(set(names) ^ {rng.choice(given)}))


def _misread(ground: Ground, question: Question, rng: random.Random) -> Ground:
    """Read one of the values that the question asks for a few marks off, or in the row of another entity."""
    if not question.cells:
        return ground
    cell = rng.choice(question.cells)
    key = (cell.chart, cell.entity, cell.column)
    if rng.random() < 0.5:
        moved = ground.values[key] + rng.choice((1, -1)) * rng.choice(_MARKS) * ground.margins[cell.chart]
    else:
        moved = ground.values[cell.chart, rng.choice(ground.others([cell.entity])), cell.column]
    return replace(ground, values={**ground.values, key: moved})
