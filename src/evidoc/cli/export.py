"""evidoc export."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._options import Json
from evidoc.cli._print import say, say_json, say_table


def export(
    source: Annotated[Path, typer.Argument(metavar="X", help="A corpus or bench folder.")],
    to: Annotated[str, typer.Option(metavar="FORMAT", help="The exporter, with options: evidoc list exporters.")],
    out: Annotated[Path, typer.Option(help="The folder to write; new or empty.")],
    json: Json = False,
) -> None:
    """Write a corpus or bench in somebody else's format.

    \b
    evidoc export corpus/ --to scidocir --out scidocir/
    evidoc export corpus/ --to "scidocir(pictures=False)" --out scidocir/
    """
    from evidoc.flow.export import export as flow_export

    summary = flow_export(source, to=to, out=out)
    if json:
        say_json(summary)
        return
    say_table(("what", "how many"), [("written", summary.written), *summary.counts.items(), ("files", summary.files)])
    say(f"{summary.written} in {summary.out}")
