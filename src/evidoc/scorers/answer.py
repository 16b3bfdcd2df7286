"""How right the answer is, by the scorer that the item names.

Metric: `answer`, which is the first metric of that scorer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import cast

from evidoc.errors import UsageError
from evidoc.kit import Kit
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.records.score import Scored
from evidoc.shelf import part

VERSION = "3"


def score(item: Item, reply: Reply, kit: Kit) -> Scored:
    """Score the reply by `item.scorer`.

    Raises:
        UnknownName: The item names a scorer that is not there.
    """
    scored = scorer_of(item.scorer)(item, reply, kit)
    if scored.metrics:
        name = next(iter(scored.metrics))
        return Scored(metrics={"answer": scored.metrics[name]}, detail={"scorer": item.scorer, **scored.detail})
    reason = next(iter(scored.unscored.values()), "the scorer gave no number")
    return Scored(unscored={"answer": reason}, detail={"scorer": item.scorer, **scored.detail})


@lru_cache(maxsize=256)
def scorer_of(spec: str) -> Callable[[Item, Reply, Kit], Scored]:
    """Give the scoring function that a spec string names; looking it up once is what makes scoring many items quick."""
    found = part("scorers", spec)
    if found.name in {"answer", "saa"}:
        raise UsageError(f"scorer {spec!r} of an item asks the item's scorer; name one that compares, such as exact or number")
    return cast(Callable[[Item, Reply, Kit], Scored], found.function())
