"""ablate: a Bench and a system → what each part of what it is shown is worth, in one table.

Source: DHQ-105 (styles), DHQ-136 (modality), DHQ-137 (documents or the question alone), DHQ-138 (access to evidence), X-43.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import msgspec

from evidoc.errors import UsageError
from evidoc.flow._ablation_settings import ABLATIONS, Setting, rows_of
from evidoc.flow._asking import forget_spending
from evidoc.flow._own_folder import refuse_strange
from evidoc.flow._quota_draw import drawn_items
from evidoc.flow.ask import AskOptions, ask
from evidoc.flow.results import row_of, write_table
from evidoc.flow.score import ScoreOptions, own_scorers, score
from evidoc.flow.work import Work
from evidoc.records.bench import open_bench, open_run
from evidoc.records.record import Record, to_json
from evidoc.records.store import write_bytes
from evidoc.reports.result_table import ResultRow, ResultTable, columns_for, result_table

__all__ = ["ABLATIONS", "AblateOptions", "AblateSummary", "Setting", "ablate"]

TABLE, SUMMARY = "ablation.csv", "ablation.json"
PEOPLE = "people"
_WAITING = Work(engine="threads", workers=8)
_UNFIT = re.compile(r"[^\w+]+")  # for the name of a folder
_RISING = ("no document", "retrieved", "evidence alone", PEOPLE)
_TELLING = ("rougeL", "index_f1")


@dataclass(frozen=True, slots=True)
class AblateOptions:
    """What is varied, how the system is asked otherwise, by what it is scored, and how the retrieved row retrieves.

    Without `scorers` it is scored by those of the bench: what its items name, and the evidence with it.

    `n` asks only so many items, drawn by the seed so that every concept has as many; a sheet for people that is drawn from
    the bench with the same number and seed has the same items. `people` is a file of predictions, what people answered with
    the documents before them: one more row.
    """

    by: str
    ask: AskOptions
    scorers: tuple[str, ...] | None = None
    retrieved: str = "retrieved(k=5)"
    n: int | None = None
    people: str = ""


class AblateSummary(Record, frozen=True, kw_only=True):
    """The table, the run folder of each row, how many items were asked, and what is out of the ordinary."""

    by: str
    system: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    runs: tuple[str, ...]
    items: int
    remarks: tuple[str, ...] = ()


def ablate(bench: Path, *, out: Path, options: AblateOptions, work: Work = _WAITING) -> AblateSummary:
    """Ask and score the system in each setting, in a run folder of its own below `out`; write `ablation.csv` and `.json`.

    Everything but what the setting names is the same in all rows, so that rows can be compared item by item. A limit of cost
    or tokens holds for all of them together.

    Raises:
        UnknownName: There is no such ablation, view, access mode or scorer.
        UsageError: The name could mean two things, a run is there already and is not resumed, or `out` holds something else.
    """
    refuse_strange(out, kind="ablation")
    settings = settings_of(options)
    asked = dataclasses.replace(_asked(bench, options), counted_in=out)
    if not work.resume:
        forget_spending(out)
    rows = []
    runs = []
    for setting in settings:
        run = out / _UNFIT.sub("_", setting.name)
        chosen = dataclasses.replace(asked, system=setting.system or asked.system, view=setting.view, access=setting.access)
        ask(bench, out=run, options=chosen, work=work)
        score(run, options=ScoreOptions(scorers=options.scorers or own_scorers(bench), seed=asked.seed))
        rows.append(row_of(run, labels=(setting.name, setting.view, setting.access)))
        runs.append(run.name)
    table = result_table(rows, labels=("setting", "view", "access"), columns=columns_for(rows))
    missed = tuple(_missed(out, runs))
    items = len(asked.items) or _asked_of(out / runs[0])
    summary = AblateSummary(
        by=options.by,
        system=asked.system,
        header=table.header,
        rows=table.rows,
        runs=tuple(runs),
        items=items,
        remarks=(*_remarks(rows, options), *missed),
    )
    if not missed:
        forget_spending(out)
    return _written(summary, table, out)


def settings_of(options: AblateOptions) -> tuple[Setting, ...]:
    """Give the rows of an ablation, with that of people last where there is one.

    Raises:
        UnknownName: There is no such ablation or view.
        UsageError: The name could mean two things (DHQ-106), or the view cannot be varied so.
    """
    rows = rows_of(options.by, view=options.ask.view, retrieved=options.retrieved)
    people = Setting(PEOPLE, view="question", system=f"predictions:{options.people}")
    return (*rows, people) if options.people else rows


def _asked(bench: Path, options: AblateOptions) -> AskOptions:
    if options.n is None:
        return options.ask
    if options.ask.limit is not None:
        raise UsageError("n draws items and limit takes the first; give one of them")
    drawn = drawn_items(open_bench(bench), n=options.n, seed=options.ask.seed)
    return dataclasses.replace(options.ask, items=tuple(item.id for item in drawn))


def _asked_of(run: Path) -> int:
    return sum(1 for _ in open_run(run).replies())


def _missed(out: Path, runs: Sequence[str]) -> Iterator[str]:
    """Say of which runs some items were not asked, as where a limit was reached."""
    for run in runs:
        count = sum(row.status == "not_asked" for row in open_run(out / run).replies())
        if count:
            yield f"{run}: {count} item{'s' if count > 1 else ''} not asked; go on with --resume"


def _remarks(rows: Sequence[ResultRow], options: AblateOptions) -> tuple[str, ...]:
    """Say where more of the evidence gave less: nothing, what is retrieved, the evidence, people (DHQ-138)."""
    if options.by != "evidence_access":
        return ()
    means = {row.labels[0]: [row.means[name] for name in _TELLING if name in row.means] for row in rows}
    told = [(name, mean) for name in _RISING for mean in means.get(name, [])[:1] if mean is not None]
    return tuple(
        f"{later} ({high:.3f}) is below {earlier} ({low:.3f}); the paper has them the other way, so look at the replies"
        for (earlier, low), (later, high) in pairwise(told)
        if high < low
    )


def _written(summary: AblateSummary, table: ResultTable, out: Path) -> AblateSummary:
    write_table(table, out / TABLE)
    write_bytes(out / SUMMARY, msgspec.json.format(to_json(summary), indent=2) + b"\n")
    return summary
