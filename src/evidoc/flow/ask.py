"""ask: a Bench → a system's reply to every item, each with its outcome."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO

from evidoc.engines import Journal, run_journaled
from evidoc.errors import NothingKept
from evidoc.flow._ask_folder import HEADER, JOURNAL, REPLIES, digest_of, finish, prepare, recall, refuse, replies_before
from evidoc.flow._ask_rows import Plan, Reporter, Tally, refuse_unknown_items, reopen
from evidoc.flow._asking import Asker, AskOptions, forget_spending
from evidoc.flow.work import Work, refuse_counts_below_one
from evidoc.records.bench import RUN_SCHEMA, link_to
from evidoc.records.record import Record, to_json
from evidoc.records.score import Run
from evidoc.records.store import new_header, sweep_partials, whole_file, write_header
from evidoc.reports.reached import NOTED, provider_share
from evidoc.systems import System, Viewing
from evidoc.systems.predictions import Predictions
from evidoc.views import versions

__all__ = ["AskOptions", "AskSummary", "ask"]

_WAITING = Work(engine="threads", workers=8)  # asking waits for others more than it computes


class AskSummary(Record, frozen=True, kw_only=True):
    """What became of the items: how many by outcome, tokens and known cost of all replies, seconds of this call.

    `waiting` of those not asked have their request in a batch file; `resume` goes on when it is answered. `remarks`
    are sentences for people: what was not asked and why, and the first of what went wrong.
    """

    out: str
    outcomes: dict[str, int]
    tokens: int
    cost: float
    seconds: float
    remarks: tuple[str, ...] = ()
    waiting: int = 0

    @property
    def has_failed(self) -> bool:
        """Whether more than 1 % of the replies are provider errors, so that the run is not what was asked for."""
        return provider_share(self.outcomes) > NOTED


def ask(bench: Path, *, out: Path, options: AskOptions, work: Work = _WAITING) -> AskSummary:
    """Ask a system every item of a bench; write `replies.jsonl` in the order of the items, and `run.json`.

    No failing item ends the run. Where the limit of cost or tokens is reached, the rest is not asked, and
    `resume` with a higher limit goes on there: what was used before counts. `retry_failed` also asks again what had a
    provider error. Limits hold for all workers of any engine together; each may have one call under way when one is reached.

    Raises:
        UsageError: The folder has a run already, the system cannot be opened so, or the limit leaves no item.
        UnknownName: The bench has no item of a name in `items`.
        ResumeMismatch: The run in the folder is of other settings or items.
        NothingKept: The bench has no items.
    """
    started = time.perf_counter()
    refuse_counts_below_one(limit=options.limit)
    refuse(out, overwrite=options.overwrite, resume=work.resume)
    if not work.resume and options.counted_in is None:
        forget_spending(out)
    asker = Asker(bench=bench, out=out, options=options, workers=work.workers)
    refuse_unknown_items(asker)
    settings = _settings(asker)
    prepare(out, settings=settings, resume=work.resume)
    before = replies_before(out)
    tally = Tally()
    with Journal(out / JOURNAL, settings=settings) as journal, _replies(out) as file:
        recall(journal, out)
        reopen(journal, asker, retry_failed=work.retry_failed)
        plan = Plan(asker, journal)
        for row in _rows(plan, asker, journal, work=work):
            file.write(to_json(row) + b"\n")
            tally.add(row)
        if not tally.outcomes:
            raise NothingKept(f"{bench}: the bench has no items; make some first")
    links = {"bench": link_to(bench, start=out), **_files(asker.system, out)}
    write_header(out / HEADER, new_header(RUN_SCHEMA, settings=settings, counts=tally.counts, links=links))
    finish(out, before=before)
    if not tally.outcomes["not_asked"] and options.counted_in is None:
        forget_spending(out)
    return AskSummary(
        out=str(out),
        outcomes=dict(sorted(tally.outcomes.items())),
        tokens=tally.tokens,
        cost=round(tally.cost, 9),
        seconds=round(time.perf_counter() - started, 3),
        remarks=(*asker.system.remarks, *tally.remarks),
        waiting=plan.waiting,
    )


@contextmanager
def _replies(out: Path) -> Iterator[IO[bytes]]:
    """Open the file of replies, once what earlier runs left half written is away."""
    sweep_partials(out)
    with whole_file(out / REPLIES) as file:
        yield file


def _files(system: System, out: Path) -> dict[str, str]:
    """Give where a file of predictions is, from which thresholds can be tried."""
    return {"predictions": link_to(system.path, start=out)} if isinstance(system, Predictions) else {}


def _settings(asker: Asker) -> dict[str, str]:
    """Give all that decides the replies, for the header and for resuming; limits only decide how many there are."""
    options, system = asker.options, asker.system
    settings = {
        "system": system.name,
        "access": options.access,
        "seed": str(options.seed),
        "items": digest_of(asker.bench / "items.jsonl"),
        **system.inputs,
    }
    if isinstance(system, Viewing):
        settings |= {
            "view": system.view.spec,
            "cite": str(options.cite).lower(),
            "language": options.language,
            "temperature": f"{options.temperature:g}",
            "answer_tokens": "" if options.answer_tokens is None else str(options.answer_tokens),
            "parameters": to_json(dict(options.parameters)).decode(),
            "wording": " ".join(versions()),
        }
    return settings


def _rows(plan: Plan, asker: Asker, journal: Journal, *, work: Work) -> Iterator[Run]:
    """Give the row of every item, in order."""
    outcomes = run_journaled(
        asker,
        plan.tasks(),
        journal=journal,
        retry_failed=True,  # a failure in this journal is an item that never reached the system
        engine=work.engine,
        workers=work.workers,
        on_done=Reporter(plan, work).tell,
    )
    with closing(outcomes):
        for outcome in outcomes:
            yield from plan.left_out()
            yield plan.row_of(outcome)
        yield from plan.left_out()
