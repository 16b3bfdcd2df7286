"""What making leaves in the bench folder: items, ledger, the documents used with their files, and the header last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from evidoc.flow._paged import PICTURES, bring
from evidoc.records.bench import BENCH_SCHEMA
from evidoc.records.corpus import SCHEMA, Corpus, encode_document, source_name, write_documents
from evidoc.records.item import Item
from evidoc.records.ledger import LedgerEntry
from evidoc.records.store import Header, new_header, write_header, write_rows

_FILES = ("bench.json", "items.jsonl", "ledger.jsonl", "verdicts.jsonl")


def write_ledger(out: Path, entries: Iterable[LedgerEntry]) -> None:
    """Write what became of every candidate."""
    write_rows(out / "ledger.jsonl", entries)


def write_bench(out: Path, items: Sequence[Item], corpus: Corpus, *, header: Header) -> None:
    """Write the items, the documents that they are asked over, and the header, which says that all is there."""
    _write_corpus(out / "corpus", items, corpus)
    _bring_pictures(out / PICTURES, items, corpus)
    write_rows(out / "items.jsonl", items)
    write_header(out / "bench.json", header)


def bench_header(settings: dict[str, str], *, counts: dict[str, int]) -> Header:
    """Give the header of a bench with its own corpus."""
    return new_header(BENCH_SCHEMA, settings=settings, counts=counts, links={"corpus": "corpus"})


def clear_bench(out: Path) -> None:
    """Delete a bench, and only what evidoc wrote of it; the header first, so that no half of it passes for whole."""
    for name in _FILES:
        (out / name).unlink(missing_ok=True)
    for picture in sorted((out / PICTURES).glob("*.png")):
        picture.unlink()
    clear_corpus(out / "corpus")


def clear_corpus(folder: Path) -> None:
    """Delete a bench's own corpus, and only what evidoc wrote of it."""
    for pattern in ("corpus.json", "documents-*.jsonl*", "sources/*"):
        for path in sorted(folder.glob(pattern)):
            path.unlink()


def _write_corpus(folder: Path, items: Sequence[Item], corpus: Corpus) -> None:
    used = dict.fromkeys(document.id for item in items for document in item.documents)
    listed = [document_id for document_id in corpus.ids if document_id in used]
    ids = list(dict.fromkeys([*listed, *used]))  # what a recipe wrote itself comes last
    clear_corpus(folder)
    for document_id in ids:
        document = corpus[document_id]
        for source in filter(None, (document.source, document.pages_source)):
            path = corpus.source_path(source)
            if path is not None:
                bring(path, folder / "sources" / source_name(source))
    header = new_header(SCHEMA, settings={"documents": " ".join(ids)}, counts={"documents": len(ids)})
    write_documents(folder, ((document_id, encode_document(corpus[document_id])) for document_id in ids), header=header)


def _bring_pictures(folder: Path, items: Sequence[Item], corpus: Corpus) -> None:
    """Put the pictures of the documents that a recipe wrote, named by document, into the bench."""
    for document_id in dict.fromkeys(document.id for item in items for document in item.documents):
        picture = corpus.folder / PICTURES / f"{document_id}.png" if corpus.folder is not None else None
        if picture is not None and picture.is_file():
            bring(picture, folder / picture.name)
