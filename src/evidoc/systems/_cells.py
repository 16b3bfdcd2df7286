"""Cells of tables whose row and column headings match a question."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from evidoc.answers.number import read_number
from evidoc.records.document import Block
from evidoc.records.geometry import Box
from evidoc.records.table import Cell, Table
from evidoc.retrieval import query_terms
from evidoc.views import Visible

_CLOSE = 0.3  # what the rank of the table adds to the match of the headings: enough to settle ties

Weights = dict[str, float]


@dataclass(frozen=True, slots=True)
class Found:
    """A block that was found for a question; a higher score is a better match, 1 the best."""

    shown: Visible
    block: Block
    score: float


@dataclass(frozen=True, slots=True)
class Match:
    """A number in a table, and how well its headings match."""

    found: Found
    cell: Cell
    number: Decimal
    score: float

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Where the cell is, or its table where cells have no place."""
        return (self.cell.box,) if self.cell.box is not None else self.found.block.boxes


def best_cell(tables: Sequence[Found], asked: Weights) -> Match | None:
    """Give the number whose row and column are named best by the weighted words, the first of equal ones."""
    matches = (match for found in tables if found.block.table is not None for match in _matches(found, found.block.table, asked))
    return max(matches, key=lambda match: match.score, default=None)


def weights(*questions: tuple[str, float]) -> Weights:
    """Give the words of questions with the weight of each; a word of several has the greatest."""
    found: Weights = {}
    for question, weight in questions:
        for term in query_terms(question):
            found[term] = max(weight, found.get(term, 0.0))
    return found


def _matches(found: Found, table: Table, asked: Weights) -> Iterator[Match]:
    grid = table.grid()
    first_row, first_column = table.header_rows, max(1, table.header_columns)
    rows = _scores([_words(line[:first_column]) for line in grid[first_row:]], asked)
    columns = _scores(
        [_words([line[column] for line in grid[:first_row]]) for column in range(first_column, table.columns)], asked
    )
    for row, row_score in enumerate(rows, first_row):
        for column, column_score in enumerate(columns, first_column):
            cell = grid[row][column]
            number = _number(cell)
            if cell is not None and number is not None and row_score + column_score > 0:
                yield Match(found=found, cell=cell, number=number, score=row_score + column_score + _CLOSE * found.score)


def _scores(headings: Sequence[frozenset[str]], asked: Weights) -> list[float]:
    """Score headings by the asked words in them: rare words count more, words that were not asked for less."""
    counts = Counter(word for heading in headings for word in heading)
    return [_score(heading, counts, asked) for heading in headings]


def _score(heading: frozenset[str], counts: Counter[str], asked: Weights) -> float:
    shared = sorted(word for word in heading if word in asked)
    if not shared:
        return 0.0
    return sum(asked[word] / math.sqrt(counts[word]) for word in shared) * (0.5 + 0.5 * len(shared) / len(heading))


def _words(cells: Sequence[Cell | None]) -> frozenset[str]:
    return frozenset(word for cell in cells if cell is not None for word in query_terms(cell.text))


def _number(cell: Cell | None) -> Decimal | None:
    if cell is None or cell.number is not None:
        return None if cell is None else cell.number
    read = read_number(cell.text)
    return None if read is None else read.value
