"""evidoc retrieve."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from evidoc.cli._options import Engine, Json, Workers, work_of
from evidoc.cli._print import say, say_json, say_table

if TYPE_CHECKING:
    from evidoc.flow.retrieve import MetricSummary


def retrieve(
    bench: Annotated[Path, typer.Argument(help="A bench folder.")],
    by: Annotated[str, typer.Option(help="Retrievers, by comma: bm25, tfidf, dense, hybrid, endpoint(url='…').")] = "bm25",
    k: Annotated[str, typer.Option("--k", help="How many places count as found, separated by commas.")] = "5,10",
    level: Annotated[str, typer.Option(help="What is found: block or page.")] = "block",
    pool: Annotated[str, typer.Option(help="What is searched: each question's documents, or the whole corpus.")] = "documents",
    out: Annotated[Path | None, typer.Option(help="A folder for the rankings and the summary.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Ask only the first items.")] = None,
    engine: Engine = "inline",
    workers: Workers = 1,
    json: Json = False,
) -> None:
    """Say how well retrievers find the evidence of a bench's questions.

    \b
    evidoc retrieve bench/ --by bm25,tfidf
    evidoc retrieve bench/ --by bm25,hybrid --k 5,10 --pool corpus --out retrieval/
    """
    from evidoc.cli._specs import split_specs
    from evidoc.flow._retrieving import Level, Pool
    from evidoc.flow.retrieve import RetrieveOptions
    from evidoc.flow.retrieve import retrieve as flow_retrieve

    options = RetrieveOptions(by=split_specs(by), k=_numbers(k), level=cast("Level", level), pool=cast("Pool", pool), limit=limit)
    summary = flow_retrieve(bench, out=out, options=options, work=work_of(engine, workers))
    if json:
        say_json(summary)
        return
    names = list(dict.fromkeys(name for means in summary.retrievers.values() for name in means))
    rows = [
        (by, summary.encoders.get(by, "words"), *(_mean(means, name) for name in names))
        for by, means in summary.retrievers.items()
    ]
    say_table(("retriever", "encoder", *names), rows)
    for remark in summary.remarks:
        say(remark)
    say(f"{summary.items - summary.unscored} items, pool {summary.pool}; {summary.unscored} have no gold evidence")
    say(f"in brackets: {summary.interval}")
    if out is not None:
        say(f"the ranking of each item is in {out / 'rankings.jsonl'}")


def _numbers(text: str) -> tuple[int, ...]:
    from evidoc.errors import UsageError

    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError as error:
        raise UsageError(f"--k is {text!r}; give whole numbers separated by commas, as 5,10") from error


def _mean(means: Mapping[str, MetricSummary], name: str) -> str | None:
    found = means.get(name)
    if found is None or found.mean is None:
        return None
    limits = "" if found.low is None or found.high is None else f" [{found.low:.2f}, {found.high:.2f}]"
    return f"{found.mean:.3f}{limits}"
