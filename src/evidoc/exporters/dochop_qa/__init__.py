"""DocHop-QA's records: an instance an item with its snippets and labels, and beside them the lists that labels count in.

`instances.jsonl` has the instances, `lists.jsonl` the entities and boxes of each set of documents. With `finetuning` the rows
that a question writer is tuned on are in `finetuning.jsonl`. Source: DHQ-04, DHQ-16, DHQ-19, DHQ-21, DHQ-35, DHQ-69.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from evidoc.errors import NothingKept
from evidoc.exporters import ExportSummary
from evidoc.exporters.dochop_qa._instance import instance_of
from evidoc.exporters.dochop_qa._labels import Lists, lists_of
from evidoc.exporters.dochop_qa._tuning import row_of
from evidoc.records.bench import Bench, open_bench
from evidoc.records.item import Item
from evidoc.records.store import read_rows, write_rows

FAMILY = "dochop_qa"
INSTANCES, LISTS, TUNING = "instances.jsonl", "lists.jsonl", "finetuning.jsonl"
_SPLITS = "splits.jsonl"  # what `evidoc split` writes into a bench


class _Split(msgspec.Struct, frozen=True):
    """The part of a row of `splits.jsonl` that is needed here."""

    item: str
    split: str


def export(source: Path, *, out: Path, paper: bool = True, finetuning: bool = False) -> ExportSummary:
    """Write the DocHop-QA items of a bench; others are counted and left out.

    With `paper` boxes count from 1 and the label 0 means "in no box", as the paper has it; without it they count from 0 and
    -1 means that. Entities count from 0 either way, and -1 means "in no entity". Text of a document whose licence does not
    let it be passed on is left out: ids and places stay.

    Raises:
        NothingKept: The bench has no item of DocHop-QA.
        InvalidRecord: The folder is no bench.
    """
    bench = open_bench(source)
    splits = _splits(bench.folder)
    items = [item for item in bench.items() if item.task.family == FAMILY]
    if not items:
        raise NothingKept(f"{source}: no item is of the recipe dochop_qa; make some with evidoc make --recipe dochop_qa")
    lists: dict[tuple[str, ...], Lists] = {}
    for item in items:
        key = tuple(link.id for link in item.documents)
        if key not in lists:
            lists[key] = lists_of([bench.corpus[document] for document in key])
    out.mkdir(parents=True, exist_ok=True)
    instances = (
        instance_of(item, bench.corpus, lists[tuple(link.id for link in item.documents)], split=splits.get(item.id), paper=paper)
        for item in items
    )
    written = write_rows(out / INSTANCES, instances)
    write_rows(out / LISTS, (entry.shown(paper=paper) for entry in lists.values()))
    tuned = write_rows(out / TUNING, _tuning(items, bench, splits)) if finetuning else 0
    left = sum(1 for _ in bench.items()) - len(items)
    counts = {"items left out": left, "fine-tuning rows": tuned}
    return ExportSummary(out=str(out), written=written, files=2 + finetuning, counts=counts)


def _tuning(items: list[Item], bench: Bench, splits: dict[str, str]) -> Iterator[msgspec.Struct]:
    """Give the rows to tune on: of questions that a writer fills, and none whose documents are held out (DHQ-36)."""
    for item in items:
        if splits.get(item.id, "train") == "train":
            row = row_of(item, bench.corpus)
            if row is not None:
                yield row


def _splits(folder: Path) -> dict[str, str]:
    path = folder / _SPLITS
    return {row.item: row.split for row in read_rows(path, _Split)} if path.is_file() else {}
