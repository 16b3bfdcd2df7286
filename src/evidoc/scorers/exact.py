"""Whether the final answer is the right text or one of its aliases, and the words it shares with the nearest of them.

Case, spaces, quotes, markdown and a final period do not count (DH-64, X-S01). Metrics: `exact`, `token_f1`.
"""

from __future__ import annotations

from evidoc.answers.final import answer_text
from evidoc.answers.gold import gold_text
from evidoc.answers.text import says, token_f1
from evidoc.kit import Kit
from evidoc.records.item import Answer, Item
from evidoc.records.reply import Reply
from evidoc.records.score import Scored
from evidoc.scorers._reply import answer_only, note

VERSION = "1"
_LONGEST = 20_000  # characters; token F1 of a longer reply reads its start only


def score(item: Item, reply: Reply, kit: Kit) -> Scored:
    """Compare the final answer with the right texts."""
    text = answer_only(reply)
    right = right_texts(item.answer)
    exact = float(says(text, *right))
    said = answer_text(text)[:_LONGEST]
    shared = max((token_f1(said, gold) for gold in right), default=0.0)
    return Scored(metrics={"exact": exact, "token_f1": max(exact, shared)}, detail={"said": note(said)})


def right_texts(answer: Answer) -> tuple[str, ...]:
    """Give all texts that are right: the value, the same with its unit or as a list, and the aliases."""
    value = answer.value if isinstance(answer.value, str) else ", ".join(answer.value)
    return tuple(dict.fromkeys((value, gold_text(answer), *answer.aliases)))
