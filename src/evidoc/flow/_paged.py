"""A corpus in which every document has pages: those without are laid out once, and kept beside."""

from __future__ import annotations

import gzip
import os
import shutil
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from evidoc.records.corpus import Corpus, encode_document, open_corpus, source_name
from evidoc.records.document import Document
from evidoc.records.record import from_json
from evidoc.records.store import write_bytes

_KEPT_OPEN = 16  # documents kept decoded


class PagedDocuments(Mapping[str, Document]):
    """The documents of a corpus with pages; what is laid out for it lies in a folder of its own, with all PDFs."""

    def __init__(self, corpus: Corpus, folder: Path) -> None:
        """Take a corpus, and the folder for pages and PDFs."""
        self._corpus, self._folder = corpus, folder
        self._open: OrderedDict[str, Document] = OrderedDict()

    def __getitem__(self, document_id: str) -> Document:
        """Give a document with pages, from the few that are kept, from the folder, or laid out now."""
        if document_id not in self._open:
            if document_id not in self._corpus:
                raise KeyError(document_id)
            self._open[document_id] = self._paged(document_id)
        self._open.move_to_end(document_id)
        while len(self._open) > _KEPT_OPEN:
            self._open.popitem(last=False)
        return self._open[document_id]

    def __contains__(self, document_id: object) -> bool:
        """Say whether the corpus has a document, without reading it."""
        return document_id in self._corpus

    def __iter__(self) -> Iterator[str]:
        """Give the ids, in the order of the corpus."""
        return iter(self._corpus.ids)

    def __len__(self) -> int:
        """Count the documents."""
        return len(self._corpus)

    def _paged(self, document_id: str) -> Document:
        laid_out = self._folder / f"{document_id}.json.gz"
        if laid_out.is_file():
            return from_json(gzip.decompress(laid_out.read_bytes()), Document, place=str(laid_out))
        document = self._corpus[document_id]
        if document.pages:
            self._bring_sources(document)
            return document
        return self._lay_out(document, laid_out)

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
def paged_corpus(folder: Path, pages: Path) -> Corpus:
    """Open a corpus folder as one in which every document has pages, kept in another folder; once a process."""
    return Corpus(PagedDocuments(open_corpus(folder), pages), folder=pages)


def bring(source: Path, target: Path) -> None:
    """Put a file where it is wanted, whole or not at all: by a hard link, or as a copy where there can be none."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        try:
            partial.hardlink_to(source)
        except OSError:
            shutil.copyfile(source, partial)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
