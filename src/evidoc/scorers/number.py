"""Whether the reply states the right number, in the unit and scale that were asked for or in others that are named.

Integers and exact values must agree exactly; `decimals` and `tolerance` of the answer allow what they
say (X-S02; cases D04, F11, G08). Metric: `number`.
"""

from __future__ import annotations

from evidoc.answers.number import reply_numbers, same_number
from evidoc.answers.text import says
from evidoc.kit import Kit
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.records.score import Scored
from evidoc.scorers._reply import answer_only, note

VERSION = "2"


def score(item: Item, reply: Reply, kit: Kit) -> Scored:
    """Compare the number that the reply means with the right one or one of its aliases."""
    text = answer_only(reply)
    right = same_number(text, item.answer, question=item.question) or says(text, *item.answer.aliases)
    stated = reply_numbers(text, question=item.question)
    said = "; ".join(f"{number.value} e{number.scale} {number.unit}".strip() for number in stated[:5])
    return Scored(metrics={"number": float(right)}, detail={"said": note(said) or "no number"})
