"""A corpus in which every document has pages: those without are laid out once, and kept beside."""

from __future__ import annotations

import gzip
import os
import shutil
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from evidoc.recipes import Brought
from evidoc.records.corpus import Corpus, encode_document, open_corpus, source_name
from evidoc.records.document import Document
from evidoc.records.item import Item
from evidoc.records.record import from_json
from evidoc.records.store import write_bytes

PICTURES = "images"
_KEPT_OPEN = 16  # documents kept decoded


class PagedDocuments(Mapping[str, Document]):
    """The documents of a corpus with pages; what is laid out for it lies in a folder of its own, with all PDFs.

    A document that a recipe wrote lies there too (`keep_brought`): it is found by its id, but not listed.
    """

    def __init__(self, corpus: Corpus, folder: Path) -> None:
        """Take a corpus, and the folder for pages and PDFs."""
        self._corpus, self._folder = corpus, folder
        self._open: OrderedDict[str, Document] = OrderedDict()
        self._lock = threading.RLock()  # threads that make share one corpus; a document is laid out once

    def __getitem__(self, document_id: str) -> Document:
        """Give a document with pages, from the few that are kept, from the folder, or laid out now."""
        with self._lock:
            if document_id not in self._open:
                if document_id not in self:
                    raise KeyError(document_id)
                self._open[document_id] = self._paged(document_id)
            self._open.move_to_end(document_id)
            while len(self._open) > _KEPT_OPEN:
                self._open.popitem(last=False)
            return self._open[document_id]

    def __contains__(self, document_id: object) -> bool:
        """Say whether the corpus has a document, without reading it."""
        return document_id in self._corpus or (isinstance(document_id, str) and self._kept(document_id).is_file())

    def __iter__(self) -> Iterator[str]:
        """Give the ids, in the order of the corpus."""
        return iter(self._corpus.ids)

    def __len__(self) -> int:
        """Count the documents."""
        return len(self._corpus)

    def _paged(self, document_id: str) -> Document:
        laid_out = self._kept(document_id)
        if laid_out.is_file():
            return from_json(gzip.decompress(laid_out.read_bytes()), Document, place=str(laid_out))
        document = self._corpus[document_id]
        if document.pages:
            self._bring_sources(document)
            return document
        return self._lay_out(document, laid_out)

    def _kept(self, document_id: str) -> Path:
        return self._folder / f"{document_id}.json.gz"

    def _lay_out(self, document: Document, place: Path) -> Document:
        from evidoc.compose.sheet import lay_out

        paged, pdf = lay_out(document)
        if paged.pages_source is not None:
            write_bytes(self._folder / "sources" / source_name(paged.pages_source), pdf)
        self._bring_sources(paged)
        write_bytes(place, encode_document(paged))
        return paged

    def _bring_sources(self, document: Document) -> None:
        """Put the document's files into the folder, by a link where the file system has them."""
        for source in filter(None, (document.source, document.pages_source)):
            found, there = self._corpus.source_path(source), self._folder / "sources" / source_name(source)
            if found is not None and not there.exists():
                bring(found, there)


@lru_cache(maxsize=4)
def paged_corpus(folder: Path | None, pages: Path) -> Corpus:
    """Open a corpus folder as one in which every document has pages, kept in another folder; once a process."""
    return Corpus(PagedDocuments(corpus_at(folder), pages), folder=pages)


def corpus_at(folder: Path | None) -> Corpus:
    """Open a corpus folder; without one there are no documents."""
    return Corpus(()) if folder is None else open_corpus(folder)


def keep_brought(brought: Brought, pages: Path) -> Item:
    """Put the documents that a recipe wrote where `paged_corpus` finds them, with their files, and give the item."""
    for document in brought.documents:
        for source in filter(None, (document.source, document.pages_source)):
            if source.sha256 in brought.files:
                write_bytes(pages / "sources" / source_name(source), brought.files[source.sha256])
        write_bytes(pages / f"{document.id}.json.gz", encode_document(document))
    for name, picture in brought.pictures.items():
        write_bytes(pages / PICTURES / name, picture)
    return brought.item


def bring(source: Path, target: Path) -> None:
    """Put a file where it is wanted, whole or not at all: by a hard link, or as a copy where there can be none."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f".{target.name}.{os.getpid()}.partial")
    try:
        try:
            partial.hardlink_to(source)
        except OSError:
            shutil.copyfile(source, partial)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
