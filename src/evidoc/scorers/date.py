"""Whether the reply names the right date or period; less precision is wrong, and so is a date that two readers read differently.

Source: case F16, X-37. Metric: `date`.
"""

from __future__ import annotations

from typing import Literal

from evidoc.answers.date import same_date
from evidoc.kit import Kit
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.records.score import Scored
from evidoc.scorers._reply import answer_only

VERSION = "1"


def score(
    item: Item, reply: Reply, kit: Kit, *, order: Literal["day first", "month first"] | None = None, fiscal: bool = False
) -> Scored:
    """Compare dates; `order` decides "04/03/2024", `fiscal` says that the question asks for a fiscal year."""
    said = same_date(answer_only(reply), str(item.answer.value), order=order, fiscal=fiscal)
    return Scored(metrics={"date": float(said == "right")}, detail={"said": said})
