"""make: a Corpus → a Bench of checked items, each candidate with its outcome in the ledger."""

from __future__ import annotations

import shutil
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from evidoc.checks import STANDARD
from evidoc.checks._kept import Kept
from evidoc.engines import Journal, Outcome, run_journaled
from evidoc.errors import NothingKept, ResumeMismatch, UsageError
from evidoc.flow._bench_out import bench_header, clear_bench, write_bench, write_ledger
from evidoc.flow._candidates import Candidate, in_turns, planned
from evidoc.flow._making import Made, MakeTask, compares, make_task, verdict_of
from evidoc.flow._paged import paged_corpus
from evidoc.flow.work import Progress, Work
from evidoc.kit import Kit
from evidoc.records.bench import BENCH_SCHEMA, open_bench
from evidoc.records.corpus import corpus_header, open_corpus
from evidoc.records.item import Item
from evidoc.records.ledger import LedgerEntry
from evidoc.records.record import from_json
from evidoc.records.store import Header, read_header
from evidoc.shelf import part, read_spec

JOURNAL = "making.jsonl"
PAGES = "making-pages"


@dataclass(frozen=True, slots=True)
class MakeOptions:
    """What is made: by which recipes, how many items, of which seed.

    `checks` are spec strings, None for the standard ones and () for none; `limit` ends the search after so many
    candidates; `overwrite` replaces the bench that the folder holds.
    """

    recipes: tuple[str, ...] = ("pdfqa",)
    n: int = 100
    seed: int = 0
    checks: tuple[str, ...] | None = None
    limit: int | None = None
    overwrite: bool = False


@dataclass(frozen=True, slots=True)
class MakeSummary:
    """What a bench came to: items kept and asked for, candidates tried, how many fell for which reason, seconds.

    `funnel` has the candidates left after planning, trying, making and each check; `shortfall` says why there are
    fewer items than asked for, "" where there are not.
    """

    out: Path
    kept: int
    asked_for: int
    candidates: int
    reasons: dict[str, int]
    funnel: tuple[tuple[str, int], ...]
    shortfall: str
    seconds: float


_OPTIONS = MakeOptions()
_WORK = Work()


def make(corpus: Path, *, out: Path, options: MakeOptions = _OPTIONS, work: Work = _WORK) -> MakeSummary:
    """Make a bench of `n` items from a corpus folder, or of as many as can be had.

    Candidates are tried one after another, kinds and documents in turns, until enough are kept. The same corpus,
    options and seed give the same bytes for any engine and number of workers, and after any number of interruptions.
    A complete bench of the same settings is left as it is, unless `retry_failed` and some of its candidates had failed.

    Raises:
        NothingKept: No candidate became an item; the ledger is written all the same, and the message has the funnel.
        UsageError: The folder holds other work; the message says what to do.
        ResumeMismatch: Asked to resume, but the folder's work is of another corpus or other options.
    """
    started = time.monotonic()
    paged_corpus.cache_clear()  # the folders may hold something else than when this process saw them last
    header = bench_header(_settings(corpus, options), counts={})
    if _is_complete(out, header, options=options, work=work):
        return _summary_of_bench(out, options, started=started)
    with Journal(out / JOURNAL, settings=_shared_settings(header), anew=options.overwrite) as journal:
        if options.overwrite:
            clear_bench(out)
        search = _search(corpus, out=out, options=options, work=work, journal=journal)
        write_ledger(out, search.entries)
        if search.kept:
            counts = dict(search.counts())
            write_bench(out, search.kept, paged_corpus(corpus, out / PAGES), header=replace(header, counts=counts))
        shutil.rmtree(out / PAGES, ignore_errors=True)
        journal.remove()
    if not search.kept:
        raise NothingKept(
            f"none of {len(search.entries)} candidates became an item ({_funnel_text(search)}); {out}/ledger.jsonl says why"
        )
    return _summary(out, search.entries, options, planned=search.planned, started=started)


@dataclass(slots=True)
class _Search:
    """What has become of the candidates tried so far."""

    planned: int
    kept: Kept = field(default_factory=Kept)
    entries: list[LedgerEntry] = field(default_factory=list)

    def settle(self, entry: LedgerEntry, item: Item | None = None) -> None:
        """Note the one outcome of a candidate."""
        self.entries.append(entry)
        if item is not None:
            self.kept.add(item)

    def counts(self) -> Iterator[tuple[str, int]]:
        """Count for the header: these add up to the candidates."""
        yield "planned", self.planned
        yield "candidates", len(self.entries)
        for outcome in ("kept", "rejected", "failed"):
            yield outcome, sum(entry.outcome == outcome for entry in self.entries)

    def progress(self) -> Progress:
        """Say how far it is."""
        counts = dict(self.counts())
        return Progress(
            "make", done=counts["candidates"], kept=counts["kept"], rejected=counts["rejected"], failed=counts["failed"]
        )


def _search(corpus: Path, *, out: Path, options: MakeOptions, work: Work, journal: Journal) -> _Search:
    """Try candidates in order until enough are kept or none is left."""
    checks = checks_of(options)
    alone = tuple(spec for spec in checks if not compares(spec))
    together = tuple(spec for spec in checks if compares(spec))
    candidates = planned(open_corpus(corpus), options.recipes)
    ordered = list(islice(in_turns(candidates, seed=options.seed), options.limit))
    tasks = ((candidate.key, MakeTask(candidate, corpus, out / PAGES, options.seed, alone)) for candidate in ordered)
    search = _Search(planned=len(candidates))
    outcomes = run_journaled(
        make_task,
        tasks,
        journal=journal,
        retry_failed=work.retry_failed,
        engine=work.engine,
        workers=1 if work.engine == "threads" else work.workers,  # PDFium must not be used by two threads at once
    )
    kit = Kit(corpus=paged_corpus(corpus, out / PAGES), kept=search.kept)
    with closing(outcomes):
        for candidate, outcome in zip(ordered, outcomes, strict=False):
            _settle(search, candidate, outcome, checks=together, kit=kit)
            work.progress(search.progress())
            if len(search.kept) >= options.n:
                break
    return search


def _settle(search: _Search, candidate: Candidate, outcome: Outcome[bytes], *, checks: Sequence[str], kit: Kit) -> None:
    if outcome.failure is not None:
        failure = outcome.failure
        entry = LedgerEntry(candidate=candidate.key, stage="make", outcome="failed", reason=failure.error, detail=failure.message)
        search.settle(entry)
        return
    made = from_json(outcome.value or b"", Made, place=f"candidate {candidate.key}")
    if made.item is not None and search.kept.has(made.item.id):
        made = Made(check="duplicate", reason="same_item", detail=made.item.id)
    if made.item is not None:
        made = _compared(made.item, checks, kit)
    if made.item is None:
        stage = "check" if made.check else "make"
        entry = LedgerEntry(
            candidate=candidate.key, stage=stage, outcome="rejected", check=made.check, reason=made.reason, detail=made.detail
        )
        search.settle(entry)
        return
    search.settle(LedgerEntry(candidate=candidate.key, stage="keep", outcome="kept", item=made.item.id), made.item)


def _compared(item: Item, checks: Sequence[str], kit: Kit) -> Made:
    """Put an item through the checks that compare it with those kept before."""
    for spec in checks:
        verdict = verdict_of(item, spec, kit)
        if not verdict.kept:
            return Made(check=verdict.check, reason=verdict.reason, detail=verdict.detail)
        item = replace(item, verdicts=(*item.verdicts, verdict))
    return Made(item=item)


def checks_of(options: MakeOptions) -> tuple[str, ...]:
    """Give the checks of a making as spec strings in their one form."""
    return tuple(part("checks", spec).spec for spec in (STANDARD if options.checks is None else options.checks))


def _settings(corpus: Path, options: MakeOptions) -> dict[str, str]:
    """Give what decides a bench."""
    return {
        "corpus": corpus_header(corpus).digest,
        "recipes": ", ".join(part("recipes", spec).spec for spec in options.recipes),
        "checks": ", ".join(checks_of(options)),
        "seed": str(options.seed),
        "n": str(options.n),
        "limit": str(options.limit or ""),
    }


def _shared_settings(header: Header) -> dict[str, str]:
    """Give what decides what becomes of one candidate; how many are tried does not."""
    kept = ("corpus", "recipes", "checks", "seed")
    return {"made_with": header.made_with, **{name: header.settings[name] for name in kept}}


def _is_complete(out: Path, header: Header, *, options: MakeOptions, work: Work) -> bool:
    """Say whether the folder holds just this bench; refuse where it holds something else."""
    if options.overwrite:
        return False
    is_resumed = work.resume or work.retry_failed
    if not (out / "bench.json").is_file():
        if (out / JOURNAL).exists() and not is_resumed:
            raise UsageError(f"{out} holds a making that did not end; go on with --resume, or begin anew with --overwrite")
        return False
    there = read_header(out / "bench.json", schema=BENCH_SCHEMA)
    said = {"made_with": there.made_with, **there.settings}
    asked = {"made_with": header.made_with, **header.settings}
    differ = ", ".join(name for name in asked if said.get(name) != asked[name])
    if differ and is_resumed:
        raise ResumeMismatch(f"{out} holds a bench that differs in {differ}; give the same corpus and options, or --overwrite")
    if differ:
        raise UsageError(f"{out} holds a bench that differs in {differ}; give another --out, or --overwrite to replace it")
    return not (work.retry_failed and there.counts.get("failed"))


def _summary_of_bench(out: Path, options: MakeOptions, *, started: float) -> MakeSummary:
    bench = open_bench(out)
    (out / JOURNAL).unlink(missing_ok=True)  # of a run that ended between its last two steps
    return _summary(out, list(bench.ledger()), options, planned=bench.header.counts["planned"], started=started)


def _summary(out: Path, entries: Sequence[LedgerEntry], options: MakeOptions, *, planned: int, started: float) -> MakeSummary:
    kept = sum(entry.outcome == "kept" for entry in entries)
    return MakeSummary(
        out=out,
        kept=kept,
        asked_for=options.n,
        candidates=len(entries),
        reasons=_reasons(entries),
        funnel=_funnel(entries, options, planned=planned),
        shortfall=_shortfall(kept, len(entries), options, planned=planned),
        seconds=time.monotonic() - started,
    )


def _reasons(entries: Sequence[LedgerEntry]) -> dict[str, int]:
    """Count what fell by "check: reason"; the recipe's own reasons and failures are of the check "make"."""
    fallen = Counter(f"{entry.check or entry.stage}: {entry.reason}" for entry in entries if entry.outcome != "kept")
    return dict(sorted(fallen.items()))


def _funnel(entries: Sequence[LedgerEntry], options: MakeOptions, *, planned: int) -> tuple[tuple[str, int], ...]:
    rows = [("planned", planned), ("tried", len(entries))]
    left = len(entries) - sum(entry.stage == "make" for entry in entries)
    rows.append(("made", left))
    for spec in checks_of(options):
        left -= sum(entry.check == read_spec(spec)[0] for entry in entries)
        rows.append((spec, left))
    return (*rows, ("kept", sum(entry.outcome == "kept" for entry in entries)))


def _shortfall(kept: int, tried: int, options: MakeOptions, *, planned: int) -> str:
    if kept >= options.n:
        return ""
    if options.limit is not None and tried == options.limit:
        return f"the limit of {options.limit} candidates is reached"
    return f"the documents gave {planned} candidates, and no more is left"


def _funnel_text(search: _Search) -> str:
    fallen = ", ".join(f"{count} {reason}" for reason, count in _reasons(search.entries).items())
    return f"{search.planned} planned, {len(search.entries)} tried{', ' + fallen if fallen else ''}"
