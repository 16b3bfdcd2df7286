"""The measures of table structure, against values worked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.quality.blocks import Counts
from benchmarks.quality.grids import Grid, cell_counts, neighbour_counts, pair_grids, tree_similarity
from benchmarks.quality.truth_files import csv_grid, icdar_grids, table_of_rows
from evidoc.records.table import Cell, Table

TWO = table_of_rows([["a", "b"], ["c", "d"]])


def test_the_same_table_agrees_in_every_measure() -> None:
    assert cell_counts(TWO, TWO) == Counts(4, 4, 4)
    assert neighbour_counts(TWO, TWO) == Counts(4, 4, 4)
    assert tree_similarity(TWO, TWO) == 1


def test_a_table_a_row_too_low_has_no_cell_but_all_neighbours_right() -> None:
    lower = table_of_rows([["x", ""], ["a", "b"], ["c", "d"]])
    assert cell_counts(TWO, lower) == Counts(0, 4, 5)
    assert neighbour_counts(TWO, lower) == Counts(4, 4, 5)


def test_one_wrong_text_of_four_is_three_cells_of_four() -> None:
    assert cell_counts(TWO, table_of_rows([["a", "b"], ["c", "x"]])).f1 == pytest.approx(0.75)


def test_note_marks_are_printed_and_white_space_is_not() -> None:
    marked = Table(rows=1, columns=1, cells=(Cell(row=0, column=0, text="1 310", notes=("a",)),))
    assert cell_counts(table_of_rows([["1310a"]]), marked).right == 1


def test_empty_cells_are_passed_over_between_neighbours() -> None:
    assert neighbour_counts(table_of_rows([["a", "", "b"]]), table_of_rows([["a", "b"]])) == Counts(1, 1, 1)


def test_a_spanning_cell_meets_each_neighbour_once() -> None:
    wide = Table(rows=2, columns=2, cells=(
        Cell(row=0, column=0, column_span=2, text="h"), Cell(row=1, column=0, text="a"), Cell(row=1, column=1, text="b"),
    ))  # fmt: skip
    assert neighbour_counts(wide, wide) == Counts(3, 3, 3)


def test_a_missing_row_costs_its_nodes_in_the_tree() -> None:
    """The larger tree has a table, two rows and four cells; a row with two cells is missing."""
    assert tree_similarity(TWO, table_of_rows([["a", "b"]])) == pytest.approx(1 - 3 / 7)


def test_a_half_wrong_text_costs_half_a_node_and_a_wrong_span_a_whole_one() -> None:
    assert tree_similarity(table_of_rows([["ab"]]), table_of_rows([["ax"]])) == pytest.approx(1 - 0.5 / 3)
    spanning = Table(rows=1, columns=2, cells=(Cell(row=0, column=0, column_span=2, text="ab"),))
    assert tree_similarity(table_of_rows([["ab"]]), spanning) == pytest.approx(1 - 1 / 3)


def test_tables_are_paired_by_their_cells_and_only_on_common_pages() -> None:
    other = table_of_rows([["a", "x"], ["y", "z"]])
    here, there = frozenset({0}), frozenset({1})
    truth = [Grid(TWO, here), Grid(TWO, there)]
    given = [Grid(other, here), Grid(TWO, here)]
    assert pair_grids(truth, given) == [(truth[0], given[1]), (truth[1], None), (None, given[0])]


def test_icdar_regions_keep_rows_columns_and_spans_and_count_from_0(tmp_path: Path) -> None:
    path = tmp_path / "x-str.xml"
    path.write_text(
        "<document><table><region page='2'><cell start-row='1' start-col='1' end-col='2'><content>h</content></cell>"
        "<cell start-row='2' start-col='2'><content>b</content></cell></region></table></document>",
        encoding="utf-8",
    )
    cells = (Cell(row=0, column=0, column_span=2, text="h"), Cell(row=1, column=1, text="b"))
    assert icdar_grids(path) == (Grid(Table(rows=2, columns=2, cells=cells), frozenset({1})),)


def test_a_field_of_a_csv_file_is_a_cell(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text('a,"b, c"\n,d\n', encoding="utf-8")
    assert csv_grid(path).table == table_of_rows([["a", "b, c"], ["", "d"]])
