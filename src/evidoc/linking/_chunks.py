"""A corpus in chunks that travel to workers: as ids where it lies in a folder, else as the documents themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from evidoc.records.corpus import Corpus, open_corpus
from evidoc.records.document import Document

_HEADER = "corpus.json"
_SIZE = 200  # documents: a second or so of work, so that opening the folder costs nothing beside it


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some documents of a corpus: the folder, when it was written, and their ids; or the documents."""

    folder: Path | None
    written: int
    ids: tuple[str, ...]
    carried: tuple[Document, ...] = ()

    def documents(self) -> Iterator[Document]:
        """Give the documents one by one."""
        if self.folder is None:
            yield from self.carried
            return
        opened = _opened(self.folder, self.written)
        yield from (opened[document_id] for document_id in self.ids)


def chunks(corpus: Corpus) -> Iterator[Chunk]:
    """Cut a corpus into chunks, in its order."""
    all_ids = corpus.ids
    return chunks_of(corpus, (all_ids[start : start + _SIZE] for start in range(0, len(all_ids), _SIZE)))


def chunks_of(corpus: Corpus, groups: Iterable[tuple[str, ...]]) -> Iterator[Chunk]:
    """Give documents of a corpus as chunks, one for each group of ids."""
    folder = corpus.folder if corpus.folder is not None and (corpus.folder / _HEADER).is_file() else None
    written = (folder / _HEADER).stat().st_mtime_ns if folder is not None else 0
    for ids in groups:
        carried = () if folder is not None else tuple(corpus[document_id] for document_id in ids)
        yield Chunk(folder=folder, written=written, ids=ids, carried=carried)


@lru_cache(maxsize=1)
def _opened(folder: Path, written: int) -> Corpus:
    """Open a folder once a worker: its index is read whole, which for each chunk would be quadratic."""
    return open_corpus(folder)
