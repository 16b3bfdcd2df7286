"""sweep: a Run of scored entities → what each threshold would give on the dev split, and which is best there.

Thresholds are never tried on the items that are reported: only the dev split is read. Source: DHQ-116, DHQ-119, DHQ-124.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evidoc.curation.splits import items_in
from evidoc.errors import InvalidRecord, NothingKept, UsageError
from evidoc.records.bench import Bench, RunFolder, open_run
from evidoc.records.entities import entities_of, gold_indices, lost_evidence
from evidoc.records.record import Record
from evidoc.records.store import file_digest
from evidoc.scorers.indices import hits_of, measures
from evidoc.systems import SystemSettings
from evidoc.systems._scores import Cut, named_by
from evidoc.systems.predictions import Predictions, connect

SPLIT = "dev"
# Few of many entities are right, so that classifiers trained on all of them give low probabilities: finer steps at that end.
THRESHOLDS = (0.01, 0.02, 0.03, 0.04, *(round(step / 20, 2) for step in range(1, 20)))


class Tried(Record, frozen=True, kw_only=True):
    """What a threshold gives: the means over items of precision, recall and F1, and of how many entities are named."""

    threshold: float
    precision: float
    recall: float
    f1: float
    named: float


class Sweep(Record, frozen=True, kw_only=True):
    """What thresholds give on the dev split: a row each, from the lowest on.

    `best_f1` and `best_recall` are the thresholds of the highest means; of equal ones that with the higher other mean, and then
    the higher threshold. `own` is the run's. `ceiling` is the recall of naming all entities that have a score. `missing` of the
    items have no line and name nothing; those whose right places are in no entity are left out as `unscored`.
    """

    run: str
    system: str
    split: str
    items: int
    missing: int
    unscored: int
    own: float
    ceiling: float
    best_f1: float
    best_recall: float
    rows: tuple[Tried, ...]


def sweep(run: Path) -> Sweep:
    """Try thresholds on the dev split for a run of predictions with scores; the run itself stays as it is.

    Raises:
        UsageError: The run is of another system, its predictions have no scores, or the bench has not been split.
        InvalidRecord: The file of predictions is not there any more, or has changed since.
        NothingKept: The dev split has no item that can be scored.
    """
    folder = open_run(run)
    predictions = _predictions(folder)
    read = _Read.of(folder.bench, predictions)
    if not read.scored:
        raise NothingKept(f"{folder.bench.folder}: the {SPLIT} split has no item to try thresholds on; split with a larger share")
    rows = tuple(_tried(read.scored, replace(predictions.cut, threshold=threshold)) for threshold in _thresholds(predictions.cut))
    return Sweep(
        run=folder.folder.resolve().name,
        system=folder.system,
        split=SPLIT,
        items=len(read.scored),
        missing=read.missing,
        unscored=read.unscored,
        own=predictions.cut.threshold,
        ceiling=_mean([one.reachable for one in read.scored]),
        best_f1=max(rows, key=lambda row: (row.f1, row.recall, row.threshold)).threshold,
        best_recall=max(rows, key=lambda row: (row.recall, row.f1, row.threshold)).threshold,
        rows=rows,
    )


@dataclass(frozen=True, slots=True)
class _Scored:
    """An item's scores by index, the indices that are right, and whether it has a line."""

    scores: dict[int, float]
    right: tuple[int, ...]
    is_there: bool

    @property
    def reachable(self) -> float:
        """The share of the right entities that have a score."""
        return sum(index in self.scores for index in self.right) / len(self.right) if self.right else 1.0


@dataclass(frozen=True, slots=True)
class _Read:
    """The items of the dev split that can be scored, and how many of all cannot be or have no line."""

    scored: tuple[_Scored, ...]
    unscored: int

    @property
    def missing(self) -> int:
        return sum(not one.is_there for one in self.scored)

    @classmethod
    def of(cls, bench: Bench, predictions: Predictions) -> _Read:
        found = list(_read(bench, predictions))
        return cls(tuple(one for one in found if one is not None), sum(one is None for one in found))


def _predictions(folder: RunFolder) -> Predictions:
    link, system = folder.header.links.get("predictions", ""), folder.system
    if not link or "threshold" not in folder.header.settings:
        raise UsageError(
            f"{folder.folder}: {system} gives no scores of entities; ask predictions:FILE with scores in its lines, "
            "and evidoc score --sweep on that run"
        )
    path = folder.folder / link
    if not path.is_file():
        raise InvalidRecord(f"{path}: the run's predictions are not there any more; move the file back or ask again")
    if file_digest(path) != folder.header.settings["predictions"]:
        raise InvalidRecord(f"{path}: the predictions have changed since the run was asked; ask again")
    settings = folder.header.settings
    options = f"threshold={settings['threshold']}, force_nonempty={settings['force_nonempty'] == 'true'}"
    return connect(f"{path}({options})", settings=SystemSettings(bench=folder.bench))


def _read(bench: Bench, predictions: Predictions) -> Iterator[_Scored | None]:
    """Give the items of the dev split, None for those whose right places are in no entity."""
    dev = _dev_items(bench)
    for item in bench.items():
        if item.id not in dev:
            continue
        entities = entities_of([bench.corpus[link.id] for link in item.documents])
        right = gold_indices(item, entities)
        if not right and lost_evidence(item, entities):
            yield None
            continue
        scores = predictions.scores_of(item, entities)
        if scores is None and item.id in predictions.lines:
            number = predictions.lines[item.id].number
            raise UsageError(f"{predictions.path}: line {number}, item {item.id}, has text; thresholds need scores in its place")
        yield _Scored(scores or {}, right, scores is not None)


def _dev_items(bench: Bench) -> frozenset[str]:
    found = items_in(bench, SPLIT)
    if found is None:
        raise UsageError(
            f"{bench.folder}: the bench has not been split, and thresholds are not chosen on the items that are reported; "
            f"run evidoc split {bench.folder} first"
        )
    return found


def _thresholds(own: Cut) -> tuple[float, ...]:
    return tuple(sorted({*THRESHOLDS, own.threshold}))


def _tried(items: Sequence[_Scored], cut: Cut) -> Tried:
    named = [named_by(one.scores, cut) for one in items]
    found = [_measures(one, names) for one, names in zip(items, named, strict=True)]
    return Tried(
        threshold=cut.threshold,
        precision=_mean([one["index_precision"] for one in found]),
        recall=_mean([one["index_recall"] for one in found]),
        f1=_mean([one["index_f1"] for one in found]),
        named=_mean([float(len(names)) for names in named]),
    )


def _measures(one: _Scored, named: Sequence[int]) -> dict[str, float]:
    """Score as the scorer `indices` does, where an item without a line gets 0 even if nothing is right."""
    found = measures(hits_of(named, one.right))
    return found if one.is_there else dict.fromkeys(found, 0.0)


def _mean(values: Sequence[float]) -> float:
    return round(math.fsum(values) / len(values), 6)
