"""Whether a judge scores what it should not: the length of an answer, its own family's style."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from evidoc.statistics.paired import Paired, paired_difference
from evidoc.statistics.ranks import average_ranks
from evidoc.statistics.ratings import Coefficient, Unit
from evidoc.statistics.resampling import Draw, Estimate, interval_of

_DRAW = Draw()


@dataclass(frozen=True, slots=True)
class Judged:
    """One answer with the judge's score, its length in any unit, and whether (or how far) it is right."""

    score: float
    length: float
    correct: float
    cluster: Hashable = None


@dataclass(frozen=True, slots=True)
class FamilyScore:
    """One answer to an item with the judge's score, whether its model is of the judge's family, and what it is worth.

    `reference` is the score by people or by a judge of another family; without it a family that is better looks
    preferred.
    """

    item: Hashable
    own_family: bool
    score: float
    reference: float | None = None


def length_bias(rows: Sequence[Judged], *, draw: Draw = _DRAW) -> Estimate:
    """Give the rank correlation of score and length among answers that are equally right.

    Ranks are taken within each value of `correct` and pooled there, so that longer answers being right more often does
    not count. With one value it is Spearman's ρ. Undefined where score or length never varies among equals.
    """
    units: list[Unit] = [(row.score, row.length, row.correct) for row in rows]
    clusters = [("alone", index) if row.cluster is None else row.cluster for index, row in enumerate(rows)]
    return interval_of(_correlation_among_equals, units, clusters=clusters, draw=draw)


def self_preference(rows: Sequence[FamilyScore], *, draw: Draw = _DRAW) -> Paired:
    """Give the mean score of the judge's own family minus that of others, item by item.

    Where all of an item's answers have a reference, what counts is score minus reference. An item without answers of
    both sides is left out and counted; so is one of which only some answers have a reference. Source: X-32.
    """
    by_item: dict[Hashable, list[FamilyScore]] = defaultdict(list)
    for row in rows:
        by_item[row.item].append(row)
    sides = [(_side(answers, own=True), _side(answers, own=False)) for answers in by_item.values()]
    return paired_difference(sides, level=draw.level, resamples=draw.resamples, seed=draw.seed)


def _side(answers: Sequence[FamilyScore], *, own: bool) -> float | None:
    references = [answer.reference for answer in answers if answer.reference is not None]
    if references and len(references) < len(answers):
        return None
    excess = [answer.score - (answer.reference or 0.0) for answer in answers if answer.own_family == own]
    return math.fsum(excess) / len(excess) if excess else None


_Counted = Sequence[tuple[float, float, int]]


def _correlation_among_equals(units: Sequence[Unit], counts: Sequence[int]) -> Coefficient:
    strata: dict[float, list[tuple[float, float, int]]] = defaultdict(list)
    for (score, length, correct), count in zip(units, counts, strict=True):
        strata[correct or 0.0].append((score or 0.0, length or 0.0, count))
    ranked = [pair for stratum in strata.values() for pair in _centred(stratum)]
    n = sum(counts)
    spread = _total(ranked, lambda a, _: a * a) * _total(ranked, lambda _, b: b * b)
    if spread == 0:
        return Coefficient(None, n, "score or length never varies among answers that are equally right")
    return Coefficient(_total(ranked, lambda a, b: a * b) / math.sqrt(spread), n)


def _centred(stratum: _Counted) -> list[tuple[float, float, int]]:
    """Ranks as shares of the stratum, so that a large stratum does not count by its size squared."""
    size = sum(count for _, _, count in stratum)
    scores = average_ranks((score, count) for score, _, count in stratum)
    lengths = average_ranks((length, count) for _, length, count in stratum)
    middle = (size + 1) / 2
    return [((scores[score] - middle) / size, (lengths[length] - middle) / size, count) for score, length, count in stratum]


def _total(ranked: _Counted, worth: Callable[[float, float], float]) -> float:
    return math.fsum(count * worth(a, b) for a, b, count in ranked)
