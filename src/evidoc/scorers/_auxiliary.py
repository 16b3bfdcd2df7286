"""Localisation metrics of the AgenticOCR family: strict thresholds, overlap over the smaller area. Source: CV-64."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from evidoc.answers.region import Region
from evidoc.scorers._overlap import Place, overlap

_NESTED = 0.8  # intersection over the smaller area must exceed this
_EXACT = 0.6  # intersection over union must exceed this
AUXILIARY = ("page_acc", "recall_min", "prec_min", "f1_min", "recall_em")


def auxiliary_metrics(said: Sequence[Place | Region], right: Sequence[Place]) -> dict[str, float]:
    """Give `page_acc`, `recall_min`, `prec_min`, `f1_min` and `recall_em` of one sample.

    Both sides empty is perfect, one side empty is 0; `page_acc` only asks whether both say something.
    """
    precision, recall = precision_recall(said, right, measure=overlap_of_smaller, above=_NESTED)
    return {
        "page_acc": float(bool(said) == bool(right)),
        "recall_min": recall,
        "prec_min": precision,
        "f1_min": 2 * precision * recall / (precision + recall) if precision + recall else 0.0,
        "recall_em": precision_recall(said, right, measure=overlap, above=_EXACT)[1],
    }


def precision_recall(
    said: Sequence[Place | Region],
    right: Sequence[Place],
    *,
    measure: Callable[[Place | Region, Place | Region], float],
    above: float,
) -> tuple[float, float]:
    """Give the share of said boxes that match a right one, and of right boxes that match a said one."""
    if not said or not right:
        return (1.0, 1.0) if not said and not right else (0.0, 0.0)
    precise = sum(any(measure(one, other) > above for other in right) for one in said)
    recalled = sum(any(measure(other, one) > above for one in said) for other in right)
    return precise / len(said), recalled / len(right)


def overlap_of_smaller(first: Place | Region, second: Place | Region) -> float:
    """Give the intersection over the smaller area; 0 for a box without area."""
    if first[:2] != second[:2]:
        return 0.0
    width = min(first[4], second[4]) - max(first[2], second[2])
    height = min(first[5], second[5]) - max(first[3], second[3])
    smaller = min((box[4] - box[2]) * (box[5] - box[3]) for box in (first, second))
    return width * height / smaller if width > 0 and height > 0 and smaller > 0 else 0.0
