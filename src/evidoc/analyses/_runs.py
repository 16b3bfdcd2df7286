"""A scored run beside the items of its bench: what analyses of answers read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from evidoc.errors import InvalidRecord, UsageError
from evidoc.records.bench import Bench, RunFolder, open_run
from evidoc.records.item import Item
from evidoc.records.score import Run, Score


@dataclass(frozen=True, slots=True)
class Asked:
    """An item with what the system replied and how that was scored; None where there is no such row."""

    item: Item
    reply: Run | None
    score: Score | None


def open_run_of(bench: Bench, run: str) -> RunFolder:
    """Open a run over this bench.

    Raises:
        UsageError: It is over another bench.
        InvalidRecord: The folder is no run.
    """
    opened = open_run(Path(run))
    if opened.bench.folder.resolve() != bench.folder.resolve():
        raise UsageError(f"{run} asked the items of {opened.bench.folder}, not of {bench.folder}; give a run over this bench")
    return opened


def asked(bench: Bench, run: RunFolder) -> Iterator[Asked]:
    """Give every item of the bench with its rows of the run, in the order of the bench.

    Raises:
        InvalidRecord: A row is of an item that the bench does not have, or the run has no replies.
    """
    if not (run.folder / "replies.jsonl").is_file():
        raise InvalidRecord(f"{run.folder}/replies.jsonl: no such file; run evidoc ask first")
    replies = {row.item: row for row in run.replies()}
    scores = {row.item: row for row in run.scores()} if (run.folder / "scores.jsonl").is_file() else {}
    for item in bench.items():
        yield Asked(item, replies.pop(item.id, None), scores.pop(item.id, None))
    left = sorted({*replies, *scores})
    if left:
        raise InvalidRecord(
            f"{run.folder}: {len(left)} rows are of items that the bench does not have, the first {left[0]}; ask again"
        )
