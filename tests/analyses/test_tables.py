"""From where tables are and where in their chains they stand. Source: DHQ-89, DHQ-98, P-08."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from evidoc.analyses._published import concepts, table_origins
from evidoc.analyses.tables import analyse
from evidoc.records.analysis import Matrix
from evidoc.records.item import Evidence
from tests.analyses.asked import FIRST, SECOND, bench_of, block, number, question, rows
from tests.build import document_of

BEGINS = question("TS", [(FIRST, 12), (FIRST, 11), (SECOND, 0)])
BETWEEN = question("PST", [(SECOND, 1), (FIRST, 9), (FIRST, 12), (FIRST, 11)])
ENDS = question("PST", [(SECOND, 1), (FIRST, 12)])
WITHOUT = question("TSL", [(FIRST, 2), (SECOND, 0)])


def test_the_published_origins_add_up_to_the_published_questions() -> None:
    """P-08: a table a question, mostly of Results."""
    sums = {code: sum(counts) for code, counts in table_origins().items()}
    assert sums == {"PST": 874, "TS": 1365, "TSL": 573}
    assert sums == {concept.code: concept.items for concept in concepts() if concept.code in sums}
    assert {code: round(100 * counts[4] / sums[code], 1) for code, counts in table_origins().items()} == {
        "PST": 95.0,
        "TS": 77.4,
        "TSL": 83.4,
    }


def test_tables_are_counted_over_all_eight_tags_beside_the_published_ones(tmp_path: Path) -> None:
    found = analyse(bench_of(tmp_path, [BEGINS, BETWEEN, ENDS]))
    assert [row[0] for row in rows(found, "origins")][::8] == ["Abstract", "all"]
    assert rows(found, "origins")[4] == ("Results", 2, 1, 3)
    assert rows(found, "origins")[-1] == ("all", 2, 1, 3)
    assert rows(found, "origin_shares")[3:5] == [("Method", 0.0, 0.0, 0.0), ("Results", 1.0, 1.0, 1.0)]
    assert rows(found, "published_origins")[-1] == ("all", 874, 1365, 573, 2812)
    matrix = next(figure for figure in found.figures if isinstance(figure, Matrix))
    assert (matrix.rows, sum(matrix.values[0])) == (("PST", "TS"), 2)


def test_terminal_and_intermediate_tables_sum_to_the_chains_with_a_table(tmp_path: Path) -> None:
    """DHQ-98."""
    found = analyse(bench_of(tmp_path, [BEGINS, BETWEEN, ENDS, WITHOUT]))
    assert rows(found, "chains") == [("PST", 2, 1, 1, 0), ("TS", 1, 0, 1, 1), ("all", 3, 1, 2, 1)]
    assert all(row[1] == int(str(row[2])) + int(str(row[3])) for row in rows(found, "chains"))  # and no row says "False"
    assert found.left_out == ("1 item (dochop_qa 1): no table among the evidence",)


def test_a_table_in_no_section_is_of_the_section_that_refers_to_it(tmp_path: Path) -> None:
    """DHQ-89: journals put floats at the end."""
    speaking = replace(block(0, "Results"), refers_to=("t1",))
    document = document_of(speaking, replace(block(1, kind="table"), labels=("t1",)), name="c")
    item = question("PST", evidence=[Evidence(document=document.id, block=1)], documents=[document])
    assert rows(analyse(bench_of(tmp_path, [item], document)), "origins")[4] == ("Results", 1, 1)


def test_cells_of_one_table_are_one_table(tmp_path: Path) -> None:
    found = analyse(bench_of(tmp_path, [number([(FIRST, 12), (FIRST, 12)])]))
    assert rows(found, "origins")[-1] == ("all", 1, 1)
    assert (rows(found, "chains"), rows(found, "published_origins")) == ([], [])


def test_a_bench_without_tables_says_so(tmp_path: Path) -> None:
    found = analyse(bench_of(tmp_path, [question("PS", [(FIRST, 2)])]))
    assert (found.tables, found.figures, found.left_out) == ((), (), ("no item rests on a table",))
