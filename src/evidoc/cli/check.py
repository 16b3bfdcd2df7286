"""evidoc check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._options import Engine, Json, Workers, work_of
from evidoc.cli._print import say, say_json, say_table


def check(
    bench: Annotated[Path, typer.Argument(help="A bench folder.")],
    check: Annotated[
        str | None, typer.Option("--check", help="Checks to run, with options, by comma; all where not given.")
    ] = None,
    engine: Engine = "processes",
    workers: Workers = 0,
    json: Json = False,
) -> None:
    """Run checks again over a bench: what would go, and why.

    \b
    evidoc check bench/ --check box_text,one_answer
    """
    from evidoc.cli._specs import split_specs
    from evidoc.flow.check import check as flow_check

    summary = flow_check(bench, checks=split_specs(check) if check else None, work=work_of(engine, workers))
    if json:
        say_json(summary)
        return
    say_table(("check: reason", "items"), sorted(summary.reasons.items()))
    say(f"{summary.kept} of {summary.items} items pass; each verdict is in {bench / 'verdicts.jsonl'}")
