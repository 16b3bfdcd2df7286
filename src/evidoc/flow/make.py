"""make: a Corpus → a Bench of checked items, each candidate with its outcome in the ledger."""

from __future__ import annotations

import dataclasses
import shutil
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from evidoc.engines import Journal
from evidoc.errors import BudgetSpent, NothingKept, ResumeMismatch, UsageError
from evidoc.flow._bench_out import bench_header, clear_bench, write_bench, write_ledger
from evidoc.flow._candidates import brings_documents, refuse_missing
from evidoc.flow._encoders import encoder_remarks
from evidoc.flow._making import PAGES
from evidoc.flow._option_files import option_files
from evidoc.flow._own_folder import refuse_strange
from evidoc.flow._paged import corpus_at, paged_corpus
from evidoc.flow._roles import spending
from evidoc.flow._searching import Job, MakeOptions, Search, checks_of, search
from evidoc.flow.work import Work, refuse_counts_below_one
from evidoc.records.bench import BENCH_SCHEMA, open_bench
from evidoc.records.corpus import corpus_header
from evidoc.records.ledger import LedgerEntry
from evidoc.records.store import Header, read_header, sweep_partials
from evidoc.shelf import part, read_spec

__all__ = ["MakeOptions", "MakeSummary", "make"]

JOURNAL = "making.jsonl"


@dataclass(frozen=True, slots=True)
class MakeSummary:
    """What a bench came to: items kept and asked for, candidates tried, how many fell for which reason, seconds.

    `reasons` and `notes` count by "check: reason", what fell and what was noted of kept ones. `waiting` candidates have
    no reply yet, and there is no bench while there are any. `funnel` has the
    candidates left after planning, trying, making and each check; `shortfall` says why there are
    fewer items than asked for, "" where there are not. `remarks` are sentences about the models,
    `tokens` and `cost` in US dollars what they took in this call. `silent` says how many documents gave no candidate, and why.
    """

    out: Path
    kept: int
    asked_for: int
    candidates: int
    waiting: int
    reasons: dict[str, int]
    funnel: tuple[tuple[str, int], ...]
    shortfall: str
    seconds: float
    remarks: tuple[str, ...] = ()
    tokens: int = 0
    cost: float = 0.0
    notes: dict[str, int] = field(default_factory=dict)
    silent: str = ""


_OPTIONS = MakeOptions()
_WORK = Work()


def make(corpus: Path | None, *, out: Path, options: MakeOptions = _OPTIONS, work: Work = _WORK) -> MakeSummary:
    """Make a bench of `n` items from a corpus folder, or of as many as can be had; some recipes need no corpus.

    Candidates are tried one after another, kinds and documents in turns, until enough are kept. The same corpus,
    options and seed give the same bytes for any engine and number of workers, and after any number of interruptions.
    A complete bench of the same settings is left as it is, unless `retry_failed` and some of its candidates had failed.
    Where replies of models are not there yet, the ledger is written and no bench: `resume` goes on when they are.

    Raises:
        NothingKept: No candidate became an item; the ledger is written all the same, and the message has the funnel.
        UsageError: The folder holds other work, a recipe needs a corpus or a model, or nothing is asked for; the message says
            what to do.
        BudgetSpent: The job has used what it may; `resume` with a higher limit goes on.
        ResumeMismatch: Asked to resume, but the folder's work is of another corpus or other options.
    """
    started = time.monotonic()
    refuse_counts_below_one(n=options.n, limit=options.limit)
    paged_corpus.cache_clear()  # the folders may hold something else than when this process saw them last
    _refuse_no_corpus(corpus, options)
    refuse_missing(options.recipes, [role for role, choices in options.roles.choices.items() if choices])
    refuse_strange(out, kind="bench")
    header = bench_header(_settings(corpus, options), counts={})
    if _is_complete(out, header, options=options, work=work):
        return _summary_of_bench(out, corpus, options, started=started)
    job = Job(corpus=corpus, out=out, options=options, work=work)
    with Journal(out / JOURNAL, settings=_shared_settings(header), anew=options.overwrite) as journal:
        sweep_partials(out)
        if options.overwrite:
            clear_bench(out)
        with spending(options.roles, out, goes_on=work.resume and not options.overwrite) as budget:
            found = _searched(job, journal)
            write_ledger(out, found.entries)
            if found.stopped:
                raise BudgetSpent(found.stopped)
            used = (budget.tokens, budget.cost)
        if not found.waiting:
            _finish(job, found, header)
            journal.remove()
    if not found.kept and not found.waiting:
        tried = sum(entry.stage != "plan" for entry in found.entries)
        said = f"none of {tried} candidates became an item ({_funnel_text(found)}); {out}/ledger.jsonl says why"
        if not found.entries:
            said = f"nothing was planned by {', '.join(options.recipes)}: what the options leave has no candidate; widen them"
        raise NothingKept("; ".join(filter(None, (said, _silence(found.entries, corpus)))))
    summary = _summary(out, found.entries, options, planned=found.planned, started=started)
    summary = dataclasses.replace(summary, silent=_silence(found.entries, corpus))
    return dataclasses.replace(
        summary, tokens=used[0], cost=round(used[1], 9), remarks=(*summary.remarks, *_unused(corpus, options))
    )


def _unused(corpus: Path | None, options: MakeOptions) -> tuple[str, ...]:
    """Say that a corpus was given and nothing is made from it."""
    if corpus is None or not all(map(brings_documents, options.recipes)):
        return ()
    return (f"{', '.join(options.recipes)} brings its own documents; nothing is made from {corpus}",)


def _searched(job: Job, journal: Journal) -> Search:
    """Search; where it cannot even begin, as without a model's key, leave no journal that stands in the way of the next try."""
    try:
        return search(job, journal)
    except UsageError:
        if not len(journal):
            journal.remove()
        raise


def _finish(job: Job, found: Search, header: Header) -> None:
    """Write the bench, now that every candidate is settled, and take away what was laid out on the way."""
    if found.kept:
        corpus = paged_corpus(job.corpus, job.out / PAGES)
        write_bench(job.out, found.kept, corpus, header=replace(header, counts=dict(found.counts())))
    shutil.rmtree(job.out / PAGES, ignore_errors=True)


def _refuse_no_corpus(corpus: Path | None, options: MakeOptions) -> None:
    needing = [spec for spec in options.recipes if not brings_documents(spec)]
    if corpus is None and needing:
        raise UsageError(
            f"recipe {needing[0]} makes items from a corpus and none is given; give the folder that evidoc read wrote"
        )


def _settings(corpus: Path | None, options: MakeOptions) -> dict[str, str]:
    """Give what decides a bench."""
    return {
        "corpus": "" if corpus is None else corpus_header(corpus).digest,
        "recipes": ", ".join(part("recipes", spec).spec for spec in options.recipes),
        "checks": ", ".join(checks_of(options)),
        "seed": str(options.seed),
        "n": str(options.n),
        "limit": str(options.limit or ""),
        **option_files("recipes", options.recipes),
        **options.roles.settings,
    }


def _shared_settings(header: Header) -> dict[str, str]:
    """Give what decides what becomes of one candidate; how many are tried does not."""
    counted = ("n", "limit")
    return {"made_with": header.made_with, **{name: value for name, value in header.settings.items() if name not in counted}}


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


def _summary_of_bench(out: Path, corpus: Path | None, options: MakeOptions, *, started: float) -> MakeSummary:
    bench = open_bench(out)
    (out / JOURNAL).unlink(missing_ok=True)  # of a run that ended between its last two steps
    entries = list(bench.ledger())
    summary = _summary(out, entries, options, planned=bench.header.counts["planned"], started=started)
    return dataclasses.replace(summary, silent=_silence(entries, corpus))


def _summary(out: Path, entries: Sequence[LedgerEntry], options: MakeOptions, *, planned: int, started: float) -> MakeSummary:
    kept = sum(entry.outcome == "kept" for entry in entries)
    return MakeSummary(
        out=out,
        kept=kept,
        asked_for=options.n,
        candidates=len(entries),
        waiting=sum(entry.outcome == "waiting" for entry in entries),
        reasons=_reasons(entries),
        funnel=_funnel(entries, options, planned=planned),
        shortfall=_shortfall(kept, entries, options, planned=planned),
        seconds=time.monotonic() - started,
        remarks=(*options.roles.remarks, *encoder_remarks("recipes", options.recipes), *_unwritten(options)),
        notes=dict(sorted(Counter(note for entry in entries for note in entry.notes).items())),
    )


def _unwritten(options: MakeOptions) -> Iterator[str]:
    """Say for each recipe what its items are worth without a writer, where they are worth less and there is none."""
    for spec in () if options.roles.choices.get("writer") else options.recipes:
        said = getattr(part("recipes", spec).module, "UNWRITTEN", "")
        if said:
            yield f"{spec}: {said}"


def _reasons(entries: Sequence[LedgerEntry]) -> dict[str, int]:
    """Count what fell by "check: reason"; a recipe's own reasons and failures are of its verb, "plan" or "make"."""
    fallen = Counter(
        f"{entry.check or entry.stage}: {entry.reason}" for entry in entries if entry.outcome in ("rejected", "failed")
    )
    return dict(sorted(fallen.items()))


def _funnel(entries: Sequence[LedgerEntry], options: MakeOptions, *, planned: int) -> tuple[tuple[str, int], ...]:
    rows = [("planned", planned), ("tried", len(entries))]
    left = sum(entry.stage not in ("plan", "make") and entry.outcome != "waiting" for entry in entries)
    rows.append(("made", left))
    for spec in checks_of(options):
        left -= sum(entry.check == read_spec(spec)[0] for entry in entries)
        rows.append((spec, left))
    return (*rows, ("kept", sum(entry.outcome == "kept" for entry in entries)))


def _shortfall(kept: int, entries: Sequence[LedgerEntry], options: MakeOptions, *, planned: int) -> str:
    if kept >= options.n:
        return ""
    if waiting := sum(entry.outcome == "waiting" for entry in entries):
        return f"{waiting} candidates wait for replies"
    if options.limit is not None and sum(entry.stage != "plan" for entry in entries) == options.limit:
        return f"the limit of {options.limit} candidates is reached"
    return f"the documents gave {planned - sum(entry.stage == 'plan' for entry in entries)} candidates, and no more is left"


def _silence(entries: Sequence[LedgerEntry], corpus: Path | None) -> str:
    """Say of how many documents nothing was planned, and why, the commonest reason first; "" where there are none."""
    reasons = {entry.silent: entry.reason for entry in entries if entry.silent}
    if not reasons or corpus is None:
        return ""
    total = len(corpus_at(corpus))
    counts = sorted(Counter(reasons.values()).items(), key=lambda pair: (-pair[1], pair[0]))
    why = ", ".join(f"{count} {reason.replace('_', ' ')}" for reason, count in counts)
    return f"{len(reasons)} of {total} document{'s' if total != 1 else ''} gave no question: {why}"


def _funnel_text(found: Search) -> str:
    fallen = ", ".join(f"{count} {reason}" for reason, count in _reasons(found.entries).items())
    left_out = sum(entry.stage == "plan" for entry in found.entries)
    return f"{found.planned - left_out} planned, {len(found.entries) - left_out} tried{', ' + fallen if fallen else ''}"
