"""Folders further down the loop: a Bench of items with its own corpus, and a Run over it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from evidoc.errors import InvalidRecord
from evidoc.records.corpus import Corpus, open_corpus
from evidoc.records.item import Item
from evidoc.records.ledger import LedgerEntry
from evidoc.records.score import Run, Score
from evidoc.records.store import Header, read_header, read_rows

SPLITS_FILE = "splits.jsonl"  # what evidoc split writes into a bench
BENCH_SCHEMA = "evidoc.bench"
RUN_SCHEMA = "evidoc.run"


@dataclass(frozen=True)
class Bench:
    """A benchmark folder: `bench.json`, `items.jsonl`, `ledger.jsonl`, `corpus/`."""

    folder: Path
    header: Header

    def items(self) -> Iterator[Item]:
        """Give the items one by one, in order."""
        return read_rows(self.folder / "items.jsonl", Item)

    def ledger(self) -> Iterator[LedgerEntry]:
        """Give what became of every candidate, in order."""
        return read_rows(self.folder / "ledger.jsonl", LedgerEntry)

    @cached_property
    def corpus(self) -> Corpus:
        """The documents that the items are asked over, with pages."""
        return open_corpus(self.folder / "corpus")


@dataclass(frozen=True)
class RunFolder:
    """One system's replies to a bench: `run.json`, `replies.jsonl`, and `scores.jsonl` once scored."""

    folder: Path
    header: Header

    @property
    def system(self) -> str:
        """The system that was asked."""
        return self.header.settings.get("system", self.folder.name)

    def replies(self) -> Iterator[Run]:
        """Give the replies one by one, in the order of the items."""
        return read_rows(self.folder / "replies.jsonl", Run)

    def scores(self) -> Iterator[Score]:
        """Give the scores one by one, in the order of the items."""
        return read_rows(self.folder / "scores.jsonl", Score)

    @cached_property
    def bench(self) -> Bench:
        """The bench that was asked, found by the relative path that the header keeps."""
        link = self.header.links.get("bench", "")
        if not link or not (self.folder / link / "bench.json").is_file():
            raise InvalidRecord(f"{self.folder}/run.json: bench {link!r} is not there; move it back or ask again")
        return open_bench(self.folder / link)


def open_bench(folder: Path) -> Bench:
    """Open a benchmark folder.

    Raises:
        InvalidRecord: It has no `bench.json` of a version that this evidoc reads.
    """
    return Bench(folder=folder, header=read_header(folder / "bench.json", schema=BENCH_SCHEMA))


def open_run(folder: Path) -> RunFolder:
    """Open a run folder.

    Raises:
        InvalidRecord: It has no `run.json` of a version that this evidoc reads.
    """
    return RunFolder(folder=folder, header=read_header(folder / "run.json", schema=RUN_SCHEMA))


def link_to(target: Path, *, start: Path) -> str:
    """Give the relative path from one folder to another, as a header's `links` keep it."""
    return Path(os.path.relpath(target.resolve(), start.resolve())).as_posix()
