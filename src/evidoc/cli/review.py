"""evidoc review."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evidoc.cli._print import say, say_table

if TYPE_CHECKING:
    from evidoc.review.study import Study


def review(
    source: Annotated[Path, typer.Argument(metavar="BENCH", help="A bench, or a scored run whose answers are judged.")],
    form: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE.toml",
            help="What is asked: quality, narrative, answerability, answer, guess, evidence, likert, verification, "
            "entirely_correct, correctness (of a run), or a file of yours; what suits BENCH otherwise.",
        ),
    ] = None,
    sample: Annotated[
        int | None, typer.Option(min=1, help="Draw so many items, balanced as evidoc agree draws them; all otherwise.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the sample, and of the order in which each rater meets the items.")] = 0,
    rater: Annotated[str, typer.Option(metavar="NAME", help="The pseudonym that the first page proposes.")] = "",
    reference: Annotated[
        str, typer.Option(metavar="TEXT", help="The number of the approval or consent under which people take part.")
    ] = "",
    out: Annotated[
        Path | None, typer.Option(help="Where ratings are kept; beside BENCH, in a folder for each form, otherwise.")
    ] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Where to listen; 8765 or any free one otherwise.")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the first page in a browser.")] = True,
) -> None:
    """Let people judge, answer or mark items in a browser, on this machine; Ctrl-C ends it, and nothing is lost.

    The same command goes on where it was ended. What people saved is a sheet that evidoc agree reads, and answers of theirs
    are predictions that evidoc ask takes.

    \b
    evidoc review bench/ --form quality --sample 50 --seed 7
    evidoc review bench/ --form narrative
    evidoc review bench/ --form answer --rater r07
    evidoc review run/
    """
    import webbrowser

    from evidoc.reports.words import count
    from evidoc.review.opening import reviewing
    from evidoc.review.study import ReviewOptions

    options = ReviewOptions(form=form, sample=sample, seed=seed, out=out, reference=reference)
    with reviewing(source, options=options, port=port) as opened, _ending() as ended:
        address = opened.entrance(rater=rater)
        say(f"{opened.study.form.title}: {count(len(opened.study.desk.sample.items), 'item')}")
        say(f"open {address} in a browser on this machine; Ctrl-C ends it")
        sys.stdout.flush()
        if browser:
            webbrowser.open(address)
        ended.wait()
        say()
        _say_kept(opened.study)


@contextmanager
def _ending() -> Iterator[threading.Event]:
    """Give what is set when the program is asked to end, by Ctrl-C or by being told to terminate."""
    ended = threading.Event()
    before = {asked: signal.signal(asked, lambda *_: ended.set()) for asked in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield ended
    finally:
        for asked, handler in before.items():
            signal.signal(asked, handler)


def _say_kept(study: Study) -> None:
    from evidoc.review.results_page import commands_of
    from evidoc.review.standing import standing_of

    raters = study.desk.raters
    if not raters:
        say("nobody has begun; nothing is kept")
        return
    rows = []
    for rater in raters:
        standing = standing_of(study.desk, rater.id)
        rows.append((rater.id, *(standing.count(state) for state in ("rated", "skipped", "open"))))
    say_table(("rater", "rated", "skipped", "open"), rows)
    say(f"kept in {study.desk.folder}; the same command goes on")
    for command in commands_of(study):
        say(f"next: {command}")
