"""BM25 over the blocks of some documents, kept in memory by SQLite's full-text search.

Chinese, Japanese and Korean text is indexed by pairs of characters: SQLite's own trigram
tokeniser finds no word shorter than three characters, and most Chinese words have two.
"""

from __future__ import annotations

import re
import sqlite3
import threading
import weakref
from collections.abc import Sequence
from functools import cache

from evidoc.records.corpus import Corpus
from evidoc.retrieval._passages import Unit, block_text
from evidoc.retrieval._ranked import Pool, Ranked

_WORD = re.compile(r"[^\W_]+")
_EAST_ASIAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_RUN = re.compile(f"[{_EAST_ASIAN}]+")
# Words that carry the grammar of an English question and say nothing of its subject.
_GRAMMAR = (
    "a about all also am an and any are as at be been between both but by can could did do does each every for from "
    "given had has have he her his how i if in into is it its many me much my no nor not of on only or our she should so "
    "some such than that the their them then there these they this those to was we were what when where which who whom "
    "whose why will with would you your"
)
__all__ = ["Index", "Ranked", "block_text", "index", "query_terms", "stop_words", "words_of"]
_MOST_TERMS = 256  # a question is not longer; the limit keeps a hostile one from filling the query parser


class Index:
    """The blocks of some documents, ready to be asked; safe to share between threads."""

    def __init__(self, corpus: Corpus, document_ids: Sequence[str], *, unit: Unit = "passages") -> None:
        """Index every block that can be found: its caption, its text, and for tables the cells."""
        self._lock = threading.Lock()
        self._pool = Pool(corpus, document_ids, unit=unit)
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        weakref.finalize(self, self._database.close)
        self._database.execute("CREATE VIRTUAL TABLE blocks USING fts5(text, tokenize='unicode61 remove_diacritics 2')")
        self._database.executemany("INSERT INTO blocks(rowid, text) VALUES (?, ?)", enumerate(map(_spaced, self._pool.texts), 1))

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
    """Rank blocks by BM25 of the words of the question that say something; `unit` is `passages` or `segments`."""
    return Index(corpus, document_ids, unit=unit)


def words_of(text: str) -> list[str]:
    """Give the words of a text in lower case, East Asian runs by pairs of characters."""
    return [word.lower() for word in _WORD.findall(_spaced(text))]


def query_terms(question: str) -> list[str]:
    """Give the distinct words of a question that say something, in order; all of them if none does."""
    words = words_of(question)
    telling = [word for word in words if word not in stop_words()]
    return list(dict.fromkeys(telling or words))[:_MOST_TERMS]


@cache
def stop_words() -> frozenset[str]:
    """Give the English words that are not searched for."""
    return frozenset(_GRAMMAR.split())


def _spaced(text: str) -> str:
    return _RUN.sub(_pairs, text) if _RUN.search(text) else text


def _pairs(run: re.Match[str]) -> str:
    text = run.group()
    pairs = [text[start : start + 2] for start in range(max(1, len(text) - 1))]
    return f" {' '.join(pairs)} "
