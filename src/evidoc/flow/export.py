"""export: a corpus or bench → a folder in somebody else's format."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import cast

from msgspec.structs import replace

from evidoc import shelf
from evidoc.analyses.overview import analyse as overview
from evidoc.exporters import Exports, ExportSummary
from evidoc.flow._own_folder import whole_folder
from evidoc.records.bench import open_bench
from evidoc.shelf import Part

_STATISTICS = "statistics"  # the option of exporters that say what a bench consists of; they may not count that themselves


def export(source: Path, *, to: str, out: Path) -> ExportSummary:
    """Write a corpus or bench folder with an exporter, named by a spec string such as `scidocir(pictures=False)`.

    Raises:
        UnknownName: There is no such exporter, or it has no such option.
        UsageError: The folder to write has something in it.
        InvalidRecord: The folder to read is not of evidoc.
        NothingKept: There is nothing in it to write.
    """
    part = shelf.part("exporters", to)
    with whole_folder(out, kind="export") as folder:
        summary = _exporter(part, source)(source, out=folder)
    return replace(summary, out=str(out))


def _exporter(part: Part, source: Path) -> Exports:
    """Give an exporter with its options bound; one that says what a bench consists of is told what was counted."""
    write = part.function()
    if _STATISTICS in shelf.options_of(part.module, ("export",)) and _STATISTICS not in part.options:
        write = partial(write, statistics=(overview(open_bench(source)),))
    return cast("Exports", write)
