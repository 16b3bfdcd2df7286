"""Whether a number is a count, which is right only exactly, or a measure, which may be read off a chart nearly.

One rule for DocHop's items, those that are made and those that are imported: 1 % of 100 would let a count of 101 pass, and
a total of 1,598 that happens to be whole is read no better than one of 1,598.2. Source: DH-65.
"""

from __future__ import annotations

import re
from typing import Literal

from evidoc.records.item import Tolerance

Sort = Literal["count", "measure", "name"]

READ_FROM_CHARTS = Tolerance(absolute=0.001, relative=0.01)  # what the published evaluator lets pass
_SUPPOSING = "hypothetical"  # the task that asks, among other things, how many there would be
_HOW_MANY = re.compile(r"\bhow many\b|有多少", re.IGNORECASE)
_WHICH = re.compile(r"(?:in |at |under |during )?(?:which|what (?:year|month|period|quarter))\b|.*(?:哪个|哪一)", re.IGNORECASE)


def sort_of_number(value: str, *, question: str, task: str) -> Sort:
    """Say what a whole or decimal number is that answers a question of a task: a year that is asked for by "which" is a name."""
    if _WHICH.match(question.strip()):
        return "name"
    counts = task == "counting" or (task == _SUPPOSING and _HOW_MANY.search(question) is not None)
    return "count" if counts and "." not in value else "measure"


def tolerance_of(sort: Sort) -> Tolerance | None:
    """Give how far a reply may be off: counts and names not at all."""
    return READ_FROM_CHARTS if sort == "measure" else None
