"""Whether the final answer is the right text or one of its aliases, and the words it shares with the nearest of them.

Case, spaces, quotes, markdown and a final period do not count (DH-64, X-S01). A short sentence that names the right text, no
rival of it and nothing else counts too: "It is the frontal chord." (docs/why/stated-answers.md). Metrics: `exact`, `token_f1`.
"""

from __future__ import annotations

import re

from evidoc.answers.final import answer_text
from evidoc.answers.gold import gold_text
from evidoc.answers.statement import states, tells_apart
from evidoc.answers.text import normal_text, says, token_f1
from evidoc.kit import Kit
from evidoc.records.item import Answer, Item
from evidoc.records.reply import Reply
from evidoc.records.score import Scored
from evidoc.scorers._reply import answer_only, note

VERSION = "2"
_LONGEST = 20_000  # characters; token F1 of a longer reply reads its start only


def score(item: Item, reply: Reply, kit: Kit) -> Scored:
    """Compare the final answer with the right texts."""
    text = answer_only(reply)
    rivals = rivals_of(item)
    right = [alias for alias in right_texts(item.answer) if alias == item.answer.value or tells_apart(alias, rivals)]
    exact = float(says(text, *right) or states(text, right, question=item.question, rivals=rivals))
    said = answer_text(text)[:_LONGEST]
    shared = max((token_f1(said, gold) for gold in right), default=0.0)
    return Scored(metrics={"exact": exact, "token_f1": max(exact, shared)}, detail={"said": note(said)})


def right_texts(answer: Answer) -> tuple[str, ...]:
    """Give all texts that are right: the value, the same with its unit or as a list, and the aliases."""
    value = answer.value if isinstance(answer.value, str) else ", ".join(answer.value)
    return tuple(dict.fromkeys((value, gold_text(answer), *answer.aliases)))


def rivals_of(item: Item) -> tuple[str, ...]:
    """Give the other things that the answer was to be chosen from: as the item was made, or as its contract lists them."""
    named = [slot.value for slot in item.construction.slots if slot.name in _CHOICES]
    listed = _LISTED.search(item.contract)
    options = named or (listed["options"].split("; ") if listed else [])
    own = {normal_text(text) for text in right_texts(item.answer)}
    return tuple(option for option in options if normal_text(option) not in own) if len(options) > 1 else ()


_CHOICES = ("first", "second", "third")
_LISTED = re.compile(r"\bone of these\b[^:]{0,40}: (?P<options>.+?)\.?$")
