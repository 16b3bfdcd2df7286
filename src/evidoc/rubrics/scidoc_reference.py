"""How right an answer is by the reference answer, as a number from 0 to 1. Source: SD-36."""

from __future__ import annotations

from typing import Annotated

import msgspec

from evidoc.models import Model
from evidoc.models.structured import Structured
from evidoc.rubrics._case import Case, Judged, Mark
from evidoc.rubrics._judging import asked, judged

SCALE = (0, 1)
CRITERIA = ("reference",)


class Share(msgspec.Struct, frozen=True):
    """What the judge answers: why, then how right."""

    reason: str
    score: Annotated[float, msgspec.Meta(ge=0, le=1)]


def judge(case: Case, model: Model) -> Judged:
    """Judge an answer against the reference answer, by the form that the question asked for."""
    parts = {"question": case.question, "reference answer": case.gold, "answer to judge": case.answer}
    if case.guideline:
        parts["form asked for"] = case.guideline
    return judged("scidoc_reference", asked("scidoc_reference", parts), model, Share, marks=_marks)


def _marks(share: Share, said: Structured[Share]) -> tuple[Mark, ...]:
    return (Mark(criterion="reference", value=share.score, reason=share.reason),)
