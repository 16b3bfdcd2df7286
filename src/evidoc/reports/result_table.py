"""Result tables with the columns of the DocHop-QA paper: a row a run, numbers times 100, a dash where there is none.

Source: DHQ-143, tables 5, 6, 16, 17, 18 and 27 of the paper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evidoc.errors import UnknownName

MISSING = "–"
COLUMNS: Mapping[str, Mapping[str, str]] = {
    "generative": {"corpus_bleu": "BLEU", "rouge1": "R-1", "rouge2": "R-2", "rougeL": "R-L", "rougeLsum": "R-LSum"},
    "indices": {
        "index_f1": "F1",
        "index_recall": "Re",
        "index_precision": "Pr",
        "belong": "Be",
        "contain": "Co",
        "overlap": "Ov",
    },
    "retrieval": {"recall@5": "R@5", "recall@10": "R@10", "complete@5": "C@5", "complete@10": "C@10"},
}


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One run: what it is called (one text a label column), and its means by metric, 0 to 1."""

    labels: tuple[str, ...]
    means: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class ResultTable:
    """A table of texts, ready to print or to write."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def markdown(self) -> str:
        """Give the table as Markdown; a bar inside a cell is escaped."""
        lines = [self.header, tuple("---" for _ in self.header), *self.rows]
        return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def result_table(rows: Sequence[ResultRow], *, labels: Sequence[str], columns: str) -> ResultTable:
    """Give the table of a set of columns: `generative`, `indices`, `retrieval`, or `all` metrics that any row has.

    Raises:
        UnknownName: There is no such set.
    """
    names = _columns(rows, columns)
    header = (*labels, *names.values())
    return ResultTable(header, tuple((*row.labels, *(_percent(row.means.get(name)) for name in names)) for row in rows))


def columns_for(rows: Sequence[ResultRow]) -> str:
    """Give the first set of which any row has a metric, else `all`."""
    known = {name for row in rows for name in row.means}
    return next((columns for columns, names in COLUMNS.items() if known & names.keys()), "all")


def repeated_rows(table: ResultTable, *, labels: int) -> tuple[tuple[int, int], ...]:
    """Give the pairs of rows whose numbers are all equal although they are of different runs; such rows want a second look.

    Source: P-10, where two models of the paper's table 18 share all six numbers.
    """
    numbers = [row[labels:] for row in table.rows]
    told = [any(cell not in (MISSING, "0.00") for cell in row) for row in numbers]
    return tuple(
        (first, second)
        for first in range(len(numbers))
        for second in range(first + 1, len(numbers))
        if told[first] and numbers[first] == numbers[second]
    )


def _columns(rows: Sequence[ResultRow], columns: str) -> Mapping[str, str]:
    if columns == "all":
        return {name: name for row in rows for name in row.means}
    if columns not in COLUMNS:
        raise UnknownName(columns, kind="set of columns", known=(*COLUMNS, "all"))
    return COLUMNS[columns]


def _percent(mean: float | None) -> str:
    return MISSING if mean is None else f"{100 * mean:.2f}"
