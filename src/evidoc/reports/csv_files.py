"""CSV files that a spreadsheet opens without running anything: cells that would be formulas are text (case I06).

All that evidoc writes as CSV is written here; what people send back is read with `value_of`, which takes the mark away again.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from evidoc.records.store import whole_file, write_rows
from evidoc.reports.words import printable

_NUMBER = re.compile(r"[+-]?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?%?")
_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "＝", "＋", "－", "＠")
_MARK = "'"  # before a text, tells a spreadsheet that it is one
_MAX_CELL = 32_000  # a spreadsheet's cell holds 32,767 characters


def cell(value: object) -> str:
    """Give a value as a CSV cell: numbers stay numbers, text that a spreadsheet would run gets an apostrophe before it."""
    if value is None:
        return ""
    return _number(value) if isinstance(value, float) else _text(str(value))


def value_of(text: str) -> str:
    """Give the text that `cell` made this cell of; what was never written by it is left as it is."""
    return text[1:] if text.startswith(_MARK) and _would_run(text) else text


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> int:
    """Write a CSV file row by row, UTF-8; give how many rows."""
    count = 0
    with whole_file(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        writer = csv.writer(text)
        writer.writerow([cell(name) for name in header])
        for count, row in enumerate(rows, 1):  # noqa: B007  (the last count is the result)
            writer.writerow([cell(value) for value in row])
        text.flush()
        text.detach()
    return count


def write_named(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> None:
    """Write these columns of rows as CSV or, where the file is called .jsonl, as JSON lines; what a row lacks is empty."""
    if path.suffix == ".jsonl":
        write_rows(path, ({name: row.get(name, "") for name in columns} for row in rows))
    else:
        write_csv(path, columns, ([row.get(name, "") for name in columns] for row in rows))


@lru_cache(maxsize=4096)
def _text(value: str) -> str:
    """Give a text as a cell; names and questions come again and again."""
    text = printable(value, limit=_MAX_CELL)
    return _MARK + text if _would_run(text) else text


@lru_cache(maxsize=4096)
def _number(value: float) -> str:
    return repr(round(value, 6))


def _would_run(text: str) -> bool:
    """Say whether a spreadsheet would run a text, or would if it were not for marks before it; both get one more."""
    bare = text.lstrip(_MARK)
    return bare.lstrip(" \u00a0").startswith(_STARTS) and _NUMBER.fullmatch(bare) is None
