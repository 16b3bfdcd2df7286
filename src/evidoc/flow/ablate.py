"""ablate: a Bench and a system → what each part of what it is shown is worth, in one table.

Source: DHQ-136 (modality), DHQ-137 (documents or the question alone), DHQ-138 (access to evidence), X-43.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from evidoc.errors import UnknownName, UsageError
from evidoc.flow.ask import AskOptions, ask
from evidoc.flow.results import row_of, write_table
from evidoc.flow.score import ScoreOptions, score
from evidoc.flow.work import Work
from evidoc.records.record import Record, to_json
from evidoc.records.store import write_bytes
from evidoc.reports.result_table import ResultTable, columns_for, result_table

__all__ = ["ABLATIONS", "AblateOptions", "AblateSummary", "Setting", "ablate"]

TABLE, SUMMARY = "ablation.csv", "ablation.json"
_WAITING = Work(engine="threads", workers=8)


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of an ablation: its name, the view (empty for the one that was asked for), and the access mode."""

    name: str
    view: str = ""
    access: str = "full"


ABLATIONS: Mapping[str, tuple[Setting, ...]] = {
    "modality": (
        Setting("text and pictures", view="both"),
        Setting("text alone", view="text"),
        Setting("pictures alone", view="page_images"),
        Setting("text of the evidence", view="text", access="gold_evidence"),
    ),
    "documents": (Setting("documents"), Setting("question alone", view="question", access="none")),
    "evidence_access": (
        Setting("no document", access="none"),
        Setting("retrieved", access="retrieved"),
        Setting("evidence alone", access="gold_evidence"),
        Setting("whole documents"),
    ),
}
_AMBIGUOUS = {"question_only": "documents"}


@dataclass(frozen=True, slots=True)
class AblateOptions:
    """What is varied, how the system is asked otherwise, by what it is scored, and how the retrieved row retrieves."""

    by: str
    ask: AskOptions
    scorers: tuple[str, ...] = ("rouge_bleu",)
    retrieved: str = "retrieved(k=5)"


class AblateSummary(Record, frozen=True, kw_only=True):
    """The table, and the run folder of each row."""

    by: str
    system: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    runs: tuple[str, ...]


def ablate(bench: Path, *, out: Path, options: AblateOptions, work: Work = _WAITING) -> AblateSummary:
    """Ask and score the system in each setting, in a run folder of its own below `out`; write `ablation.csv` and `.json`.

    Everything but the view and the access mode is the same in all rows, so that rows can be compared item by item.

    Raises:
        UnknownName: There is no such ablation, view, access mode or scorer.
        UsageError: The name could mean two things, or a run is there already and is not resumed.
    """
    rows = []
    runs = []
    for setting in settings_of(options):
        run = out / setting.name.replace(" ", "_")
        asked = dataclasses.replace(options.ask, view=setting.view or options.ask.view, access=setting.access)
        ask(bench, out=run, options=asked, work=work)
        score(run, options=ScoreOptions(scorers=options.scorers, seed=options.ask.seed))
        rows.append(row_of(run, labels=(setting.name, asked.view, asked.access)))
        runs.append(run.name)
    table = result_table(rows, labels=("setting", "view", "access"), columns=columns_for(rows))
    return _written(table, out, options, runs=tuple(runs))


def settings_of(options: AblateOptions) -> tuple[Setting, ...]:
    """Give the rows of an ablation, the retrieved one with its options.

    Raises:
        UnknownName: There is no such ablation.
        UsageError: The name could mean two things (DHQ-106).
    """
    if options.by in _AMBIGUOUS:
        raise UsageError(
            f"{options.by!r} could mean two things; write {_AMBIGUOUS[options.by]} for documents against the question alone, "
            "or ask with the view entities(style='bare') for documents without instructions"
        )
    if options.by not in ABLATIONS:
        raise UnknownName(options.by, kind="ablation", known=tuple(ABLATIONS))
    return tuple(
        dataclasses.replace(setting, access=options.retrieved) if setting.access == "retrieved" else setting
        for setting in ABLATIONS[options.by]
    )


def _written(table: ResultTable, out: Path, options: AblateOptions, *, runs: tuple[str, ...]) -> AblateSummary:
    summary = AblateSummary(by=options.by, system=options.ask.system, header=table.header, rows=table.rows, runs=runs)
    write_table(table, out / TABLE)
    write_bytes(out / SUMMARY, msgspec.json.format(to_json(summary), indent=2) + b"\n")
    return summary
