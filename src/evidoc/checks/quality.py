"""Fluency of the question, accuracy of its snippets and their completeness, by every judge, each from 1 to 4.

Source: DHQ-73, DHQ-76, DHQ-77; completeness 1 means that the question cannot be answered from its evidence (DHQ-72).
"""

from __future__ import annotations

from evidoc.checks._solving import not_asked, unknown
from evidoc.kit import Kit
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item, Mark, Verdict
from evidoc.rubrics import Case, Judged, rubric

_REASONS = {"reality_fluency": "poor_fluency", "accuracy": "poor_accuracy", "completeness": "not_answerable"}


def check(item: Item, corpus: Corpus, kit: Kit, *, at_least: int = 2) -> Verdict | None:
    """Reject an item to which the first judge gives a mark below `at_least`: `poor_fluency`, `poor_accuracy`, `not_answerable`.

    All judges are asked with the same prompt, and the verdict has the marks of each, for whoever compares them with people's
    (`evidoc agree`, `evidoc stats --analyses quality`), and for `answerable` of an exported instance. The first judge that
    can be read decides, so that further judges change no bench. Without a judge the item is kept as `not_asked`.
    """
    judges = kit.models.get("judge", ())
    if not judges:
        return not_asked("quality", "judge")
    texts = tuple(evidence.text for evidence in item.needed)
    case = Case(question=item.question, evidence=texts)
    every = [rubric("dochop_qa")(case, judge) for judge in judges]
    given = next((one for one in every if one.marks), None)
    if given is None:
        return unknown("quality", "; ".join(one.detail for one in every), model=every[0].model, prompt=every[0].prompt)
    reason = next((_REASONS[mark.criterion] for mark in given.marks if mark.value < at_least), "")
    return Verdict(
        check="quality",
        kept=not reason,
        reason=reason,
        detail="; ".join(map(_said, every)) if len(every) > 1 else _listed(given),
        model=given.model,
        prompt=given.prompt,
        marks=tuple(Mark(name=mark.criterion, value=mark.value, judge=one.model) for one in every for mark in one.marks),
    )


def _said(one: Judged) -> str:
    return f"{one.model}: {_listed(one) if one.marks else one.detail}"


def _listed(one: Judged) -> str:
    return ", ".join(f"{mark.criterion} {mark.value:g}" for mark in one.marks)
