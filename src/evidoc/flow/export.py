"""export: a corpus or bench → a folder in somebody else's format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from evidoc import shelf
from evidoc.analyses.overview import analyse as overview
from evidoc.errors import UsageError
from evidoc.exporters import ExportSummary
from evidoc.records.bench import open_bench

_STATISTICS = "statistics"  # the option of exporters that say what a bench consists of; they may not count that themselves


def export(source: Path, *, to: str, out: Path) -> ExportSummary:
    """Write a corpus or bench folder with an exporter, named by a spec string such as `scidocir(pictures=False)`.

    Raises:
        UnknownName: There is no such exporter, or it has no such option.
        UsageError: The folder to write holds something already.
        InvalidRecord: The folder to read is not of evidoc.
        NothingKept: There is nothing in it to write.
    """
    part = shelf.part("exporters", to)
    refuse_full(out)
    write = cast("Callable[..., ExportSummary]", part.function())
    if _STATISTICS in shelf.options_of(part.module, ("export",)) and _STATISTICS not in part.options:
        return write(source, out=out, statistics=(overview(open_bench(source)),))
    return write(source, out=out)


def refuse_full(out: Path) -> None:
    """Refuse to write among files that are there; what they are of could not be told afterwards.

    Raises:
        UsageError: The folder has something in it, or is a file.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"{out} is not an empty folder; give --out another one, or empty it first")
