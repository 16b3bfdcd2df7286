"""evidoc curate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evidoc.cli._options import Json
from evidoc.cli._print import say, say_json, say_table

if TYPE_CHECKING:
    from evidoc.flow._label_counts import LabelCounts

_SHOWN = 6  # values of one label; the rest is counted


def curate(
    corpus: Annotated[Path, typer.Argument(help="A corpus folder.")],
    out: Annotated[Path, typer.Option(help="The corpus folder to write.")],
    by: Annotated[
        str, typer.Option(help="Parts, with options, by comma; each works on what the one before has kept.")
    ] = "duplicates,licences,profiles,classes",
    seed: Annotated[int, typer.Option(help="Decides what is chosen by chance.")] = 0,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace what is in the corpus folder.")] = False,
    json: Json = False,
) -> None:
    """Label the documents of a corpus and leave out duplicates, what may not be passed on, or all but a sample.

    \b
    evidoc curate corpus/ --out curated/
    evidoc curate corpus/ --by "duplicates(near=0.9),licences(keep='redistributable'),sampling(n=200)" --seed 7 --out small/
    """
    from evidoc.cli._options import work_of
    from evidoc.cli._specs import split_specs
    from evidoc.flow.curate import CurateOptions
    from evidoc.flow.curate import curate as flow_curate

    options = CurateOptions(parts=split_specs(by), seed=seed, overwrite=overwrite)
    summary = flow_curate(corpus, out=out, options=options, work=work_of("inline", 1))
    if json:
        say_json(summary)
        return
    say_table(("label", "documents", "values"), [(count.name, count.documents, _spread(count)) for count in summary.labels])
    say()
    say_table(("left out by: reason", "documents"), sorted(summary.left_out.items()))
    say(f"{summary.kept} of {summary.documents} documents in {out}")
    say(f"labels are in {out / 'labels.jsonl'}, reasons in {out / 'manifest.jsonl'}")


def _spread(count: LabelCounts) -> str:
    if count.quantiles:
        least, quarter, median, three_quarters, greatest = count.quantiles
        return f"median {median}, half of them {quarter} to {three_quarters}, all {least} to {greatest}"
    shown = [f"{number} {value or 'not known'}" for value, number in list(count.values.items())[:_SHOWN]]
    more = len(count.values) - len(shown)
    return ", ".join([*shown, *([f"{more} other values"] if more else [])])
