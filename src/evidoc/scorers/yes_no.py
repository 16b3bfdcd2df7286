"""Whether the reply says the right one of yes and no; a reply that says both or neither is wrong.

Source: X-S03, DH-66; cases E12, F15. Metric: `yes_no`.
"""

from __future__ import annotations

from evidoc.answers.yes_no import read_yes_no
from evidoc.kit import Kit
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.records.score import Scored
from evidoc.scorers._reply import answer_only

VERSION = "1"


def score(item: Item, reply: Reply, kit: Kit, *, truth_words: bool = True) -> Scored:
    """Compare what the reply says; `truth_words` lets true and false stand for yes and no."""
    said = read_yes_no(answer_only(reply), language=item.language, truth_words=truth_words)
    return Scored(metrics={"yes_no": float(said == item.answer.value)}, detail={"said": said})
