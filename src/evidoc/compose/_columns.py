"""How wide a table's columns are, at which size it is set, and into which groups of columns it is split."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from evidoc.compose._lines import pieces
from evidoc.compose._styles import CELL, CELL_SIZES, Style
from evidoc.records.table import Cell, Table

PADDING = 3.5  # points left and right of a cell's text
_LONGEST_WORD = 16.0  # sizes; longer words may be broken where a table is crowded
_HEADER_SHARE = 0.4  # of the width, for row headers that are repeated in each group
_HALF = 0.6  # of its width is what a header needs on two lines of unequal length
_NUMERIC = 0.6  # of a column's cells are numbers where it is set to the right edge
_EMPTY = 0.4  # sizes, the width of a column in which nothing stands
_DASHES = frozenset({"-", "\u2013", "\u2014", "\u2212", "NA", "N/A", "n/a", "NR", "ND"})
_WORD = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Strip:
    """Some columns of a table, set beside one another: which, and how wide each is in points."""

    columns: tuple[int, ...]
    widths: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Fit:
    """How a table is set: its strips, how many rows name the columns, two styles, and the columns set to the right edge."""

    strips: tuple[Strip, ...]
    names: int
    head: Style
    body: Style
    right: frozenset[int]

    def style(self, cell: Cell) -> Style:
        """Give the style of a cell: header rows are bold."""
        return self.head if cell.row < self.names else self.body


@dataclass(frozen=True, slots=True)
class _Need:
    """For each column, the least and the most that it can use, in sizes; `wish` is the most if headers go over two lines."""

    least: tuple[float, ...]
    wish: tuple[float, ...]
    most: tuple[float, ...]


def fit(table: Table, *, width: float) -> Fit:
    """Fit a table into a width: as it is, smaller, or as several strips that each repeat the row headers."""
    names = _header_rows(table)
    need = _need(table, names=names)
    size = next((size for size in CELL_SIZES if sum(_scaled(need.least, size)) <= width), None)
    if size is not None:
        strips: tuple[Strip, ...] = (_strip(tuple(range(table.columns)), need, size=size, width=width),)
    else:
        size = CELL_SIZES[-1]
        strips = _split(table, need, size=size, width=width)
    body = replace(CELL, size=size)
    return Fit(strips, names, replace(body, weight="bold"), body, _numeric_columns(table, names=names))


def _header_rows(table: Table) -> int:
    """Give how many rows at the top name the columns; a table that does not say may still have header cells."""
    if table.header_rows:
        return min(table.header_rows, table.rows)
    body = [cell.row for cell in table.cells if not cell.header]
    return min(body, default=0) if any(cell.header for cell in table.cells) else 0


def _need(table: Table, *, names: int) -> _Need:
    least, wish, most = ([_EMPTY] * table.columns for _ in range(3))
    head, body = replace(CELL, weight="bold").typeface, CELL.typeface
    for cell in sorted(table.cells, key=lambda cell: cell.column_span):
        face = head if cell.row < names else body
        text = face.spell(" ".join(cell.text.split()))
        columns = range(cell.column, min(cell.column + cell.column_span, table.columns))
        whole, longest = face.measure(text), max((face.measure(piece.strip()) for piece in pieces(text)), default=0.0)
        _widen(least, columns, min(longest, _LONGEST_WORD))
        _widen(wish, columns, whole if cell.row >= names else max(longest, _HALF * whole))
        _widen(most, columns, whole)
    wish = [max(pair) for pair in zip(least, wish, strict=True)]
    return _Need(tuple(least), tuple(wish), tuple(max(pair) for pair in zip(wish, most, strict=True)))


def _widen(widths: list[float], columns: range, width: float) -> None:
    lacking = width - sum(widths[column] for column in columns)
    for column in columns if lacking > 0 else ():
        widths[column] += lacking / len(columns)


def _scaled(widths: Sequence[float], size: float) -> list[float]:
    # 0.01 of a size keeps a text whose width was summed in another order on one line
    return [(width + 0.01) * size + 2 * PADDING for width in widths]


def _strip(columns: tuple[int, ...], need: _Need, *, size: float, width: float) -> Strip:
    least = _scaled([need.least[column] for column in columns], size)
    most = _scaled([need.most[column] for column in columns], size)
    if sum(most) > width:
        most = _scaled([need.wish[column] for column in columns], size)
    extra = _poured([high - low for low, high in zip(least, most, strict=True)], spare=width - sum(least))
    return Strip(columns, tuple(low + more for low, more in zip(least, extra, strict=True)))


def _poured(wanted: Sequence[float], *, spare: float) -> list[float]:
    """Share out what is left over: who wants little gets all of it, the rest get equal parts."""
    given = [0.0] * len(wanted)
    spare = max(0.0, spare)
    for served, place in enumerate(sorted(range(len(wanted)), key=wanted.__getitem__)):
        given[place] = min(wanted[place], spare / (len(wanted) - served))
        spare -= given[place]
    return given


def _split(table: Table, need: _Need, *, size: float, width: float) -> tuple[Strip, ...]:
    names = tuple(range(min(table.header_columns, table.columns - 1)))
    beside = min(sum(_scaled(need.most[: len(names)], size)), _HEADER_SHARE * width)
    room = width - beside
    groups: list[list[int]] = [[]]
    used = 0.0
    for column in range(len(names), table.columns):
        wide = min(_scaled([need.least[column]], size)[0], room)
        if groups[-1] and used + wide > room:
            groups.append([])
            used = 0.0
        groups[-1].append(column)
        used += wide
    return tuple(_joined(_squeezed(names, need, size=size, width=beside), tuple(group), need, width) for group in groups)


def _squeezed(columns: tuple[int, ...], need: _Need, *, size: float, width: float) -> Strip:
    strip = _strip(columns, need, size=size, width=width)
    over = sum(strip.widths) / width if columns else 1.0
    return Strip(columns, tuple(part / max(1.0, over) for part in strip.widths))


def _joined(names: Strip, group: tuple[int, ...], need: _Need, width: float) -> Strip:
    rest = _squeezed(group, need, size=CELL_SIZES[-1], width=width - sum(names.widths))
    return Strip(names.columns + rest.columns, names.widths + rest.widths)


def _numeric_columns(table: Table, *, names: int) -> frozenset[int]:
    filled, numeric = Counter[int](), Counter[int]()
    for cell in table.cells:
        if cell.column_span == 1 and cell.row >= names and cell.text.strip():
            filled[cell.column] += 1
            numeric[cell.column] += is_numeric(cell.text)
    return frozenset(column for column, count in filled.items() if numeric[column] >= _NUMERIC * count)


def is_numeric(text: str) -> bool:
    """Say whether a cell reads as a number: a dash, or at least as many digits as other letters."""
    signs = _WORD.findall(text)
    return text.strip() in _DASHES or (bool(signs) and sum(sign.isdigit() for sign in signs) * 2 >= len(signs))
