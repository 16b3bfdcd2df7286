"""Questions in somebody else's format → a bench: items over documents of which the importer brings the PDF."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from evidoc.errors import NothingKept
from evidoc.flow._bench_out import bench_header, write_bench, write_ledger
from evidoc.records.corpus import Corpus, source_name
from evidoc.records.document import Document
from evidoc.records.item import Item
from evidoc.records.ledger import LedgerEntry
from evidoc.records.record import content_id
from evidoc.records.store import write_bytes

ItemLoader = Callable[[Path], Iterable[object]]  # gives records with `item`, `document` and `pdf`, or with a `reason`


def import_items(path: Path, *, load: ItemLoader, spec: str, out: Path) -> tuple[int, dict[str, int]]:
    """Write the items of a file as a bench; gives how many documents it has, and the rows by outcome.

    Raises:
        NothingKept: No row gave an item; the ledger says why.
        InvalidRecord: The file is not of that format.
    """
    items: dict[str, Item] = {}
    documents: dict[str, Document] = {}
    ledger: list[LedgerEntry] = []
    with tempfile.TemporaryDirectory(prefix="evidoc-") as held:
        folder = Path(held)
        for number, entry in enumerate(load(path), 1):
            row = _kept(entry, number, folder=folder, items=items, documents=documents)
            ledger.append(row)
        outcomes = dict(sorted(Counter(str(row.outcome) for row in ledger).items()))
        write_ledger(out, ledger)
        if not items:
            raise NothingKept(f"none of {len(ledger)} rows gave an item; {out}/ledger.jsonl says why")
        settings = {"format": spec, "items": content_id("f", list(items))}
        header = bench_header(settings, counts={"items": len(items), **outcomes})
        write_bench(out, list(items.values()), Corpus(documents, folder=folder), header=header)
    return len(documents), outcomes


def _kept(entry: object, number: int, *, folder: Path, items: dict[str, Item], documents: dict[str, Document]) -> LedgerEntry:
    """Keep an item, or say why there is none."""
    candidate = f"row-{number}"
    item, document, pdf = (getattr(entry, name, None) for name in ("item", "document", "pdf"))
    if not isinstance(item, Item) or not isinstance(document, Document) or not isinstance(pdf, bytes):
        return LedgerEntry(
            candidate=candidate, stage="make", outcome="rejected", reason="damaged", detail=getattr(entry, "reason", "")
        )
    if item.id in items:
        return LedgerEntry(candidate=candidate, stage="make", outcome="rejected", reason="duplicate", item=item.id)
    items[item.id] = item
    if document.id not in documents:
        documents[document.id] = document
        (folder / "sources").mkdir(exist_ok=True)
        write_bytes(folder / "sources" / source_name(document.source), pdf)
    return LedgerEntry(candidate=candidate, stage="make", outcome="kept", item=item.id)
