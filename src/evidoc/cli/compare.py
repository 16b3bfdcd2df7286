"""evidoc compare."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._options import Json
from evidoc.cli._print import say, say_json, say_table


def compare(
    first: Annotated[Path, typer.Argument(metavar="RUN_A", help="A scored run folder.")],
    second: Annotated[Path, typer.Argument(metavar="RUN_B", help="Another, of the same bench.")],
    json: Json = False,
) -> None:
    """Say whether run A differs from run B, item by item.

    Intervals and p values come from a bootstrap over documents.

    \b
    evidoc compare run-a/ run-b/
    """
    from evidoc.flow.compare import compare as flow_compare

    comparison = flow_compare(first, second)
    if json:
        say_json(comparison)
        return
    rows = [
        (one.metric, one.first, one.second, one.difference, one.low, one.high, one.p, one.wins, one.ties, one.losses)
        for one in comparison.metrics
    ]
    say_table(("metric", "A", "B", "A − B", "low", "high", "p", "A better", "equal", "B better"), rows)
    say(
        f"A is {comparison.first}, B is {comparison.second}; {comparison.shared} shared items; "
        "95 % intervals clustered by document"
    )
    for remark in comparison.remarks:
        say(f"warning: {remark}")
