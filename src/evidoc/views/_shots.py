"""Worked examples from the training split, shown before the item itself. Source: DHQ-109."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Literal

import msgspec

from evidoc.errors import UsageError
from evidoc.records.bench import SPLITS_FILE, Bench
from evidoc.records.entities import entities_of, entity_labels, entity_text
from evidoc.records.item import Item
from evidoc.records.reply import Part, TextPart
from evidoc.views._context import Context
from evidoc.views._entity_list import label_of
from evidoc.views._words import words
from evidoc.wording import fenced


class _Row(msgspec.Struct):
    item: str
    split: str = ""


class Shots:
    """The training items of a bench, from which examples are taken; read when the first is asked for."""

    def __init__(self, bench: Bench) -> None:
        """Take the bench."""
        self._bench = bench

    def chosen(self, item: Item, *, count: int) -> Sequence[Item]:
        """Give the shortest training items of the same concept over none of the item's documents.

        Where the concept has too few, others of the same group follow; there may be fewer than asked for. Equally long ones
        go by their id, so that an item has the same examples in every run.
        """
        own = {link.id for link in item.documents}
        strangers = [one for one in self.training if one.task.group == item.task.group and not _documents(one) & own]
        strangers.sort(key=lambda one: (one.task.concept != item.task.concept, _length(one), one.id))
        return strangers[:count]

    @cached_property
    def training(self) -> list[Item]:
        """The items of the training split, in order.

        Raises:
            UsageError: The bench has not been split.
        """
        path = self._bench.folder / SPLITS_FILE
        if not path.is_file():
            raise UsageError(f"{self._bench.folder} has no {SPLITS_FILE}, from which examples are taken; run evidoc split first")
        with path.open("rb") as file:
            rows = [msgspec.json.decode(line, type=_Row) for line in file]
        names = {row.item for row in rows if row.split == "train"}
        return [item for item in self._bench.items() if item.id in names]


def example_text(item: Item, context: Context, *, answer: Literal["text", "indices"]) -> str:
    """Write an example: the entities that its evidence is in, the question, and the right answer."""
    documents = {link.id: context.corpus[link.id] for link in item.documents}
    entities = entities_of(list(documents.values()))
    labels = sorted(index for index in entity_labels([(one.document, one.block) for one in item.needed], entities) if index >= 0)
    lines = [
        f"{label_of(entities[index])} {entity_text(entities[index], documents[entities[index].document])}" for index in labels
    ]
    value = item.answer.text
    filled = {
        "entities": fenced("example", "\n".join(lines)),
        "question": item.question,
        "answer": f"[{', '.join(map(str, labels))}]" if answer == "indices" else value,
    }
    return words("example", context.language or item.language, filled=filled)


def examples(item: Item, context: Context, *, answer: Literal["text", "indices"], count: int) -> tuple[Part, ...]:
    """Give so many examples for an item as parts of a prompt, none for 0.

    Raises:
        UsageError: The bench has no training split to take examples from.
    """
    chosen = context.shots.chosen(item, count=count) if count else ()
    return tuple(TextPart(text=example_text(one, context, answer=answer)) for one in chosen)


def after_examples(parts: Sequence[Part], item: Item, context: Context, *, shots: int) -> tuple[Part, ...]:
    """Give the material after so many examples; where nothing may be seen there are none, as they show documents too."""
    return (*examples(item, context, answer="text", count=shots), *parts) if parts else ()


def _documents(item: Item) -> set[str]:
    return {link.id for link in item.documents}


def _length(item: Item) -> int:
    return len(item.question) + len("".join(item.answer.value)) + sum(len(evidence.text) for evidence in item.evidence)
