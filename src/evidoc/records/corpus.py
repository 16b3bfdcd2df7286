"""A Corpus: documents by id, in memory or in a folder that streams and opens at any document."""

from __future__ import annotations

import gzip
import threading
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from evidoc.errors import InvalidRecord, UnknownName
from evidoc.records.document import Document, Source
from evidoc.records.geometry import Box, Page
from evidoc.records.record import FileName, Record, from_json, to_json
from evidoc.records.store import Header, read_header, read_rows, whole_file, write_header, write_rows

SCHEMA = "evidoc.corpus"
_KEPT_OPEN = 16  # documents kept decoded; recipes work document by document, so few are enough


class Corpus:
    """Documents by id, in the order they were given; each is read when it is asked for."""

    def __init__(self, documents: Mapping[str, Document] | Iterable[Document], *, folder: Path | None = None) -> None:
        """Take documents, or a mapping that loads them; `folder` has their sources."""
        self._documents = documents if isinstance(documents, Mapping) else {document.id: document for document in documents}
        self.folder = folder
        self._pages: dict[str, tuple[Page, ...]] = {}
        self._elements: dict[tuple[str, int], tuple[Box, ...]] = {}

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all documents, in order."""
        return tuple(self._documents)

    def __getitem__(self, document_id: str) -> Document:
        """Give a document; an id that is not there is an `UnknownName`."""
        try:
            return self._documents[document_id]
        except KeyError:
            raise UnknownName(document_id, kind="document", known=self.ids) from None

    def __contains__(self, document_id: object) -> bool:
        """Say whether a document of this id is there."""
        return document_id in self._documents

    def __iter__(self) -> Iterator[Document]:
        """Give the documents one by one."""
        return (self._documents[document_id] for document_id in self._documents)

    def __len__(self) -> int:
        """Count the documents."""
        return len(self._documents)

    def pages(self, document_id: str) -> tuple[Page, ...]:
        """Give the pages of a document, without keeping the document."""
        if document_id not in self._pages:
            self._pages[document_id] = self[document_id].pages
        return self._pages[document_id]

    def element(self, document_id: str, block_id: int) -> tuple[Box, ...]:
        """Give the boxes of a block and of its captions, without keeping the document; none where the block is not there."""
        key = (document_id, block_id)
        if key not in self._elements:
            document = self[document_id]
            known = {block.id: block for block in document.blocks}
            asked = known.get(block_id)
            wanted = (block_id, *asked.captions) if asked is not None else ()
            self._elements[key] = tuple(box for number in wanted if number in known for box in known[number].boxes)
        return self._elements[key]

    def pdf(self, document: Document) -> Path | None:
        """Give the file that the document's pages are of, or None where there is none."""
        return self.source_path(document.pages_source) if document.pages_source is not None else None

    def source_path(self, source: Source) -> Path | None:
        """Give where the corpus keeps a source file, or None where it does not."""
        if self.folder is None:
            return None
        path = self.folder / "sources" / source_name(source)
        return path if path.is_file() else None


class Place(Record, frozen=True, kw_only=True):
    """Where a document's gzip member lies: a row of `documents-*.index.jsonl`."""

    id: FileName
    file: FileName
    offset: int
    length: int


class StoredDocuments(Mapping[str, Document]):
    """The documents of a corpus folder; a few stay decoded, the rest is read by offset."""

    def __init__(self, folder: Path) -> None:
        """Read the offset indexes of the folder."""
        self._folder = folder
        indexes = sorted(folder.glob("documents-*.index.jsonl"))
        self._places = {place.id: place for index in indexes for place in read_rows(index, Place)}
        self._open: OrderedDict[str, Document] = OrderedDict()
        self._lock = threading.Lock()  # threads that ask share one corpus

    def __getitem__(self, document_id: str) -> Document:
        """Read one document, or give it from the few that are kept."""
        with self._lock:
            if document_id not in self._open:
                self._open[document_id] = _read_member(self._folder, self._places[document_id])
            self._open.move_to_end(document_id)
            while len(self._open) > _KEPT_OPEN:
                self._open.popitem(last=False)
            return self._open[document_id]

    def __contains__(self, document_id: object) -> bool:
        """Say whether the folder has a document, without reading it."""
        return document_id in self._places

    def __iter__(self) -> Iterator[str]:
        """Give the ids, in the order written."""
        return iter(self._places)

    def __len__(self) -> int:
        """Count the documents."""
        return len(self._places)

    def __reduce__(self) -> tuple[type[StoredDocuments], tuple[Path]]:
        """Travel to a worker as the folder's path."""
        return StoredDocuments, (self._folder,)


def open_corpus(folder: Path) -> Corpus:
    """Open a corpus folder.

    Raises:
        InvalidRecord: The folder has no `corpus.json` of a version that this evidoc reads.
    """
    corpus_header(folder)
    return Corpus(StoredDocuments(folder), folder=folder)


def corpus_header(folder: Path) -> Header:
    """Give the header of a corpus folder."""
    return read_header(folder / "corpus.json", schema=SCHEMA)


def encode_document(document: Document) -> bytes:
    """Give a document as one gzip member of one JSON line; the same document gives the same bytes."""
    return gzip.compress(to_json(document) + b"\n", compresslevel=6, mtime=0)


def write_documents(folder: Path, members: Iterable[tuple[str, bytes]], *, header: Header) -> None:
    """Write encoded documents (id, member) as `documents-00000.jsonl.gz` with its offset index, then the header."""
    name = "documents-00000.jsonl.gz"
    places: list[Place] = []
    offset = 0
    with whole_file(folder / name) as file:
        for document_id, member in members:
            file.write(member)
            places.append(Place(id=document_id, file=name, offset=offset, length=len(member)))
            offset += len(member)
    write_rows(folder / "documents-00000.index.jsonl", places)
    write_header(folder / "corpus.json", header)


def source_name(source: Source) -> str:
    """Give the name under which a corpus keeps a source: its digest and a safe suffix (case I04)."""
    suffix = Path(source.name).suffix.lower()
    return source.sha256 + (suffix if suffix[1:].isalnum() and len(suffix) <= 8 else "")


def _read_member(folder: Path, place: Place) -> Document:
    with (folder / place.file).open("rb") as file:
        file.seek(place.offset)
        member = file.read(place.length)
    try:
        line = gzip.decompress(member)
    except (OSError, EOFError, zlib.error) as error:
        raise InvalidRecord(f"{folder / place.file}: document {place.id} is damaged; read the sources again") from error
    return from_json(line, Document, place=f"{folder / place.file}:{place.id}")
