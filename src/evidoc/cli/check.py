"""evidoc check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.checks import STANDARD
from evidoc.cli._models import BaseUrl, Judge, MaxCost, MaxTokens, Model, Price, SelfJudge, Solver, roles_of
from evidoc.cli._not_checked import say_not_checked
from evidoc.cli._options import Engine, Json, Workers, work_of
from evidoc.cli._print import say, say_json, say_table


def check(
    bench: Annotated[Path, typer.Argument(help="A bench folder.")],
    check: Annotated[
        str | None,
        typer.Option("--check", help=f"Checks to run, with options, by comma; where not given: {', '.join(STANDARD)}."),
    ] = None,
    model: Model = "",
    solver: Solver = "",
    judge: Judge = "",
    base_url: BaseUrl = "",
    price: Price = "",
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    allow_self_judge: SelfJudge = False,
    engine: Engine = "processes",
    workers: Workers = 0,
    json: Json = False,
) -> None:
    """Run checks again over a bench: what would go, and why.

    \b
    evidoc check bench/ --check box_text,one_answer
    evidoc check bench/ --check closed_book --solver openai/NAME
    """
    from evidoc.cli._specs import split_specs
    from evidoc.flow.check import check as flow_check

    roles = roles_of(
        model=model,
        solver=solver,
        judge=judge,
        base_url=base_url,
        price=price,
        max_cost=max_cost,
        max_tokens=max_tokens,
        allow_self_judge=allow_self_judge,
    )
    checks = split_specs(check) if check else None
    summary = flow_check(bench, checks=checks, roles=roles, work=work_of(engine, workers))
    if json:
        say_json(summary)
        return
    say_table(("check: reason", "items"), sorted(summary.reasons.items()))
    for remark in summary.remarks:
        say(remark)
    say_not_checked(summary.not_checked, total=summary.items, noun="items")
    if summary.tokens:
        say(f"models took {summary.tokens:,} tokens, {summary.cost:.4f} US dollars where prices are known")
    if summary.waiting:
        say(f"{summary.waiting} items wait for replies; once they are there, run the same command again")
    fallen = summary.items - summary.kept - summary.unjudged - summary.waiting
    if summary.unjudged == summary.items:
        say(f"nothing was checked: none of the checks could be asked of any of {summary.items} items")
    else:
        asked = " the checks that were asked" if summary.not_checked else ""
        say(f"{summary.kept} of {summary.items} items pass{asked}, {fallen} fall, {summary.unjudged} were not judged")
    say(f"each verdict is in {bench / 'verdicts.jsonl'}")
    if summary.items and summary.unjudged == summary.items:
        raise typer.Exit(1)
