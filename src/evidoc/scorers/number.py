"""Whether the reply states the right number, in the unit and scale that were asked for or in others that are named.

Integers and exact values must agree exactly; `decimals` and `tolerance` of the answer allow what they
say (X-S02; cases D04, F11, G08). Metric: `number`.
"""

from __future__ import annotations

from evidoc.answers.explained import number_parts
from evidoc.answers.gold import gold_text
from evidoc.answers.number import reply_numbers, same_number
from evidoc.answers.text import says
from evidoc.kit import Kit
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.records.score import Scored
from evidoc.scorers._reply import answer_only, note

VERSION = "3"


def score(item: Item, reply: Reply, kit: Kit) -> Scored:
    """Compare the number that the reply means with the right one or one of its aliases."""
    text = answer_only(reply)
    right = _is_right(text, item) or any(_is_right(part, item) for part in _parts(text, item))
    stated = reply_numbers(text, question=item.question)
    said = "; ".join(f"{number.value} e{number.scale} {number.unit}".strip() for number in stated[:5])
    return Scored(metrics={"number": float(right)}, detail={"said": note(said) or "no number"})


def _is_right(text: str, item: Item) -> bool:
    return same_number(text, item.answer, question=item.question) or says(text, *item.answer.aliases)


def _parts(text: str, item: Item) -> tuple[str, ...]:
    """Give the parts that state an answer beside explanations, whose numbers are others."""
    return number_parts(text, (gold_text(item.answer), item.answer.text), question=item.question)
