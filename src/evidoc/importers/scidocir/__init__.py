"""SciDocIR back to a Document, after every id, pointer, box and count in it has been checked; all faults are reported at once.

Source: SD-73 to SD-83.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from evidoc.errors import InvalidRecord
from evidoc.importers.scidocir._build import Origin, document_of
from evidoc.importers.scidocir._early import brought_up, is_early
from evidoc.importers.scidocir._faults import faults_of
from evidoc.importers.scidocir._shape import Shaped, shaped
from evidoc.records.corpus import source_name
from evidoc.records.document import Document, Source
from evidoc.records.scidocir import DocumentInfo
from evidoc.records.store import file_digest

_MOST_SHOWN = 100  # faults in one message; of a file with more, the first ones tell what is wrong
MAX_BYTES = 300_000_000


def load(path: Path) -> Document:
    """Read a SciDocIR file, or one of the early form `document_ir_v2`.

    Nothing of what the schema has is lost: the document exports to the same file again. Relations are kept as they
    are; ids of documents of other programs are kept as identifiers.

    Raises:
        InvalidRecord: The file is no JSON or has faults; the message has them all, each with its place and value.
    """
    content = _content(path)
    read = Shaped(brought_up(content, place=str(path)), []) if is_early(content) else shaped(content, place=str(path))
    _refuse(read.faults, path)
    assert read.value is not None
    _refuse(faults_of(read.value), path)
    return document_of(read.value, Origin(name=path.name, sha256=hashlib.sha256(content).hexdigest()))


def find_source(path: Path, source: Source) -> Path | None:
    """Give where a source of an imported document lies, or None; it is known by its digest, whatever it is called.

    Only files in the file's own `source_dir` are looked at, and only if that is below the file's folder.
    """
    content = _content(path)
    if is_early(content):
        return None
    try:
        info = msgspec.json.decode(content, type=_Head).document
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidRecord(f"{path}: not a SciDocIR file: {error}; export it again") from error
    folder = (path.parent / info.source_dir).resolve()
    if not folder.is_relative_to(path.parent.resolve()):
        return None
    names = dict.fromkeys((source_name(source), Path(source.name).name))
    return next((found for name in names if (found := folder / name).is_file() and file_digest(found) == source.sha256), None)


class _Head(msgspec.Struct, frozen=True):
    document: DocumentInfo


def _content(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise InvalidRecord(f"{path}: {size:,} bytes; a SciDocIR file has at most {MAX_BYTES:,}")
        return path.read_bytes()
    except OSError as error:
        raise InvalidRecord(f"{path}: cannot be opened: {error.strerror}; check the path and its permissions") from error


def _refuse(faults: list[str], path: Path) -> None:
    if not faults:
        return
    shown = "; ".join(faults[:_MOST_SHOWN])
    more = f"; and {len(faults) - _MOST_SHOWN:,} more" if len(faults) > _MOST_SHOWN else ""
    raise InvalidRecord(f"{path}: {len(faults):,} faults: {shown}{more}; mend the file, or export it again")
