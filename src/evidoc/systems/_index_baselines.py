"""Answers to "which entities?" that need no model: what a real system has to beat. Source: DHQ-134."""

from __future__ import annotations

from collections.abc import Iterable

from evidoc.answers.indices import FEW
from evidoc.errors import UsageError
from evidoc.kit import rng_for
from evidoc.records import entities
from evidoc.records.document import Document
from evidoc.records.entities import Entity, entity_text
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.views import Context, visible, visible_entities


def all_indices(item: Item, context: Context, seed: int) -> Reply:
    """Name every entity that may be seen."""
    return _naming(entity.index for entity, _ in _seen(item, context))


def random_indices(item: Item, context: Context, seed: int, *, k: int = FEW) -> Reply:
    """Name `k` of the entities by chance."""
    _check(k)
    indices = [entity.index for entity, _ in _seen(item, context)]
    return _naming(sorted(rng_for(seed, f"indices/{item.id}").sample(indices, min(k, len(indices)))))


def similar_indices(item: Item, context: Context, seed: int, *, k: int = FEW) -> Reply:
    """Name the `k` entities that share most words with the question, by TF-IDF."""
    from evidoc.retrieval.tfidf import WordIndex

    _check(k)
    seen = _seen(item, context)
    scores = WordIndex([entity_text(entity, document) for entity, document in seen]).cosines(item.question)
    best = sorted(range(len(seen)), key=lambda place: (-scores[place], place))[:k]
    return _naming(seen[place][0].index for place in best if scores[place] > 0)


def frequent_indices(item: Item, context: Context, seed: int, *, k: int = FEW) -> Reply:
    """Name the `k` indices that are right most often in the training split, where the item has entities of these numbers.

    Raises:
        UsageError: The bench has not been split.
    """
    _check(k)
    known = {entity.index for entity, _ in _seen(item, context)}
    return _naming([index for index in context.shots.often_right if index in known][:k])


def gold_indices(item: Item, context: Context, seed: int) -> Reply:
    """Name the right entities, which no system can beat."""
    documents = [context.corpus[link.id] for link in item.documents]
    return _naming(sorted(entities.gold_indices(item, entities.entities_of(documents))))


def _check(k: object) -> None:
    if not isinstance(k, int) or isinstance(k, bool) or k < 1:
        raise UsageError(f"k={k!r} is no number of entities to name; give at least 1")


def _seen(item: Item, context: Context) -> list[tuple[Entity, Document]]:
    return visible_entities(item, context, visible(item, context))


def _naming(indices: Iterable[int]) -> Reply:
    return Reply(text=f"[{', '.join(map(str, indices))}]")
