"""evidoc report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._options import Json, work_of
from evidoc.cli._print import say, say_json


def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN…", help="Scored run folders of one bench.")],
    out: Annotated[Path, typer.Option(help="The report folder to write.")],
    title: Annotated[str, typer.Option(help="The heading of the report.")] = "",
    cases: Annotated[int, typer.Option(min=0, help="How many items the case viewer shows, the most telling first.")] = 200,
    embed: Annotated[bool, typer.Option(help="Put page pictures into the HTML file; otherwise beside it.")] = True,
    json: Json = False,
) -> None:
    """Compare runs in one HTML page that shows every case.

    CSV tables of all that it shows are written beside it.

    \b
    evidoc report run/ --out report/
    evidoc report runs/* --out report/ --title "RAG stack, November"
    """
    import datetime

    from evidoc.flow.report import ReportOptions
    from evidoc.flow.report import report as flow_report

    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    options = ReportOptions(title=title, cases=cases, embed=embed, date=today)
    summary = flow_report(runs, out=out, options=options, work=work_of("inline", 1))
    if json:
        say_json(summary)
        return
    say(f"report: {summary.index}")
