"""Reading one file, or a structured file and the PDF of the same text, inside a worker."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from evidoc.errors import UnreadableDocument
from evidoc.records.corpus import encode_document, source_name
from evidoc.records.document import Document, Source
from evidoc.records.record import Record, content_id, to_json
from evidoc.records.store import whole_file

if TYPE_CHECKING:
    from evidoc.align.source_pages import Aligned

MIN_SHARE = 0.5  # of the structured file's blocks found on the PDF's pages; below it the two are taken for different texts


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to read: where it is, what documents call it, and what it must hold; `tree` is over the files that it enters."""

    path: str
    name: str
    sha256: str
    tree: str = ""


@dataclass(frozen=True, slots=True)
class ReadTask:
    """What a worker needs to read one document and to keep its sources.

    `synctex` is the file that says which line of a LaTeX source stands where on the pages of its twin.
    """

    file: SourceFile
    twin: SourceFile | None
    passwords: tuple[str, ...]
    sources: str
    ocr: bool = True
    synctex: SourceFile | None = None

    @property
    def key(self) -> str:
        """The task by what its files hold; where they lie and how they are opened does not matter."""
        twin = ("", "") if self.twin is None else (self.twin.sha256, self.twin.name)
        lines = tuple(part for part in (self.file.tree, self.synctex and self.synctex.sha256) if part)
        return content_id("t", self.file.sha256, self.file.name, *twin, self.ocr, *lines)


class TwinResult(Record, frozen=True, kw_only=True):
    """What became of the PDF beside a structured file: its status, and whether it is to be read by itself."""

    status: str = "ok"
    reason: str = ""
    is_apart: bool = False


class ReadResult(Record, frozen=True, kw_only=True):
    """What a worker gives: the document encoded, and what the manifest says of it.

    `pages_sha256` is the PDF that was made for its pages, where one was.
    """

    document: str
    pages: int
    pages_sha256: str = ""
    member: bytes
    twin: TwinResult | None = None


class ResultFacts(Record, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """A ReadResult without the document itself, to look at many of them."""

    document: str
    pages: int
    pages_sha256: str = ""
    twin: TwinResult | None = None


def read_task(task: ReadTask) -> bytes:
    """Read the document of a task and give a ReadResult as JSON.

    Raises:
        UnreadableDocument: The file gives no document.
    """
    folder = Path(task.sources)
    document, twin = read_pair(task.file, task.twin, passwords=task.passwords, ocr=task.ocr, keep_pages=folder)
    if task.synctex is not None and twin is not None and twin.status == "ok" and not twin.is_apart:
        document = _by_lines(document, task.file, task.synctex)
    made = _keep_sources(document, task)
    return to_json(
        ReadResult(
            document=document.id,
            pages=len(document.pages),
            pages_sha256=made,
            member=encode_document(document),
            twin=twin,
        )
    )


def read_pair(
    file: SourceFile,
    twin: SourceFile | None,
    *,
    passwords: Sequence[str] = (),
    ocr: bool = True,
    keep_pages: Path | None = None,
) -> tuple[Document, TwinResult | None]:
    """Read a file, with the pages of its twin where it has one; say what became of the twin.

    `ocr` and `keep_pages` are those of `readers.read_file`.

    Raises:
        UnreadableDocument: The file gives no document.
    """
    document = _read(file, passwords, ocr=ocr, keep_pages=keep_pages)
    return (document, None) if twin is None else _with_pages(document, twin, passwords)


def _read(file: SourceFile, passwords: Sequence[str], *, ocr: bool, keep_pages: Path | None) -> Document:
    """Read a file, trying the passwords in turn where it is encrypted."""
    from evidoc.readers import read_file

    for password in (None, *passwords):
        try:
            return read_file(Path(file.path), name=file.name, password=password, ocr=ocr, keep_pages=keep_pages)
        except UnreadableDocument as error:
            if error.status != "encrypted":
                raise
            trouble = error
    raise trouble


def _with_pages(document: Document, pdf: SourceFile, passwords: Sequence[str]) -> tuple[Document, TwinResult]:
    if document.pages_source is not None:  # another parser's result, which has found its PDF by itself
        is_apart = document.pages_source.sha256 != pdf.sha256
        reason = f"they are of {document.pages_source.name}" if is_apart else ""
        return document, TwinResult(is_apart=is_apart, reason=reason)
    try:
        aligned = _aligned(document, pdf, passwords)
    except UnreadableDocument as error:
        return document, TwinResult(status=error.status, reason=str(error))
    if aligned.matched < MIN_SHARE:
        return document, TwinResult(is_apart=True, reason=f"only {aligned.matched:.0%} of its blocks are found on the pages")
    return aligned.document, TwinResult()


def _by_lines(document: Document, main: SourceFile, synctex: SourceFile) -> Document:
    """Take boxes from SyncTeX where they are the better evidence; a file that cannot be read is only a flag."""
    from evidoc.align.source_lines import with_source_lines
    from evidoc.readers import project_files

    try:
        return with_source_lines(document, Path(synctex.path), files=project_files(Path(main.path)))
    except UnreadableDocument:
        return msgspec.structs.replace(document, flags=(*document.flags, "synctex_unreadable"))


def _aligned(document: Document, pdf: SourceFile, passwords: Sequence[str]) -> Aligned:
    """Align a document with a PDF, trying the passwords in turn where that is encrypted."""
    from evidoc.align.source_pages import align

    for password in (None, *passwords):
        try:
            return align(document, Path(pdf.path), password=password)
        except UnreadableDocument as error:
            if error.status != "encrypted":
                raise
            trouble = error
    raise trouble


def _keep_sources(document: Document, task: ReadTask) -> str:
    """Copy the document's files; give the digest of the one that its reader has made and kept itself, if it has."""
    files = {file.sha256: file for file in (task.file, task.twin) if file is not None}
    folder, made = Path(task.sources), ""
    for source in (document.source, document.pages_source):
        if source is None:
            continue
        if source.sha256 in files:
            _keep(source, Path(files[source.sha256].path), folder=folder)
        elif (folder / source_name(source)).is_file():
            made = source.sha256
        else:
            _keep(source, _beside(source, task), folder=folder)
            made = source.sha256
    return made


def _beside(source: Source, task: ReadTask) -> Path:
    """Give the PDF that another parser's result is of, which was not given but lies beside it."""
    from evidoc.readers import pdf_beside

    found = pdf_beside(Path(task.file.path))
    if found is None or source.name != found.name:
        raise _changed(source.name)
    return found


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
