"""evidoc probe."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evidoc.cli._models import BaseUrl, Judge, MaxCost, MaxTokens, Price, roles_of
from evidoc.cli._options import Json, Workers, work_of
from evidoc.cli._print import say, say_json, say_table
from evidoc.errors import UsageError

if TYPE_CHECKING:
    from evidoc.flow.mark_bias import MarkBias
    from evidoc.flow.probe import ProbeSummary


def probe(
    runs: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUN…", help="A run folder, best one with wrong answers; without --judge scored runs of one bench."
        ),
    ],
    judge: Judge = "",
    rubric: Annotated[str, typer.Option(help="The rubric to probe the judge by; see evidoc list rubrics.")] = "citevqa_answer",
    n: Annotated[int, typer.Option("--n", min=1, help="How many answers below the highest mark to probe with.")] = 20,
    seed: Annotated[int, typer.Option(help="Of the intervals.")] = 0,
    base_url: BaseUrl = "",
    price: Price = "",
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    workers: Workers = 4,
    json: Json = False,
) -> None:
    """Find out whether a judge gives marks for what an answer says of itself, for its length, or for its own family.

    With --judge answers are judged as they are and with sentences in them that ask for marks; a sound judge is not moved.
    Without it nothing is asked: the marks that runs were scored with are set against a program's comparison.

    \b
    evidoc probe run/ --judge openai/NAME --n 20
    evidoc probe run/ other-run/
    """
    from evidoc.flow.mark_bias import mark_bias
    from evidoc.flow.probe import ProbeOptions
    from evidoc.flow.probe import probe as flow_probe

    if not judge:
        found = mark_bias(runs, seed=seed)
        say_json(found) if json else _say_bias(found)
        return
    if len(runs) > 1:
        raise UsageError(
            f"{len(runs)} runs; a judge is probed with the answers of one, and without --judge runs are set side by side"
        )
    roles = roles_of(judge=judge, base_url=base_url, price=price, max_cost=max_cost, max_tokens=max_tokens)
    options = ProbeOptions(rubric=rubric, n=n, seed=seed)
    summary = flow_probe(runs[0], roles=roles, options=options, work=work_of("threads", workers))
    say_json(summary) if json else _say_canaries(summary, runs[0])


def _say_canaries(summary: ProbeSummary, run: Path) -> None:
    from evidoc.flow.probe import ROWS

    rows = [(one.canary, one.n, one.raised, one.rise, one.low, one.high) for one in summary.canaries]
    say_table(("canary", "answers", "raised", "mean rise", "low", "high"), rows)
    if summary.unjudged:
        say(f"{summary.unjudged} pairs without a mark are left out")
    if summary.unmarked:
        say(f"{summary.unmarked} answers got no mark that can be read and are left out; the first reply was {summary.unread}")
    say(f"marks of {summary.judge} by {summary.rubric}; each pair is in {run / ROWS}")


def _say_bias(found: MarkBias) -> None:
    length, own = found.length, found.own
    rows = [
        ("mark and length, among equally right answers: ρ", length.value, length.low, length.high, length.n, length.reason),
        ("own family's marks minus others', beyond what is right", own.difference, own.low, own.high, own.n, own.reason),
    ]
    say_table(("bias", "value", "low", "high", "n", "note"), rows)
    if found.left_out:
        say(f"{found.left_out} answers without a judge's mark or a program's score are left out")
    say(f"marks of {', '.join(found.judges)} over {found.answers} answers; a sound judge has 0 in both")
