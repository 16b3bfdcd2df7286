"""stats: a Bench → what it consists of, by one analysis after the other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

from evidoc import shelf
from evidoc.analyses import STANDARD
from evidoc.errors import NothingKept
from evidoc.records.analysis import Analysis
from evidoc.records.bench import open_bench
from evidoc.records.record import Record


class BenchStats(Record, frozen=True, kw_only=True):
    """What a bench consists of: how many items over how many documents, and what each analysis found."""

    bench: str
    items: int
    documents: int
    analyses: tuple[Analysis, ...]


def stats(bench: Path, *, analyses: Sequence[str] = STANDARD) -> BenchStats:
    """Analyse a bench in the ways that are asked for, each by its spec string.

    Raises:
        NothingKept: The bench has no items.
        UnknownName: There is no such analysis.
    """
    opened = open_bench(bench)
    parts = [shelf.part("analyses", spec) for spec in analyses]
    documents, items = set[str](), 0
    for item in opened.items():
        items += 1
        documents.update(evidence.document for evidence in item.evidence)
    if not items:
        raise NothingKept(f"{bench}: the bench has no items; make some first")
    found = tuple(cast(Analysis, part.function()(opened)) for part in parts)
    return BenchStats(bench=bench.resolve().name, items=items, documents=len(documents), analyses=found)
