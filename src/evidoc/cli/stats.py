"""evidoc stats."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._options import Json
from evidoc.cli._print import say, say_json, say_table


def stats(
    bench: Annotated[Path, typer.Argument(help="A bench folder.")],
    json: Json = False,
) -> None:
    """Say what a bench consists of, and what became of candidates.

    \b
    evidoc stats bench/
    """
    from evidoc.flow.stats import stats as flow_stats

    summary = flow_stats(bench)
    if json:
        say_json(summary)
        return
    for table in summary.tables:
        say(table.title)
        say_table(table.header, table.rows)
        say()
