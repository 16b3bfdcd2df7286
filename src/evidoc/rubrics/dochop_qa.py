"""The quality of a question and its snippets by three criteria: fluency, accuracy and completeness, each from 1 to 4.

Fluency is of the question, accuracy of the snippets one by one, completeness of all of them together. Source: DHQ-73,
DHQ-74, DHQ-75; a question of completeness 1 counts as not answerable (DHQ-72).
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from evidoc.models import Model
from evidoc.models.structured import Structured
from evidoc.rubrics._case import Case, Judged, Mark
from evidoc.rubrics._judging import asked, judged

SCALE = (1, 4)
CRITERIA = ("reality_fluency", "accuracy", "completeness")

_Level = Annotated[int, msgspec.Meta(ge=1, le=4)]


class Criterion(msgspec.Struct, frozen=True):
    """One criterion's level and the reason for it."""

    score: _Level
    reason: str


class Levels(msgspec.Struct, frozen=True):
    """What the judge answers."""

    reality_fluency: Criterion
    accuracy: Criterion
    completeness: Criterion


def judge(case: Case, model: Model) -> Judged:
    """Judge a question with its snippets."""
    snippets = "\n\n".join(f"[{number}] {text}" for number, text in enumerate(case.evidence, 1))
    prompt = asked("dochop_qa", {"question": case.question, "snippets": snippets or "(none)"})
    return judged("dochop_qa", prompt, model, Levels, marks=_marks)


def _marks(levels: Levels, said: Structured[Levels]) -> tuple[Mark, ...]:
    given = {name: getattr(levels, name) for name in CRITERIA}
    return tuple(Mark(criterion=name, value=one.score, reason=one.reason) for name, one in given.items())
