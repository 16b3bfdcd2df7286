"""evidoc stats."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._options import Json
from evidoc.cli._print import say, say_json, say_table


def stats(
    bench: Annotated[Path, typer.Argument(help="A bench folder.")],
    analyses: Annotated[
        str, typer.Option("--analyses", help="Which, with commas between; see `evidoc list analyses`.")
    ] = "overview",
    json: Json = False,
) -> None:
    """Say what a bench consists of, and what became of candidates.

    \b
    evidoc stats bench/
    evidoc stats bench/ --analyses overview,sections,dispersion
    """
    from evidoc.cli._specs import split_specs
    from evidoc.flow.stats import stats as flow_stats

    summary = flow_stats(bench, analyses=split_specs(analyses))
    if json:
        say_json(summary)
        return
    for analysis in summary.analyses:
        for table in analysis.tables:
            say(table.title)
            say_table(table.header, table.rows)
            say()
