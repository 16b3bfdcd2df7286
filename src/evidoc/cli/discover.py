"""evidoc discover."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._models import BaseUrl, MaxCost, MaxTokens, Price, Writer, roles_of
from evidoc.cli._options import Json
from evidoc.cli._print import say, say_json, say_table


def discover(
    corpus: Annotated[Path, typer.Argument(help="A corpus folder.")],
    groups: Annotated[Path, typer.Option(help="Linked documents, as evidoc link wrote them.")],
    out: Annotated[Path, typer.Option(help="The folder to write, and to go on in.")],
    writer: Writer,
    expander: Annotated[str, typer.Option(help="The second model, which adds questions; else the writer.")] = "",
    n: Annotated[int, typer.Option("--n", min=1, help="How many candidates to propose.")] = 90,
    expand: Annotated[int, typer.Option(min=0, help="How many questions to add under the scaffolds.")] = 1000,
    rare: Annotated[int, typer.Option(min=1, help="A scaffold with fewer questions is merged or dropped.")] = 10,
    base_url: BaseUrl = "",
    price: Price = "",
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    json: Json = False,
) -> None:
    """Find out which kinds of questions documents carry: a model proposes, you decide, rules code.

    Run it once, fill in the column `keep` of review.csv, and run it again.

    \b
    evidoc discover corpus/ --groups groups.jsonl --out discovery/ --writer openai/NAME --expander anthropic/NAME
    """
    from evidoc.flow.discover import CONCEPTS, SHEET, DiscoverOptions
    from evidoc.flow.discover import discover as flow_discover

    roles = roles_of(writer=writer, solver=expander, base_url=base_url, price=price, max_cost=max_cost, max_tokens=max_tokens)
    options = DiscoverOptions(n=n, expand=expand, rare=rare)
    summary = flow_discover(corpus, groups, out=out, roles=roles, options=options)
    if json:
        say_json(summary)
        return
    say_table(("step", "count"), [(name, value) for name, value in summary.counts().items()])
    if summary.waits_for_review:
        say(f"write yes or no into the column keep of {out / SHEET}, then run this command again")
    else:
        say(f"concepts are in {out / CONCEPTS}")
