"""evidoc demo."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._options import Workers, work_of
from evidoc.cli._print import say, say_table


def demo(
    out: Annotated[Path, typer.Option(help="The folder to write.")] = Path("evidoc-demo"),
    workers: Workers = 0,
) -> None:
    """Run the whole loop on documents that evidoc brings.

    It needs no network, key or GPU, takes seconds to two minutes, and ends in an HTML report.

    \b
    evidoc demo
    """
    import datetime

    from evidoc.flow.demo import demo as flow_demo

    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    summary = flow_demo(out, date=today, work=work_of("processes", workers), say=say)
    say()
    say_table(("system", "answer", "evidence F1", "both (SAA)"), summary.rows)
    say()
    say(f"open {summary.index} in a browser")
    say(f"with your own documents: evidoc read FOLDER --out corpus/, then as in {out}/commands.txt")
