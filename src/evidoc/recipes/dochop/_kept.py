"""An item's symbolic record read back: the values of its charts, who bears the label, and the question over them (DH-62)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import msgspec

from evidoc.errors import InvalidRecord, UnknownName
from evidoc.recipes.dochop._execution import charts_of, execute
from evidoc.recipes.dochop._ground import AnswerType, Category, Ground, Question, Slots, ground_of
from evidoc.recipes.dochop._labels import Label
from evidoc.recipes.dochop._narrator import Narrative, Span
from evidoc.recipes.dochop._pools import pool_named
from evidoc.recipes.dochop._question_answers import ANSWERS
from evidoc.recipes.dochop._records import ChartSchema, ChartTable, Pool, Tree
from evidoc.recipes.dochop._trace import Trace
from evidoc.recipes.dochop._trees import sink_of
from evidoc.records.item import Item
from evidoc.records.record import Record

WRITTEN_POOL = "pool_record"  # the slot that keeps a pool which a model wrote


class Kept(Record, frozen=True, kw_only=True):
    """The question of an item, with the cells that it reads, and the ground that it is asked over."""

    question: Question
    ground: Ground


def kept_of(item: Item) -> Kept:
    """Read back what an item was made from; its text is not part of that and left empty.

    Raises:
        InvalidRecord: The item was not made by this recipe, or its record is damaged.
    """
    slots = {slot.name: slot.value for slot in item.construction.slots}
    try:
        trace = _trace(slots)
        asked = msgspec.json.decode(slots["question"], type=Slots)
        pool = pool_of_record(slots)
        name = slots["label"]
    except (KeyError, msgspec.MsgspecError, UnknownName) as error:
        raise InvalidRecord(f"item {item.id}: its construction cannot be read: {error}; DocHop's items keep it") from error
    label = Label(name=name, participle="", verb="", verb_plural="", negated="", language=item.language)
    silent = Narrative(title="", paragraphs=(), clauses=(), definition=Span(paragraph=0, start=0, end=0))
    ground = ground_of(trace, pool, label=label, narrative=silent)
    return Kept(question=_question(item, asked, ground), ground=ground)


def pool_of_record(slots: Mapping[str, str]) -> Pool:
    """Give the pool of an item: one that a model wrote stands in its record, the others are bundled.

    Raises:
        KeyError: The record names none.
        UnknownName: It names one that is not bundled.
    """
    if WRITTEN_POOL in slots:
        return msgspec.json.decode(slots[WRITTEN_POOL], type=Pool)
    return pool_named(slots["pool"])


def _trace(slots: dict[str, str]) -> Trace:
    schemas = msgspec.json.decode(slots["schemas"], type=tuple[ChartSchema, ...])
    tree = msgspec.json.decode(slots["tree"], type=Tree)
    tables = msgspec.json.decode(slots["tables"], type=tuple[ChartTable, ...])
    satisfied = tuple(execute(tree, charts_of(schemas, tables)).values())
    return Trace(schemas=schemas, tree=tree, tables=tables, satisfied=satisfied, final=satisfied[sink_of(tree)])


def _question(item: Item, slots: Slots, ground: Ground) -> Question:
    noting = ground.noting()
    ANSWERS[item.construction.template](noting, slots, ground.chosen)
    return Question(
        template=item.construction.template,
        category=cast(Category, item.task.category),
        text=item.question,
        answer=item.answer.value,
        answer_type=cast(AnswerType, item.measures.answer_type),
        slots=slots,
        cells=tuple(sorted(noting.read or {}, key=lambda cell: (cell.chart, cell.entity, cell.column))),
        clauses=(),
        unit=item.answer.unit,
    )
