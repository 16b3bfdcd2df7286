"""What is judged, and what comes of it."""

from __future__ import annotations

from typing import Literal

from evidoc.records.record import Record
from evidoc.records.reply import ImagePart, Usage


class Case(Record, frozen=True, kw_only=True):
    """What a judge is shown; each rubric uses the few fields that it names.

    `gold` is the reference answer, `answer` what is judged, `evidence` the passages that it is judged by, in order,
    `pictures` what they look like. `guideline` says what form of answer the question asked for.
    """

    question: str
    answer: str = ""
    gold: str = ""
    evidence: tuple[str, ...] = ()
    pictures: tuple[ImagePart, ...] = ()
    guideline: str = ""


class Mark(Record, frozen=True, kw_only=True):
    """What a judge gave by one criterion, on the rubric's own scale.

    `expected` is the mean over the marks that the judge could have given, by their probabilities, where the service
    tells them (PQ-40).
    """

    criterion: str
    value: float
    reason: str = ""
    expected: float | None = None


class Judged(Record, frozen=True, kw_only=True):
    """What a judge gave, or why there is nothing, as `unparsable in 3 tries` or `refused in 1 tries`."""

    rubric: str
    marks: tuple[Mark, ...] = ()
    status: Literal["judged", "unscored"] = "judged"
    detail: str = ""
    model: str = ""
    prompt: str = ""
    usage: Usage = Usage()

    def value(self, criterion: str = "") -> float | None:
        """Give the mark by a criterion, or the only one; None where there is none."""
        found = [mark.value for mark in self.marks if not criterion or mark.criterion == criterion]
        return found[0] if found else None
