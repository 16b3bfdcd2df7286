"""evidoc show."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evidoc.cli._print import say, say_table
from evidoc.records.document import Document
from evidoc.records.item import Item


def show(
    id: Annotated[str, typer.Argument(metavar="ID", help="Of an item (i-…) or a document (d-…).")],
    folder: Annotated[Path | None, typer.Argument(help="A bench, run or corpus folder; the ones here where not given.")] = None,
) -> None:
    """Show one item with its evidence, or one document by block.

    \b
    evidoc show i-0a1b2c3d4e5f bench/
    evidoc show d-0a1b2c3d4e5f corpus/
    """
    from evidoc.flow.show import find

    found = find(id, folder=folder)
    if isinstance(found, Item):
        _show_item(found)
    else:
        _show_document(found)


def _show_item(item: Item) -> None:
    value = item.answer.value if isinstance(item.answer.value, str) else ", ".join(item.answer.value)
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
