"""import: files in somebody else's format → a corpus folder, with what became of each file."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from evidoc import shelf
from evidoc.errors import InvalidRecord, NothingKept, UsageError
from evidoc.flow._import_items import import_items
from evidoc.flow._own_folder import refuse_taken, whole_folder
from evidoc.flow._read_out import clear
from evidoc.importers import FindsSource, Loads, LoadsItems
from evidoc.records.corpus import SCHEMA, encode_document, source_name, write_documents
from evidoc.records.document import Document, Source
from evidoc.records.ledger import ManifestEntry, ReadStatus
from evidoc.records.record import Record, content_id
from evidoc.records.store import file_digest, new_header, write_rows


class ImportSummary(Record, frozen=True, kw_only=True):
    """What was imported: the corpus folder, its documents and pages, and the files by status."""

    out: str
    documents: int
    pages: int
    statuses: dict[str, int]


@dataclass(frozen=True, slots=True)
class _Import:
    """A file to import and what became of it."""

    path: Path
    row: ManifestEntry


def import_(path: Path, *, of: str, out: Path) -> ImportSummary:
    """Read one file, or all `.json` files of a folder, with an importer into a corpus folder; questions into a bench.

    A file with faults is listed in `manifest.jsonl` with all of them, and does not stop the rest. Sources and
    PDFs that lie beside the files come into the corpus if their digests agree.

    Raises:
        UnknownName: There is no such importer.
        UsageError: The path does not exist, or the folder to write has something in it.
        NothingKept: No file gave a document; the manifest is written all the same.
    """
    part = shelf.part("importers", of)
    load_items = cast("LoadsItems | None", getattr(part.module, "load_items", None))
    refuse_taken(out, kind="bench" if load_items else "corpus")
    if load_items is not None:
        documents, outcomes = import_items(path, load=load_items, spec=part.spec, out=out)
        return ImportSummary(out=str(out), documents=documents, pages=documents, statuses=outcomes)
    load = cast("Loads", part.function())
    find = cast("FindsSource", getattr(part.module, "find_source", _nowhere))
    imports = _listed(_files(path), load, find)
    kept = [entry for entry in imports if entry.row.status == "ok"]
    counts = {"files": len(imports), "documents": len(kept), "pages": sum(entry.row.pages for entry in kept)}
    settings = {"format": part.spec, "files": content_id("f", [(entry.row.path, entry.row.sha256) for entry in imports])}
    with whole_folder(out, kind="corpus", clear=clear) as folder:
        write_rows(folder / "manifest.jsonl", (entry.row for entry in imports))
        if kept:
            members = _members(kept, folder, load, find)
            write_documents(folder, members, header=new_header(SCHEMA, settings=settings, counts=counts))
    if not kept:
        raise NothingKept(f"none of {len(imports)} files gave a document; {out}/manifest.jsonl says why")
    statuses: dict[str, int] = dict(sorted(Counter(str(entry.row.status) for entry in imports).items()))
    return ImportSummary(out=str(out), documents=len(kept), pages=counts["pages"], statuses=statuses)


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(path.glob("*.json"))
    if not path.is_file():
        raise UsageError(f"{path}: no such file or folder; give one that exists")
    return [path]


def _listed(paths: Sequence[Path], load: Loads, find: FindsSource) -> list[_Import]:
    """Load each file once to see what it gives; documents are not kept, so memory does not grow with the folder."""
    taken: dict[str, Path] = {}
    return [_Import(path, _row(path, load, find, taken)) for path in paths]


def _row(path: Path, load: Loads, find: FindsSource, taken: dict[str, Path]) -> ManifestEntry:
    digest = file_digest(path)
    try:
        document = load(path)
    except InvalidRecord as error:
        reason = " ".join(str(error).removeprefix(f"{path}: ").split())
        return ManifestEntry(path=path.as_posix(), sha256=digest, status="damaged", reason=reason)
    status: ReadStatus = "ok"
    reason = "; ".join(f"without {source.name}, which is not beside it" for source in _lacking(document, path, find))
    if document.id in taken:
        status, reason = "duplicate", f"the same document as {taken[document.id].as_posix()}"
    taken.setdefault(document.id, path)
    return ManifestEntry(
        path=path.as_posix(), sha256=digest, status=status, reason=reason, document=document.id, pages=len(document.pages)
    )


def _members(kept: Sequence[_Import], out: Path, load: Loads, find: FindsSource) -> Iterator[tuple[str, bytes]]:
    for entry in kept:
        document = load(entry.path)
        for source in _sources(document):
            found = find(entry.path, source)
            if found is not None:
                (out / "sources").mkdir(parents=True, exist_ok=True)
                shutil.copyfile(found, out / "sources" / source_name(source))
        yield document.id, encode_document(document)


def _sources(document: Document) -> list[Source]:
    return list(dict.fromkeys(source for source in (document.source, document.pages_source) if source is not None))


def _lacking(document: Document, path: Path, find: FindsSource) -> list[Source]:
    return [source for source in _sources(document) if find(path, source) is None]


def _nowhere(path: Path, source: Source) -> Path | None:
    """Find nothing: for formats that bring no files."""
    return None
