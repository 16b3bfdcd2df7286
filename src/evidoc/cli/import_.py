"""evidoc import."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._options import Json
from evidoc.cli._print import say, say_json, say_table


def import_(
    of: Annotated[str, typer.Argument(metavar="FORMAT", help="The importer: evidoc list importers.")],
    path: Annotated[Path, typer.Argument(help="A file, or a folder of .json files.")],
    out: Annotated[Path, typer.Option(help="The folder to write, new or empty: a corpus, or a bench of formats with questions.")],
    json: Json = False,
) -> None:
    """Read files in somebody else's format into a corpus, or into a bench where they have questions (dochop).

    A file with faults is listed in manifest.jsonl with all of them; it never stops the rest.

    \b
    evidoc import scidocir papers/ --out corpus/
    """
    from evidoc.flow.import_ import import_ as flow_import

    summary = flow_import(path, of=of, out=out)
    if json:
        say_json(summary)
        return
    say_table(("status", "files"), sorted(summary.statuses.items(), key=lambda pair: (pair[0] != "ok", pair[0])))
    say(f"{summary.documents} documents with {summary.pages} pages in {out}; each file's status is in {out / 'manifest.jsonl'}")
    if (out / "bench.json").is_file():
        say(f"next: evidoc ask {out} --system baseline/bm25 --out run/")
        return
    say(f"next: evidoc make {out} --recipe pdfqa --n 100 --out bench/")
