"""evidoc estimate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._options import Json
from evidoc.cli._print import say, say_json, say_table


def estimate(
    bench: Annotated[Path, typer.Argument(help="A bench folder.")],
    view: Annotated[str, typer.Option(help="What a model would be shown, as in evidoc ask.")] = "text",
    access: Annotated[str, typer.Option(help="What it might see, as in evidoc ask.")] = "full",
    check: Annotated[str, typer.Option("--check", help="Estimate these checks instead of asking.")] = "",
    solvers: Annotated[int, typer.Option(min=1, help="How many models the panel of solvers has.")] = 1,
    answer_tokens: Annotated[int, typer.Option(min=1, help="What a reply takes at most.")] = 4096,
    price: Annotated[str, typer.Option(help="US dollars for a million tokens read and written: 0.40,1.60.")] = "",
    sample: Annotated[int, typer.Option(min=1, help="How many items to look at.")] = 50,
    json: Json = False,
) -> None:
    """Say what a job would ask of models, in calls, tokens and dollars, before anything is asked.

    \b
    evidoc estimate bench/ --view page_images --price 0.40,1.60
    evidoc estimate bench/ --check closed_book,difficulty --solvers 4
    """
    from evidoc.cli._specs import read_price, split_specs
    from evidoc.flow.estimate import EstimateOptions, names_of
    from evidoc.flow.estimate import estimate as flow_estimate

    options = EstimateOptions(
        view=view,
        access=access,
        checks=split_specs(check),
        solvers=solvers,
        answer_tokens=answer_tokens,
        price=read_price(price) if price else None,
        sample=sample,
    )
    found = flow_estimate(bench, options=options)
    if json:
        say_json(found)
        return
    say_table(("of the job", "about"), names_of(found))
    say(f"by rules of thumb over {found.sampled} of {found.items} items; nothing was asked")
