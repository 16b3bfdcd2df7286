"""What people wrote into rating sheets in their own words: answers, and passages that answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evidoc.flow._ratings import rater_of, read_rows


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
        InvalidRecord: A file is not of the shape.
    """
    for path in paths:
        for row in read_rows(path):
            columns = {name.partition(" [")[0]: cell for name, cell in row.columns.items()}
            yield Filled(columns.get("item", ""), rater_of(row, path), columns, row.place)
