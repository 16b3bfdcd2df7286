"""Finding an item or a document by its id in the folders that evidoc writes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from evidoc.errors import UnknownName, UsageError
from evidoc.records.bench import open_bench, open_run
from evidoc.records.corpus import Corpus, open_corpus
from evidoc.records.document import Document
from evidoc.records.item import Item

_HEADERS = ("bench.json", "run.json", "corpus.json")


def find(name: str, *, folder: Path | None = None) -> Item | Document:
    """Give the item or document of an id, from a folder or from those below the current one.

    Raises:
        UsageError: No folder of evidoc is there.
        UnknownName: None of them has this id.
    """
    folders = [folder] if folder is not None else sorted(_folders_here())
    if not folders or not any(_header(one) for one in folders):
        raise UsageError(f"{folder or Path.cwd()}: no bench, run or corpus here; give the folder after the id")
    known: list[str] = []
    for one in folders:
        found = _find_in(name, folder=one, known=known)
        if found is not None:
            return found
    raise UnknownName(name, kind="item or document", known=tuple(known))


def _folders_here() -> Iterator[Path]:
    here = Path.cwd()
    for pattern in ("*.json", "*/*.json", "*/*/*.json"):
        yield from (path.parent for path in here.glob(pattern) if path.name in _HEADERS)


def _header(folder: Path) -> str:
    return next((header for header in _HEADERS if (folder / header).is_file()), "")


def _find_in(name: str, *, folder: Path, known: list[str]) -> Item | Document | None:
    header = _header(folder)
    if header == "corpus.json":
        return _document(name, open_corpus(folder), known=known)
    if header not in ("bench.json", "run.json"):
        return None
    bench = open_bench(folder) if header == "bench.json" else open_run(folder).bench
    for item in bench.items():
        if item.id == name:
            return item
        known.append(item.id)
    return _document(name, bench.corpus, known=known)


def _document(name: str, corpus: Corpus, *, known: list[str]) -> Document | None:
    known.extend(corpus.ids)
    return corpus[name] if name in corpus else None
