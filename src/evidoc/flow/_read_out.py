"""What reading leaves in the corpus folder: the manifest, the documents, their sources, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from evidoc.flow._read_rows import has_document
from evidoc.records.corpus import Place, write_documents
from evidoc.records.ledger import ManifestEntry
from evidoc.records.store import Header, read_rows, write_rows

MANIFEST = "manifest.jsonl"
SOURCES = "sources"
_FILES = ("corpus.json", "documents-*.jsonl*", MANIFEST)


def write_manifest(out: Path, rows: Iterable[ManifestEntry]) -> None:
    """Write what became of every file."""
    write_rows(out / MANIFEST, rows)


def read_manifest(out: Path) -> list[ManifestEntry]:
    """Give what became of every file of a corpus."""
    return list(read_rows(out / MANIFEST, ManifestEntry))


def write_corpus(out: Path, rows: Sequence[ManifestEntry], *, member: Callable[[int], bytes], header: Header) -> None:
    """Write the documents in the order of their rows, then the header, which says that all is there."""
    (out / "corpus.json").unlink(missing_ok=True)
    members = ((row.document, member(position)) for position, row in enumerate(rows) if has_document(row))
    write_documents(out, members, header=header)


def stored_members(out: Path) -> Callable[[str], bytes]:
    """Give a function that reads an encoded document of a corpus by its id."""
    places = {place.id: place for index in sorted(out.glob("documents-*.index.jsonl")) for place in read_rows(index, Place)}

    def member(document: str) -> bytes:
        place = places[document]
        with (out / place.file).open("rb") as file:
            file.seek(place.offset)
            return file.read(place.length)

    return member


def clear(out: Path) -> None:
    """Delete a corpus, and only what evidoc wrote of it; the header first, so that no half of it passes for whole."""
    for pattern in _FILES:
        for path in sorted(out.glob(pattern)):
            path.unlink()
    sweep(out, ())


def sweep(out: Path, rows: Iterable[ManifestEntry]) -> None:
    """Delete sources of no document, and what a killed run left half written."""
    kept = {digest for row in rows if row.status == "ok" for digest in (row.sha256, row.pages_sha256)}
    strays = [path for path in (out / SOURCES).glob("*") if path.name[:64] not in kept]
    halves = [path for pattern in _FILES for path in out.glob(f".{pattern}.*")]
    for path in (*strays, *halves):
        path.unlink()
