"""What people wrote into rating sheets in their own words: answers, and passages that answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evidoc.flow._ratings import MISSING, OWN_ANSWER, OWN_EVIDENCE, SCALED, rater_of, read_rows, refuse
from evidoc.flow._scales import is_scale, on_scale

_USUAL = {"answerable": "no,yes", "confidence": "1-5"}  # scales of columns that are headed without one


@dataclass(frozen=True, slots=True)
class Filled:
    """One row that a person filled in: columns by name, with those that are rated by their criterion."""

    item: str
    rater: str
    columns: dict[str, str]
    place: str


def filled_rows(paths: Sequence[Path]) -> Iterator[Filled]:
    """Give the rows of sheets; a sheet whose rater has no name is by its file's.

    Raises:
        UsageError: A file is not there.
        InvalidRecord: A file is not of the shape, or a cell is not on the scale in the heading of its column; the message
            names the lines.
    """
    faults: list[str] = []
    for path in paths:
        for row in read_rows(path):
            columns = dict(_cell(name, cell, row.place, faults) for name, cell in row.columns.items())
            yield Filled(columns.get("item", ""), rater_of(row, path), columns, row.place)
    refuse(faults)


def _cell(heading: str, written: str, place: str, faults: list[str]) -> tuple[str, str]:
    """Give a column by its criterion and what is in it; what stands for nothing is empty, and a rating as its scale has it."""
    scaled = SCALED.fullmatch(heading)
    name, scale = (scaled[1], scaled[2]) if scaled and is_scale(scaled[2]) else (heading, _USUAL.get(heading, ""))
    is_filled_in = scale or name in (OWN_ANSWER, OWN_EVIDENCE)
    if not is_filled_in or written.strip().casefold() in MISSING:
        return name, "" if is_filled_in else written
    found = on_scale(written.strip(), scale) if scale else written
    if found is None:
        faults.append(f"{place}: {name} {written!r} is not on its scale; give one of {scale}, or leave it empty")
    return name, found or ""
