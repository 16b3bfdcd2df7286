"""contamination: a Bench and what was trained on → which items stand there already, by runs of words and by documents.

A run of eight words is seldom said twice by chance; a question that shares four in five of its runs of three words with one
text is that question, worded a little otherwise. Source: X-16, SD-86, CV-82.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from evidoc.curation._alike import Link, find_groups
from evidoc.curation.splits import items_in
from evidoc.errors import NothingKept, UsageError
from evidoc.flow._contamination_search import SHORT, Search
from evidoc.flow._training_texts import training_texts
from evidoc.flow.work import Progress, Work
from evidoc.records.bench import SPLITS_FILE, Bench, open_bench
from evidoc.records.corpus import Corpus, open_corpus
from evidoc.records.document import Document
from evidoc.records.item import Item
from evidoc.records.record import Record, to_json
from evidoc.records.store import write_bytes, write_rows

ROWS_FILE, SUMMARY_FILE = "contamination.jsonl", "contamination.json"
Found = Literal["runs", "near_question", "document"]
_EVERY = 1000  # texts between two words on how far it is


@dataclass(frozen=True, slots=True)
class ContaminationOptions:
    """What counts as standing there already.

    `run` is how many words make a run, `share` from which share of its runs a part of an item is found, over all texts
    together; `near` from which share of its runs of three words a question is found in one text. `works` is the least share of
    five-word runs that two documents of one work have in common. `only` looks at the items of one split.
    """

    run: int = 8
    share: float = 0.5
    near: float = 0.8
    works: float = 0.5
    only: str = ""


class ContaminationRow(Record, frozen=True, kw_only=True):
    """One finding: a row of `contamination.jsonl`. `place` is the text or document in which most of it stands."""

    item: str
    found: Found
    part: str
    share: float
    place: str


class Contamination(Record, frozen=True, kw_only=True):
    """How many items stand in what was trained on, by what was found; an item counts once for each kind of finding."""

    bench: str
    against: tuple[str, ...]
    items: int
    texts: int
    contaminated: int
    by: dict[str, int]
    documents: int
    shared_documents: tuple[str, ...]
    run: int
    share: float
    near: float
    only: str

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found."""
        return not self.contaminated and not self.shared_documents


_OPTIONS = ContaminationOptions()
_WORK = Work()


def contamination(
    bench: Path, *, against: Sequence[Path], options: ContaminationOptions = _OPTIONS, work: Work = _WORK
) -> Contamination:
    """Look for the items of a bench in training sets; write `contamination.jsonl` and, with the counts, `contamination.json`.

    Training sets are benches, corpora (whose documents are compared), or files of texts. They are read once, text by text.

    Raises:
        UsageError: A training set is not there or of another kind, or an option cannot be used.
        NothingKept: The bench has no items, or none of the split.
    """
    _check(options, against)
    opened = open_bench(bench)
    items = list(_items(opened, options.only))
    if not items:
        raise NothingKept(f"{bench} has no items" + (f" of the split {options.only!r}; name another" if options.only else ""))
    search = Search.of(items, run=options.run)
    texts = 0
    for path in against:
        for training in () if _is_corpus(path) else training_texts(path):
            search.look(training)
            texts += 1
            if texts % _EVERY == 0:
                work.progress(Progress("contamination", done=texts))
    shared = _shared_documents(opened, items, against, near=options.works)
    found = (*_of_texts(search, options), *_of_documents(items, shared))
    rows = sorted(found, key=lambda row: (row.item, row.found, row.part))
    summary = Contamination(
        bench=bench.resolve().name,
        against=tuple(path.name for path in against),
        items=len(items),
        texts=texts,
        contaminated=len({row.item for row in rows}),
        by=dict(sorted(Counter(found for _, found in {(row.item, row.found) for row in rows}).items())),
        documents=len({link.id for item in items for link in item.documents}),
        shared_documents=tuple(sorted(shared)),
        run=options.run,
        share=options.share,
        near=options.near,
        only=options.only,
    )
    write_rows(bench / ROWS_FILE, rows)
    write_bytes(bench / SUMMARY_FILE, msgspec.json.format(to_json(summary), indent=2) + b"\n")
    return summary


def _check(options: ContaminationOptions, against: Sequence[Path]) -> None:
    if options.run < SHORT:
        raise UsageError(f"run={options.run} words are said everywhere; give at least {SHORT}")
    for name, share in (("share", options.share), ("near", options.near), ("works", options.works)):
        if not 0 < share <= 1:
            raise UsageError(f"{name}={share} is no share; give a number above 0 and at most 1")
    if not against:
        raise UsageError("nothing to compare with; name what was trained on")


def _items(bench: Bench, only: str) -> Iterator[Item]:
    if not only:
        yield from bench.items()
        return
    chosen = items_in(bench, only)
    if chosen is None:
        raise UsageError(f"{bench.folder} has no {SPLITS_FILE}; run evidoc split first")
    yield from (item for item in bench.items() if item.id in chosen)


def _of_texts(search: Search, options: ContaminationOptions) -> Iterator[ContaminationRow]:
    for one in search.by_runs:
        if one.share >= options.share:
            yield ContaminationRow(item=one.item, found="runs", part=one.part, share=round(one.share, 4), place=one.place)
    for one in search.by_short_runs:
        if one.most_share >= options.near:
            share = round(one.most_share, 4)
            yield ContaminationRow(item=one.item, found="near_question", part=one.part, share=share, place=one.place)


def _is_corpus(path: Path) -> bool:
    return (path / "corpus.json").is_file()


def _shared_documents(
    bench: Bench, items: Sequence[Item], against: Sequence[Path], *, near: float
) -> dict[str, tuple[str, float]]:
    """Give the documents of the items that are a work of a training set too: which one, and how alike they are."""
    ours = dict.fromkeys(link.id for item in items for link in item.documents)
    shared: dict[str, tuple[str, float]] = {}
    for path in against:
        theirs = open_corpus(path) if _is_corpus(path) else open_bench(path).corpus if path.is_dir() else None
        if theirs is None:
            continue
        groups = find_groups(Corpus(_Both(bench.corpus, tuple(ours), theirs)), near=near)
        likeness = _likeness(groups.links)
        for members in groups.sets.values():
            others = [name for name in members if name.startswith(_THEIRS)]
            for name in members if others else ():
                if name.startswith(_OURS):
                    shared.setdefault(
                        name.removeprefix(_OURS), (f"{path.name}: {others[0].removeprefix(_THEIRS)}", likeness[name])
                    )
    return shared


_OURS, _THEIRS = "a ", "b "


class _Both(Mapping[str, Document]):
    """The documents of two corpora under names that tell them apart, each read when it is asked for."""

    def __init__(self, ours: Corpus, ids: tuple[str, ...], theirs: Corpus) -> None:
        self._ours, self._theirs = ours, theirs
        self._names = (*(_OURS + name for name in ids), *(_THEIRS + name for name in theirs.ids))

    def __getitem__(self, name: str) -> Document:
        corpus = self._ours if name.startswith(_OURS) else self._theirs
        return msgspec.structs.replace(corpus[name[len(_OURS) :]], id=name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _likeness(links: Iterable[Link]) -> dict[str, float]:
    alike: dict[str, float] = defaultdict(lambda: 1.0)
    for link in links:
        for name in (link.first, link.second):
            alike[name] = min(alike[name], link.likeness)
    return alike


def _of_documents(items: Iterable[Item], shared: Mapping[str, tuple[str, float]]) -> Iterator[ContaminationRow]:
    for item in items:
        for link in item.documents:
            if link.id in shared:
                place, share = shared[link.id]
                yield ContaminationRow(item=item.id, found="document", part=link.id, share=share, place=place)
