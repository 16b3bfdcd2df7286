r"""A tabular while it is read: rows, cells with spans, rules, and the heads and feet of long tables. Source: case C03."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from evidoc.readers._grid import Placed, SourceCell
from evidoc.readers.latex._prose import Prose

if TYPE_CHECKING:
    from evidoc.readers.latex._drafts import Draft, Flat, Mention, Target
    from evidoc.readers.latex._state import Context, Walk

_MOST_COLUMNS = 1_000
_MOST_ROWS = 100_000
_MOST_HEADER_ROWS = 4
_MOST_SPAN = 1_000
_MOST_PLACES = 300_000  # claimed by cells that hang down in one table; beyond it none does


@dataclass(slots=True)
class RawCell:
    """One cell as written, with the spans that its commands state; a negative row span hangs upwards."""

    flat: Flat
    column_span: int = 1
    row_span: int = 1
    bold: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands in it."""
        return not (self.flat.text.strip() or self.flat.marks or self.flat.images or self.flat.citations)


@dataclass(slots=True, eq=False)
class Grid:
    """The rows so far; `depth` is how many braces are open around its cells, `outer` where the table will stand."""

    outer: Context
    depth: int
    is_long: bool = False
    rows: list[list[RawCell]] = field(default_factory=list)
    row: list[RawCell] = field(default_factory=list)
    rules: dict[int, list[str]] = field(default_factory=dict)  # row → the rules over it
    heads: dict[str, list[list[RawCell]]] = field(default_factory=dict)
    captions: list[tuple[Draft, Target]] = field(default_factory=list)
    column_span: int = 1
    row_span: int = 1
    bold_from: int | None = None  # how many pieces of the cell's text end with what is bold; -1 for all that follows

    def set_bold(self, *, pieces: int) -> None:
        """Note that what is read, or the pieces so far, are bold from the cell's beginning."""
        if self.bold_from is None:
            self.bold_from = pieces

    def next_cell(self, walk: Walk) -> None:
        """End this cell."""
        flat = walk.flattened(walk.context)
        if len(self.row) < _MOST_COLUMNS:
            self.row.append(RawCell(flat, self.column_span, self.row_span, self._is_bold(walk)))
        self.column_span, self.row_span, self.bold_from = 1, 1, None
        walk.context.drafts, walk.context.prose = [], Prose(is_cell=True)
        walk.context.open = None

    def _is_bold(self, walk: Walk) -> bool:
        rest = walk.prose.parts[self.bold_from :] if self.bold_from is not None and self.bold_from >= 0 else []
        text = "".join(rest).strip()
        return self.bold_from is not None and (not text or text[0] == "±")

    def next_row(self, walk: Walk) -> None:
        """End this row; one in which nothing stands at all is none."""
        self.next_cell(walk)
        if (len(self.row) > 1 or not self.row[0].is_empty) and len(self.rows) < _MOST_ROWS:
            self.rows.append(self.row)
        self.row = []

    def rule(self, kind: str) -> None:
        """Note a rule over the next row."""
        self.rules.setdefault(len(self.rows), []).append(kind)

    def end_part(self, walk: Walk, name: str) -> None:
        r"""Put the rows so far aside as the head or foot that \endhead and its kin name."""
        if self.row or not walk.prose.is_blank:
            self.next_row(walk)
        self.heads[name] = self.rows
        self.rows, self.rules = [], {}

    def finished(self) -> tuple[list[Placed], list[bool], int, list[Flat]]:
        """Give the placed cells and whether each is bold, how many rows head them, and what all cells name."""
        head = self.heads.get("endfirsthead") or self.heads.get("endhead") or []
        rows = [*head, *self.rows, *self.heads.get("endlastfoot", [])]
        header_rows = len(head) if head else _header_rows(self.rules, len(self.rows))
        placed, bold = place(rows)
        return placed, bold, header_rows, [cell.flat for row in rows for cell in row]


def _header_rows(rules: dict[int, list[str]], count: int) -> int:
    """Count the header rows that the rules tell: over the first middle rule, a double one, or the only one within."""
    inner = [row for row in sorted(rules) if 0 < row < count]
    for wanted in (_is_middle, _is_double):
        found = [row for row in inner if wanted(rules[row])]
        if found and found[0] <= _MOST_HEADER_ROWS:
            return found[0]
    full = [row for row in inner if "line" in rules[row]]
    return full[0] if full and full[0] <= _MOST_HEADER_ROWS and len(full) * 3 <= count + 1 else 0


def _is_middle(rules: Sequence[str]) -> bool:
    return "middle" in rules


def _is_double(rules: Sequence[str]) -> bool:
    return rules.count("line") > 1


def place(rows: Sequence[Sequence[RawCell]]) -> tuple[list[Placed], list[bool]]:
    r"""Give every cell its place, and whether it is bold.

    Columns count as written, and what a \multirow covers is written as empty cells.
    """
    layout = _Layout(len(rows))
    for number, row in enumerate(rows):
        column = 0
        for cell in row:
            end = min(column + max(1, cell.column_span), max(column + 1, _MOST_COLUMNS))
            layout.set(cell, number, column, end)
            column = end
    placed = list(layout.entries.values())
    return placed, [id(entry) in layout.bold for entry in placed]


class _Layout:
    """Which cell covers which place."""

    def __init__(self, rows: int) -> None:
        self.rows = rows
        self.owners: dict[tuple[int, int], Placed] = {}
        self.entries: dict[int, Placed] = {}
        self.bold: set[int] = set()
        self.hanging = 0

    def set(self, cell: RawCell, row: int, column: int, end: int) -> None:
        """Place a cell, unless it is the empty one that a cell hanging into it asks for; one that says something cuts that."""
        over = [self.owners[row, place] for place in range(column, end) if (row, place) in self.owners]
        if over and cell.is_empty:
            return
        for other in over:
            self._cut(other, row)
        entry = Placed(_source_cell(cell), row, row + 1, column, end)
        self.bold.update([id(entry)] if cell.bold else [])
        if cell.row_span < -1:
            self._hang_up(entry, max(0, row + 1 + cell.row_span))
        elif cell.row_span > 1 and self.hanging < _MOST_PLACES:
            entry.end_row = min(row + cell.row_span, self.rows, row + _MOST_SPAN)
            self.hanging += (entry.end_row - row) * (end - column)
        self._claim(entry)

    def _claim(self, entry: Placed) -> None:
        self.entries[id(entry)] = entry
        for row in range(entry.row, entry.end_row):
            for column in range(entry.column, entry.end_column):
                self.owners[row, column] = entry

    def _cut(self, entry: Placed, row: int) -> None:
        for below in range(row, entry.end_row):
            for column in range(entry.column, entry.end_column):
                self.owners.pop((below, column), None)
        entry.end_row = min(entry.end_row, row)

    def _hang_up(self, entry: Placed, wanted: int) -> None:
        """Let a cell begin higher, as far as what is over it is empty."""
        while entry.row > wanted:
            places = [(entry.row - 1, column) for column in range(entry.column, entry.end_column)]
            over = {id(self.owners[place]): self.owners[place] for place in places if place in self.owners}
            if not all(_fits(other, entry) for other in over.values()):
                return
            for other in over.values():
                self._cut(other, other.row)
                del self.entries[id(other)]
            entry.row -= 1


def _fits(other: Placed, entry: Placed) -> bool:
    """Say whether an empty cell stands wholly over another."""
    is_within = entry.column <= other.column and other.end_column <= entry.end_column
    return is_within and other.end_row - other.row == 1 and not other.cell.text.strip()


def _source_cell(cell: RawCell) -> SourceCell:
    text = cell.flat.text
    if not text.strip() and cell.flat.images:
        text = " ".join(f"[image {image}]" for image in cell.flat.images)
    return SourceCell(
        text=text,
        row_span=cell.row_span,
        column_span=cell.column_span,
        notes=tuple(dict.fromkeys(cell.flat.marks)),
        citations=tuple(dict.fromkeys(cell.flat.citations)),
    )


def mentions_of(flats: Sequence[Flat]) -> list[Mention]:
    """Give all mentions of cells."""
    return [mention for flat in flats for mention in flat.mentions]
