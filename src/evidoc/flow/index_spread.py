"""index spread: scored Runs of index answers → how varied what they name is, beside always naming the same.

A model that learned to name what is often right has a recall that looks like understanding; the paper reports it of one learning
rate. Such a run names few different indices (a low entropy) and does hardly better than always naming the most frequent ones.
Source: DHQ-132, DHQ-134.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evidoc.answers.indices import read_indices
from evidoc.curation.splits import ItemSplit
from evidoc.flow._replies import replies_of
from evidoc.flow.score import reply_of
from evidoc.records.bench import SPLITS_FILE, Bench, RunFolder, open_run
from evidoc.records.entities import Entity, entities_of
from evidoc.records.item import Item
from evidoc.records.record import Record
from evidoc.records.store import read_rows
from evidoc.scorers._reply import answer_only
from evidoc.scorers.indices import gold_indices, hits_of, measures

FEW = 5  # indices that the constant predictor names, as the baselines do


class IndexSpread(Record, frozen=True, kw_only=True):
    """How varied the indices of a run are, in bits of entropy over all that is named, and those that are right.

    `constant` are the indices that are right most often in the training split, or among the items asked where there is none
    (`of_training` false: then nothing constant does better). `constant_f1` is what naming only these gets, `f1` the run.
    """

    run: str
    system: str
    items: int
    entropy: float
    distinct: int
    right_entropy: float
    right_distinct: int
    f1: float
    constant: tuple[int, ...]
    constant_f1: float
    of_training: bool


def index_spreads(runs: Sequence[Path], *, k: int = FEW) -> tuple[IndexSpread, ...]:
    """Give the spread of every run that was scored by indices, in their order; other runs have none."""
    return tuple(_spread(open_run(run), k=k) for run in runs if _is_of_indices(run))


def entropy(counts: Mapping[int, int]) -> float:
    """Give the entropy of counts in bits: 0 where one index is named all the time, log2(n) where n are named alike."""
    total = sum(counts.values())
    return -math.fsum(count / total * math.log2(count / total) for count in counts.values() if count) + 0.0 if total else 0.0


@dataclass(frozen=True, slots=True)
class _Named:
    """What a run named for an item, and what is right."""

    named: tuple[int, ...]
    right: tuple[int, ...]


def _is_of_indices(run: Path) -> bool:
    return (run / "scores.jsonl").is_file() and any("index_f1" in score.metrics for score in open_run(run).scores())


def _spread(run: RunFolder, *, k: int) -> IndexSpread:
    found = list(_named(run))
    named, right = _counted(one.named for one in found), _counted(one.right for one in found)
    training = _training(run.bench)
    constant = tuple(index for index, _ in sorted((training or right).items(), key=lambda pair: (-pair[1], pair[0]))[:k])
    return IndexSpread(
        run=run.folder.name,
        system=run.system,
        items=len(found),
        entropy=round(entropy(named), 3),
        distinct=len(named),
        right_entropy=round(entropy(right), 3),
        right_distinct=len(right),
        f1=_f1([(one.named, one.right) for one in found]),
        constant=constant,
        constant_f1=_f1([(constant, one.right) for one in found]),
        of_training=bool(training),
    )


def _named(run: RunFolder) -> Iterator[_Named]:
    """Read every reply of the run as the scorer does; an item that was not asked is left out."""
    for item, row in replies_of(run).beside(run.bench.items()):
        if row is None or row.status == "not_asked":
            continue
        entities = _entities(run.bench, item)
        read = read_indices(answer_only(reply_of(row)), tags={entity.tag: entity.index for entity in entities})
        yield _Named(tuple(index for index in read.values if index < len(entities)), gold_indices(item, entities))


def _training(bench: Bench) -> Counter[int]:
    path = bench.folder / SPLITS_FILE
    if not path.is_file():
        return Counter()
    training = {row.item for row in read_rows(path, ItemSplit) if row.split == "train"}
    return _counted(gold_indices(item, _entities(bench, item)) for item in bench.items() if item.id in training)


def _entities(bench: Bench, item: Item) -> tuple[Entity, ...]:
    return entities_of([bench.corpus[link.id] for link in item.documents])


def _counted(every: Iterable[Sequence[int]]) -> Counter[int]:
    return Counter(index for indices in every for index in indices)


def _f1(pairs: Sequence[tuple[Sequence[int], Sequence[int]]]) -> float:
    values = [measures(hits_of(named, right))["index_f1"] for named, right in pairs]
    return round(math.fsum(values) / len(values), 4) if values else 0.0
