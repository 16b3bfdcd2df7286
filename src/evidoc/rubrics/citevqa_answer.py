"""How far an answer says what the reference answer says, from 0 to 5, whatever its language or wording.

The citations are taken out of the answer before it is judged, and only the reference counts. Source: CV-54.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from evidoc.models import Model
from evidoc.models.structured import Structured
from evidoc.rubrics._case import Case, Judged, Mark
from evidoc.rubrics._judging import asked, judged

SCALE = (0, 5)
CRITERIA = ("answer",)


class Level(msgspec.Struct, frozen=True):
    """What the judge answers: why, then how much."""

    reason: str
    score: Annotated[int, msgspec.Meta(ge=0, le=5)]


def judge(case: Case, model: Model) -> Judged:
    """Judge an answer against the reference answer."""
    parts = {"question": case.question, "reference answer": case.gold, "answer to judge": case.answer}
    return judged("citevqa_answer", asked("citevqa_answer", parts), model, Level, marks=_marks)


def _marks(level: Level, said: Structured[Level]) -> tuple[Mark, ...]:
    return (Mark(criterion="answer", value=level.score, reason=level.reason),)
