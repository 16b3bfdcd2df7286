"""CSV files that a spreadsheet opens without running anything: cells that would be formulas are text (case I06)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from evidoc.records.store import whole_file
from evidoc.reports.words import printable

_NUMBER = re.compile(r"[+-]?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?%?")
_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "＝", "＋", "－", "＠")
_MAX_CELL = 32_000  # a spreadsheet's cell holds 32,767 characters


def cell(value: object) -> str:
    """Give a value as a CSV cell: numbers stay numbers, text that a spreadsheet would run gets an apostrophe before it."""
    if value is None:
        return ""
    return _number(value) if isinstance(value, float) else _text(str(value))


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


@lru_cache(maxsize=4096)
def _text(value: str) -> str:
    """Give a text as a cell; names and questions come again and again."""
    text = printable(value, limit=_MAX_CELL)
    if text.lstrip(" \u00a0").startswith(_STARTS) and not _is_number(text):
        return "'" + text
    return text


@lru_cache(maxsize=4096)
def _number(value: float) -> str:
    return repr(round(value, 6))


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None
