"""evidoc results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evidoc.cli._options import Json, Overwrite
from evidoc.cli._print import say, say_json, say_table

if TYPE_CHECKING:
    from evidoc.flow.index_spread import IndexSpread


def results(
    runs: Annotated[list[Path], typer.Argument(help="Scored run folders.")],
    columns: Annotated[str, typer.Option(help="generative, indices or all; what the runs were scored by if left out.")] = "",
    out: Annotated[Path | None, typer.Option(help="A .csv or .md file for the table.")] = None,
    overwrite: Overwrite = False,
    json: Json = False,
) -> None:
    """Put scored runs into one table with the columns that papers print.

    Runs that name indices also have how varied these are, beside what naming always the most frequent ones gets.

    \b
    evidoc results runA/ runB/
    evidoc results run*/ --columns generative --out table.md
    """
    from evidoc.flow.index_spread import index_spreads
    from evidoc.flow.results import results as flow_results

    table = flow_results(runs, columns=columns, out=out, overwrite=overwrite)
    spreads = index_spreads(runs)
    if json:
        say_json({"header": table.header, "rows": table.rows, "spread": spreads})
        return
    say_table(table.header, table.rows)
    if spreads:
        say()
        _say_spreads(spreads)
    if out is not None:
        say(f"the table is in {out}")


def _say_spreads(spreads: tuple[IndexSpread, ...]) -> None:
    header = ("system", "bits named", "different", "bits right", "different", "F1", "F1 of the same always", "which", "by")
    rows = [
        (
            one.system,
            one.entropy,
            one.distinct,
            one.right_entropy,
            one.right_distinct,
            one.f1,
            one.constant_f1,
            " ".join(map(str, one.constant)),
            "training" if one.of_training else "these items",
        )
        for one in spreads
    ]
    say_table(header, rows)
    for one in spreads:
        if one.broken or one.broken_in_training:
            say(
                f"warning: of {one.system}, {one.broken} items asked and {one.broken_in_training} of training are broken and in "
                f"no number of this table: {'; '.join(one.faults)}"
            )
