"""mark bias: scored Runs → whether a judge's marks hang on how long an answer is, or on whose family it comes from.

Nothing is asked: the marks are those that the scorer `judged` gave, and what they are set against is the score `answer`, by
which a program compares. Source: X-32, CV-74.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evidoc.answers.region import strip_citations
from evidoc.errors import NothingKept
from evidoc.flow._runs import aligned_scores, open_scored
from evidoc.models import family_of
from evidoc.records.bench import RunFolder
from evidoc.records.record import Record
from evidoc.records.score import Score
from evidoc.statistics.bias_probes import FamilyScore, Judged, length_bias, self_preference
from evidoc.statistics.clusters import cluster_of
from evidoc.statistics.paired import Paired
from evidoc.statistics.resampling import Draw, Estimate

MARK, REFERENCE = "judged", "answer"


class MarkBias(Record, frozen=True, kw_only=True):
    """What the marks of scored runs hang on.

    `length` is the rank correlation of mark and length among answers that are equally right; `own` the judges' marks, less
    the reference, for answers of models of their family minus those for others, item by item. `left_out` answers have no
    mark, or no reference to set it against.
    """

    runs: tuple[str, ...]
    judges: tuple[str, ...]
    answers: int
    left_out: int
    length: Estimate
    own: Paired


@dataclass(frozen=True, slots=True)
class _Marked:
    """One answer with its mark, by whom, how right a program finds it, and its characters without citations."""

    item: str
    cluster: str
    system: str
    judge: str
    mark: float
    reference: float
    length: int


def mark_bias(runs: Sequence[Path], *, seed: int = 0) -> MarkBias:
    """Say what the judges' marks of one run or several, over the same bench, hang on.

    Answers of one document are drawn together. A figure that is not defined has its reason, as where all answers are of one
    family.

    Raises:
        InvalidRecord: A run was not scored.
        UsageError: The runs are over different items.
        NothingKept: No answer has both a judge's mark and a program's score.
    """
    opened = open_scored(runs)
    rows = list(_answers(opened))
    marked = [row for row in rows if row is not None]
    if not marked:
        raise NothingKept(
            f"no answer of {', '.join(map(str, runs))} has both a judge's mark and a program's score; "
            f"run evidoc score RUN --scorers answer,judged --judge MODEL first"
        )
    draw = Draw(seed=seed)
    return MarkBias(
        runs=tuple(run.folder.name for run in opened),
        judges=tuple(dict.fromkeys(row.judge for row in marked)),
        answers=len(marked),
        left_out=len(rows) - len(marked),
        length=length_bias([Judged(row.mark, row.length, row.reference, row.cluster) for row in marked], draw=draw),
        own=self_preference([FamilyScore(row.item, _is_own(row), row.mark, row.reference) for row in marked], draw=draw),
    )


def _answers(runs: Sequence[RunFolder]) -> Iterator[_Marked | None]:
    """Give every answer of every run that a judge was asked about, None where there is nothing to set its mark against."""
    replies = [{row.item: len(strip_citations(row.text)) for row in run.replies() if row.text} for run in runs]
    for item, scores in aligned_scores(runs):
        for run, lengths, score in zip(runs, replies, scores, strict=True):
            if item.id in lengths:
                yield _marked(run.system, score, cluster=cluster_of(item), length=lengths[item.id])


def _marked(system: str, score: Score, *, cluster: str, length: int) -> _Marked | None:
    mark, reference, judge = score.metrics.get(MARK), score.metrics.get(REFERENCE), _judge_of(score)
    if mark is None or reference is None or not judge:
        return None
    return _Marked(score.item, cluster, system, judge, mark, reference, length)


def _judge_of(score: Score) -> str:
    """Give who marked the answer; the scorer says it under its spec string."""
    found = (text for key, text in score.detail.items() if key.startswith(MARK) and key.endswith(".judge"))
    return next((text for text in found if not text.startswith("not asked")), "")


def _is_own(row: _Marked) -> bool:
    return family_of(row.system) == family_of(row.judge)
