"""evidoc ablate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._options import Json, Resume, Workers, work_of
from evidoc.cli._print import say, say_json, say_table


def ablate(
    bench: Annotated[Path, typer.Argument(help="A bench folder.")],
    out: Annotated[Path, typer.Option(help="The folder for the runs and the table.")],
    by: Annotated[str, typer.Option(help="What is varied: modality, styles, documents or evidence_access.")],
    system: Annotated[str, typer.Option("--system", "--model", help="The system, as evidoc ask names it.")],
    view: Annotated[str, typer.Option(help="The view; where views are varied, each takes the options that it has too.")] = "text",
    retrieved: Annotated[str, typer.Option(help="How the retrieved row retrieves.")] = "retrieved(k=5)",
    scorers: Annotated[str, typer.Option(help="Scorers, by comma; those of the bench where not given.")] = "",
    base_url: Annotated[str, typer.Option(help="Address of an OpenAI-compatible server.")] = "",
    max_cost: Annotated[float | None, typer.Option(help="Stop the job at this cost in US dollars.")] = None,
    max_tokens: Annotated[int | None, typer.Option(help="Stop the job at this many tokens.")] = None,
    answer_tokens: Annotated[
        int | None, typer.Option(min=1, help="Tokens that one answer may have; else 4096, or what the view's published caps say.")
    ] = None,
    n: Annotated[
        int | None, typer.Option("--n", min=1, help="Ask so many items, drawn by --seed, of every concept alike.")
    ] = None,
    people: Annotated[str, typer.Option(help="A predictions file of what people answered: one more row.")] = "",
    limit: Annotated[int | None, typer.Option(min=1, help="Ask only the first items.")] = None,
    seed: Annotated[int, typer.Option(help="Seed for systems that use chance, and for --n.")] = 0,
    workers: Workers = 8,
    resume: Resume = False,
    json: Json = False,
) -> None:
    """Ask and score a system under several settings and compare them in one table.

    \b
    evidoc ablate bench/ --by documents --system baseline/bm25 --out ablation/
    evidoc ablate bench/ --by modality --view 'both(shots=1)' --system openai/gpt-4.1-mini --out ablation/
    evidoc ablate bench/ --by evidence_access --n 50 --seed 7 --people people.jsonl --system baseline/bm25 --out ablation/
    """
    from evidoc.cli._specs import split_specs
    from evidoc.flow.ablate import AblateOptions
    from evidoc.flow.ablate import ablate as flow_ablate
    from evidoc.flow.ask import AskOptions

    asked = AskOptions(
        system=system,
        view=view,
        base_url=base_url,
        max_cost=max_cost,
        max_tokens=max_tokens,
        answer_tokens=answer_tokens,
        limit=limit,
        seed=seed,
    )
    options = AblateOptions(by=by, ask=asked, scorers=split_specs(scorers) or None, retrieved=retrieved, n=n, people=people)
    summary = flow_ablate(bench, out=out, options=options, work=work_of("threads", workers, resume=resume))
    if json:
        say_json(summary)
        return
    say_table(summary.header, summary.rows)
    for remark in summary.remarks:
        say(remark)
    say(f"the table is in {out / 'ablation.csv'}, the runs beside it")
