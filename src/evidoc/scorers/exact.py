"""Whether the final answer is the right text or one of its aliases, and the words it shares with the nearest of them.

Case, spaces, quotes, markdown and a final period do not count (DH-64, X-S01). A short sentence that names the right text, no
rival of it and nothing else counts too: "It is the frontal chord."; and so does either where all that stands beside it explains
it: "Paris. The report says so on page 3." (docs/why/stated-answers.md). Where a right text is followed by words of which no rule
tells whether they explain it, `explained` in the detail says so. Metrics: `exact`, `token_f1`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from evidoc.answers.choice import options_listed
from evidoc.answers.explained import freely_explained, stated_parts
from evidoc.answers.final import answer_text
from evidoc.answers.gold import right_texts
from evidoc.answers.statement import states, tells_apart
from evidoc.answers.text import normal_text, says, token_f1
from evidoc.kit import Kit
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.records.score import Scored
from evidoc.scorers._reply import answer_only, note

VERSION = "3"
_LONGEST = 20_000  # characters; token F1 of a longer reply reads its start only


def score(item: Item, reply: Reply, kit: Kit) -> Scored:
    """Compare the final answer with the right texts."""
    text = answer_only(reply)
    rivals = rivals_of(item)
    right = [alias for alias in right_texts(item.answer) if alias == item.answer.value or tells_apart(alias, rivals)]
    is_right = partial(_is_right, right=right, question=item.question, rivals=rivals)
    exact = float(is_right(text) or any(map(is_right, stated_parts(text, right, question=item.question, rivals=rivals))))
    said = answer_text(text)[:_LONGEST]
    shared = max((token_f1(said, gold) for gold in right), default=0.0)
    is_explained = not exact and any(map(is_right, freely_explained(text)))
    detail = {"said": note(said)} | ({"explained": "freely"} if is_explained else {})
    return Scored(metrics={"exact": exact, "token_f1": max(exact, shared)}, detail=detail)


def _is_right(text: str, *, right: Sequence[str], question: str, rivals: Sequence[str]) -> bool:
    return says(text, *right) or states(text, right, question=question, rivals=rivals)


def rivals_of(item: Item) -> tuple[str, ...]:
    """Give the other things that the answer was to be chosen from: as the item was made, or as its contract lists them."""
    named = [slot.value for slot in item.construction.slots if slot.name in _CHOICES]
    options = named or options_listed(item.contract)
    own = {normal_text(text) for text in right_texts(item.answer)}
    return tuple(option for option in options if normal_text(option) not in own) if len(options) > 1 else ()


_CHOICES = ("first", "second", "third")
