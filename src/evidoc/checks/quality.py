"""Fluency of the question, accuracy of its snippets and their completeness, by a judge, each from 1 to 4.

Source: DHQ-73, DHQ-76, DHQ-77; completeness 1 means that the question cannot be answered from its evidence (DHQ-72).
"""

from __future__ import annotations

from evidoc.checks._solving import not_asked, unknown
from evidoc.kit import Kit
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item, Verdict
from evidoc.rubrics import Case, rubric


def check(item: Item, corpus: Corpus, kit: Kit, *, at_least: int = 2) -> Verdict | None:
    """Reject an item with any mark below `at_least`: `poor_fluency`, `poor_accuracy`, `not_answerable`.

    The marks are in the verdict's detail, for whoever compares them with people's. Without a judge the item is kept
    as `not_asked`.
    """
    judge = kit.model("judge")
    if judge is None:
        return not_asked("quality", "judge")
    texts = tuple(evidence.text for evidence in item.evidence if evidence.role != "distractor")
    given = rubric("dochop_qa")(Case(question=item.question, evidence=texts), judge)
    marks = {mark.criterion: mark.value for mark in given.marks}
    if not marks:
        return unknown("quality", given.detail, model=given.model, prompt=given.prompt)
    named = {"reality_fluency": "poor_fluency", "accuracy": "poor_accuracy", "completeness": "not_answerable"}
    reason = next((named[criterion] for criterion, mark in marks.items() if mark < at_least), "")
    detail = ", ".join(f"{criterion} {mark:g}" for criterion, mark in marks.items())
    return Verdict(check="quality", kept=not reason, reason=reason, detail=detail, model=given.model, prompt=given.prompt)
