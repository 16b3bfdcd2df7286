"""BM25 over the blocks of some documents, kept in memory by SQLite's full-text search.

Chinese, Japanese and Korean text is indexed by pairs of characters: SQLite's own trigram
tokeniser finds no word shorter than three characters, and most Chinese words have two.
"""

from __future__ import annotations

import re
import sqlite3
import threading
import weakref
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import cache

from evidoc.records.corpus import Corpus
from evidoc.records.document import Block, Document
from evidoc.records.record import Record

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
_KEPT_OPEN = 8  # indexes kept by `Indexes`; a worker asks item by item, mostly over the same documents
_MOST_TERMS = 256  # a question is not longer; the limit keeps a hostile one from filling the query parser


class Ranked(Record, frozen=True, kw_only=True):
    """One block found for a question; a higher score is a better match."""

    document: str
    block: int
    score: float


class Index:
    """The blocks of some documents, ready to be asked; safe to share between threads."""

    def __init__(self, corpus: Corpus, document_ids: Sequence[str]) -> None:
        """Index every block that says something: its text, and for tables the caption and the cells."""
        self._lock = threading.Lock()
        self._places: list[tuple[str, int]] = []
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        weakref.finalize(self, self._database.close)
        self._database.execute("CREATE VIRTUAL TABLE blocks USING fts5(text, tokenize='unicode61 remove_diacritics 2')")
        self._database.executemany("INSERT INTO blocks(rowid, text) VALUES (?, ?)", self._rows(corpus, document_ids))

    def rank(self, question: str, *, k: int) -> list[Ranked]:
        """Give the k blocks that match best, best first; equal scores keep the order of the blocks."""
        terms = query_terms(question)
        if not terms or k < 1:
            return []
        query = " OR ".join(f'"{term}"' for term in terms)
        statement = "SELECT rowid, bm25(blocks) FROM blocks WHERE blocks MATCH ? ORDER BY bm25(blocks), rowid LIMIT ?"
        with self._lock:
            rows = self._database.execute(statement, (query, k)).fetchall()
        return [self._ranked(row, -score) for row, score in rows]

    def _rows(self, corpus: Corpus, document_ids: Sequence[str]) -> Iterator[tuple[int, str]]:
        for document_id in dict.fromkeys(document_ids):
            document = corpus[document_id]
            for block in document.body():
                self._places.append((document_id, block.id))
                yield len(self._places), _spaced(block_text(document, block))

    def _ranked(self, row: int, score: float) -> Ranked:
        document, block = self._places[row - 1]
        return Ranked(document=document, block=block, score=score)


class Indexes:
    """The indexes in use, one for each set of documents; the one unused for longest is let go."""

    def __init__(self, corpus: Corpus) -> None:
        """Keep no index yet."""
        self._corpus = corpus
        self._lock = threading.Lock()
        self._open: OrderedDict[tuple[str, ...], Index] = OrderedDict()

    def over(self, document_ids: Sequence[str]) -> Index:
        """Give the index over these documents, making it when it is first asked for."""
        key = tuple(document_ids)
        with self._lock:
            if key not in self._open:
                self._open[key] = Index(self._corpus, key)
            self._open.move_to_end(key)
            while len(self._open) > _KEPT_OPEN:
                self._open.popitem(last=False)
            return self._open[key]


def block_text(document: Document, block: Block) -> str:
    """Give what a block is found by: its text, and for a table its caption and its cells."""
    if block.table is None:
        return block.text
    cells = (cell.text for cell in block.table.cells)
    return " ".join([document.caption(block), block.text, *cells]).strip()


def query_terms(question: str) -> list[str]:
    """Give the distinct words of a question that say something, in order; all of them if none does."""
    words = [word.lower() for word in _WORD.findall(_spaced(question))]
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
