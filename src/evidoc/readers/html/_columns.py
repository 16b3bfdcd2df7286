"""The columns that a reader sees in a table whose markup has many more.

Filings give a currency sign, a number and a closing bracket a column each, with empty columns between. Signs join
their number; then cells that stand under one another make a column, and a wide cell spans those it reaches over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from evidoc.readers._grid import Placed, squeezed

_BEFORE_NUMBER = re.compile(r"(?:(?:US|CA|C|AU|A|HK|NT|S|R)?[$€£¥₹₩]|USD|EUR|GBP|CHF|RMB|JPY)\s*\(?$|\($")
_AFTER_NUMBER = re.compile(r"[)%]|\)\s?%|%\s?\)$")
_NUMBER = re.compile(r"\s*[(\[-]?\s*(?:(?:US)?[$€£¥]\s*)?[(-]?\s*(?:\d|\.\d)|\s*[—–-]+\s*\)?$")
_MOST_COLUMNS = 300  # above it a table is a sheet, whose columns are what they are


@dataclass(slots=True)
class _Column:
    left: int
    right: int
    rows: set[int] = field(default_factory=set)


def visible_columns(placed: list[Placed]) -> list[Placed]:
    """Give the telling cells of a grid with signs joined to their numbers, on the columns that a reader sees."""
    telling = squeezed([entry for entry in placed if entry.cell.text or entry.cell.notes])
    joined = [entry for row in _by_row(telling) for entry in _signs_joined(row)]
    if max((entry.end_column for entry in joined), default=0) > _MOST_COLUMNS:
        return _apart(joined)
    columns: list[_Column] = []
    narrow_first = sorted(joined, key=lambda entry: (entry.end_column - entry.column, entry.column, entry.row))
    settled = [(entry, _settle(entry, columns)) for entry in narrow_first]
    ranks = {id(column): rank for rank, column in enumerate(sorted(columns, key=lambda column: column.left))}
    for entry, under in settled:
        own = sorted(ranks[id(column)] for column in under)
        entry.column, entry.end_column = own[0], own[-1] + 1
    return _apart(joined)


def _by_row(placed: list[Placed]) -> list[list[Placed]]:
    rows: dict[int, list[Placed]] = {}
    for entry in sorted(placed, key=lambda entry: (entry.row, entry.column)):
        rows.setdefault(entry.row, []).append(entry)
    return list(rows.values())


def _signs_joined(row: list[Placed]) -> list[Placed]:
    """Join "$" to the number after it, and ")", "%" and loose note marks to the number before."""
    joined: list[Placed] = []
    for entry, after in zip(row, [*row[1:], None], strict=True):
        text, before = entry.cell.text, joined[-1] if joined else None
        if after is not None and _BEFORE_NUMBER.fullmatch(text) and _NUMBER.match(after.cell.text):
            after.cell.text, after.column = text + after.cell.text, entry.column
            after.cell.notes = entry.cell.notes + after.cell.notes
            after.cell.tags = entry.cell.tags + after.cell.tags
        elif before is not None and _NUMBER.match(before.cell.text) and (not text or _AFTER_NUMBER.fullmatch(text)):
            before.cell.text, before.end_column = before.cell.text + text, entry.end_column
            before.cell.notes += entry.cell.notes
            before.cell.tags += entry.cell.tags
        else:
            joined.append(entry)
    return joined


def _settle(entry: Placed, columns: list[_Column]) -> list[_Column]:
    """Give the columns that a cell stands in; where none is under it, or its place there is taken, it begins one."""
    under = [column for column in columns if entry.column < column.right and column.left < entry.end_column]
    rows = range(entry.row, entry.end_row)
    if len(under) == 1 and not under[0].rows.isdisjoint(rows):
        under = []
    if not under:
        under = [_Column(entry.column, entry.end_column)]
        columns += under
    if len(under) == 1:
        under[0].rows.update(rows)
    return under


def _apart(row_major: list[Placed]) -> list[Placed]:
    """Move cells that fell on one place to the right of one another, and cut spans that reach over a neighbour."""
    taken: set[tuple[int, int]] = set()
    for entry, after in pairwise([*row_major, None]):
        if entry is None:
            continue
        end = entry.end_column
        while (entry.row, entry.column) in taken:
            entry.column += 1
        if after is not None and after.row == entry.row and entry.column < after.column < end:
            end = after.column
        entry.end_column = entry.column + 1
        while entry.end_column < end and (entry.row, entry.end_column) not in taken:
            entry.end_column += 1
        for row in range(entry.row, entry.end_row):
            taken.update((row, column) for column in range(entry.column, entry.end_column))
    return row_major
