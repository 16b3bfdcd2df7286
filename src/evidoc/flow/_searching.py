"""The search of a making: candidates tried in order until enough are kept, each with its one outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from evidoc.checks import STANDARD
from evidoc.checks._kept import Kept
from evidoc.engines import Journal, Outcome, run_journaled
from evidoc.errors import BudgetSpent, Waiting
from evidoc.flow._candidates import Candidate, in_turns, planned
from evidoc.flow._kits import kit_of
from evidoc.flow._making import PAGES, Made, MakeTask, compares, judged, make_task
from evidoc.flow._paged import corpus_at, paged_corpus
from evidoc.flow._roles import NO_ROLES, Roles, asked_by
from evidoc.flow.work import Progress, Work
from evidoc.kit import Kit
from evidoc.recipes import WHOLE, LeftOut
from evidoc.records.item import Item
from evidoc.records.ledger import LedgerEntry
from evidoc.records.record import from_json
from evidoc.shelf import part

_UNDECIDED = (Waiting.__name__, BudgetSpent.__name__)


@dataclass(frozen=True, slots=True)
class MakeOptions:
    """What is made: by which recipes, how many items, of which seed.

    `checks` are spec strings, None for the standard ones and () for none; `limit` ends the search after so many
    candidates; `roles` are the models that write and judge; `overwrite` replaces the bench that the folder holds.
    """

    recipes: tuple[str, ...] = ("pdfqa",)
    n: int = 100
    seed: int = 0
    checks: tuple[str, ...] | None = None
    limit: int | None = None
    roles: Roles = NO_ROLES
    overwrite: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """One call of `make`."""

    corpus: Path | None
    out: Path
    options: MakeOptions
    work: Work


@dataclass(slots=True)
class Search:
    """What has become of the candidates tried so far; `stopped` says why no more are tried, where the budget is spent."""

    planned: int
    kept: Kept = field(default_factory=Kept)
    entries: list[LedgerEntry] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)
    stopped: str = ""

    def settle(self, entry: LedgerEntry, item: Item | None = None) -> None:
        """Note the one outcome of a candidate."""
        self.entries.append(entry)
        self.outcomes[entry.outcome] += 1
        if item is not None:
            self.kept.add(item)

    @property
    def waiting(self) -> int:
        """How many candidates wait for a reply."""
        return self.outcomes["waiting"]

    def counts(self) -> Iterator[tuple[str, int]]:
        """Count for the header: these add up to the candidates."""
        yield "planned", self.planned
        yield "candidates", len(self.entries)
        for outcome in ("kept", "rejected", "failed"):
            yield outcome, self.outcomes[outcome]

    def progress(self) -> Progress:
        """Say how far it is."""
        count = self.outcomes
        return Progress("make", done=len(self.entries), kept=count["kept"], rejected=count["rejected"], failed=count["failed"])


def search(job: Job, journal: Journal) -> Search:
    """Try candidates in order until enough are kept, or could be once the replies are there, or none is left."""
    options, work = job.options, job.work
    checks = checks_of(options)
    together = tuple(spec for spec in checks if compares(spec))
    candidates = planned(corpus_at(job.corpus), options.recipes, wanted=options.n)
    found = Search(planned=len(candidates))
    ordered = list(islice(in_turns(_askable(candidates, found), seed=options.seed), options.limit))
    outcomes = run_journaled(
        make_task,
        _tasks(job, ordered),
        journal=journal,
        retry_failed=work.retry_failed,
        engine=work.engine,
        workers=work.workers,
        undecided=_UNDECIDED,
    )
    corpus = paged_corpus(job.corpus, job.out / PAGES)
    kit = kit_of(corpus, roles=asked_by(options.roles, work), folder=job.out, kept=found.kept)
    with closing(outcomes):
        for candidate, outcome in zip(ordered, outcomes, strict=False):
            if outcome.failure is not None and outcome.failure.error == BudgetSpent.__name__:
                found.stopped = outcome.failure.message
                break
            _settle(found, candidate, outcome, checks=together, kit=kit)
            work.progress(found.progress())
            if len(found.kept) + found.waiting >= options.n:
                break
    return found


def _askable(candidates: Sequence[Candidate], found: Search) -> list[Candidate]:
    """Give the candidates that can be tried; of the others note at once why planning left them out."""
    askable = []
    asked = {candidate.unit.document for candidate in candidates if not isinstance(candidate.unit, LeftOut)}
    for candidate in candidates:
        unit = candidate.unit
        if not isinstance(unit, LeftOut):
            askable.append(candidate)
            continue
        said = f"{unit.kind}, {' and '.join(unit.documents)}: {unit.detail}".rstrip(": ")
        silent = unit.document if unit.kind == WHOLE and unit.document not in asked else ""
        found.settle(
            LedgerEntry(candidate=candidate.key, stage="plan", outcome="rejected", reason=unit.reason, detail=said, silent=silent)
        )
    return askable


def _tasks(job: Job, candidates: Sequence[Candidate]) -> Iterator[tuple[str, MakeTask]]:
    alone = tuple(spec for spec in checks_of(job.options) if not compares(spec))
    roles = asked_by(job.options.roles, job.work)
    for candidate in candidates:
        yield candidate.key, MakeTask(candidate, job.corpus, job.out, job.options.seed, alone, roles)


def _settle(found: Search, candidate: Candidate, outcome: Outcome[bytes], *, checks: Sequence[str], kit: Kit) -> None:
    if outcome.failure is not None:
        failure = outcome.failure
        waits = failure.error == Waiting.__name__
        found.settle(
            LedgerEntry(
                candidate=candidate.key,
                stage="make",
                outcome="waiting" if waits else "failed",
                reason="" if waits else failure.error,
                detail=failure.message,
            )
        )
        return
    made = from_json(outcome.value or b"", Made, place=f"candidate {candidate.key}")
    if made.item is not None and found.kept.has(made.item.id):
        made = Made(check="duplicate", reason="same_item", detail=made.item.id)
    if made.item is not None:
        made = judged(made.item, checks, kit)  # by the checks that compare it with those kept before
    if made.item is None:
        stage = "check" if made.check else "make"
        entry = LedgerEntry(
            candidate=candidate.key, stage=stage, outcome="rejected", check=made.check, reason=made.reason, detail=made.detail
        )
        found.settle(entry)
        return
    notes = tuple(f"{verdict.check}: {verdict.reason}" for verdict in made.item.verdicts if verdict.reason)
    kept = LedgerEntry(candidate=candidate.key, stage="keep", outcome="kept", item=made.item.id, notes=notes)
    found.settle(kept, made.item)


def checks_of(options: MakeOptions) -> tuple[str, ...]:
    """Give the checks of a making as spec strings in their one form."""
    return tuple(part("checks", spec).spec for spec in (STANDARD if options.checks is None else options.checks))
