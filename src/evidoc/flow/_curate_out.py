"""What curating leaves in its folder: documents and sources carried over, the manifest, the labels, and the header last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from evidoc.curation import DocumentLabels, LeftOut
from evidoc.flow._paged import bring
from evidoc.flow._read_out import MANIFEST, SOURCES, clear, read_manifest, stored_members
from evidoc.records.corpus import Corpus, source_name, write_documents
from evidoc.records.document import Document
from evidoc.records.ledger import ManifestEntry
from evidoc.records.store import Header, new_header, read_rows, write_rows

LABELS = "labels.jsonl"


@dataclass(frozen=True, slots=True)
class Curating:
    """What all parts together came to: the ids that stay, their labels, and what each part left out."""

    kept: tuple[str, ...]
    labels: dict[str, DocumentLabels]
    left_out: tuple[tuple[str, LeftOut], ...]


def labels_before(corpus: Path) -> dict[str, DocumentLabels]:
    """Give the labels that a corpus has from an earlier curation."""
    path = corpus / LABELS
    return {row.document: row for row in read_rows(path, DocumentLabels)} if path.is_file() else {}


def clear_curated(out: Path) -> None:
    """Delete a corpus with its labels, and only what evidoc wrote of it."""
    (out / LABELS).unlink(missing_ok=True)
    clear(out)


def write_curated(corpus: Path, opened: Corpus, *, out: Path, done: Curating, header: Header) -> None:
    """Carry the documents that are kept over, byte for byte, with their sources; the header comes last."""
    member = stored_members(corpus)
    kept = set(done.kept)
    pages = 0
    for document in (opened[document_id] for document_id in done.kept):
        pages += len(document.pages)
        _bring_sources(document, opened, out)
    write_rows(out / LABELS, (done.labels[document] for document in done.kept))
    write_rows(out / MANIFEST, _manifest(corpus, opened, done, kept))
    counts = {"documents": len(kept), "left_out": len(done.left_out), "pages": pages}
    whole = new_header(header.schema, settings=header.settings, counts=counts)
    write_documents(out, ((document, member(document)) for document in done.kept), header=whole)


def _bring_sources(document: Document, opened: Corpus, out: Path) -> None:
    for source in filter(None, (document.source, document.pages_source)):
        path = opened.source_path(source)
        if path is not None:
            bring(path, out / SOURCES / source_name(source))


def _manifest(corpus: Path, opened: Corpus, done: Curating, kept: set[str]) -> Iterator[ManifestEntry]:
    """Give the rows of the corpus, those of what is left out with the part and its reason."""
    reasons = {entry.document: _said(name, entry) for name, entry in done.left_out}
    rows = read_manifest(corpus) if (corpus / MANIFEST).is_file() else map(_row, opened)
    for row in rows:
        if row.status in ("ok", "part") and row.document not in kept:
            row = msgspec.structs.replace(row, status="left_out", reason=reasons.get(row.document, row.reason))
        yield row


def _row(document: Document) -> ManifestEntry:
    """Give a row for a document of a corpus without a manifest, such as that of a bench."""
    source = document.source
    return ManifestEntry(path=source.name, sha256=source.sha256, status="ok", document=document.id, pages=len(document.pages))


def _said(name: str, entry: LeftOut) -> str:
    return f"{name}: {entry.reason}" + (f": {entry.detail}" if entry.detail else "")
