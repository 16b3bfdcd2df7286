"""The folder of statistics: tables as CSV, figures as SVG, all values as JSON, and the page that shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from evidoc.flow._own_folder import whole_folder
from evidoc.records.analysis import Analysis, Figure, StatsTable
from evidoc.records.record import to_json
from evidoc.records.store import write_bytes
from evidoc.reports.csv_files import write_csv
from evidoc.reports.figures import draw
from evidoc.reports.stats_page import Failed, Section, StatsContent, write_stats_page

if TYPE_CHECKING:
    from evidoc.flow.stats import BenchStats

_STATS = "stats.json"


def file_names(analyses: Sequence[Analysis]) -> tuple[str, ...]:
    """Name a file for each table and figure: the analysis, the table; a name that is taken gets a number."""
    taken: dict[str, None] = {}
    for analysis, piece in _pieces(analyses):
        ending = ".csv" if isinstance(piece, StatsTable) else ".svg"
        stem = _plain(piece.name if piece.name == analysis.name else f"{analysis.name}-{piece.name}")
        name, number = stem + ending, 2
        while name in taken:
            name, number = f"{stem}-{number}{ending}", number + 1
        taken[name] = None
    return tuple(taken)


def write_files(out: Path, found: BenchStats) -> None:
    """Write the folder, all of it or nothing; tables and figures of an earlier one are deleted.

    Raises:
        UsageError: The folder is a file, or holds something else than statistics.
    """
    with whole_folder(out, kind="statistics", clear=_clear) as folder:
        for name, (_, piece) in zip(found.files, _pieces(found.analyses), strict=True):
            if isinstance(piece, StatsTable):
                write_csv(folder / name, piece.header, piece.rows)
            else:
                write_bytes(folder / name, draw(piece).encode() + b"\n")
        write_bytes(folder / "index.html", write_stats_page(_content(found)))
        write_bytes(folder / _STATS, msgspec.json.format(to_json(found), indent=1) + b"\n")


def _pieces(analyses: Sequence[Analysis]) -> Iterator[tuple[Analysis, StatsTable | Figure]]:
    for analysis in analyses:
        for piece in (*analysis.tables, *analysis.figures):
            yield analysis, piece


def _plain(name: str) -> str:
    """Give a name that any file system takes."""
    return re.sub(r"[^a-z0-9_-]+", "_", name.lower()).strip("_")[:80] or "table"


def _clear(out: Path) -> None:
    for name in _written_before(out):
        (out / name).unlink(missing_ok=True)


def _written_before(out: Path) -> Iterator[str]:
    """Give the tables and figures that an earlier call wrote, by the list that it kept of them."""
    try:
        known = msgspec.json.decode((out / _STATS).read_bytes())
    except (OSError, msgspec.DecodeError):
        return
    names = known.get("files") if isinstance(known, dict) else None
    for name in names if isinstance(names, list) else ():
        if isinstance(name, str) and re.fullmatch(r"[a-z0-9_-]+\.(csv|svg)", name):
            yield name


def _content(found: BenchStats) -> StatsContent:
    names = iter(found.files)
    sections = []
    for analysis, spec in zip(found.analyses, found.specs, strict=True):
        tables = tuple((table, next(names)) for table in analysis.tables)
        figures = tuple((figure, next(names)) for figure in analysis.figures)
        sections.append(Section(analysis=analysis, tables=tables, figures=figures, spec=spec))
    return StatsContent(
        bench=found.bench,
        items=found.items,
        documents=found.documents,
        sections=tuple(sections),
        failed=tuple(Failed(one.analysis, one.reason) for one in found.not_done),
    )
