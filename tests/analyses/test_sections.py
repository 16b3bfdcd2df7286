"""From which sections snippets are. Source: DHQ-87, DHQ-88."""

from __future__ import annotations

from pathlib import Path

from evidoc.analyses.sections import analyse
from evidoc.records.analysis import Bars, Matrix
from tests.analyses.asked import FIRST, SECOND, at, bench_of, number, question, rows
from tests.build import document_of, paragraph

HEADER = ("Abstract", "Introduction", "Background", "Method", "Results", "Discussion", "Conclusion", "Others")
ITEMS = [
    question("PS", [(FIRST, 0), (FIRST, 1), (FIRST, 6), (SECOND, 0), (SECOND, 1)]),
    question("FF", [(FIRST, 0), (FIRST, 17)]),
    question("TS", [(FIRST, 12), (FIRST, 11), (SECOND, 0)]),
]


def test_snippets_are_counted_over_all_eight_tags_and_rows_sum_to_them(tmp_path: Path) -> None:
    """`Findings` is a title of Results."""
    found = analyse(bench_of(tmp_path, ITEMS))
    assert found.tables[0].header == ("pattern", *HEADER, "snippets")
    assert rows(found, "by_pattern") == [("chain", 1, 0, 0, 0, 2, 0, 0, 0, 3), ("fan", 3, 1, 0, 1, 1, 1, 0, 0, 7)]
    assert rows(found, "by_type") == [("paragraph", 3, 1, 0, 1, 1, 1, 0, 0, 7), ("table", 1, 0, 0, 0, 2, 0, 0, 0, 3)]
    assert rows(found, "by_concept") == [
        ("PS", 2, 1, 0, 1, 1, 0, 0, 0, 5),
        ("FF", 1, 0, 0, 0, 0, 1, 0, 0, 2),
        ("TS", 1, 0, 0, 0, 2, 0, 0, 0, 3),
    ]


def test_a_hop_over_three_blocks_is_one_snippet(tmp_path: Path) -> None:
    evidence = [at(FIRST, 10), at(FIRST, 11), at(FIRST, 13), at(FIRST, 2, hop=1)]
    found = rows(analyse(bench_of(tmp_path, [question("PS", evidence=evidence)])), "by_concept")
    assert found == [("PS", 0, 1, 0, 0, 1, 0, 0, 0, 2)]


def test_shares_are_of_the_row(tmp_path: Path) -> None:
    found = rows(analyse(bench_of(tmp_path, ITEMS)), "shares_by_concept")
    assert found[0] == ("PS", 0.4, 0.2, 0.0, 0.2, 0.2, 0.0, 0.0, 0.0, 5)


def test_the_matrix_and_the_bars_have_the_counts(tmp_path: Path) -> None:
    figures = analyse(bench_of(tmp_path, ITEMS)).figures
    matrix = next(figure for figure in figures if isinstance(figure, Matrix) and figure.name == "by_concept")
    assert (matrix.rows, matrix.columns) == (("PS", "FF", "TS"), HEADER)
    assert list(matrix.values[0]) == [2, 1, 0, 1, 1, 0, 0, 0]
    series = [each for figure in figures if isinstance(figure, Bars) for each in figure.series]
    assert [(each.name, sum(value or 0 for value in each.values)) for each in series] == [("paragraph", 7), ("table", 3)]


def test_items_of_other_recipes_are_in_the_rows_by_type_and_concept_alone(tmp_path: Path) -> None:
    found = analyse(bench_of(tmp_path, [number([(FIRST, 12), (FIRST, 6)])]))
    assert rows(found, "by_type") == [("pdfqa", 0, 0, 0, 1, 1, 0, 0, 0, 2)]
    assert [row[0] for row in rows(found, "by_concept")] == ["lookup"]
    assert rows(found, "by_pattern") == []
    assert found.left_out == ("1 item (pdfqa 1): neither fan nor chain, so in no row by pattern",)


def test_where_no_document_has_sections_the_part_is_left_out_and_says_so(tmp_path: Path) -> None:
    """A matrix with all in one column says nothing."""
    bare = document_of(*(paragraph(number, f"Drip line {number} saves water.") for number in range(5)), name="bare.txt")
    found = analyse(bench_of(tmp_path, [question("PS", [(bare, 0), (bare, 1)], documents=[bare])], bare))
    assert (found.tables, found.figures, found.left_out) == ((), (), ("1 items: no document has sections",))
