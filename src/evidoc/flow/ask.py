"""ask: a Bench → a system's reply to every item, each with its outcome."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO

from evidoc.engines import Journal, run_journaled
from evidoc.errors import NothingKept
from evidoc.flow._ask_folder import HEADER, JOURNAL, REPLIES, digest_of, finish, prepare, recall, replies_before
from evidoc.flow._ask_rows import Plan, Reporter, Tally, reopen
from evidoc.flow._asking import Asker, AskOptions
from evidoc.flow.work import Work
from evidoc.records.bench import RUN_SCHEMA, link_to
from evidoc.records.record import Record, to_json
from evidoc.records.score import Run
from evidoc.records.store import new_header, sweep_partials, whole_file, write_header
from evidoc.reports.reached import NOTED, provider_share
from evidoc.systems import Viewing
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
    `resume` with a higher limit goes on there; `retry_failed` also asks again what had a provider error.

    Raises:
        UsageError: The folder has a run already, or the system cannot be opened so.
        ResumeMismatch: The run in the folder is of other settings or items.
        NothingKept: The bench has no items.
    """
    started = time.perf_counter()
    asker = Asker(bench=bench, out=out, options=options, workers=work.workers)
    settings = _settings(asker)
    prepare(out, settings=settings, overwrite=options.overwrite, resume=work.resume)
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
    links = {"bench": link_to(bench, start=out)}
    write_header(out / HEADER, new_header(RUN_SCHEMA, settings=settings, counts=tally.counts, links=links))
    finish(out, before=before)
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
        engine=_engine(asker, work),
        workers=work.workers,
        on_done=Reporter(plan, work).tell,
    )
    with closing(outcomes):
        for outcome in outcomes:
            yield from plan.left_out()
            yield plan.row_of(outcome)
        yield from plan.left_out()


def _engine(asker: Asker, work: Work) -> str:
    """Give the engine; limits are counted in one process, and the engine never changes a reply."""
    limited = asker.options.max_cost is not None or asker.options.max_tokens is not None
    return "threads" if limited and work.engine == "processes" else work.engine
