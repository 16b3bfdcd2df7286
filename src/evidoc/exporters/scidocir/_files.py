"""Where a document's pages and sources come from when it is exported."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from evidoc.records.bench import open_bench
from evidoc.records.corpus import Corpus, open_corpus, source_name
from evidoc.records.document import Document, Source
from evidoc.records.store import write_bytes


@dataclass(frozen=True, slots=True)
class Paged:
    """A document with pages where it can have any, the PDF of them, and how many sources were written."""

    document: Document
    pdf: Path | None
    files: int


def opened_corpus(folder: Path) -> Corpus:
    """Open a corpus folder, or the corpus of a bench.

    Raises:
        InvalidRecord: The folder is neither.
    """
    return open_bench(folder).corpus if (folder / "bench.json").is_file() else open_corpus(folder)


def with_pages(document: Document, corpus: Corpus, folder: Path) -> Paged:
    """Give a document with pages, and copy its sources into a folder; one without pages is laid out on sheets."""
    files = sum(_copied(source, corpus, folder) for source in {document.source, document.pages_source} - {None})
    if document.pages:
        return Paged(document, corpus.pdf(document), files)
    from evidoc.compose.sheet import lay_out

    paged, content = lay_out(document)
    if paged.pages_source is None:
        return Paged(paged, None, files)
    pdf = folder / source_name(paged.pages_source)
    write_bytes(pdf, content)
    return Paged(paged, pdf, files + 1)


def _copied(source: Source | None, corpus: Corpus, folder: Path) -> bool:
    path = corpus.source_path(source) if source is not None else None
    if path is None:
        return False
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, folder / path.name)
    return True
