"""score: a Run → numbers for each item and the means over all, with intervals."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryFile
from typing import Literal, cast

import msgspec

from evidoc import __version__, shelf
from evidoc.engines import Outcome, run_tasks
from evidoc.errors import BudgetSpent, UsageError, Waiting
from evidoc.flow._asking import status_of
from evidoc.flow._kits import kit_of
from evidoc.flow._replies import replies_of
from evidoc.flow._roles import NO_ROLES, Roles, asked_by, spending
from evidoc.flow._score_rows import HeldRows, Supposed
from evidoc.flow._totals import FAILED, WAITING, MetricSummary, ScoreSignature, ScoreSummary, Totals
from evidoc.flow.work import Progress, Work
from evidoc.kit import Kit, rng_for
from evidoc.records.bench import RunFolder, open_bench, open_run
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item
from evidoc.records.record import from_json, to_json
from evidoc.records.reply import Reply
from evidoc.records.score import Run, Score, Scored, Signature
from evidoc.records.store import file_digest, whole_file, write_bytes
from evidoc.shelf import Part
from evidoc.statistics.intervals import RESAMPLES

__all__ = ["MetricSummary", "ScoreOptions", "ScoreSignature", "ScoreSummary", "score"]

DEFAULT_SCORERS = ("answer", "citations", "saa")
_OF_WORDS = {"rouge_bleu"}  # whose table is that of the paper: ROUGE-L, BLEU and the rest (DHQ-126)
_NOT_ASKED: Literal["not_asked"] = "not_asked"
_HERE = Work(engine="inline")  # scoring an item takes less than sending it to a worker

Task = tuple[Item, Run | None]
Scorer = Callable[[Item, Reply, Kit], Scored]


@dataclass(frozen=True, slots=True)
class ScoreOptions:
    """What to score by: spec strings of scorers (None: answer, citations, saa), the seed of the intervals, the judges."""

    scorers: tuple[str, ...] | None = None
    seed: int = 0
    roles: Roles = NO_ROLES


def score(run: Path, *, options: ScoreOptions = ScoreOptions(), work: Work = _HERE) -> ScoreSummary:
    """Score a run's replies; write `scores.jsonl` and, with the means, `scores.json`.

    All items of the bench are in the denominator. An item without a reply was not asked (a limit
    was set, or the run was stopped): that is no fault of the system, so the item is unscored.

    Raises:
        InvalidRecord: The replies do not fit the bench; all faults are named at once.
        UnknownName: No scorer is called so.
        UsageError: Two scorers give the same metric.
        EvidocError: Not one item could be scored.
        BudgetSpent: The judges have used what they may; their replies are kept, so that scoring again goes on.
    """
    folder = open_run(run)
    scorers = options.scorers or DEFAULT_SCORERS
    roles = asked_by(options.roles, work)
    scoring = Scoring(bench=folder.bench.folder, specs=scorers, seed=options.seed, roles=roles, run=run)
    signature = _signature(folder, scoring)
    totals = Totals()
    with spending(roles, run), whole_file(run / "scores.jsonl") as file, TemporaryFile() as spool:
        held = HeldRows(spool, totals)
        for (item, run_row), (row, supposed) in _scored(folder, scoring, work=work):
            held.add(item, row, supposed=supposed, lost=run_row.truncated.gold_lost if run_row else 0)
        totals.refuse_nothing()
        file.writelines(held.settled())
        (run / "scores.json").unlink(missing_ok=True)  # who is stopped now leaves no means of other scores
    summary = totals.summary(signature, seed=options.seed, remarks=roles.remarks_on([folder.system]))
    write_bytes(run / "scores.json", msgspec.json.format(to_json(summary), indent=2) + b"\n")
    return summary


def own_scorers(bench: Path) -> tuple[str, ...]:
    """Give the scorers that suit a bench: of words shared, where all its items ask for that alone, else the standard ones."""
    specs = {item.scorer for item in open_bench(bench).items()}
    return (specs.pop(),) if len(specs) == 1 and specs <= _OF_WORDS else DEFAULT_SCORERS


def read_summary(run: Path) -> ScoreSummary | None:
    """Give what the last `score` of a run found, or None where it was not scored."""
    path = run / "scores.json"
    return from_json(path.read_bytes(), ScoreSummary, place=str(path)) if path.is_file() else None


@dataclass(frozen=True)
class Scoring:
    """Scores one item after the other; travels to a worker as the folders, the scorers' names and the roles."""

    bench: Path
    specs: tuple[str, ...]
    seed: int
    roles: Roles
    run: Path

    def __call__(self, task: Task) -> dict[str, Scored]:
        """Give what each scorer says of an item's reply."""
        item, run = task
        reply = reply_of(run)
        said: dict[str, Scored] = {}
        for spec, function in self._functions:
            kit = kit_of(self._corpus, roles=self.roles, folder=self.run, rng=rng_for(self.seed, f"{spec}/{item.id}"))
            try:
                said[spec] = function(item, reply, kit)
            except Waiting as waiting:
                said[spec] = Scored(detail={WAITING: str(waiting)})
        return said

    def __reduce__(self) -> tuple[type[Scoring], tuple[Path, tuple[str, ...], int, Roles, Path]]:
        """Leave what was opened here behind."""
        return Scoring, (self.bench, self.specs, self.seed, self.roles, self.run)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The scorers, found by name."""
        return tuple(shelf.part("scorers", spec) for spec in self.specs)

    @cached_property
    def _functions(self) -> tuple[tuple[str, Scorer], ...]:
        return tuple((part.spec, cast("Scorer", part.function())) for part in self.parts)

    @cached_property
    def _corpus(self) -> Corpus:
        return open_bench(self.bench).corpus


def reply_of(run: Run | None) -> Reply:
    """Give the reply that a row keeps; an item without a row was not asked."""
    if run is None:
        return Reply(status=_NOT_ASKED)
    return Reply(
        text=run.text,
        status=status_of(run.status, run.text),  # of runs that were asked before refusals were read
        reasoning=run.reasoning,
        usage=run.usage,
        seconds=run.seconds,
        tries=run.tries,
        detail=run.detail,
    )


def bench_digest(folder: RunFolder) -> str:
    """Name the items that a run was asked by their content: the sha256 of `items.jsonl`."""
    return file_digest(folder.bench.folder / "items.jsonl")


def _signature(folder: RunFolder, scoring: Scoring) -> ScoreSignature:
    return ScoreSignature(
        scorers=tuple(_signed(part) for part in scoring.parts),
        interval=f"95 %, bootstrap of {RESAMPLES} resamples clustered by document, seed {scoring.seed}",
        bench=bench_digest(folder),
        evidoc=__version__,
    )


def _signed(part: Part) -> Signature:
    """Sign a scorer with its version and all its options, those left at their default too."""
    options = shelf.options_of(part.module, ("score",)) | dict(part.options)
    return Signature(
        scorer=part.name,
        version=str(getattr(part.module, "VERSION", "")),
        options=", ".join(f"{name}={value!r}" for name, value in sorted(options.items())),
    )


def _scored(folder: RunFolder, scoring: Scoring, *, work: Work) -> Iterator[tuple[Task, tuple[Score, Supposed]]]:
    """Give each item and its reply with the row of `scores.jsonl` and what is supposed with it, in the order of the bench."""
    replies = replies_of(folder)
    total = folder.bench.header.counts.get("items")
    taken: deque[Task] = deque()  # as many as the engine looks ahead
    tasks = _noted(replies.beside(folder.bench.items()), taken)
    for done, outcome in enumerate(run_tasks(scoring, tasks, engine=work.engine, workers=work.workers), 1):
        task = taken.popleft()
        if outcome.failure is not None and outcome.failure.error == BudgetSpent.__name__:
            raise BudgetSpent(outcome.failure.message)
        yield task, _row(task[0], reply_of(task[1]), outcome)
        work.progress(Progress(stage="score", done=done, total=total, kept=done))


def _noted(tasks: Iterable[Task], taken: deque[Task]) -> Iterator[Task]:
    for task in tasks:
        taken.append(task)
        yield task


def _row(item: Item, reply: Reply, outcome: Outcome[dict[str, Scored]]) -> tuple[Score, Supposed]:
    if outcome.failure is not None:
        fault = f"{outcome.failure.error}: {outcome.failure.message} ({outcome.failure.place})"
        return Score(item=item.id, outcome=reply.status, metrics={}, unscored={}, detail={FAILED: fault}), {}
    metrics: dict[str, float | None] = {}
    unscored: dict[str, str] = {}
    detail: dict[str, str] = {}
    supposed: dict[str, float | str] = {}
    for spec, scored in (outcome.value or {}).items():
        _refuse_repeated(spec, [*scored.metrics, *scored.unscored, *scored.supposed], known={**metrics, **supposed})
        metrics |= scored.metrics | dict.fromkeys(scored.unscored)
        unscored |= scored.unscored
        supposed |= scored.supposed
        detail |= {f"{spec}.{key}": text for key, text in scored.detail.items()}
    if reply.status == _NOT_ASKED:
        metrics, unscored = dict.fromkeys(metrics), dict.fromkeys(metrics, _NOT_ASKED)
        supposed = dict.fromkeys(supposed, _NOT_ASKED)
    return Score(item=item.id, outcome=reply.status, metrics=metrics, unscored=unscored, detail=detail), supposed


def _refuse_repeated(spec: str, names: Sequence[str], *, known: Mapping[str, object]) -> None:
    repeated = sorted(set(names) & set(known))
    if repeated:
        raise UsageError(f"scorer {spec} gives {', '.join(repeated)}, which another scorer gives too; ask for one of the two")
