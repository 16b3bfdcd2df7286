"""evidoc make."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._options import Engine, Json, Resume, RetryFailed, Workers, work_of
from evidoc.cli._print import say, say_json, say_table


def make(
    corpus: Annotated[Path, typer.Argument(help="A corpus folder that evidoc read wrote.")],
    out: Annotated[Path, typer.Option(help="The bench folder to write.")],
    recipe: Annotated[
        str, typer.Option(help="Recipe, with options: pdfqa or pdfqa(per_document=20); several by comma.")
    ] = "pdfqa",
    n: Annotated[int, typer.Option("--n", min=1, help="How many items to keep.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of all chance.")] = 0,
    checks: Annotated[bool, typer.Option(help="Put every item through the checks.")] = True,
    limit: Annotated[int | None, typer.Option(min=1, help="Try at most this many candidates.")] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace what is in the bench folder.")] = False,
    engine: Engine = "processes",
    workers: Workers = 0,
    resume: Resume = False,
    retry_failed: RetryFailed = False,
    json: Json = False,
) -> None:
    """Make checked question-answer items with evidence from a corpus.

    Every candidate ends in ledger.jsonl as kept, rejected or failed, with the reason.

    \b
    evidoc make corpus/ --recipe pdfqa --n 100 --seed 7 --out bench/
    """
    from evidoc.cli._specs import split_specs
    from evidoc.flow.make import MakeOptions
    from evidoc.flow.make import make as flow_make

    options = MakeOptions(
        recipes=split_specs(recipe), n=n, seed=seed, checks=None if checks else (), limit=limit, overwrite=overwrite
    )
    work = work_of(engine, workers, resume=resume, retry_failed=retry_failed)
    summary = flow_make(corpus, out=out, options=options, work=work)
    if json:
        say_json(summary)
        return
    say_table(("outcome", "candidates"), [("kept", summary.kept), *sorted(summary.reasons.items())])
    if summary.kept < n:
        say(f"{summary.kept} of {n} items asked for: {summary.shortfall}")
    say(f"{summary.kept} items in {out}; what became of each candidate is in {out / 'ledger.jsonl'}")
    say(f"next: evidoc ask {out} --system baseline/bm25 --view text --out run/")
