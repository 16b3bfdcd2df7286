"""Whether a question is fit to be asked over a whole document: yes (1) or no (0).

Three conditions, all needed: nothing in it could be misread for lack of the place it was written at, it has one likely
answer, and it asks for what its guideline says. Anything but a clear yes is no. Source: PQ-35; case E12.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from evidoc.models import Model
from evidoc.models.structured import Structured
from evidoc.rubrics._case import Case, Judged, Mark
from evidoc.rubrics._judging import asked, judged

SCALE = (0, 1)
CRITERIA = ("formality",)


class Fit(msgspec.Struct, frozen=True):
    """What the judge answers: what is wrong, if anything, then yes or no."""

    reason: str
    fit: Literal["yes", "no"]


def judge(case: Case, model: Model) -> Judged:
    """Judge a question and its answer by the guideline for the form of the answer."""
    parts = {"question": case.question, "answer": case.gold, "guideline": case.guideline or "(none)"}
    return judged("pdfqa_formality", asked("pdfqa_formality", parts), model, Fit, marks=_marks)


def _marks(said: Fit, _: Structured[Fit]) -> tuple[Mark, ...]:
    return (Mark(criterion="formality", value=float(said.fit == "yes"), reason=said.reason),)
