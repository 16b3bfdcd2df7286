"""Table structure: cells in their place, neighbours side by side, and the edit distance of the tables as trees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from benchmarks.quality.blocks import Counts
from benchmarks.quality.edits import edit_distance
from evidoc.records.table import Cell, Table


@dataclass(frozen=True, slots=True)
class Grid:
    """A table and the pages that it stands on, None where they are not known."""

    table: Table
    pages: frozenset[int] | None = None

    def may_be(self, other: Grid) -> bool:
        return self.pages is None or other.pages is None or bool(self.pages & other.pages)


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a table's tree: `tag`, for a cell its spans and text, and what it holds."""

    tag: str
    spans: tuple[int, int] = (1, 1)
    text: str = ""
    children: list[Node] = field(default_factory=list)


def printed(cell: Cell) -> str:
    """Give what a cell shows, note marks with it, without white space."""
    return "".join((cell.text + "".join(cell.notes)).split())


def cell_counts(truth: Table, given: Table) -> Counts:
    """Count the cells that agree in row, column and printed text; empty cells are not asked about."""
    return _shared(_cells(truth), _cells(given))


def neighbour_counts(truth: Table, given: Table) -> Counts:
    """Count the pairs of printed texts that stand side by side or one below the other, empty cells passed over.

    Source: the measure of the ICDAR 2013 table competition, proto-links of adjacent cells.
    """
    return _shared(_neighbours(truth), _neighbours(given))


def tree_similarity(truth: Table, given: Table) -> float:
    """Give TEDS: 1 less the edit distance of the two trees by the nodes of the larger; 1 where they are equal.

    Source: Zhong et al. 2020; header rows are rows like others here, and texts are compared without white space.
    """
    from apted import APTED

    first, second = _tree(truth), _tree(given)
    distance: float = APTED(first, second, _Costs()).compute_edit_distance()
    return 1 - distance / max(_size(first), _size(second))


def pair_grids(truth: Sequence[Grid], given: Sequence[Grid]) -> list[tuple[Grid | None, Grid | None]]:
    """Pair true and given tables that may be the same, best cell F1 first; what is left stands alone."""
    scored = [
        (cell_counts(true.table, found.table).f1 + neighbour_counts(true.table, found.table).f1, first, second)
        for first, true in enumerate(truth)
        for second, found in enumerate(given)
        if true.may_be(found)
    ]
    left, right = dict(enumerate(truth)), dict(enumerate(given))
    pairs: list[tuple[Grid | None, Grid | None]] = []
    for score, first, second in sorted(scored, key=lambda one: (-one[0], one[1], one[2])):
        if score and first in left and second in right:
            pairs.append((left.pop(first), right.pop(second)))
    return [*pairs, *((true, None) for true in left.values()), *((None, found) for found in right.values())]


def _cells(table: Table) -> Counter[tuple[object, ...]]:
    return Counter((cell.row, cell.column, text) for cell in table.cells if (text := printed(cell)))


def _neighbours(table: Table) -> Counter[tuple[object, ...]]:
    grid = table.grid()
    lines = [(line, "beside") for line in grid] + [(list(line), "below") for line in zip(*grid, strict=True)]
    texts = {(cell.row, cell.column): printed(cell) for cell in table.cells}
    links = {link for line, side in lines for link in _links(line, side)}
    return Counter((texts[first], texts[second], side) for first, second, side in links)


def _links(line: Sequence[Cell | None], side: str) -> Iterator[tuple[tuple[int, int], tuple[int, int], str]]:
    """Give the places of neighbours; a spanning cell meets each neighbour once, however many lines they share."""
    filled = [(cell.row, cell.column) for cell in line if cell is not None and printed(cell)]
    for first, second in zip(filled, filled[1:], strict=False):
        if first != second:
            yield first, second, side


def _shared(true: Counter[tuple[object, ...]], given: Counter[tuple[object, ...]]) -> Counts:
    return Counts((true & given).total(), true.total(), given.total())


def _tree(table: Table) -> Node:
    rows = []
    for number, line in enumerate(table.grid()):
        starts = [cell for column, cell in enumerate(line) if cell is None or (cell.row, cell.column) == (number, column)]
        rows.append(Node("tr", children=[_leaf(cell) for cell in starts]))
    return Node("table", children=rows)


def _leaf(cell: Cell | None) -> Node:
    return Node("td") if cell is None else Node("td", (cell.row_span, cell.column_span), printed(cell))


def _size(node: Node) -> int:
    return 1 + sum(map(_size, node.children))


class _Costs:
    """What APTED asks for: the cost of each edit and the children of a node."""

    valuecls = float

    def delete(self, node: Node) -> float:
        return 1.0

    def insert(self, node: Node) -> float:
        return 1.0

    def rename(self, first: Node, second: Node) -> float:
        if first.tag != second.tag or first.spans != second.spans:
            return 1.0
        return edit_distance(first.text, second.text) / max(1, len(first.text), len(second.text))

    def children(self, node: Node) -> list[Node]:
        return node.children
