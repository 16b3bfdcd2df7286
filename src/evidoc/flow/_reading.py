"""Reading one file, or a structured file and the PDF of the same text, inside a worker."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evidoc.errors import UnreadableDocument
from evidoc.records.corpus import encode_document, source_name
from evidoc.records.document import Document, Source
from evidoc.records.record import Record, content_id, to_json
from evidoc.records.store import whole_file

MIN_SHARE = 0.5  # of the structured file's blocks found on the PDF's pages; below it the two are taken for different texts


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to read: where it is, what documents call it, and what it must hold."""

    path: str
    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class ReadTask:
    """What a worker needs to read one document and to keep its sources."""

    file: SourceFile
    twin: SourceFile | None
    passwords: tuple[str, ...]
    sources: str

    @property
    def key(self) -> str:
        """The task by what its files hold; where they lie and how they are opened does not matter."""
        twin = ("", "") if self.twin is None else (self.twin.sha256, self.twin.name)
        return content_id("t", self.file.sha256, self.file.name, *twin)


class TwinResult(Record, frozen=True, kw_only=True):
    """What became of the PDF beside a structured file: its status, and whether it is to be read by itself."""

    status: str = "ok"
    reason: str = ""
    is_apart: bool = False


class ReadResult(Record, frozen=True, kw_only=True):
    """What a worker gives: the document encoded, and what the manifest says of it."""

    document: str
    pages: int
    member: bytes
    twin: TwinResult | None = None


class ResultFacts(Record, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """A ReadResult without the document itself, to look at many of them."""

    document: str
    pages: int
    twin: TwinResult | None = None


def read_task(task: ReadTask) -> bytes:
    """Read the document of a task and give a ReadResult as JSON.

    Raises:
        UnreadableDocument: The file gives no document.
    """
    document = _read(task.file, passwords=task.passwords)
    twin = None
    if task.twin is not None:
        document, twin = _with_pages(document, task.twin)
    _keep_sources(document, task)
    return to_json(ReadResult(document=document.id, pages=len(document.pages), member=encode_document(document), twin=twin))


def _read(file: SourceFile, *, passwords: Sequence[str]) -> Document:
    """Read a file, trying the passwords in turn where it is encrypted."""
    from evidoc.readers import read_file

    for password in (None, *passwords):
        try:
            return read_file(Path(file.path), name=file.name, password=password)
        except UnreadableDocument as error:
            if error.status != "encrypted":
                raise
            trouble = error
    raise trouble


def _with_pages(document: Document, pdf: SourceFile) -> tuple[Document, TwinResult]:
    from evidoc.align.source_pages import align

    try:
        aligned = align(document, Path(pdf.path))
    except UnreadableDocument as error:
        return document, TwinResult(status=error.status, reason=str(error))
    if aligned.matched < MIN_SHARE:
        return document, TwinResult(is_apart=True, reason=f"only {aligned.matched:.0%} of its blocks are found on the pages")
    return aligned.document, TwinResult()


def _keep_sources(document: Document, task: ReadTask) -> None:
    files = {file.sha256: file for file in (task.file, task.twin) if file is not None}
    for source in (document.source, document.pages_source):
        if source is None:
            continue
        if source.sha256 not in files:
            raise _changed(source.name)
        _keep(source, Path(files[source.sha256].path), folder=Path(task.sources))


def _keep(source: Source, path: Path, *, folder: Path) -> None:
    """Copy a source under its digest; a link would change with the user's file."""
    target = folder / source_name(source)
    if target.exists():
        return
    digest = hashlib.sha256()
    with path.open("rb") as file, whole_file(target) as copy:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
            copy.write(chunk)
        if digest.hexdigest() != source.sha256:
            raise _changed(path.name)


def _changed(name: str) -> UnreadableDocument:
    return UnreadableDocument(f"{name} changed while it was read; read it again when nobody writes it", status="damaged")
