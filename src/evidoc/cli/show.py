"""evidoc show."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evidoc.cli._print import say, say_table
from evidoc.errors import UsageError
from evidoc.records.document import Document
from evidoc.records.item import Item

if TYPE_CHECKING:
    from evidoc.flow.show import Found, ShowOptions


def show(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="A file, or the id of an item (i-…) or a document (d-…).")],
    folder: Annotated[
        Path | None, typer.Argument(help="For an id: a bench, run or corpus folder; the ones here where not given.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "--html",
            help="The HTML page to write; for a file NAME.html where not given. Without it items and documents are printed.",
        ),
    ] = None,
    pages: Annotated[str, typer.Option(help="The pages to draw, such as 3 or 10-20; by default the first 200.")] = "",
    password: Annotated[list[str] | None, typer.Option(help="A password to try on an encrypted file; may be repeated.")] = None,
    twins: Annotated[bool, typer.Option(help="Take the pages of a structured file from the PDF of the same name.")] = True,
) -> None:
    """Show a document with all blocks drawn over its pages, or one item with its evidence on them.

    \b
    evidoc show report.pdf
    evidoc show d-0a1b2c3d4e5f corpus/ --html page.html
    evidoc show i-0a1b2c3d4e5f bench/
    evidoc show i-0a1b2c3d4e5f bench/ --html item.html
    """
    from evidoc.flow.show import ShowOptions, locate

    options = ShowOptions(pages=_pages(pages), twins=twins, passwords=tuple(password or ()))
    if folder is None and Path(what).is_file():
        _write(Path(what), out=out or Path(f"{Path(what).stem}.html"), options=options)
        return
    if folder is None and ("/" in what or "." in what):
        raise UsageError(f"{what}: no such file; give a file that exists, or the id of an item or a document")
    found = locate(what, folder=folder)
    if isinstance(found.record, Document) and out is not None:
        _write(found.record, out=out, options=replace(options, pdf=found.pdf))
    elif isinstance(found.record, Document):
        _show_document(found.record)
    elif out is not None:
        _write_item(found, out=out, options=options)
    else:
        _show_item(found.record)


def _pages(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    first, _, last = text.partition("-")
    if not (first.isdecimal() and (last or first).isdecimal()):
        raise UsageError(f"--pages {text!r}; write a page or two, such as 3 or 10-20")
    return int(first), int(last or first)


def _write(source: Path | Document, *, out: Path, options: ShowOptions) -> None:
    from evidoc.flow.show import show_document
    from evidoc.reports.words import count

    summary = show_document(source, out=out, options=options)
    drawn = "" if summary.drawn == summary.pages else f", {summary.drawn} of them drawn"
    say(f"{summary.document}: {count(summary.blocks, 'block')} on {count(summary.pages, 'page')}{drawn}")
    say(f"page: {summary.out}")
    if summary.note:
        say(summary.note)


def _write_item(found: Found, *, out: Path, options: ShowOptions) -> None:
    from evidoc.flow.show import show_item
    from evidoc.reports.words import count

    if options.pages is not None:
        raise UsageError("--pages is for documents; the page of an item shows the pages that its evidence stands on")
    assert isinstance(found.record, Item) and found.bench is not None, "an item is found in a bench"
    summary = show_item(found.record, found.bench, out=out, options=options)
    said = f"{count(summary.evidence, 'piece')} of evidence on {count(summary.pages, 'page')}"
    say(f"{summary.item}: {said}")
    say(f"page: {summary.out}")


def _show_item(item: Item) -> None:
    value = item.answer.text
    scale = f" × 10^{item.answer.scale}" if item.answer.scale else ""
    say_table(
        ("field", "value"),
        [
            ("item", item.id),
            ("question", item.question),
            ("answer", f"{value}{scale} {item.answer.unit}".strip()),
            ("kind", f"{item.task.family} / {item.task.category}"),
            ("documents", ", ".join(document.id for document in item.documents)),
            ("asked to", item.contract),
            ("scorer", item.scorer),
        ],
    )
    say()
    rows = [
        (
            evidence.role,
            evidence.document,
            evidence.block,
            ", ".join(str(box.page + 1) for box in evidence.boxes),
            evidence.text[:90],
        )
        for evidence in item.evidence
    ]
    say_table(("evidence", "document", "block", "page", "text"), rows)
    if item.construction.trace:
        say()
        say("how the answer follows:")
        for step in item.construction.trace:
            say(f"  {step}")


def _show_document(document: Document) -> None:
    say(f"{document.id}  {document.source.name}  {document.kind}, {len(document.pages)} pages, read by {document.reader}")
    say(document.title)
    say()
    rows = [
        (
            block.id,
            block.kind,
            ", ".join(str(number + 1) for number in sorted({box.page for box in block.boxes})),
            " > ".join(block.section)[:40],
            block.text.replace("\n", " ")[:80],
        )
        for block in document.blocks
    ]
    say_table(("block", "kind", "page", "section", "text"), rows)
