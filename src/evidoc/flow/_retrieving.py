"""Ranking for one item by every retriever, in whatever worker, and what the rankings are worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from evidoc.records.bench import open_bench
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item
from evidoc.records.record import Record
from evidoc.retrieval import Indexes, Ranked, complete_at, recall_at, reciprocal_rank

DEPTH = 1000  # blocks ranked for the reciprocal rank; a first hit below adds less than a thousandth
Level = Literal["block", "page"]
Pool = Literal["documents", "corpus"]
Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class RetrieveOptions:
    """What is measured.

    `by` are spec strings of retrievers; `k` are how many places count as found; `level` ranks blocks or pages; `pool` is what
    is searched: the item's own documents, or all of the bench's corpus (DHQ-140, DHQ-141).
    """

    by: tuple[str, ...] = ("bm25",)
    k: tuple[int, ...] = (5, 10)
    level: Level = "block"
    pool: Pool = "documents"
    limit: int | None = None
    seed: int = 0


class RankedRow(Record, frozen=True, kw_only=True):
    """One item's ranking by one retriever: a row of `rankings.jsonl`.

    `ranked` are the first places (blocks, or the first block of each page), `gold` those that should be found; where nothing is
    gold there are no metrics, and `unscored` says why.
    """

    item: str
    by: str
    ranked: tuple[Ranked, ...] = ()
    gold: tuple[tuple[str, int], ...] = ()
    metrics: dict[str, float] = {}
    unscored: str = ""


@dataclass(frozen=True)
class Retrieving:
    """Ranks for one item after the other; travels to a worker as the folder and options."""

    bench: Path
    options: RetrieveOptions

    def __call__(self, item: Item) -> list[RankedRow]:
        """Rank by every retriever.

        Raises:
            EvidocError: A retriever cannot be opened, or its service does not answer.
        """
        return [self._row(item, by) for by in self.options.by]

    def __reduce__(self) -> tuple[type[Retrieving], tuple[Path, RetrieveOptions]]:
        """Leave what was opened here behind."""
        return Retrieving, (self.bench, self.options)

    @cached_property
    def _corpus(self) -> Corpus:
        return open_bench(self.bench).corpus

    @cached_property
    def _indexes(self) -> Indexes:
        return Indexes(self._corpus)

    def _row(self, item: Item, by: str) -> RankedRow:
        options = self.options
        gold = gold_places(item, self._corpus, level=options.level)
        if not gold:
            return RankedRow(item=item.id, by=by, unscored="no gold evidence")
        pool = self._corpus.ids if options.pool == "corpus" else [link.id for link in item.documents]
        found = self._indexes.over(pool, by=by).rank(item.question, k=max(DEPTH, *options.k))
        ranked = found if options.level == "block" else _first_of_pages(found, self._corpus)
        metrics = self._measured(item, ranked, gold)
        kept = tuple(ranked[: max(options.k)])
        return RankedRow(item=item.id, by=by, ranked=kept, gold=tuple(sorted(gold)), metrics=metrics)

    def _measured(self, item: Item, ranked: Sequence[Ranked], gold: frozenset[Place]) -> dict[str, float]:
        options = self.options
        places = [_place(one, self._corpus, level=options.level) for one in ranked]
        found: dict[str, float] = {}
        for name, measure in _AT_K.items():
            found |= {f"{name}@{k}": measure(places, gold, k=k) for k in options.k}
        found["mrr"] = reciprocal_rank(places, gold)
        if options.level == "block":
            pages = gold_places(item, self._corpus, level="page")
            found |= {f"page_recall@{k}": recall_at(self._pages(ranked[:k]), pages, k=DEPTH) for k in options.k if pages}
        return found

    def _pages(self, ranked: Sequence[Ranked]) -> list[Place]:
        """Give the pages that some blocks stand on, each once."""
        pages = ((one.document, box.page) for one in ranked for box in self._corpus[one.document].block(one.block).boxes)
        return list(dict.fromkeys(pages))


_AT_K: Mapping[str, Callable[..., float]] = {"recall": recall_at, "complete": complete_at}


def gold_places(item: Item, corpus: Corpus, *, level: Level) -> frozenset[Place]:
    """Give the blocks or pages of the evidence that is no distractor."""
    needed = [evidence for evidence in item.evidence if evidence.role != "distractor"]
    if level == "block":
        return frozenset((evidence.document, evidence.block) for evidence in needed)
    return frozenset(
        (evidence.document, box.page)
        for evidence in needed
        for box in evidence.boxes or corpus[evidence.document].block(evidence.block).boxes
    )


def _place(one: Ranked, corpus: Corpus, *, level: Level) -> Place:
    return (one.document, one.block) if level == "block" else (one.document, _page(one, corpus))


def _page(one: Ranked, corpus: Corpus) -> int:
    boxes = corpus[one.document].block(one.block).boxes
    return boxes[0].page if boxes else -1


def _first_of_pages(ranked: Sequence[Ranked], corpus: Corpus) -> list[Ranked]:
    """Give the best block of each page, as a page is as good as its best block; blocks without a place are left out."""
    best: dict[Place, Ranked] = {}
    for one in ranked:
        page = _page(one, corpus)
        if page >= 0:
            best.setdefault((one.document, page), one)
    return list(best.values())
