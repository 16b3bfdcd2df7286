"""DocHop-QA's records: an instance an item with its snippets and labels, and beside them the lists that labels count in.

`instances.jsonl` has the instances, `lists.jsonl` the entities and boxes of each set of documents, `sheets/` all pages of a
set as one picture where these are asked for. With `finetuning` the rows that a question writer is tuned on are in
`finetuning.jsonl`, and those to try it on in `finetuning_held_out.jsonl`.
Source: DHQ-04, DHQ-16, DHQ-19 to DHQ-21, DHQ-35, DHQ-36, DHQ-69.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from evidoc.errors import NothingKept, UsageError
from evidoc.exporters import ExportSummary
from evidoc.exporters.dochop_qa._instance import instance_of
from evidoc.exporters.dochop_qa._labels import Lists, lists_of
from evidoc.exporters.dochop_qa._sheets import draw_sheet
from evidoc.exporters.dochop_qa._tuning import TuningRow, held_out, row_of
from evidoc.records.bench import SPLITS_FILE, Bench, open_bench
from evidoc.records.item import Item, Verdict
from evidoc.records.store import read_rows, write_rows

FAMILY = "dochop_qa"
INSTANCES, LISTS, SHEETS = "instances.jsonl", "lists.jsonl", "sheets"
TUNING, HELD_OUT = "finetuning.jsonl", "finetuning_held_out.jsonl"
_VERDICTS = "verdicts.jsonl"  # what `evidoc check` writes into a bench


class _Split(msgspec.Struct, frozen=True):
    """The part of a row of `splits.jsonl` that is needed here."""

    item: str
    split: str


class _Judged(msgspec.Struct, frozen=True):
    """A row of `verdicts.jsonl`."""

    item: str
    verdict: Verdict


def export(  # noqa: PLR0913  (what is written, and how it counts, are options one by one)
    source: Path,
    *,
    out: Path,
    paper: bool = True,
    sheets: bool = False,
    finetuning: bool = False,
    held: float = 0.1,
    seed: int = 1,
) -> ExportSummary:
    """Write the DocHop-QA items of a bench; others are counted and left out.

    With `paper` boxes count from 1 and the label 0 means "in no box", as the paper has it; without it they count from 0 and
    -1 means that. Entities count from 0 either way, and -1 means "in no entity". What is made from a document whose licence
    does not let it be passed on is left out: ids and places stay. `held` is the share of pairs of documents whose fine-tuning
    rows are held out. Verdicts of `evidoc check` count beside those that items were made with.

    Raises:
        NothingKept: The bench has no item of DocHop-QA.
        InvalidRecord: The folder is no bench.
        UsageError: `held` is no share.
    """
    if not 0 <= held < 1:
        raise UsageError(f"held={held}; the share of fine-tuning rows that are held out is in [0, 1)")
    bench = open_bench(source)
    items = _items(bench)
    if not items:
        raise NothingKept(f"{source}: no item is of the recipe dochop_qa; make some with evidoc make --recipe dochop_qa")
    splits = _splits(bench.folder)
    lists = _lists(items, bench, drawn=out / SHEETS if sheets else None)
    out.mkdir(parents=True, exist_ok=True)
    instances = (
        instance_of(item, bench.corpus, lists[_documents(item)], split=splits.get(item.id), paper=paper) for item in items
    )
    written = write_rows(out / INSTANCES, instances)
    write_rows(out / LISTS, (entry.shown(paper=paper) for entry in lists.values()))
    left = sum(1 for _ in bench.items()) - len(items)
    counts = {"items left out": left, "fine-tuning rows": 0}
    if sheets:
        counts["sheets"] = sum(bool(entry.sheet) for entry in lists.values())
    if finetuning:
        counts |= _write_tuning(list(_tuning(items, bench, splits)), out=out, held=held, seed=seed)
    return ExportSummary(out=str(out), written=written, files=2 + 2 * finetuning + counts.get("sheets", 0), counts=counts)


def _items(bench: Bench) -> list[Item]:
    """Give the items of this family; where a check judged one again, its later verdict counts."""
    path = bench.folder / _VERDICTS
    later: dict[str, list[Verdict]] = {}
    for row in read_rows(path, _Judged) if path.is_file() else ():
        later.setdefault(row.item, []).append(row.verdict)
    items = [item for item in bench.items() if item.task.family == FAMILY]
    return [msgspec.structs.replace(item, verdicts=_latest((*item.verdicts, *later.get(item.id, ())))) for item in items]


def _latest(verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    return tuple({verdict.check: verdict for verdict in verdicts}.values())


def _documents(item: Item) -> tuple[str, ...]:
    return tuple(link.id for link in item.documents)


def _lists(items: list[Item], bench: Bench, *, drawn: Path | None) -> dict[tuple[str, ...], Lists]:
    """Give the lists of each set of documents, with its sheet where one is to be drawn."""
    lists: dict[tuple[str, ...], Lists] = {}
    for key in dict.fromkeys(map(_documents, items)):
        found = lists_of([bench.corpus[document] for document in key], bench.corpus)
        name = draw_sheet(found, bench.corpus, folder=drawn) if drawn is not None else ""
        lists[key] = replace(found, sheet=f"{SHEETS}/{name}") if name else found
    return lists


def _tuning(items: list[Item], bench: Bench, splits: dict[str, str]) -> Iterator[tuple[frozenset[str], TuningRow]]:
    """Give the rows to tune on: of questions that a writer fills, and none whose documents are held out (DHQ-36)."""
    for item in items:
        if splits.get(item.id, "train") == "train":
            row = row_of(item, bench.corpus)
            if row is not None:
                yield frozenset(_documents(item)), row


def _write_tuning(rows: list[tuple[frozenset[str], TuningRow]], *, out: Path, held: float, seed: int) -> dict[str, int]:
    """Write the rows, all of one pair on one side, and count them, also by the writer that they are for."""
    apart = held_out(rows, share=held, seed=seed)
    write_rows(out / TUNING, (row for pair, row in rows if pair not in apart))
    write_rows(out / HELD_OUT, (row for pair, row in rows if pair in apart))
    by_writer = Counter(f"fine-tuning rows, {row.writer}" for _, row in rows)
    aside = sum(pair in apart for pair, _ in rows)
    return {"fine-tuning rows": len(rows), "fine-tuning rows held out": aside, **dict(sorted(by_writer.items()))}


def _splits(folder: Path) -> dict[str, str]:
    path = folder / SPLITS_FILE
    return {row.item: row.split for row in read_rows(path, _Split)} if path.is_file() else {}
