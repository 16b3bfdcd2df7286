"""Tables with the columns of the paper, and what its own rows say. Source: DHQ-143, P-04, P-05, P-09, P-10, P-12 to P-14."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from evidoc.errors import UnknownName
from evidoc.reports.result_table import COLUMNS, MISSING, ResultRow, columns_for, repeated_rows, result_table
from tests.build import shared

Numbers = tuple[float | None, ...]


@cache
def published(number: int) -> dict[tuple[str, ...], Numbers]:
    """Give a table of the paper: the texts before the numbers, and the numbers; dashes among the last columns are None."""
    lines = shared("papers/dochop_qa.txt").read_text(encoding="utf-8").splitlines()
    end = next(place for place, line in enumerate(lines) if line.startswith(f"Table {number}:"))
    rows: dict[tuple[str, ...], Numbers] = {}
    for line in reversed(lines[:end]):
        cells = line.split("\t")
        if rows and len(cells) < 2:
            break
        width = next((count for count, cell in enumerate(reversed(cells)) if not _is_value(cell)), len(cells))
        if any(_number(cell) is not None for cell in cells[-width:] if width):
            rows[tuple(cells[:-width])] = tuple(_number(cell) for cell in cells[-width:])
    return rows


def _is_value(cell: str) -> bool:
    return _number(cell) is not None or cell in ("–", "-")


def _number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None


def last(numbers: Numbers, count: int) -> tuple[float, ...]:
    return tuple(number for number in numbers[-count:] if number is not None)


ROWS = (
    ResultRow(("a", "text"), {"rouge1": 0.5, "rougeL": 0.12345, "corpus_bleu": 1.0, "bleu": 0.3}),
    ResultRow(("b|c", "both"), {"rouge1": None, "rouge2": 0.0}),
)


def test_generative_columns_are_those_of_table_5() -> None:
    table = result_table(ROWS, labels=("model", "input"), columns="generative")
    assert table.header == ("model", "input", "BLEU", "R-1", "R-2", "R-L", "R-LSum")
    assert table.rows[0] == ("a", "text", "100.00", "50.00", MISSING, "12.35", MISSING)


def test_missing_cells_are_dashes() -> None:
    assert result_table(ROWS, labels=("model", "input"), columns="generative").rows[1][2:] == ("–", "–", "0.00", "–", "–")


def test_index_columns_are_those_of_tables_6_17_and_18() -> None:
    table = result_table([ResultRow(("x",), {"index_f1": 0.1})], labels=("model",), columns="indices")
    assert table.header == ("model", "F1", "Re", "Pr", "Be", "Co", "Ov")


def test_retrieval_columns_are_those_of_table_27() -> None:
    assert tuple(COLUMNS["retrieval"]) == ("recall@5", "recall@10", "complete@5", "complete@10")


def test_all_metrics_can_be_columns() -> None:
    table = result_table(ROWS, labels=("model", "input"), columns="all")
    assert table.header[2:] == ("rouge1", "rougeL", "corpus_bleu", "bleu", "rouge2")


def test_the_columns_follow_what_was_scored() -> None:
    assert columns_for(ROWS) == "generative"
    assert columns_for([ResultRow(("x",), {"belong": 0.1})]) == "indices"
    assert columns_for([ResultRow(("x",), {"answer": 0.1})]) == "all"


def test_an_unknown_set_of_columns_is_refused() -> None:
    with pytest.raises(UnknownName, match="did you mean indices"):
        result_table(ROWS, labels=("model", "input"), columns="indice")


def test_a_bar_in_a_cell_does_not_break_a_markdown_table() -> None:
    lines = result_table(ROWS, labels=("model", "input"), columns="generative").markdown().splitlines()
    assert lines[1] == "| --- | --- | --- | --- | --- | --- | --- |"
    assert lines[3].startswith(r"| b\|c | both |")


def test_rows_with_the_same_numbers_are_pointed_out() -> None:
    """P-10: in the paper's table 18 the rows of two models are equal in all six numbers, which no two models are."""
    names = list(COLUMNS["indices"])
    rows = [
        ResultRow(labels[:3], dict(zip(names, (number / 100 for number in last(numbers, 6)), strict=True)))
        for labels, numbers in published_18().items()
    ]
    table = result_table(rows, labels=("setup", "text", "image"), columns="indices")
    (pair,) = repeated_rows(table, labels=3)
    assert {table.rows[place][:3] for place in pair} == {("Concat", "BB", "–"), ("PerEnt", "LF", "CL")}


def test_rows_without_numbers_are_not_alike() -> None:
    rows = [ResultRow((name,), {"index_f1": value}) for name, value in (("a", None), ("b", None), ("c", 0.0), ("d", 0.0))]
    assert repeated_rows(result_table(rows, labels=("model",), columns="indices"), labels=1) == ()


def published_18() -> dict[tuple[str, ...], Numbers]:
    """Give table 18; its third column is a dash or CL, so a dash there belongs to the labels."""
    return {(*labels, "–")[:3]: numbers[-6:] for labels, numbers in published(18).items()}


@pytest.mark.parametrize(("number", "rows"), [(6, 9), (17, 2), (18, 6)])
def test_published_index_rows_keep_the_identities_of_our_definitions(number: int, rows: int) -> None:
    """P-05, P-09, P-10: overlap is at least belong and contain; F1 averaged over samples is not that of the mean P and R."""
    found = published(number)
    assert len(found) == rows
    for numbers in found.values():
        f1, recall, precision, belong, contain, overlap = last(numbers, 6)
        assert overlap >= max(belong, contain)
        assert number == 18 or f1 < 2 * precision * recall / (precision + recall)


def test_published_rows_of_one_run_agree_across_tables() -> None:
    """P-04, P-12: the one-shot rows of table 16 are those of table 5; 29.7 and 32.1 are in tables 5, 16, 23 and 24."""
    short = {last(numbers, 5) for labels, numbers in published(5).items()}
    long = {last(numbers, 5) for labels, numbers in published(16).items() if "One-shot" in labels}
    assert len(short) == 14
    assert short == long
    both = (29.7, 32.1)
    assert all(any(last(numbers, 5)[:2] == both for numbers in published(number).values()) for number in (5, 16, 23, 24))


def test_published_evidence_access_rises_to_the_human_row() -> None:
    """P-12, P-13: none < retrieved < oracle < human, and the human row is that of the human evaluation."""
    rows = [last(numbers, 1)[0] for numbers in reversed(published(25).values())]
    assert rows == [10.2, 28.2, 48.5, 58.6]
    assert all(first < second for first, second in pairwise(rows))
    assert published(26)[("Human vs. Gold (ROUGE-L)",)] == (58.6,)


def test_published_retrieval_keeps_the_order_of_our_measures() -> None:
    """P-14: Complete ≤ Recall, and both grow with k."""
    found = published(27)
    assert len(found) == 3
    for numbers in found.values():
        recall_5, recall_10, complete_5, complete_10 = last(numbers, 4)
        assert complete_5 <= recall_5 <= recall_10
        assert complete_5 <= complete_10 <= recall_10
