"""Readers of an item's symbolic record, and guessers of its question: what accuracy looks like without a model.

Source: DH-70, DH-72.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from evidoc import shelf
from evidoc.errors import UsageError
from evidoc.kit import rng_for
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.views import Context

_FACT = re.compile(r"true or not\b|判断正误|(?:is|are|was|were|do|does|did|has|have|can)\b", re.IGNORECASE)
_COUNT = re.compile(r"\bhow many\b|多少(?:个)?(?!是)", re.IGNORECASE)
_AMOUNT = re.compile(
    r"\bwhat (?:is|are|was|were|percentage|would|will)\b|\bby how much\b|\bhow much\b|是多少|百分之几", re.IGNORECASE
)
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_NAME = re.compile(r"[A-Z][\w’'-]*(?: [A-Z][\w’'-]*)*")
_COUNTS = ("1", "2", "3")  # most things that are counted on a page are few


def with_mistakes(item: Item, context: Context, seed: int, *, rate: float = 0.1) -> Reply:
    """Answer from the symbolic record that the item keeps, erring at each step with a chance of `rate`.

    It sees what no system may see, so it only shows how accuracy falls with the length of the reasoning. Only a
    recipe that keeps such a record can be read so; other items get no answer.

    Raises:
        UsageError: The rate is no share.
    """
    check_rate(rate)
    recipe = item.construction.recipe.partition("@")[0]
    answering = shelf.offered("recipes", recipe, "reply_with_mistakes")
    if answering is None:
        return Reply(status="empty", detail=f"recipe {recipe} keeps no symbolic record to answer from")
    return Reply(text=cast("Callable[..., str]", answering)(item, rate=rate, rng=rng_for(seed, f"mistakes/{item.id}")))


def check_rate(rate: object) -> None:
    """Refuse a rate of mistakes that is none.

    Raises:
        UsageError: It is no share.
    """
    if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate <= 1:
        raise UsageError(f"rate={rate!r} is no share; give a number from 0 to 1")


def is_readable(item: Item) -> bool:
    """Say whether an item keeps a symbolic record that its recipe can answer from."""
    recipe, _, _ = item.construction.recipe.partition("@")
    return bool(item.construction.slots) and shelf.offered("recipes", recipe, "reply_with_mistakes") is not None


def guessed(item: Item, context: Context, seed: int) -> Reply:
    """Guess from the words of the question alone: yes or no, a small count, a number or a name that it mentions."""
    rng, question = rng_for(seed, f"guess/{item.id}"), item.question
    if _FACT.match(question):
        return Reply(text=rng.choice(("yes", "no")))
    if _COUNT.search(question):
        return Reply(text=rng.choice(_COUNTS))
    if _AMOUNT.search(question):
        return Reply(text=rng.choice(_NUMBER.findall(question) or [str(rng.randint(1, 100))]))
    return Reply(text=rng.choice(_NAME.findall(question[1:]) or question.split()[-1:] or ["none"]))
