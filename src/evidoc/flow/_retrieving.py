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
from evidoc.retrieval import (
    Indexes,
    Ranked,
    Unit,
    complete_at,
    passage_blocks,
    passage_of,
    recall_at,
    reciprocal_rank,
    unit_of,
)

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

    `ranked` are the first blocks, or the best block of each of the first `pages`; `gold` are the blocks or pages that should be
    found; where nothing is gold there are no metrics, and `unscored` says why.
    """

    item: str
    by: str
    ranked: tuple[Ranked, ...] = ()
    pages: tuple[tuple[str, int], ...] = ()
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
        unit = unit_of(by)
        gold = gold_places(item, self._corpus, level=options.level, unit=unit)
        if not gold:
            return RankedRow(item=item.id, by=by, unscored="no gold evidence")
        pool = self._corpus.ids if options.pool == "corpus" else [link.id for link in item.documents]
        found = self._indexes.over(pool, by=by).rank(item.question, k=max(DEPTH, *options.k))
        best = _best_of(found, self._corpus, level=options.level, unit=unit)
        places, most = list(best), max(options.k)
        return RankedRow(
            item=item.id,
            by=by,
            ranked=tuple(best.values())[:most],
            pages=tuple(places[:most]) if options.level == "page" else (),
            gold=tuple(sorted(gold)),
            metrics=self._measured(item, places, gold, unit=unit),
        )

    def _measured(self, item: Item, places: Sequence[Place], gold: frozenset[Place], *, unit: Unit) -> dict[str, float]:
        options = self.options
        found: dict[str, float] = {}
        for name, measure in _AT_K.items():
            found |= {f"{name}@{k}": measure(places, gold, k=k) for k in options.k}
        found["mrr"] = reciprocal_rank(places, gold)
        if options.level == "block":
            pages = gold_places(item, self._corpus, level="page")
            stood_on = {k: self._pages(places[:k], unit=unit) for k in options.k if pages}
            found |= {f"page_recall@{k}": recall_at(found_pages, pages, k=DEPTH) for k, found_pages in stood_on.items()}
        return found

    def _pages(self, places: Sequence[Place], *, unit: Unit) -> list[Place]:
        """Give the pages that what was found stands on, each once."""
        return list(dict.fromkeys(page for place in places for page in _pages_of(place, self._corpus, unit=unit)))


_AT_K: Mapping[str, Callable[..., float]] = {"recall": recall_at, "complete": complete_at}


def gold_places(item: Item, corpus: Corpus, *, level: Level, unit: Unit = "passages") -> frozenset[Place]:
    """Give the blocks or pages of the evidence that is no distractor; each block counts as what it is found by."""
    if level == "block":
        return frozenset((each.document, passage_of(corpus[each.document], each.block, unit=unit)) for each in item.needed)
    return frozenset(
        (evidence.document, box.page)
        for evidence in item.needed
        for box in evidence.boxes or corpus[evidence.document].block(evidence.block).boxes
    )


def _best_of(ranked: Sequence[Ranked], corpus: Corpus, *, level: Level, unit: Unit) -> dict[Place, Ranked]:
    """Give the best block of each place, best place first; a block stands on all its pages, or on none."""
    best: dict[Place, Ranked] = {}
    for one in ranked:
        block = (one.document, one.block)
        for place in (block,) if level == "block" else _pages_of(block, corpus, unit=unit):
            best.setdefault(place, one)
    return best


def _pages_of(place: Place, corpus: Corpus, *, unit: Unit) -> list[Place]:
    """Give the pages that all that was found by a block stands on, the block's own first."""
    document, block_id = place
    boxes = (box for block in passage_blocks(corpus[document], block_id, unit=unit) for box in block.boxes)
    return list(dict.fromkeys((document, box.page) for box in boxes))
