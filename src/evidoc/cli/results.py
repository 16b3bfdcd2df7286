"""evidoc results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._options import Json
from evidoc.cli._print import say, say_json, say_table


def results(
    runs: Annotated[list[Path], typer.Argument(help="Scored run folders.")],
    columns: Annotated[str, typer.Option(help="generative, indices or all; what the runs were scored by if left out.")] = "",
    out: Annotated[Path | None, typer.Option(help="A .csv or .md file for the table.")] = None,
    json: Json = False,
) -> None:
    """Put scored runs into one table with the columns that papers print.

    \b
    evidoc results runA/ runB/
    evidoc results run*/ --columns generative --out table.md
    """
    from evidoc.flow.results import results as flow_results

    table = flow_results(runs, columns=columns, out=out)
    if json:
        say_json(table)
        return
    say_table(table.header, table.rows)
    if out is not None:
        say(f"the table is in {out}")
