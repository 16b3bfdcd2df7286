"""Whether the answer is right and its evidence is cited: strict attributed accuracy, 1 or 0.

1 where the answer is at least 4 of 5 and the relevance at least 4 of 5 or the recall at least 0.6.
With a judge the answer's mark is the judge's, and where recall alone does not decide, the judge sees the cited
regions too. Without one the answer counts five times its score, and recall decides alone; `detail` says which.
Source: CV-54, CV-55, CV-62, U-32, U-33. Metric: `saa`.
"""

from __future__ import annotations

from evidoc.kit import Kit
from evidoc.records.geometry import reaches
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.records.score import Scored
from evidoc.scorers import answer as answer_scorer
from evidoc.scorers import citations, judged
from evidoc.scorers import relevance as relevance_scorer

VERSION = "3"
_ANSWER_FROM = 4.0  # of 5
_RELEVANCE_FROM = 4.0  # of 5
_RECALL_FROM = 0.6


def score(item: Item, reply: Reply, kit: Kit, *, threshold: float = 0.5) -> Scored:
    """Combine the item's answer scorer and the recall of crucial boxes.

    `detail` says whether this is an attribution hallucination: a right answer without its evidence.
    """
    mark, by = _mark(item, reply, kit)
    if mark is None:
        return Scored(unscored={"saa": by})
    cited = citations.score(item, reply, kit, threshold=threshold)
    recall = cited.metrics.get("recall")
    relevance, fault = _relevance(item, reply, kit) if is_right(mark) and not _is_recalled(recall) else (None, "")
    if fault:
        return Scored(unscored={"saa": fault})
    if recall is None and relevance is None and is_right(mark):
        return Scored(unscored={"saa": f"{cited.unscored['recall']}, and there is no judge of relevance"})
    value = attributed(mark, recall=recall, relevance=relevance)
    detail = {"answer": f"{mark:g}", "by": by, "attribution_hallucination": str(int(is_right(mark) and value == 0.0))}
    known = {"recall": recall, "relevance": relevance}
    detail |= {name: f"{number:g}" for name, number in known.items() if number is not None}
    return Scored(metrics={"saa": value}, detail=detail)


def _mark(item: Item, reply: Reply, kit: Kit) -> tuple[float | None, str]:
    """Give the mark of the answer of 5 and by whom it is, or None and why there is none."""
    given = judged.mark_of(item, reply, kit)
    if given is not None:
        mark = given.value()
        return (mark, given.model) if mark is not None else (None, f"the judge gave no mark: {given.detail}")
    answered = answer_scorer.score(item, reply, kit)
    if "answer" in answered.unscored:
        return None, answered.unscored["answer"]
    return 5 * answered.metrics["answer"], "program"


def _relevance(item: Item, reply: Reply, kit: Kit) -> tuple[float | None, str]:
    """Give the mean relevance of 5, None without a judge; and why there is none where the judge failed."""
    if kit.model("judge") is None:
        return None, ""
    found = relevance_scorer.score(item, reply, kit)
    if "relevance" in found.unscored:
        return None, found.unscored["relevance"]
    return 5 * found.metrics["relevance"], ""


def _is_recalled(recall: float | None) -> bool:
    return recall is not None and reaches(recall, _RECALL_FROM)


def attributed(mark: float, *, recall: float | None, relevance: float | None = None) -> float:
    """Give 1 for a right answer with its evidence, else 0; `mark` and `relevance` are of 5, None where undefined (CV-55).

    Comparisons are inclusive with a slack for floating point (case F09).
    """
    relevant = relevance is not None and reaches(relevance, _RELEVANCE_FROM)
    return float(is_right(mark) and (relevant or _is_recalled(recall)))


def is_right(mark: float) -> bool:
    """Say whether an answer mark of 5 is high enough."""
    return reaches(mark, _ANSWER_FROM)
