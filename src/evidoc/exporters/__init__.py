"""Corpora and benches → other people's formats.

A part has `export(source, *, out, …)`: `source` is a corpus or bench folder, `out` the folder to write. It writes
document by document, gives an `ExportSummary`, and gives the same bytes for the same corpus.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from evidoc.records.record import Record


class ExportSummary(Record, frozen=True, kw_only=True):
    """What was written: the folder, how many documents or items, how many files, and counts of what is in them."""

    out: str
    written: int
    files: int
    counts: dict[str, int] = {}


class Exports(Protocol):
    """What every exporter is, with its options bound."""

    def __call__(self, source: Path, *, out: Path) -> ExportSummary:
        """Write a corpus or bench folder in another format."""
        ...
