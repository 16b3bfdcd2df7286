"""What a report says of documents: title, kind, pages; read without their blocks."""

from __future__ import annotations

import gzip
from collections.abc import Collection, Iterator
from pathlib import Path

import msgspec

from evidoc.records.corpus import Corpus, Place
from evidoc.records.document import Source
from evidoc.records.geometry import Page
from evidoc.records.record import from_json
from evidoc.records.store import read_rows


class DocumentFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A document without what it says."""

    id: str
    source: Source
    kind: str = "other"
    title: str = ""
    language: str = ""
    pages: tuple[Page, ...] = ()
    pages_source: Source | None = None

    @property
    def name(self) -> str:
        """The title, or the name of the file where there is none."""
        return self.title or self.source.name


def document_facts(corpus: Corpus, *, only: Collection[str] | None = None) -> Iterator[DocumentFacts]:
    """Give the facts of a corpus folder's documents one by one, in the order written.

    Skipping the blocks is what makes a report over thousands of documents quick; `only` limits it to some ids.
    """
    assert corpus.folder is not None
    for index in sorted(corpus.folder.glob("documents-*.index.jsonl")):
        for place in read_rows(index, Place):
            if only is None or place.id in only:
                yield _read(corpus.folder, place)


def _read(folder: Path, place: Place) -> DocumentFacts:
    with (folder / place.file).open("rb") as file:
        file.seek(place.offset)
        line = gzip.decompress(file.read(place.length))
    return from_json(line, DocumentFacts, place=f"{folder / place.file}:{place.id}")
