"""evidoc link."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._models import BaseUrl, MaxCost, MaxTokens, Price, Writer, roles_of
from evidoc.cli._options import Engine, Json, Resume, RetryFailed, Workers
from evidoc.cli._print import say, say_json, say_table


def link(
    corpus: Annotated[Path, typer.Argument(help="A corpus folder.")],
    out: Annotated[Path, typer.Option(help="The file to write: a JSON line for each group.")],
    by: Annotated[str, typer.Option(help="Strategies, with options, by comma; see: evidoc list linking.")] = "keywords",
    writer: Writer = "",
    base_url: BaseUrl = "",
    price: Price = "",
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace a file that holds something else, or a linking that did not end.")
    ] = False,
    engine: Engine = "processes",
    workers: Workers = 1,
    resume: Resume = False,
    retry_failed: RetryFailed = False,
    json: Json = False,
) -> None:
    """Find documents that belong together, for questions that need more than one.

    With a writer, profiles asks it which sections of like documents answer to one another; without one, all is decided by
    program.

    \b
    evidoc link corpus/ --by keywords --out groups.jsonl
    evidoc link corpus/ --by "keywords(threshold=0.2, top=5),citations" --workers 4 --out groups.jsonl
    evidoc link corpus/ --by profiles --writer openai/NAME --max-tokens 2000000 --out groups.jsonl
    """
    from evidoc.cli._options import work_of
    from evidoc.cli._specs import split_specs
    from evidoc.flow.link import LinkOptions
    from evidoc.flow.link import link as flow_link

    roles = roles_of(writer=writer, base_url=base_url, price=price, max_cost=max_cost, max_tokens=max_tokens)
    options = LinkOptions(by=split_specs(by), overwrite=overwrite, roles=roles)
    work = work_of(engine, workers, resume=resume, retry_failed=retry_failed)
    summary = flow_link(corpus, out=out, options=options, work=work)
    if json:
        say_json(summary)
        return
    if summary.waiting:
        say(f"{summary.waiting} documents wait for replies; once they are there, go on with the same command and --resume")
        return
    say_table(
        ("strategy", "groups", "documents", "most groups of one"),
        [(each.by, each.groups, each.reuse.documents, each.reuse.most) for each in summary.strategies],
    )
    say()
    noted = [(each.by, reason, count) for each in summary.strategies for reason, count in each.left_out.items()]
    say_table(("strategy", "left out because", "documents"), noted)
    if writer:
        say()
        counted = [(each.by, name.replace("_", " "), count) for each in summary.strategies for name, count in each.counts.items()]
        say_table(("strategy", "counted on the way", "count"), counted)
        say(f"the writer took {summary.tokens:,} tokens, {summary.cost:.4f} US dollars where prices are known")
    say(f"{summary.groups} groups of {summary.documents} documents in {summary.out}")
    say(f"what was left out, and why, is in {summary.left_out}")
