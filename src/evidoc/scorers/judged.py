"""How right the answer is by a judge, who compares it with the reference answer by one of our rubrics.

The mark is scaled to [0, 1], so that pdfQA's 1 to 5 becomes (s − 1)/4 and CiteVQA's 0 to 5 s/5. Without a judge, and
where it could not be read three times, the item is unscored. What was refused, cut or empty is wrong and not judged.
Metric: `judged`, and `judged_expected` by the judge's probabilities where the judge of a run gives them; both are 0 for
what was wrong without being judged. Source: X-S20, SD-36, CV-54, PQ-45.
"""

from __future__ import annotations

from evidoc.answers.gold import gold_text
from evidoc.kit import Kit
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.records.score import Scored
from evidoc.rubrics import Case, Judged, rubric
from evidoc.scorers._reply import answer_only, note
from evidoc.shelf import part

VERSION = "2"
NO_JUDGE = "no judge is configured"
_NO_PROBABILITIES = "the judge gave no probabilities of its mark"


def score(item: Item, reply: Reply, kit: Kit, *, rubric: str = "citevqa_answer") -> Scored:
    """Have the answer judged, its citations taken out.

    Raises:
        UnknownName: There is no such rubric.
    """
    text = answer_only(reply)
    if not text.strip():
        return Scored(metrics={"judged": 0.0}, supposed={"judged_expected": 0.0}, detail={"judge": f"not asked: {reply.status}"})
    judge = kit.model("judge")
    if judge is None:
        return Scored(unscored={"judged": NO_JUDGE}, supposed={"judged_expected": NO_JUDGE})
    given = _judged(item, text, kit, spec=rubric)
    value = given.value()
    if value is None:
        fault = f"the judge gave no mark: {given.detail}"
        return Scored(unscored={"judged": fault}, supposed={"judged_expected": fault}, detail=_detail(given))
    low, high = part("rubrics", rubric).module.SCALE
    metrics = {"judged": _scaled(value, low, high)}
    expected = given.marks[0].expected
    if expected is None:
        return Scored(metrics=metrics, supposed={"judged_expected": _NO_PROBABILITIES}, detail=_detail(given))
    return Scored(metrics={**metrics, "judged_expected": _scaled(expected, low, high)}, detail=_detail(given))


def mark_of(item: Item, reply: Reply, kit: Kit) -> Judged | None:
    """Give what a judge says of an answer by CiteVQA's rubric, None where there is no judge or nothing to judge."""
    text = answer_only(reply)
    if kit.model("judge") is None or not text.strip():
        return None
    return _judged(item, text, kit, spec="citevqa_answer")


def _judged(item: Item, text: str, kit: Kit, *, spec: str) -> Judged:
    judge = kit.model("judge")
    assert judge is not None  # the callers have looked
    case = Case(question=item.question, answer=text, gold=gold_text(item.answer), guideline=item.contract)
    return rubric(spec)(case, judge)


def _scaled(value: float, low: float, high: float) -> float:
    return (value - low) / (high - low)


def _detail(given: Judged) -> dict[str, str]:
    said = {"rubric": given.rubric, "judge": given.model, "prompt": given.prompt}
    for mark in given.marks:
        said["mark"] = f"{mark.value:g}"
        if mark.reason:
            said["reason"] = note(mark.reason)
    return said
