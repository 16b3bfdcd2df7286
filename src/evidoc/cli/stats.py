"""evidoc stats."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evidoc.cli._options import Json, work_of
from evidoc.cli._print import say, say_json, say_table

if TYPE_CHECKING:
    from evidoc.records.analysis import Analysis

_ROWS = 40  # of a table on a terminal


def stats(
    bench: Annotated[Path, typer.Argument(help="A bench folder.")],
    analyses: Annotated[
        str,
        typer.Option(
            "--analyses", help="Which, with commas between, or `all`; see `evidoc list analyses`. Else the standard ones."
        ),
    ] = "",
    out: Annotated[Path | None, typer.Option(help="A folder for index.html, tables as CSV, figures as SVG, stats.json.")] = None,
    run: Annotated[
        list[Path] | None, typer.Option(help="A scored run of this bench, for analyses of what a system answered; once each.")
    ] = None,
    json: Json = False,
) -> None:
    """Say what a bench consists of, in tables, and with --out in figures.

    An analysis that does not apply to the bench costs only itself, and is named with the reason.

    \b
    evidoc stats bench/
    evidoc stats bench/ --analyses all --out stats/
    evidoc stats bench/ --analyses sections,dispersion --json
    """
    from evidoc.cli._specs import split_specs
    from evidoc.flow.stats import StatsOptions
    from evidoc.flow.stats import stats as flow_stats

    options = StatsOptions(analyses=split_specs(analyses), runs=tuple(run or ()))
    summary = flow_stats(bench, out=out, options=options, work=work_of("inline", 1))
    if json:
        say_json(summary)
        return
    for analysis, spec in zip(summary.analyses, summary.specs, strict=True):
        _say_analysis(analysis, spec=spec)
    for one in summary.not_done:
        say(f"not done: {one.analysis}: {one.reason}")
    if out is not None:
        say(f"statistics: {out / 'index.html'}")


def _say_analysis(analysis: Analysis, *, spec: str) -> None:
    say(f"== {analysis.title} ({spec})")
    say()
    for table in analysis.tables:
        say(table.title)
        say_table(table.header, table.rows[:_ROWS])
        if len(table.rows) > _ROWS:
            say(f"… {len(table.rows) - _ROWS:,} more rows; --out FOLDER writes them all")
        say()
    for reason in analysis.left_out:
        say(f"left out: {reason}")
    if analysis.left_out:
        say()
