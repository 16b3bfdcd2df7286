"""How far a cited region bears out the statement that cites it, from 0 to 5, seen as a picture of the region.

A tie between two levels goes to the lower one. Source: CV-51, CV-52, CV-53 (one call for each statement and region).
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from evidoc.models import Model
from evidoc.models.structured import Structured
from evidoc.rubrics._case import Case, Judged, Mark
from evidoc.rubrics._judging import asked, judged

SCALE = (0, 5)
CRITERIA = ("relevance",)


class Support(msgspec.Struct, frozen=True):
    """What the judge answers: why, then how much."""

    reason: str
    score: Annotated[int, msgspec.Meta(ge=0, le=5)]


def judge(case: Case, model: Model) -> Judged:
    """Judge a statement (the case's `answer`) by the pictures of what it cites; `evidence` is their text, for blind models."""
    parts = {"question": case.question, "statement": case.answer}
    if case.evidence:
        parts["text of the cited region"] = "\n".join(case.evidence)
    prompt = asked("citevqa_relevance", parts, pictures=case.pictures)
    return judged("citevqa_relevance", prompt, model, Support, marks=_marks)


def _marks(support: Support, said: Structured[Support]) -> tuple[Mark, ...]:
    return (Mark(criterion="relevance", value=support.score, reason=support.reason),)
