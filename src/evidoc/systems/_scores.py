"""Scores of entities as a classifier gives them, and the entities that a threshold takes of them.

A score is a logit: the entity is named where its sigmoid reaches the threshold. An entity without a score is one that the model
was never shown, because the input was longer than its limit; it cannot be named. Source: DHQ-112 to DHQ-116.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from evidoc.errors import InvalidRecord, UnknownName, UsageError
from evidoc.option_types import fits, hints_of, wanted
from evidoc.records.entities import Entity
from evidoc.shelf import read_spec

EntityScores = tuple[float | None, ...] | dict[str, float | None]
_INDEX = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Cut:
    """How scores become a set: the least sigmoid of a score that is named.

    With `force_nonempty` the highest score is named where none reaches it, the first of equal ones.
    """

    threshold: float = 0.5
    force_nonempty: bool = False


def read_cut(written: str) -> Cut:
    """Read the options of a file of predictions: `threshold=0.3, force_nonempty=True`.

    Raises:
        UnknownName: There is no such option.
        UsageError: A value is of another type, or the threshold is no share.
    """
    _, options = read_spec(f"predictions({written})")
    hints = {name: hint for name, hint in hints_of(Cut.__init__).items() if name != "return"}
    for name, value in options.items():
        if name not in hints:
            raise UnknownName(name, kind="option of predictions", known=tuple(hints))
        if not fits(value, hints[name]):
            raise UsageError(f"option {name} of predictions is {value!r}; give {wanted(hints[name])}")
    threshold, force_nonempty = options.get("threshold", Cut().threshold), options.get("force_nonempty", False)
    assert isinstance(threshold, int | float) and isinstance(force_nonempty, bool)  # as `fits` has seen
    if not 0 <= threshold <= 1:
        raise UsageError(f"threshold={threshold} is no probability; give a number from 0 to 1, such as 0.5")
    return Cut(float(threshold), force_nonempty)


def scores_by_index(given: EntityScores, entities: Sequence[Entity]) -> dict[int, float]:
    """Give the scores of those entities that have one, by index: from a list in entity order, or by index or tag.

    Raises:
        InvalidRecord: There are more scores than entities, an entity is unknown or named twice, or a score is not finite.
    """
    if not isinstance(given, dict) and len(given) > len(entities):
        raise InvalidRecord(f"{len(given)} scores, and the item has {_listed(entities)}; give one score an entity, in this order")
    pairs = list(_indexed(given, entities) if isinstance(given, dict) else enumerate(given))
    scores = {index: score for index, score in pairs if score is not None}
    endless = next((index for index, score in scores.items() if not math.isfinite(score)), None)
    if endless is not None:
        raise InvalidRecord(f"entity {endless} has the score {scores[endless]}; give a finite number, or null if not shown")
    return scores


def named_by(scores: Mapping[int, float], cut: Cut) -> tuple[int, ...]:
    """Give the indices that a threshold takes, in entity order."""
    taken = tuple(sorted(index for index, score in scores.items() if sigmoid(score) >= cut.threshold))
    if taken or not cut.force_nonempty or not scores:
        return taken
    return (min(scores, key=lambda index: (-scores[index], index)),)


def sigmoid(score: float) -> float:
    """Give the probability of a logit, 0.5 for 0; never over- or underflowing into an error."""
    if score >= 0:
        return 1 / (1 + math.exp(-score))
    odds = math.exp(score)
    return odds / (1 + odds)


def are_probabilities(scores: Iterable[float]) -> bool:
    """Say whether scores lie between 0 and 1 throughout, as logits of many entities never do."""
    return all(0 <= score <= 1 for score in scores)


def _indexed(given: Mapping[str, float | None], entities: Sequence[Entity]) -> Iterator[tuple[int, float | None]]:
    tags = {entity.tag: entity.index for entity in entities}
    seen: dict[int, str] = {}
    for key, score in given.items():
        index = tags.get(key, int(key) if _INDEX.fullmatch(key) else -1)
        if not 0 <= index < len(entities):
            raise InvalidRecord(f"no entity is called {key!r}; the item has {_listed(entities)}")
        if index in seen:
            raise InvalidRecord(f"{seen[index]!r} and {key!r} are the same entity; give its score once")
        seen[index] = key
        yield index, score


def _listed(entities: Sequence[Entity]) -> str:
    if not entities:
        return "no entities"
    first, last = entities[0], entities[-1]
    return f"{len(entities)} entities, 0 ({first.tag}) to {last.index} ({last.tag})"
