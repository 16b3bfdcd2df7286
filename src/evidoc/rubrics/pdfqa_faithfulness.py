"""How faithful an answer is to given passages, from 1 to 5, with the mean over the judge's probabilities.

Source: PQ-37, PQ-38, PQ-40, PQ-41.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from evidoc.models import Model
from evidoc.models.structured import Structured
from evidoc.rubrics._case import Case, Judged, Mark
from evidoc.rubrics._judging import asked, expected_mark, judged

SCALE = (1, 5)
CRITERIA = ("faithfulness",)


class Level(msgspec.Struct, frozen=True):
    """What the judge answers."""

    score: Annotated[int, msgspec.Meta(ge=1, le=5)]


def judge(case: Case, model: Model) -> Judged:
    """Judge an answer by the passages of `evidence` alone."""
    passages = "\n\n".join(f"[{number}] {text}" for number, text in enumerate(case.evidence, 1))
    parts = {"passages": passages or "(none)", "question": case.question, "answer to judge": case.answer}
    prompt = asked("pdfqa_faithfulness", parts, weighed=True)
    return judged("pdfqa_faithfulness", prompt, model, Level, marks=_marks)


def _marks(level: Level, said: Structured[Level]) -> tuple[Mark, ...]:
    expected = expected_mark(said.replies[-1].tokens, range(1, 6))
    return (Mark(criterion="faithfulness", value=level.score, expected=expected),)
