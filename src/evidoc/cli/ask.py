"""evidoc ask."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evidoc.cli._options import Engine, Json, Resume, RetryFailed, Workers, work_of
from evidoc.cli._print import say, say_json, say_table

if TYPE_CHECKING:
    from evidoc.flow.ask import AskSummary


def ask(
    bench: Annotated[Path, typer.Argument(help="A bench folder.")],
    out: Annotated[Path, typer.Option(help="The run folder to write.")],
    system: Annotated[
        str,
        typer.Option(
            "--system", "--model", help="baseline/bm25, openai/NAME, python:module:function, predictions:FILE, http://…"
        ),
    ],
    view: Annotated[str, typer.Option(help="What a model is shown: text, entities, markdown, page_images, both …")] = "text",
    access: Annotated[
        str, typer.Option(help="What may be seen: none, gold_evidence, gold_pages, gold_docs, retrieved(k=5), full.")
    ] = "full",
    cite: Annotated[bool, typer.Option(help="Ask for the place that supports each statement.")] = True,
    base_url: Annotated[str, typer.Option(help="Address of an OpenAI-compatible server.")] = "",
    max_cost: Annotated[float | None, typer.Option(help="Stop the job at this cost in US dollars.")] = None,
    max_tokens: Annotated[int | None, typer.Option(help="Stop the job at this many tokens.")] = None,
    price: Annotated[
        str, typer.Option(help="US dollars for a million tokens read and written (and read from the cache): 0.40,1.60.")
    ] = "",
    answer_tokens: Annotated[
        int | None, typer.Option(min=1, help="Tokens that one answer may have; else 4096, or what the view's published caps say.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Ask only the first items.")] = None,
    seed: Annotated[int, typer.Option(help="Seed for systems that use chance.")] = 0,
    cache: Annotated[bool, typer.Option(help="Take replies to equal requests from the cache.")] = True,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace what is in the run folder.")] = False,
    engine: Engine = "threads",
    workers: Workers = 8,
    resume: Resume = False,
    retry_failed: RetryFailed = False,
    json: Json = False,
) -> None:
    """Ask a system every item of a bench and keep its replies.

    Keys come from the usual environment variables and are never written down. Where more than 1 % of the replies are
    provider errors, the command ends with exit code 1; --resume --retry-failed asks these again.

    \b
    evidoc ask bench/ --system baseline/bm25 --out run/
    evidoc ask bench/ --system openai/gpt-4.1-mini --view page_images --out run/
    evidoc ask bench/ --system openai/my-model --base-url http://127.0.0.1:8000/v1 --out run/
    """
    from evidoc.cli._specs import read_price
    from evidoc.flow.ask import AskOptions
    from evidoc.flow.ask import ask as flow_ask

    options = AskOptions(
        system=system,
        view=view,
        access=access,
        cite=cite,
        base_url=base_url,
        max_cost=max_cost,
        max_tokens=max_tokens,
        price=read_price(price) if price else None,
        answer_tokens=answer_tokens,
        limit=limit,
        seed=seed,
        cache=cache,
        overwrite=overwrite,
    )
    summary = flow_ask(bench, out=out, options=options, work=work_of(engine, workers, resume=resume, retry_failed=retry_failed))
    if json:
        say_json(summary)
    else:
        _say(summary, out)
    if summary.has_failed:
        raise typer.Exit(1)


def _say(summary: AskSummary, out: Path) -> None:
    from evidoc.reports.reached import provider_errors_said

    say_table(("outcome", "items"), sorted(summary.outcomes.items()))
    for remark in summary.remarks:
        say(remark)
    if errors := provider_errors_said(summary.outcomes):
        say(f"warning: {errors}; ask these again with the same command and --resume --retry-failed")
    if summary.waiting:
        say(f"{summary.waiting} items wait for replies; once they are there, go on with the same command and --resume")
        return
    say(f"replies in {out}" if summary.has_failed else f"replies in {out}; next: evidoc score {out}")
