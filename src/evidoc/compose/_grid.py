"""Drawing a table: strips of columns one below the other, broken between rows, header rows repeated on each page."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from evidoc.compose._columns import PADDING, Fit, Strip, fit
from evidoc.compose._lines import wrap
from evidoc.compose._pen import FULL, LEFT, MEASURE, Pen, Placed
from evidoc.compose._styles import Style
from evidoc.records.geometry import Box
from evidoc.records.table import Cell, Table

_ABOVE = 2.0  # points over and under the text of a cell
_REPEATED = 0.35  # of a page: header rows that are taller are not repeated
_SMALL = 0.4  # of a page; a table that is no higher is not broken
_BETWEEN = 10.0  # points between two strips of one table


@dataclass
class Drawn:
    """Where a table came to stand: a box for each part of it, one for each cell, and what went wrong."""

    boxes: list[Box] = field(default_factory=list)
    cells: dict[tuple[int, int], Box] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Laid:
    """A cell in its strip: its edges, its lines, and the style of these."""

    cell: Cell
    x0: float
    x1: float
    lines: tuple[str, ...]
    style: Style
    align: float

    @property
    def height(self) -> float:
        return len(self.lines) * self.style.line + 2 * _ABOVE


@dataclass(frozen=True)
class _Part:
    """A strip of a table as one long band, whose rows begin at `tops`; pages cut it into pieces."""

    laid: tuple[_Laid, ...]
    tops: tuple[float, ...]
    names: int
    line: float
    right: float

    @cached_property
    def by_row(self) -> dict[int, list[_Laid]]:
        rows: dict[int, list[_Laid]] = {}
        for laid in self.laid:
            rows.setdefault(laid.cell.row, []).append(laid)
        return rows

    @cached_property
    def tall(self) -> tuple[_Laid, ...]:
        return tuple(laid for laid in self.laid if laid.cell.row_span > 1)

    @property
    def end(self) -> float:
        return self.tops[-1]

    @property
    def header(self) -> float:
        """The height of the header rows where they are repeated, else 0."""
        height = self.tops[self.names]
        return height if height <= _REPEATED * FULL and self.names < len(self.tops) - 1 else 0.0

    def row_at(self, place: float) -> int:
        return max(0, min(bisect_right(self.tops, place + 1e-6) - 1, len(self.tops) - 2))

    def between(self, start: float, end: float) -> Iterator[_Laid]:
        """Give the cells that reach into a piece of the band, row by row."""
        first, last = self.row_at(start), self.row_at(end - 1e-3)
        yield from (laid for laid in self.tall if laid.cell.row < first and self.bottom(laid) > start + 1e-6)
        for row in range(first, last + 1):
            yield from self.by_row.get(row, ())

    def top(self, laid: _Laid) -> float:
        return self.tops[laid.cell.row]

    def bottom(self, laid: _Laid) -> float:
        return self.tops[min(laid.cell.row + laid.cell.row_span, len(self.tops) - 1)]


@dataclass(frozen=True)
class Grid:
    """A table laid out in parts, ready to be drawn anywhere; `flags` say what went wrong."""

    parts: tuple[_Part, ...]
    flags: frozenset[str]

    @property
    def together(self) -> float:
        """The height that must not be parted at its begin: a small table, or the header and first row of a larger one."""
        return _together(self.parts[0])

    def draw(self, pen: Pen) -> Drawn:
        """Draw the table from the pen's place on; a cell that is drawn again keeps its first place."""
        drawn = Drawn(flags=set(self.flags))
        for number, part in enumerate(self.parts):
            if number:
                pen.skip(_BETWEEN)
            pen.reserve(_together(part))
            _draw_part(pen, part, drawn)
        return drawn


class Grids:
    """Lays each table out once, though it is asked for twice: for its height, and soon after to be drawn."""

    def __init__(self) -> None:
        """Begin with none."""
        self._last: tuple[int, Grid] | None = None

    def of(self, number: int, table: Table) -> Grid:
        """Give the layout of the table of a block, by the block's number."""
        if self._last is None or self._last[0] != number:
            self._last = number, _grid(table)
        return self._last[1]


def _grid(table: Table) -> Grid:
    flags: set[str] = set()
    fitted = fit(table, width=MEASURE)
    parts = tuple(_part(table, fitted, strip, flags) for strip in fitted.strips)
    return Grid(parts, frozenset(flags))


def _together(part: _Part) -> float:
    return part.end if part.end <= _SMALL * FULL else min(part.tops[min(part.names + 1, len(part.tops) - 1)], FULL)


def _part(table: Table, fitted: Fit, strip: Strip, flags: set[str]) -> _Part:
    edges = dict(zip(strip.columns, accumulate(strip.widths, initial=LEFT), strict=False))
    ends = {column: edges[column] + width for column, width in zip(strip.columns, strip.widths, strict=True)}
    laid = []
    for cell in sorted(table.cells, key=lambda cell: (cell.row, cell.column)):
        columns = [column for column in range(cell.column, cell.column + cell.column_span) if column in edges]
        if columns and cell.row < table.rows:
            laid.append(_lay(table, cell, fitted, (edges[columns[0]], ends[columns[-1]]), flags))
    line = fitted.body.line
    tops = _tops(laid, rows=table.rows, line=line)
    return _Part(tuple(laid), tops, fitted.names, line, max(ends.values(), default=LEFT))


def _lay(table: Table, cell: Cell, fitted: Fit, edges: tuple[float, float], flags: set[str]) -> _Laid:
    style = fitted.style(cell)
    plain = " ".join(cell.text.split())
    text = style.typeface.spell(plain)
    if text != plain:
        flags.add("glyphs_missing")
    x0, x1 = edges
    lines = wrap(text, typeface=style.typeface, width=(x1 - x0 - 2 * PADDING) / style.size)
    return _Laid(cell, x0, x1, lines, style, _alignment(table, cell, fitted))


def _alignment(table: Table, cell: Cell, fitted: Fit) -> float:
    """Give 0 for the left edge, 1 for the right edge, ½ for the middle."""
    if cell.column_span > 1 and cell.column >= table.header_columns:
        return 0.5 if cell.row < fitted.names else 0.0
    return 1.0 if cell.column in fitted.right and cell.column >= table.header_columns else 0.0


def _tops(laid: list[_Laid], *, rows: int, line: float) -> tuple[float, ...]:
    heights = [line + 2 * _ABOVE] * rows
    for item in sorted(laid, key=lambda item: item.cell.row_span):
        first, last = item.cell.row, min(item.cell.row + item.cell.row_span, rows)
        heights[last - 1] += max(0.0, item.height - sum(heights[first:last]))
    return tuple(accumulate(heights, initial=0.0))


def _draw_part(pen: Pen, part: _Part, drawn: Drawn) -> None:
    start = 0.0
    while start < part.end - 1e-6:
        above = part.header if start > 0 else 0.0
        end = _cut(part, start, pen.room - above)
        if end <= start and not pen.fresh:
            pen.turn()
            continue
        if end <= start:  # not one line fits below the repeated header: leave the header out
            above, end = 0.0, max(_cut(part, start, pen.room), min(part.end, start + part.line))
        _draw_piece(pen, part, (start, end), above=above, drawn=drawn)
        start = end


def _cut(part: _Part, start: float, room: float) -> float:
    """Give where the band is cut: after the last row that fits, or inside a row that no page can hold."""
    reach = start + room
    row = bisect_right(part.tops, reach + 1e-6) - 1
    least = max(start, part.header)  # header rows do not stand alone at the end of a page
    if row >= 0 and part.tops[row] > least + 1e-6:
        return part.tops[row]
    current = part.row_at(least)
    if part.tops[current + 1] - part.tops[current] <= FULL - part.header:
        return start
    first = part.tops[current] + _ABOVE
    cut = first + int(max(0.0, reach - first) // part.line) * part.line
    return cut if cut > start + part.line / 2 else start


def _draw_piece(pen: Pen, part: _Part, piece: tuple[float, float], *, above: float, drawn: Drawn) -> None:
    top, (start, end) = pen.y, piece
    if above:
        _draw_cells(pen, part, (0.0, above), top=top, drawn=None)
    _draw_cells(pen, part, piece, top=top + above, drawn=drawn)
    pen.y = top + above + end - start
    _draw_rules(pen, part, piece, top=top, above=above)
    box = pen.box((LEFT, top, part.right, pen.y))
    if box is not None:
        drawn.boxes.append(box)


def _draw_cells(pen: Pen, part: _Part, piece: tuple[float, float], *, top: float, drawn: Drawn | None) -> None:
    start, end = piece
    shift = top - start
    for laid in part.between(start, end):
        upper, lower = max(part.top(laid), start), min(part.bottom(laid), end)
        pen.write(_placed(laid, part.top(laid), piece=piece, shift=shift), laid.style)
        if drawn is None or (laid.cell.row, laid.cell.column) in drawn.cells:
            continue
        box = pen.box((laid.x0, upper + shift, laid.x1, lower + shift))
        if box is not None:
            drawn.cells[laid.cell.row, laid.cell.column] = box
        if part.top(laid) + laid.height > end + laid.style.line:
            drawn.flags.add("cell_over_pages")


def _placed(laid: _Laid, top: float, *, piece: tuple[float, float], shift: float) -> list[Placed]:
    lines = []
    for number, line in enumerate(laid.lines):
        place = top + _ABOVE + number * laid.style.line
        if piece[0] <= place + 1e-6 and place + 1e-3 < piece[1]:
            spare = laid.x1 - laid.x0 - 2 * PADDING - laid.style.typeface.measure(line) * laid.style.size
            lines.append(Placed(line, laid.x0 + PADDING + max(0.0, spare) * laid.align, place + shift))
    return lines


def _draw_rules(pen: Pen, part: _Part, piece: tuple[float, float], *, top: float, above: float) -> None:
    start, end = piece
    shift = top + above - start
    inner = [part.tops[row] + shift for row in range(part.row_at(start) + 1, part.row_at(end - 1e-3) + 1) if _is_open(part, row)]
    pen.rules(((LEFT, y, part.right, y) for y in inner), width=0.3, grey=0.8)
    heavy = [top, top + above + end - start]
    below = top + above if above else part.tops[part.names] + shift
    if part.names and top < below < heavy[1]:
        heavy.append(below)
    pen.rules(((LEFT, y, part.right, y) for y in heavy), width=0.7, grey=0.25)


def _is_open(part: _Part, row: int) -> bool:
    """Say whether no cell reaches over the upper edge of a row."""
    return not any(laid.cell.row < row < laid.cell.row + laid.cell.row_span for laid in part.tall)
