"""How right an answer is by the reference answer, from 1 to 5, with the mean over the judge's probabilities.

Source: PQ-45, PQ-47; PQ-40 for the weighted mark.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from evidoc.models import Model
from evidoc.models.structured import Structured
from evidoc.rubrics._case import Case, Judged, Mark
from evidoc.rubrics._judging import asked, expected_mark, judged

SCALE = (1, 5)
CRITERIA = ("correctness",)


class Level(msgspec.Struct, frozen=True):
    """What the judge answers."""

    score: Annotated[int, msgspec.Meta(ge=1, le=5)]


def judge(case: Case, model: Model) -> Judged:
    """Judge an answer against the reference answer."""
    parts = {"question": case.question, "reference answer": case.gold, "answer to judge": case.answer}
    prompt = asked("pdfqa_correctness", parts, weighed=True)
    return judged("pdfqa_correctness", prompt, model, Level, marks=_marks)


def _marks(level: Level, said: Structured[Level]) -> tuple[Mark, ...]:
    expected = expected_mark(said.replies[-1].tokens, range(1, 6))
    return (Mark(criterion="correctness", value=level.score, expected=expected),)
