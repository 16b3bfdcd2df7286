"""evidoc score."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evidoc.cli._models import BaseUrl, Judge, MaxCost, MaxTokens, Price, SelfJudge, roles_of
from evidoc.cli._options import Engine, Json, Workers, work_of
from evidoc.cli._print import say, say_json, say_table

if TYPE_CHECKING:
    from evidoc.flow.score import ScoreSummary


def score(
    run: Annotated[Path, typer.Argument(help="A run folder.")],
    scorers: Annotated[
        str | None, typer.Option(help="Scorers, with options, by comma; answer,citations,saa where not given.")
    ] = None,
    judge: Judge = "",
    base_url: BaseUrl = "",
    price: Price = "",
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    allow_self_judge: SelfJudge = False,
    sweep: Annotated[
        bool,
        typer.Option("--sweep", help="Do not score: try thresholds on the dev split, where a run is of predictions with scores."),
    ] = False,
    engine: Engine = "inline",
    workers: Workers = 1,
    json: Json = False,
) -> None:
    """Score a run: the answers, their evidence, and both together.

    \b
    evidoc score run/
    evidoc score run/ --json
    evidoc score run/ --sweep
    """
    if sweep:
        _say_sweep(run, scorers=scorers, judge=judge, json=json)
        return
    from evidoc.cli._specs import split_specs
    from evidoc.flow.score import ScoreOptions
    from evidoc.flow.score import score as flow_score

    roles = roles_of(
        judge=judge,
        base_url=base_url,
        price=price,
        max_cost=max_cost,
        max_tokens=max_tokens,
        allow_self_judge=allow_self_judge,
    )
    options = ScoreOptions(scorers=split_specs(scorers) if scorers else None, roles=roles)
    summary = flow_score(run, options=options, work=work_of(engine, workers))
    if json:
        say_json(summary.to_json())
        return
    _say(summary, run)


def _say(summary: ScoreSummary, run: Path) -> None:
    from evidoc.reports.reached import NOTED, not_asked_said

    rows = [(name, one.mean, one.low, one.high, one.n, one.unscored) for name, one in summary.metrics.items()]
    say_table(("metric", "mean", "low", "high", "items", "unscored"), rows)
    say_table(("outcome", "items"), sorted(summary.outcomes.items()))
    for remark in summary.remarks:
        say(remark)
    if summary.waiting:
        say(f"{summary.waiting} items wait for a judge's reply; once it is there, score again")
    if unasked := not_asked_said(summary.outcomes):
        say(f"incomplete: {unasked}; the means are over the rest; ask them with the same evidoc ask, --resume and no --limit")
    total = sum(summary.outcomes.values())
    if not summary.complete and summary.unscored_by_us > NOTED * total:
        say(
            f"incomplete: {summary.unscored_by_us} of {total} items could not be scored on some metric, which is not the "
            f"system's doing; why is in {run / 'scores.jsonl'} under unscored"
        )
    say(f"scores of each item in {run / 'scores.jsonl'}; next: evidoc report {run} --out report/")


def _say_sweep(run: Path, *, scorers: str | None, judge: str, json: bool) -> None:
    from evidoc.errors import UsageError
    from evidoc.flow.sweep import sweep

    if scorers or judge:
        raise UsageError("--sweep tries thresholds, by the scorer indices and no judge; leave --scorers and --judge out")
    found = sweep(run)
    if json:
        say_json(found)
        return
    rows = [
        (row.threshold, row.precision, row.recall, row.f1, row.named, _marks(row.threshold, found.best_f1, found.best_recall))
        for row in found.rows
    ]
    say_table(("threshold", "precision", "recall", "F1", "named", "best"), rows)
    say(f"{found.items} items of the {found.split} split; the run's threshold is {found.own:g}")
    if found.ceiling < 1:
        say(f"recall ceiling {found.ceiling:.3f}: no threshold names entities that the model was not shown")
    if found.missing or found.unscored:
        say(f"{found.missing} have no line and name nothing; {found.unscored} more have no right entity and are left out")
    say("recall can only rise as the threshold falls: choose models by recall at one threshold, and the threshold by F1")
    say(f"next: ask again with (threshold={found.best_f1:g}) behind the name of the file")


def _marks(threshold: float, best_f1: float, best_recall: float) -> str:
    return ", ".join(name for name, best in (("F1", best_f1), ("recall", best_recall)) if threshold == best)
