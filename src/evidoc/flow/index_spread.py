"""index spread: scored Runs of index answers → how varied what they name is, beside always naming the same.

A model that learned to name what is often right has a recall that looks like understanding; the paper reports it of one learning
rate. Such a run names few different indices (a low entropy) and does hardly better than always naming the most frequent ones.
An item whose right indices cannot be told is counted apart and said, as scoring leaves it unscored too.
Source: DHQ-132, DHQ-134.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evidoc.answers.indices import FEW, by_frequency, read_indices
from evidoc.curation.splits import items_in
from evidoc.errors import EvidocError
from evidoc.flow._replies import replies_of
from evidoc.flow._runs import folders_apart
from evidoc.flow.score import reply_of
from evidoc.records.bench import Bench, RunFolder, open_run
from evidoc.records.entities import Entity, entities_of, gold_indices, lost_evidence
from evidoc.records.item import Item
from evidoc.records.record import Record
from evidoc.scorers._reply import answer_only
from evidoc.scorers.indices import hits_of, measures

_SHOWN_FAULTS = 5  # broken items that are named with their fault


class IndexSpread(Record, frozen=True, kw_only=True):
    """How varied the indices of a run are, in bits of entropy over all that is named, and those that are right.

    `constant` are the indices that are right most often in the training split, or among the items asked where there is none
    (`of_training` false: then nothing constant does better). `constant_f1` is what naming only these gets, `f1` the run; both
    are None where no item is left. `items` are those that were asked and can be told, `broken` those that were asked and cannot,
    `broken_in_training` those of the training split; `faults` say of the first of both what is wrong.
    """

    run: str
    system: str
    items: int
    entropy: float
    distinct: int
    right_entropy: float
    right_distinct: int
    f1: float | None
    constant: tuple[int, ...]
    constant_f1: float | None
    of_training: bool
    broken: int = 0
    broken_in_training: int = 0
    faults: tuple[str, ...] = ()


def index_spreads(runs: Sequence[Path], *, k: int = FEW) -> tuple[IndexSpread, ...]:
    """Give the spread of every run that was scored by indices, in their order; other runs have none."""
    told = [run for run in runs if _is_of_indices(run)]
    return tuple(_spread(open_run(run), name=name, k=k) for run, name in zip(told, folders_apart(told), strict=True))


def entropy(counts: Mapping[int, int]) -> float:
    """Give the entropy of counts in bits: 0 where one index is named all the time, log2(n) where n are named alike."""
    total = sum(counts.values())
    return -math.fsum(count / total * math.log2(count / total) for count in counts.values() if count) + 0.0 if total else 0.0


@dataclass(frozen=True, slots=True)
class _Gold:
    """The list of entries of an item and which of them are right; or why that cannot be told."""

    entities: tuple[Entity, ...] = ()
    right: tuple[int, ...] = ()
    fault: str = ""


@dataclass(frozen=True, slots=True)
class _Named:
    """What a run named for an item, and what is right."""

    named: tuple[int, ...]
    right: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Told:
    """What can be told of some items, and the faults of the others."""

    found: tuple[_Named, ...]
    faults: tuple[str, ...]


def _is_of_indices(run: Path) -> bool:
    return (run / "scores.jsonl").is_file() and any("index_f1" in score.metrics for score in open_run(run).scores())


def _spread(run: RunFolder, *, name: str, k: int) -> IndexSpread:
    asked, training = _asked(run), _training(run.bench)
    found = asked.found
    named, right = _counted(one.named for one in found), _counted(one.right for one in found)
    usual = _counted(one.right for one in training.found)
    constant = by_frequency(usual or right)[:k]
    return IndexSpread(
        run=name,
        system=run.system,
        items=len(found),
        entropy=round(entropy(named), 3),
        distinct=len(named),
        right_entropy=round(entropy(right), 3),
        right_distinct=len(right),
        f1=_f1([(one.named, one.right) for one in found]),
        constant=constant,
        constant_f1=_f1([(constant, one.right) for one in found]),
        of_training=bool(usual),
        broken=len(asked.faults),
        broken_in_training=len(training.faults),
        faults=tuple(dict.fromkeys((*asked.faults, *training.faults)))[:_SHOWN_FAULTS],
    )


def _asked(run: RunFolder) -> _Told:
    """Read every reply of the run as the scorer does; an item that was not asked is left out."""
    found: list[_Named] = []
    faults: list[str] = []
    for item, row in replies_of(run).beside(run.bench.items()):
        if row is None or row.status == "not_asked":
            continue
        gold = _gold_of(run.bench, item)
        if gold.fault:
            faults.append(gold.fault)
            continue
        read = read_indices(answer_only(reply_of(row)), tags={entity.tag: entity.index for entity in gold.entities})
        found.append(_Named(tuple(index for index in read.values if index < len(gold.entities)), gold.right))
    return _Told(tuple(found), tuple(faults))


def _training(bench: Bench) -> _Told:
    """Give what is right of the items of the training split, where there is one."""
    training = items_in(bench, "train")
    if training is None:
        return _Told((), ())
    golds = [_gold_of(bench, item) for item in bench.items() if item.id in training]
    told = tuple(_Named((), gold.right) for gold in golds if not gold.fault)
    return _Told(told, tuple(gold.fault for gold in golds if gold.fault))


def _gold_of(bench: Bench, item: Item) -> _Gold:
    """Tell the right indices of an item; where its documents cannot be read, or the list has none of them, say so."""
    try:
        entities = entities_of([bench.corpus[link.id] for link in item.documents])
        right, lost = gold_indices(item, entities), lost_evidence(item, entities)
    except (EvidocError, ValueError) as error:  # ValueError: an answer of indices that are no whole numbers
        return _Gold(fault=f"item {item.id}: {error}")
    if lost and not right:
        return _Gold(fault=f"item {item.id}: none of the {lost} places of evidence lies in an entry of the list")
    return _Gold(entities, right)


def _counted(every: Iterable[Sequence[int]]) -> Counter[int]:
    return Counter(index for indices in every for index in indices)


def _f1(pairs: Sequence[tuple[Sequence[int], Sequence[int]]]) -> float | None:
    values = [measures(hits_of(named, right))["index_f1"] for named, right in pairs]
    return round(math.fsum(values) / len(values), 4) if values else None
