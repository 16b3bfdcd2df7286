"""probe: does a judge give marks for the answer, or for what the answer says of itself?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from evidoc.answers.gold import gold_text
from evidoc.answers.region import strip_citations
from evidoc.engines import run_tasks
from evidoc.errors import BudgetSpent, EvidocError, NothingKept, UsageError, Waiting
from evidoc.flow._replies import replies_of
from evidoc.flow._roles import Roles, asked_by, models_of, spending
from evidoc.flow.work import Progress, Work
from evidoc.models import Model
from evidoc.records.bench import open_run
from evidoc.records.item import Item
from evidoc.records.record import Record
from evidoc.records.reply import Prompt, Reply
from evidoc.records.store import write_rows
from evidoc.rubrics import CANARIES, Case, Judged, rubric, with_canary
from evidoc.shelf import part
from evidoc.statistics.clusters import cluster_of
from evidoc.statistics.intervals import mean_interval

ROWS = "probes.jsonl"
_LOOKED_AT = 10  # answers judged for each that is wanted: where nearly all are right, more would cost and tell little
_QUOTED = 200  # characters of a reply that an error quotes
_HERE = Work(engine="threads")


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
    """What a judge's probe found.

    `answers` were probed with, `unjudged` of their pairs lack a mark, and `unmarked` answers got no mark as they are, so
    that they could not be probed with; `unread` quotes the first reply that was no mark.
    """

    run: Path
    rubric: str
    judge: str
    answers: int
    unjudged: int
    canaries: tuple[CanarySummary, ...]
    unmarked: int = 0
    unread: str = ""


@dataclass(frozen=True, slots=True)
class ProbeOptions:
    """Which rubric the judge is probed by, over how many answers, by which canaries (all where none is named)."""

    rubric: str = "citevqa_answer"
    n: int = 20
    canaries: tuple[str, ...] = ()
    seed: int = 0


def probe(run: Path, *, roles: Roles, options: ProbeOptions = ProbeOptions(), work: Work = _HERE) -> ProbeSummary:
    """Have answers of a run judged as they are and with a sentence that asks for marks; write `probes.jsonl`.

    Answers that already get the highest mark cannot rise and are left out; so the fewer of a run's answers are right,
    the better it serves. A judge that is not moved has a rise of 0 with every canary. An answer that gets no mark
    counts as tried, and no more than ten times `n` answers are judged in all.

    Raises:
        UsageError: No judge is named.
        EvidocError: The judge gave no answer a mark that could be read.
        NothingKept: No answer of the run could rise.
        BudgetSpent: The job has used what it may; replies are kept, so that probing again goes on.
    """
    with spending(roles, run):
        judge = next(iter(models_of(asked_by(roles, work), run).get("judge", ())), None)
        if judge is None:
            raise UsageError("no judge is named; give one with --judge, as openai/NAME")
        probing = _Probing(run, judge, options, work)
        rows = list(probing.rows())
    if not rows:
        raise probing.refusal()
    write_rows(run / ROWS, (row for row, _ in rows))
    return ProbeSummary(
        run=run,
        rubric=options.rubric,
        judge=judge.name,
        answers=len({row.item for row, _ in rows}),
        unjudged=sum(row.plain is None or row.baited is None for row, _ in rows),
        canaries=tuple(_summed(name, rows, seed=options.seed) for name in options.canaries or CANARIES),
        unmarked=probing.unmarked,
        unread=probing.unread,
    )


@dataclass(frozen=True, slots=True)
class _Answer:
    """An answer of the run as the judge is shown it, with the mark that it got as it is, and the canary that is put in."""

    item: Item
    text: str
    mark: float | None = None
    canary: str = ""


class _Listening:
    """A model whose first reply is kept, so that one that is no mark can be shown."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.name = model.name
        self.first = ""

    def answer(self, prompt: Prompt) -> Reply:
        reply = self._model.answer(prompt)
        said = " ".join(reply.text.split())
        self.first = self.first or (f"{said[:_QUOTED]!r}" if said else f"{reply.status}: {reply.detail}".rstrip(": "))
        return reply


class _Probing:
    """One probe at work: which answers were judged, and what their marks were."""

    def __init__(self, run: Path, judge: Model, options: ProbeOptions, work: Work) -> None:
        self._run, self._judge, self._options, self._work = run, judge, options, work
        self._judges = rubric(options.rubric)
        self._highest = part("rubrics", options.rubric).module.SCALE[1]
        self._canaries = options.canaries or tuple(CANARIES)
        self.judged = self.unmarked = 0
        self.unread = ""

    def rows(self) -> Iterator[tuple[Probed, str]]:
        """Give the rows, each with the cluster of its item."""
        below = self._below()
        baited = [replace(one, canary=name) for one in below for name in self._canaries]
        for done, (one, (given, _)) in enumerate(zip(baited, self._judge_all(baited), strict=True), 1):
            self._tell(done, total=len(baited), stage="probe, canaries")
            row = Probed(item=one.item.id, canary=one.canary, plain=one.mark, baited=given.value(), detail=given.detail)
            yield row, cluster_of(one.item)

    def refusal(self) -> EvidocError:
        """Say why there is nothing to probe with."""
        if self.unmarked and self.unmarked == self.judged:
            return EvidocError(
                f"{self._run}: {self._judge.name} gave none of {self.judged} answers a mark that can be read; its first reply "
                f"was {self.unread}; name a judge that answers in the form that the rubric asks for"
            )
        marked = self.judged - self.unmarked
        unmarked = f" and {self.unmarked} got none that can be read (the first: {self.unread})" if self.unmarked else ""
        return NothingKept(
            f"{self._run}: no answer is below the highest mark, so none could rise (of {self.judged} judged, {marked} got it"
            f"{unmarked}); probe a run with wrong answers"
        )

    def _below(self) -> list[_Answer]:
        """Give answers below the highest mark, as many as are wanted less those that got no mark."""
        wanted, most = self._options.n, _LOOKED_AT * self._options.n
        answers = islice(self._answers(), most)
        below: list[_Answer] = []
        while taken := list(islice(answers, wanted - len(below) - self.unmarked)):
            for one, (given, said) in zip(taken, self._judge_all(taken), strict=True):
                mark = given.value()
                self.judged += 1
                self.unmarked += mark is None
                self.unread = self.unread or (said if mark is None else "")
                if mark is not None and mark < self._highest:
                    below.append(replace(one, mark=mark))
                self._tell(len(below) + self.unmarked, total=wanted, stage="probe, plain answers")
        return below

    def _answers(self) -> Iterator[_Answer]:
        folder = open_run(self._run)
        for item, row in replies_of(folder).beside(folder.bench.items()):
            if row is not None and row.text:
                yield _Answer(item, strip_citations(row.text))

    def _judge_all(self, answers: Sequence[_Answer]) -> Iterator[tuple[Judged, str]]:
        """Judge answers, several at a time, and give what came of each in order, with the first reply."""
        for outcome in run_tasks(self._judge_one, answers, engine="threads", workers=self._work.workers):
            if outcome.failure is not None:
                raise _RAISED.get(outcome.failure.error, EvidocError)(outcome.failure.message)
            assert outcome.value is not None  # an outcome has one or the other
            yield outcome.value

    def _judge_one(self, one: _Answer) -> tuple[Judged, str]:
        listening = _Listening(self._judge)
        text = with_canary(one.text, one.canary) if one.canary else one.text
        return self._judges(_case(one.item, text), listening), listening.first

    def _tell(self, done: int, *, total: int, stage: str) -> None:
        self._work.progress(Progress(stage, done=done, total=total, kept=done - self.unmarked, failed=self.unmarked))


_RAISED = {error.__name__: error for error in (BudgetSpent, Waiting)}


def _case(item: Item, answer: str) -> Case:
    evidence = tuple(entry.text for entry in item.needed)
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
