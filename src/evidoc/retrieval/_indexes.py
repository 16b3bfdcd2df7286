"""Indexes in use, so that many items over the same documents are asked of one."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import cast, get_args

from evidoc.errors import UnknownName
from evidoc.records.corpus import Corpus
from evidoc.retrieval._passages import Unit
from evidoc.retrieval._ranked import Retriever
from evidoc.shelf import names, part, read_spec

_KEPT_OPEN = 8  # a worker asks item by item, mostly over the same documents


class Indexes:
    """The indexes in use, one for each retriever and set of documents; the one unused for longest is let go."""

    def __init__(self, corpus: Corpus) -> None:
        """Keep no index yet."""
        self._corpus = corpus
        self._lock = threading.Lock()
        self._open: OrderedDict[tuple[str, ...], Retriever] = OrderedDict()

    def over(self, document_ids: Sequence[str], *, by: str = "bm25") -> Retriever:
        """Give the index of a retriever (a spec string) over these documents, making it when it is first asked for."""
        key = (by, *document_ids)
        with self._lock:
            if key not in self._open:
                self._open[key] = retriever(by, self._corpus, document_ids)
            self._open.move_to_end(key)
            while len(self._open) > _KEPT_OPEN:
                self._open.popitem(last=False)
            return self._open[key]


def retriever(by: str, corpus: Corpus, document_ids: Sequence[str]) -> Retriever:
    """Index documents by the retriever that a spec string names.

    Raises:
        UnknownName: There is no such retriever, or it has no such option.
        MissingDependency: It needs packages that are not installed.
    """
    return _index_of(by)(corpus, document_ids)


@lru_cache(maxsize=64)  # what is asked for every item; a name that was refused is looked up again
def check_retriever(by: str) -> None:
    """Check a retriever's spec string before any work is done.

    Raises:
        UnknownName: There is no such retriever, or it has no such option.
        UsageError: The spec string does not read.
    """
    name, _ = read_spec(by)
    if name not in names("retrieval"):
        raise UnknownName(name, kind="retriever", known=names("retrieval"))
    part("retrieval", by)


@lru_cache(maxsize=64)
def unit_of(by: str) -> Unit:
    """Give what the retriever that a spec string names finds; passages, where it does not say.

    Raises:
        UnknownName: There is no such retriever, or it has no such option.
    """
    unit = part("retrieval", by).options.get("unit")
    return cast("Unit", unit) if unit in get_args(Unit) else "passages"


@lru_cache(maxsize=64)
def _index_of(by: str) -> Callable[[Corpus, Sequence[str]], Retriever]:
    """Look a retriever up once: looking through all installed packages takes longer than indexing a document."""
    return cast("Callable[[Corpus, Sequence[str]], Retriever]", part("retrieval", by).function())
