"""Worked examples from the training split, shown before the item itself. Source: DHQ-109."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import Literal

import msgspec

from evidoc.answers.indices import by_frequency
from evidoc.errors import UsageError
from evidoc.records.bench import SPLITS_FILE, Bench
from evidoc.records.corpus import Corpus
from evidoc.records.entities import Entity, entities_of, entity_text, gold_indices
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
    """The training items of a bench, from which examples are taken; read and put in order when the first is asked for."""

    def __init__(self, bench: Bench, corpus: Corpus) -> None:
        """Take the bench and its documents."""
        self._bench, self._corpus = bench, corpus

    def chosen(self, item: Item, *, count: int) -> Sequence[Item]:
        """Give the shortest training items of the same concept over none of the item's documents.

        Where the concept has too few, others of the same group follow; there may be fewer than asked for. Equally long ones
        go by their id, so that an item has the same examples in every run.
        """
        own = {link.id for link in item.documents}
        same = self._by_concept.get((item.task.group, item.task.concept), ())
        others = (one for one in self._by_group.get(item.task.group, ()) if one.task.concept != item.task.concept)
        strangers = (one for one in chain(same, others) if own.isdisjoint(link.id for link in one.documents))
        return tuple(islice(strangers, count))

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

    @cached_property
    def often_right(self) -> tuple[int, ...]:
        """The indices of entities that are right in the training split, the most frequent first."""
        counts = Counter(index for item in self.training for index in gold_indices(item, self._entities(item)))
        return by_frequency(counts)

    @cached_property
    def _by_group(self) -> Mapping[str, Sequence[Item]]:
        """The training items of each group, the shortest first."""
        groups: dict[str, list[Item]] = defaultdict(list)
        for item in sorted(self.training, key=lambda item: (_length(item), item.id)):
            groups[item.task.group].append(item)
        return groups

    @cached_property
    def _by_concept(self) -> Mapping[tuple[str, str], Sequence[Item]]:
        concepts: dict[tuple[str, str], list[Item]] = defaultdict(list)
        for group, items in self._by_group.items():
            for item in items:
                concepts[group, item.task.concept].append(item)
        return concepts

    def _entities(self, item: Item) -> Sequence[Entity]:
        return entities_of([self._corpus[link.id] for link in item.documents])


def example_text(item: Item, context: Context, *, answer: Literal["text", "indices"]) -> str:
    """Write an example: the entities that its evidence is in, the question, and the right answer."""
    documents = {link.id: context.corpus[link.id] for link in item.documents}
    entities = entities_of(list(documents.values()))
    labels = sorted(gold_indices(item, entities))
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


def _length(item: Item) -> int:
    return len(item.question) + len("".join(item.answer.value)) + sum(len(evidence.text) for evidence in item.evidence)
