"""Whether the answer is right and its evidence is cited: strict attributed accuracy, 1 or 0.

1 where the answer is at least 4 of 5 and the relevance at least 4 of 5 or the recall at least 0.6.
The answer counts five times its score where no judge has given a mark; without a judge of relevance,
recall decides alone. Source: CV-55, CV-62, U-32, U-33. Metric: `saa`.
"""

from __future__ import annotations

from evidoc.kit import Kit
from evidoc.records.geometry import reaches
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.records.score import Scored
from evidoc.scorers import answer as answer_scorer
from evidoc.scorers import citations

VERSION = "1"
_ANSWER_FROM = 4.0  # of 5
_RELEVANCE_FROM = 4.0  # of 5
_RECALL_FROM = 0.6


def score(item: Item, reply: Reply, kit: Kit, *, threshold: float = 0.5) -> Scored:
    """Combine the item's answer scorer and the recall of crucial boxes.

    `detail` says whether this is an attribution hallucination: a right answer without its evidence.
    """
    answered = answer_scorer.score(item, reply, kit)
    cited = citations.score(item, reply, kit, threshold=threshold)
    if "answer" in answered.unscored:
        return Scored(unscored={"saa": answered.unscored["answer"]})
    if "recall" in cited.unscored:
        return Scored(unscored={"saa": f"{cited.unscored['recall']}, and there is no judge of relevance"})
    mark, recall = 5 * answered.metrics["answer"], cited.metrics["recall"]
    value = attributed(mark, recall=recall)
    hallucinated = is_right(mark) and value == 0.0
    detail = {"answer": f"{mark:g}", "recall": f"{recall:g}", "attribution_hallucination": str(int(hallucinated))}
    return Scored(metrics={"saa": value}, detail=detail)


def attributed(mark: float, *, recall: float | None, relevance: float | None = None) -> float:
    """Give 1 for a right answer with its evidence, else 0; `mark` and `relevance` are of 5, None where undefined (CV-55).

    Comparisons are inclusive with a slack for floating point (case F09).
    """
    relevant = relevance is not None and reaches(relevance, _RELEVANCE_FROM)
    recalled = recall is not None and reaches(recall, _RECALL_FROM)
    return float(is_right(mark) and (relevant or recalled))


def is_right(mark: float) -> bool:
    """Say whether an answer mark of 5 is high enough."""
    return reaches(mark, _ANSWER_FROM)
