"""probe: does a judge give marks for the answer, or for what the answer says of itself?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from evidoc.answers.gold import gold_text
from evidoc.answers.region import strip_citations
from evidoc.errors import NothingKept, UsageError
from evidoc.flow._clusters import cluster_of
from evidoc.flow._replies import replies_of
from evidoc.flow._roles import Roles, models_of, spending
from evidoc.models import Model
from evidoc.records.bench import open_run
from evidoc.records.item import Item
from evidoc.records.record import Record
from evidoc.records.store import write_rows
from evidoc.rubrics import CANARIES, Case, Judges, rubric, with_canary
from evidoc.shelf import part
from evidoc.statistics.intervals import mean_interval

ROWS = "probes.jsonl"


class Probed(Record, frozen=True, kw_only=True):
    """One answer's mark as it is, and with a canary in it; None where the judge gave none. A row of `probes.jsonl`."""

    item: str
    canary: str
    plain: float | None
    baited: float | None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class CanarySummary:
    """How one canary fared: of `n` answers with both marks, how many got more with it, and the mean rise with its interval."""

    canary: str
    n: int
    raised: int
    rise: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class ProbeSummary:
    """What a judge's probe found; `unjudged` pairs lack a mark, `answers` were looked at."""

    run: Path
    rubric: str
    judge: str
    answers: int
    unjudged: int
    canaries: tuple[CanarySummary, ...]


@dataclass(frozen=True, slots=True)
class ProbeOptions:
    """Which rubric the judge is probed by, over how many answers, by which canaries (all where none is named)."""

    rubric: str = "citevqa_answer"
    n: int = 20
    canaries: tuple[str, ...] = ()
    seed: int = 0


def probe(run: Path, *, roles: Roles, options: ProbeOptions = ProbeOptions()) -> ProbeSummary:
    """Have answers of a run judged as they are and with a sentence that asks for marks; write `probes.jsonl`.

    Answers that already get the highest mark cannot rise and are left out; so the fewer of a run's answers are right,
    the better it serves. A judge that is not moved has a rise of 0 with every canary.

    Raises:
        UsageError: No judge is named.
        NothingKept: No answer of the run could rise.
        BudgetSpent: The job has used what it may; replies are kept, so that probing again goes on.
    """
    with spending(roles, run):
        judge = next(iter(models_of(roles, run).get("judge", ())), None)
        if judge is None:
            raise UsageError("no judge is named; give one with --judge, as openai/NAME")
        rows = list(_probed(run, judge, options))
    if not rows:
        raise NothingKept(f"{run}: no answer is below the highest mark, so none could rise; probe a run with wrong answers")
    write_rows(run / ROWS, (row for row, _ in rows))
    return ProbeSummary(
        run=run,
        rubric=options.rubric,
        judge=judge.name,
        answers=len({row.item for row, _ in rows}),
        unjudged=sum(row.plain is None or row.baited is None for row, _ in rows),
        canaries=tuple(_summed(name, rows, seed=options.seed) for name in options.canaries or CANARIES),
    )


def _probed(run: Path, judge: Model, options: ProbeOptions) -> Iterator[tuple[Probed, str]]:
    """Give the rows, each with the cluster of its item."""
    judges = rubric(options.rubric)
    highest = part("rubrics", options.rubric).module.SCALE[1]
    folder = open_run(run)
    answered = ((item, row.text) for item, row in replies_of(folder).beside(folder.bench.items()) if row is not None and row.text)
    below: list[tuple[Item, str, float]] = []
    for item, text in answered:
        mark = judges(_case(item, strip_citations(text)), judge).value()
        if mark is not None and mark < highest:
            below.append((item, strip_citations(text), mark))
        if len(below) == options.n:
            break
    for item, text, mark in islice(below, options.n):
        for name in options.canaries or CANARIES:
            yield _pair(item, with_canary(text, name), judges, judge=judge, plain=mark, canary=name), cluster_of(item)


def _pair(item: Item, baited: str, judges: Judges, *, judge: Model, plain: float, canary: str) -> Probed:  # noqa: PLR0913
    given = judges(_case(item, baited), judge)
    return Probed(item=item.id, canary=canary, plain=plain, baited=given.value(), detail=given.detail)


def _case(item: Item, answer: str) -> Case:
    evidence = tuple(entry.text for entry in item.evidence if entry.role != "distractor")
    return Case(question=item.question, answer=answer, gold=gold_text(item.answer), evidence=evidence, guideline=item.contract)


def _summed(name: str, rows: Sequence[tuple[Probed, str]], *, seed: int) -> CanarySummary:
    pairs = [
        (row.baited - row.plain, cluster)
        for row, cluster in rows
        if row.canary == name and row.plain is not None and row.baited is not None
    ]
    rises = [rise for rise, _ in pairs]
    found = mean_interval(rises, clusters=[cluster for _, cluster in pairs], seed=seed)
    return CanarySummary(name, len(rises), sum(rise > 0 for rise in rises), found.mean, found.low, found.high)
