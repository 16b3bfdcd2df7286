"""The application: one sub-command a verb, in the order of the loop."""

from __future__ import annotations

from typing import Annotated

import typer

from evidoc import __version__
from evidoc.cli import (
    ablate,
    agree,
    ask,
    check,
    compare,
    curate,
    demo,
    discover,
    doctor,
    estimate,
    explain,
    export,
    import_,
    link,
    list_parts,
    make,
    probe,
    read,
    report,
    results,
    retrieve,
    review,
    score,
    show,
    split,
    stats,
)
from evidoc.cli._stopped import stoppable

app = typer.Typer(
    name="evidoc",
    help="Make, run and score question answering over your own documents, with evidence by page and box.",
    epilog="Start with: evidoc demo",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)

for name, command in (
    ("demo", demo.demo),
    ("read", read.read),
    ("curate", curate.curate),
    ("link", link.link),
    ("make", make.make),
    ("check", check.check),
    ("split", split.split),
    ("estimate", estimate.estimate),
    ("ask", ask.ask),
    ("score", score.score),
    ("report", report.report),
    ("results", results.results),
    ("compare", compare.compare),
    ("ablate", ablate.ablate),
    ("retrieve", retrieve.retrieve),
    ("agree", agree.agree),
    ("review", review.review),
    ("probe", probe.probe),
    ("discover", discover.discover),
    ("stats", stats.stats),
    ("export", export.export),
    ("import", import_.import_),
    ("show", show.show),
    ("list", list_parts.list_parts),
    ("explain", explain.explain),
    ("doctor", doctor.doctor),
):
    app.command(name)(stoppable(command))


def _version(asked: bool) -> None:
    if asked:
        print(f"evidoc {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version and stop.")
    ] = False,
) -> None:
    """Make, run and score question answering over your own documents, with evidence by page and box."""
