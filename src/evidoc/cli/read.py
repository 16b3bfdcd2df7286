"""evidoc read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._options import Engine, Json, Resume, RetryFailed, Workers, work_of
from evidoc.cli._print import say, say_json, say_table

_TWINS = "A CSV, TSV or JSON-lines file with columns source and pdf: which PDF has the pages of which file."


def read(
    paths: Annotated[list[str], typer.Argument(metavar="PATH…", help="Files, folders or globs.")],
    out: Annotated[Path, typer.Option(help="The corpus folder to write.")],
    password: Annotated[list[str] | None, typer.Option(help="A password to try on encrypted files; may be repeated.")] = None,
    seconds: Annotated[float, typer.Option(min=1, help="Time limit for one file.")] = 600.0,
    memory_mb: Annotated[int, typer.Option(min=256, help="Memory limit of one reading worker, in MB.")] = 4096,
    twins: Annotated[Path | None, typer.Option(metavar="FILE", help=_TWINS)] = None,
    no_twins: Annotated[bool, typer.Option("--no-twins", help="Read a structured file and its PDF as two documents.")] = False,
    ocr: Annotated[bool, typer.Option(help="Recognise pages that are only pictures (needs the extra ocr).")] = True,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace what is in the corpus folder.")] = False,
    engine: Engine = "processes",
    workers: Workers = 0,
    resume: Resume = False,
    retry_failed: RetryFailed = False,
    json: Json = False,
) -> None:
    """Read PDF, JATS XML, HTML, LaTeX, text, CSV and Excel files, scans and pictures into a corpus.

    Every file is listed in manifest.jsonl with what became of it; one bad file never stops the rest.
    A structured file and the PDF of the same text are one document: by name, by LaTeX project, or found by their text.

    \b
    evidoc read papers/ filings/*.html --out corpus/
    evidoc read report.pdf --out corpus/ --password secret
    evidoc read xml/ pdf/ --out corpus/ --twins twins.csv
    """
    from evidoc.flow.read import ReadOptions
    from evidoc.flow.read import read as flow_read

    options = ReadOptions(
        passwords=tuple(password or ()),
        seconds=seconds,
        memory_mb=memory_mb,
        twins=not no_twins,
        twin_file=twins,
        ocr=ocr,
        overwrite=overwrite,
    )
    work = work_of(engine, workers, resume=resume, retry_failed=retry_failed)
    summary = flow_read([Path(path) for path in paths], out=out, options=options, work=work)
    if json:
        say_json(summary)
        return
    say_table(("status", "files"), sorted(summary.statuses.items(), key=lambda pair: (pair[0] != "ok", pair[0])))
    pages = f"{summary.pages} pages" if summary.pages else "no pages yet, which are laid out when a bench is made,"
    say(f"{summary.documents} documents with {pages} in {out}; each file's status is in {out / 'manifest.jsonl'}")
    say(f"next: evidoc make {out} --recipe pdfqa --n 100 --out bench/")
