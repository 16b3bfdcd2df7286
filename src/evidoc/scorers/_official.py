"""The numbers of the published CiteVQA evaluator, faults included, for comparison with published results.

Its faults: recall is over all boxes, precision counts matched gold boxes over predictions (so it may
exceed 1), a small constant in the union makes exactly half an overlap miss, and no page recall is
ever found. Source: formats.md, section 2.4; X-54.
"""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.answers.region import official_boxes
from evidoc.records.geometry import THOUSAND, Page
from evidoc.records.item import Item
from evidoc.records.score import Scored
from evidoc.scorers._overlap import Place

_EPSILON = 1e-6
_THRESHOLD = 0.5


def official_metrics(item: Item, text: str, pages: Sequence[Sequence[Page]]) -> Scored:
    """Score a reply as that evaluator does; what is None there is unscored here, with its note as the reason."""
    gold, said = _gold_boxes(item, pages), official_boxes(text)
    matched = sum(any(_matches(box, other) for other in said) for box in gold)
    metrics: dict[str, float] = {}
    unscored = {"page_recall": "No GT page"}
    if gold:
        metrics["recall"] = matched / len(gold)
    else:
        unscored["recall"] = "No GT bbox"
    if said:
        metrics["precision"] = matched / len(said)
    else:
        unscored["precision"] = "No pred bbox"
    total = metrics.get("recall", 0.0) + metrics.get("precision", 0.0)
    if len(metrics) == 2 and total:
        metrics["f1"] = 2 * metrics["recall"] * metrics["precision"] / total
    else:
        unscored["f1"] = "recall or precision is None"
    return Scored(metrics=metrics, unscored=unscored, detail={"cited": str(len(said))})


def _gold_boxes(item: Item, pages: Sequence[Sequence[Page]]) -> list[Place]:
    """Give the crucial boxes, as the data's converter gives `answer_bboxes`, in thousandths with pages from 1."""
    numbers = {document.id: number for number, document in enumerate(item.documents, 1)}
    return [
        (numbers[evidence.document], box.page + 1, *THOUSAND.write(box, pages[numbers[evidence.document] - 1][box.page]))
        for evidence in item.evidence
        if evidence.role == "crucial" and evidence.document in numbers
        for box in evidence.boxes
    ]


def _matches(first: Place, second: Place) -> bool:
    if first[:2] != second[:2]:
        return False
    width = max(0.0, min(first[4], second[4]) - max(first[2], second[2]))
    height = max(0.0, min(first[5], second[5]) - max(first[3], second[3]))
    areas = sum((box[4] - box[2]) * (box[5] - box[3]) for box in (first, second))
    return width * height / (areas - width * height + _EPSILON) >= _THRESHOLD
