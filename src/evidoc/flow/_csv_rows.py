"""Rows of CSV files that people and other programs write, with the line that each ends in."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from evidoc.errors import InvalidRecord
from evidoc.records.csv_rows import long_rows
from evidoc.reports.csv_files import value_of


def csv_rows(lines: Iterable[str], path: Path, *, delimiter: str = ",", strict: bool = False) -> Iterator[tuple[int, list[str]]]:
    """Give each row with the number of its last line, its cells of any length and without the marks of our own CSV files.

    Raises:
        InvalidRecord: A line is no CSV; the message has its number.
    """
    reader = csv.reader(lines, delimiter=delimiter, strict=strict)
    try:
        for row in long_rows(reader):
            yield reader.line_num, [value_of(cell) for cell in row]
    except csv.Error as error:
        raise InvalidRecord(
            f"{path}:{reader.line_num} is not CSV ({error}); quote cells that hold quotes or line ends"
        ) from error
