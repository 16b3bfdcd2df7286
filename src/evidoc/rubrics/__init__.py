"""How a model judges: a rubric is a scale, its wording and how the reply is read.

A part of this room has `judge(case, model)` and gives a `Judged`. What is judged stands between marks that it cannot
contain, and is said to be data. A judge that cannot be read three times has not judged: that is our own inability and
never a number. Source: X-31.
"""

from __future__ import annotations

from typing import Protocol, cast

from evidoc.models import Model
from evidoc.rubrics._canaries import CANARIES, with_canary
from evidoc.rubrics._case import Case, Judged, Mark
from evidoc.shelf import names, part

__all__ = ["CANARIES", "Case", "Judged", "Judges", "Mark", "rubric", "rubrics", "with_canary"]


class Judges(Protocol):
    """What every rubric's `judge` is, with its options bound."""

    def __call__(self, case: Case, model: Model) -> Judged:
        """Judge a case."""
        ...


def rubric(spec: str) -> Judges:
    """Give the rubric that a spec string names.

    Raises:
        UnknownName: There is none of that name.
    """
    return cast(Judges, part("rubrics", spec).function())


def rubrics() -> tuple[str, ...]:
    """Give the names of all rubrics, sorted."""
    return names("rubrics")
