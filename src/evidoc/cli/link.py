"""evidoc link."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._options import Engine, Json, Workers
from evidoc.cli._print import say, say_json, say_table


def link(
    corpus: Annotated[Path, typer.Argument(help="A corpus folder.")],
    out: Annotated[Path, typer.Option(help="The file to write: a JSON line for each group.")],
    by: Annotated[str, typer.Option(help="Strategies, with options, by comma; see: evidoc list linking.")] = "keywords",
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a file that holds something else.")] = False,
    engine: Engine = "processes",
    workers: Workers = 1,
    json: Json = False,
) -> None:
    """Find documents that belong together, for questions that need more than one.

    \b
    evidoc link corpus/ --by keywords --out groups.jsonl
    evidoc link corpus/ --by "keywords(threshold=0.2, top=5),citations" --workers 4 --out groups.jsonl
    """
    from evidoc.cli._options import work_of
    from evidoc.cli._specs import split_specs
    from evidoc.flow.link import LinkOptions
    from evidoc.flow.link import link as flow_link

    options = LinkOptions(by=split_specs(by), overwrite=overwrite)
    summary = flow_link(corpus, out=out, options=options, work=work_of(engine, workers))
    if json:
        say_json(summary)
        return
    say_table(
        ("strategy", "groups", "documents", "most groups of one"),
        [(each.by, each.groups, each.reuse.documents, each.reuse.most) for each in summary.strategies],
    )
    say()
    noted = [(each.by, reason, count) for each in summary.strategies for reason, count in each.left_out.items()]
    say_table(("strategy", "left out because", "documents"), noted)
    say(f"{summary.groups} groups of {summary.documents} documents in {summary.out}")
    say(f"what was left out, and why, is in {summary.left_out}")
