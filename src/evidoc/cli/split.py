"""evidoc split."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._options import Json
from evidoc.cli._print import say, say_json, say_table


def split(
    bench: Annotated[Path, typer.Argument(help="A bench folder.")],
    shares: Annotated[str, typer.Option(help="Shares of train, dev and test, in items.")] = "70,10,20",
    seed: Annotated[int, typer.Option(help="Decides which group goes where.")] = 1,
    near: Annotated[float, typer.Option(help="Share of five-word runs in common from which two documents are one work.")] = 0.5,
    against: Annotated[
        list[Path] | None,
        typer.Option(help="Do not split: look for the items in this training set (a bench, corpus, .jsonl, .csv, .txt)."),
    ] = None,
    only: Annotated[str, typer.Option(help="With --against: look for the items of this split alone, as test.")] = "",
    gold_only: Annotated[bool, typer.Option("--gold-only", help="Let distractor documents be in several splits.")] = False,
    json: Json = False,
) -> None:
    """Split a bench into train, dev and test, so that no document and no near-duplicate is in two of them.

    With --against it is not split, but compared with what was trained on; the exit code is 1 where anything was found.

    \b
    evidoc split bench/ --shares 70,10,20 --seed 1
    evidoc split bench/ --against training.jsonl --only test
    """
    from evidoc.cli._options import work_of
    from evidoc.errors import UsageError
    from evidoc.flow.split import SplitOptions
    from evidoc.flow.split import split as flow_split

    if only and not against:
        raise UsageError(f"--only {only} is of a comparison with what was trained on; name that with --against")
    if against:
        _say_contamination(bench, against, only=only, near=near, json=json)
        return
    try:
        numbers = tuple(float(number) for number in shares.split(","))
    except ValueError as error:
        raise UsageError(f"--shares {shares!r} are no numbers; give train, dev and test that add up to 100: 70,10,20") from error
    options = SplitOptions(shares=numbers, near=near, seed=seed, gold_only=gold_only)
    summary = flow_split(bench, options=options, work=work_of("inline", 1))
    if json:
        say_json(summary)
        return
    audit = summary.audit
    kept = summary.items - audit.dropped
    rows = [
        (name, asked, round(100 * audit.items[name] / kept, 1), audit.items[name], audit.documents[name], audit.works[name])
        for name, asked in zip(("train", "dev", "test"), numbers, strict=True)
    ]
    say_table(("split", "asked", "percent", "items", "documents", "works"), rows)
    say(f"{summary.groups} groups of items that stay together; {summary.duplicates} works are in several documents")
    for warning in summary.warnings:
        say(warning)
    if audit.dropped:
        say(f"{audit.dropped} items are in no split, because they join documents of two; a group was larger than any split")
    say(f"no document and no work is in two splits; each item's split is in {bench / 'splits.jsonl'}")


def _say_contamination(bench: Path, against: list[Path], *, only: str, near: float, json: bool) -> None:
    from evidoc.cli._options import work_of
    from evidoc.flow.contamination import ContaminationOptions, contamination

    options = ContaminationOptions(only=only, works=near)
    found = contamination(bench, against=against, options=options, work=work_of("inline", 1))
    if json:
        say_json(found)
    else:
        say_table(("found", "items"), [*found.by.items(), ("any", found.contaminated), ("looked for", found.items)])
        say(f"{len(found.shared_documents)} of {found.documents} documents are there; {found.texts} texts were looked through")
        say(f"each finding is in {bench / 'contamination.jsonl'}" if not found.is_clean else "nothing was found")
    if not found.is_clean:
        raise typer.Exit(1)
