"""evidoc make."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._models import BaseUrl, Judge, MaxCost, MaxTokens, Model, Price, SelfJudge, Solver, Writer, roles_of
from evidoc.cli._not_checked import say_not_checked
from evidoc.cli._options import Engine, Json, Resume, RetryFailed, Workers, work_of
from evidoc.cli._print import say, say_json, say_table

_NOT_ASKED = ": not_asked"  # the end of a note of a check that could ask nobody


def make(
    out: Annotated[Path, typer.Option(help="The bench folder to write.")],
    corpus: Annotated[
        Path | None,
        typer.Argument(help="A corpus folder that evidoc read wrote; none for recipes that write their own documents."),
    ] = None,
    recipe: Annotated[
        str, typer.Option(help="Recipe, with options: pdfqa or pdfqa(per_document=20); several by comma.")
    ] = "pdfqa",
    n: Annotated[int, typer.Option("--n", min=1, help="How many items to keep.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of all chance.")] = 0,
    checks: Annotated[bool, typer.Option(help="Put every item through the checks.")] = True,
    check: Annotated[str, typer.Option("--check", help="Further checks, with options, by comma: answerable,closed_book.")] = "",
    limit: Annotated[int | None, typer.Option(min=1, help="Try at most this many candidates.")] = None,
    model: Model = "",
    writer: Writer = "",
    solver: Solver = "",
    judge: Judge = "",
    base_url: BaseUrl = "",
    price: Price = "",
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    allow_self_judge: SelfJudge = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace what is in the bench folder.")] = False,
    engine: Engine = "processes",
    workers: Workers = 0,
    resume: Resume = False,
    retry_failed: RetryFailed = False,
    json: Json = False,
) -> None:
    """Make checked question-answer items with evidence from a corpus.

    Every candidate ends in ledger.jsonl as kept, rejected, failed or waiting, with the reason. Without a model all is
    decided by program.

    \b
    evidoc make corpus/ --recipe pdfqa --n 100 --seed 7 --out bench/
    evidoc make corpus/ --writer openai/NAME --judge anthropic/NAME --max-cost 5 --price 0.4,1.6 --out bench/
    evidoc make corpus/ --model batch:requests/ --out bench/     (answer the file, then again with --resume)
    """
    from evidoc.cli._specs import split_specs
    from evidoc.flow.make import MakeOptions
    from evidoc.flow.make import make as flow_make

    roles = roles_of(
        model=model,
        writer=writer,
        solver=solver,
        judge=judge,
        base_url=base_url,
        price=price,
        max_cost=max_cost,
        max_tokens=max_tokens,
        allow_self_judge=allow_self_judge,
    )
    options = MakeOptions(
        recipes=split_specs(recipe),
        n=n,
        seed=seed,
        checks=checks_named(checks, check),
        limit=limit,
        roles=roles,
        overwrite=overwrite,
    )
    work = work_of(engine, workers, resume=resume, retry_failed=retry_failed)
    summary = flow_make(corpus, out=out, options=options, work=work)
    if json:
        say_json(summary)
        return
    say_table(("outcome", "candidates"), [("kept", summary.kept), *sorted(summary.reasons.items())])
    noted = {note: count for note, count in summary.notes.items() if not note.endswith(_NOT_ASKED)}
    if noted:
        say()
        say_table(("noted of kept items", "items"), noted.items())
    unasked = {note.removesuffix(_NOT_ASKED): count for note, count in summary.notes.items() if note.endswith(_NOT_ASKED)}
    say_not_checked(unasked, total=summary.kept, noun="kept items")
    for remark in summary.remarks:
        say(remark)
    if summary.tokens:
        say(f"models took {summary.tokens:,} tokens, {summary.cost:.4f} US dollars where prices are known")
    if summary.waiting:
        say(f"{summary.waiting} candidates wait for replies; once they are there, go on with the same command and --resume")
        return
    if summary.silent:
        say(summary.silent)
    if summary.kept < n:
        say(f"{summary.kept} of {n} items asked for: {summary.shortfall}")
    say(f"{summary.kept} items in {out}; what became of each candidate is in {out / 'ledger.jsonl'}")
    say(f"next: evidoc ask {out} --system baseline/bm25 --view text --out run/")


def checks_named(wanted: bool, further: str) -> tuple[str, ...] | None:
    """Give the checks that the options mean: None for the standard ones alone."""
    from evidoc.checks import STANDARD
    from evidoc.cli._specs import split_specs

    more = split_specs(further)
    if not more:
        return None if wanted else ()
    return (*(STANDARD if wanted else ()), *(spec for spec in more if spec not in STANDARD or not wanted))
