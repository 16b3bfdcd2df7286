"""What wrong answers come of, for items that keep their symbolic record: one minus each mean is the share lost so.

A wrong answer is worked out again under each mistake, and put down to the first that gives it: the label was left
aside, entities were confused, a mark was misread; else it stays unexplained. Yes or no is only ever put down to the label.
Source: DH-74. Metrics: `label_kept`, `entities_kept`, `marks_read`, `otherwise_right`, each 1 unless that is the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from evidoc import shelf
from evidoc.kit import Kit
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.records.score import Scored
from evidoc.scorers._reply import answer_only
from evidoc.scorers.dochop import is_right, official_answer

VERSION = "2"
_METRICS = {
    "constraint_loss": "label_kept",
    "attribution": "entities_kept",
    "misreading": "marks_read",
    "unexplained": "otherwise_right",
}
_LONGEST = 2_000  # characters; a longer answer is none


def score(item: Item, reply: Reply, kit: Kit) -> Scored:
    """Say which mistake a wrong answer comes of; a reply without an answer has 0 everywhere."""
    text = answer_only(reply)
    if not text.strip():
        return Scored(metrics=dict.fromkeys(_METRICS.values(), 0.0))
    if is_right(text, item):
        return Scored(metrics=dict.fromkeys(_METRICS.values(), 1.0))
    recipe = item.construction.recipe.partition("@")[0]
    explain = shelf.offered("recipes", recipe, "mistake_in")
    if explain is None:
        return Scored(unscored=dict.fromkeys(_METRICS.values(), f"recipe {recipe} cannot say what a wrong answer comes of"))
    found = cast("Callable[[Item, str], str]", explain)(item, official_answer(text)[:_LONGEST])
    found = found if found in _METRICS else "unexplained"
    return Scored(metrics={name: float(mistake != found) for mistake, name in _METRICS.items()}, detail={"mistake": found})
