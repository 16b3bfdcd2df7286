"""Whether the reply lists the right entries, as a set or in order, and the F1 of the entries it has.

Source: X-S04, X-S05, DH-67. Metrics: `list`, `list_f1`.
"""

from __future__ import annotations

from typing import Literal

from evidoc.answers.list import list_f1, read_list, same_list
from evidoc.kit import Kit
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.records.score import Scored
from evidoc.scorers._reply import answer_only, note

VERSION = "1"


def score(item: Item, reply: Reply, kit: Kit, *, mode: Literal["set_exact", "sequence"] = "set_exact") -> Scored:
    """Compare the entries; in mode `sequence` their order counts for `list`, but never for `list_f1`."""
    right = item.answer.value if isinstance(item.answer.value, tuple) else (item.answer.value,)
    said = read_list(answer_only(reply), known=right)
    same = bool(said) and same_list(said, right, ordered=mode == "sequence")
    metrics = {"list": float(same), "list_f1": list_f1(said, right)}
    return Scored(metrics=metrics, detail={"said": note("; ".join(said[:20]))})
