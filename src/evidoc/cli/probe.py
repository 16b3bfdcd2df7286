"""evidoc probe."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._models import BaseUrl, Judge, MaxCost, MaxTokens, Price, roles_of
from evidoc.cli._options import Json, Workers, work_of
from evidoc.cli._print import say, say_json, say_table


def probe(
    run: Annotated[Path, typer.Argument(help="A run folder, best one with wrong answers.")],
    judge: Judge,
    rubric: Annotated[str, typer.Option(help="The rubric to probe the judge by; see evidoc list rubrics.")] = "citevqa_answer",
    n: Annotated[int, typer.Option("--n", min=1, help="How many answers below the highest mark to probe with.")] = 20,
    base_url: BaseUrl = "",
    price: Price = "",
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    workers: Workers = 4,
    json: Json = False,
) -> None:
    """Find out whether a judge gives marks for what an answer says of itself.

    Answers are judged as they are and with sentences in them that ask for marks; a sound judge is not moved.

    \b
    evidoc probe run/ --judge openai/NAME --n 20
    """
    from evidoc.flow.probe import ROWS, ProbeOptions
    from evidoc.flow.probe import probe as flow_probe

    roles = roles_of(judge=judge, base_url=base_url, price=price, max_cost=max_cost, max_tokens=max_tokens)
    summary = flow_probe(run, roles=roles, options=ProbeOptions(rubric=rubric, n=n), work=work_of("threads", workers))
    if json:
        say_json(summary)
        return
    rows = [(one.canary, one.n, one.raised, one.rise, one.low, one.high) for one in summary.canaries]
    say_table(("canary", "answers", "raised", "mean rise", "low", "high"), rows)
    if summary.unjudged:
        say(f"{summary.unjudged} pairs without a mark are left out")
    if summary.unmarked:
        say(f"{summary.unmarked} answers got no mark that can be read and are left out; the first reply was {summary.unread}")
    say(f"marks of {summary.judge} by {summary.rubric}; each pair is in {run / ROWS}")
