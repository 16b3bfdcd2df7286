"""evidoc stats."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._options import Json
from evidoc.cli._print import say, say_json, say_table


def stats(
    bench: Annotated[Path, typer.Argument(help="A bench folder.")],
    evidence: Annotated[
        bool, typer.Option("--evidence", help="Also say in which sections the evidence stands and how far apart it lies.")
    ] = False,
    json: Json = False,
) -> None:
    """Say what a bench consists of, and what became of candidates.

    \b
    evidoc stats bench/
    evidoc stats bench/ --evidence
    """
    from evidoc.flow.stats import stats as flow_stats

    summary = flow_stats(bench, evidence=evidence)
    if json:
        say_json(summary)
        return
    for table in summary.tables:
        say(table.title)
        say_table(table.header, table.rows)
        say()
