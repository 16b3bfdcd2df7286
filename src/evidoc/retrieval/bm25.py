"""BM25 over the blocks of some documents, kept in memory by SQLite's full-text search."""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections.abc import Sequence

from evidoc.records.corpus import Corpus
from evidoc.retrieval._passages import Unit
from evidoc.retrieval._ranked import Pool, Ranked
from evidoc.retrieval._words import query_terms, spaced


class Index:
    """The blocks of some documents, ready to be asked; safe to share between threads."""

    def __init__(self, corpus: Corpus, document_ids: Sequence[str], *, unit: Unit = "passages") -> None:
        """Index every block that can be found: its caption, its text, and for tables the cells."""
        self._lock = threading.Lock()
        self._pool = Pool(corpus, document_ids, unit=unit)
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        weakref.finalize(self, self._database.close)
        self._database.execute("CREATE VIRTUAL TABLE blocks USING fts5(text, tokenize='unicode61 remove_diacritics 2')")
        self._database.executemany("INSERT INTO blocks(rowid, text) VALUES (?, ?)", enumerate(map(spaced, self._pool.texts), 1))

    def rank(self, question: str, *, k: int) -> list[Ranked]:
        """Give the k blocks that match best, best first; equal scores keep the order of the blocks."""
        terms = query_terms(question)
        if not terms or k < 1:
            return []
        query = " OR ".join(f'"{term}"' for term in terms)
        statement = "SELECT rowid, bm25(blocks) FROM blocks WHERE blocks MATCH ? ORDER BY bm25(blocks), rowid LIMIT ?"
        with self._lock:
            rows = self._database.execute(statement, (query, k)).fetchall()
        return [self._pool.ranked(row - 1, -score) for row, score in rows]


def index(corpus: Corpus, document_ids: Sequence[str], *, unit: Unit = "passages") -> Index:
    """Rank blocks by BM25 of the words of the question that say something; `unit` is `passages`, `segments` or `subsections`."""
    return Index(corpus, document_ids, unit=unit)
