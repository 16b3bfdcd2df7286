"""Questions in somebody else's format → a bench: items over documents of which the importer brings the PDF."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

from evidoc.errors import NothingKept
from evidoc.flow._bench_out import bench_header, write_bench, write_ledger
from evidoc.flow._own_folder import whole_folder
from evidoc.importers import Imported, LoadsItems, Refused
from evidoc.records.corpus import Corpus, source_name
from evidoc.records.document import Document
from evidoc.records.item import Item
from evidoc.records.ledger import LedgerEntry
from evidoc.records.record import content_id
from evidoc.records.store import write_bytes


def import_items(path: Path, *, load: LoadsItems, spec: str, out: Path) -> tuple[int, dict[str, int]]:
    """Write the items of a file as a bench; gives how many documents it has, and the rows by outcome.

    Raises:
        NothingKept: No row gave an item; the ledger says why.
        InvalidRecord: The file is not of that format.
    """
    items: dict[str, Item] = {}
    documents: dict[str, Document] = {}
    ledger: list[LedgerEntry] = []
    with tempfile.TemporaryDirectory(prefix="evidoc-") as held, whole_folder(out, kind="bench") as made:
        for number, entry in enumerate(load(path), 1):
            row = _kept(entry, number, folder=Path(held), items=items, documents=documents)
            ledger.append(row)
        outcomes = dict(sorted(Counter(str(row.outcome) for row in ledger).items()))
        write_ledger(made, ledger)
        if items:
            settings = {"format": spec, "items": content_id("f", list(items))}
            header = bench_header(settings, counts={"items": len(items), **outcomes})
            write_bench(made, list(items.values()), Corpus(documents, folder=Path(held)), header=header)
    if not items:
        raise NothingKept(f"none of {len(ledger)} rows gave an item; {out}/ledger.jsonl says why")
    return len(documents), outcomes


def _kept(
    entry: Imported | Refused, number: int, *, folder: Path, items: dict[str, Item], documents: dict[str, Document]
) -> LedgerEntry:
    """Keep an item, or say why there is none."""
    candidate = f"row-{number}"
    if isinstance(entry, Refused):
        return LedgerEntry(candidate=candidate, stage="make", outcome="rejected", reason="damaged", detail=entry.reason)
    item, document = entry.item, entry.document
    if item.id in items:
        return LedgerEntry(candidate=candidate, stage="make", outcome="rejected", reason="duplicate", item=item.id)
    items[item.id] = item
    if document.id not in documents:
        documents[document.id] = document
        (folder / "sources").mkdir(exist_ok=True)
        write_bytes(folder / "sources" / source_name(document.source), entry.pdf)
    return LedgerEntry(candidate=candidate, stage="make", outcome="kept", item=item.id)
