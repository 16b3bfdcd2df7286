"""CSV and TSV."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from evidoc.records.document import Block, Document
from evidoc.records.table import Table
from tests.readers.written import document_from, of_kind, texts


def table_in(document: Document) -> tuple[Block, Table]:
    block = of_kind(document, "table")[0]
    assert block.table is not None
    return block, block.table


@pytest.mark.parametrize(
    ("content", "grid"),
    [
        ("a,b\nx,1\ny,2\n", [["a", "b"], ["x", "1"], ["y", "2"]]),
        ("a, b; c; d\ne; f; g\nh, i; j; k\n", [["a, b", "c", "d"], ["e", "f", "g"], ["h, i", "j", "k"]]),
        ("a\tb\nx, y\t1\n", [["a", "b"], ["x, y", "1"]]),
        ("a|b\nx|1\n", [["a", "b"], ["x", "1"]]),
        ('a,b\n"x, ""y""",1\n', [["a", "b"], ['x, "y"', "1"]]),
        ("sep=;\na;b\nx,y;1\n", [["a", "b"], ["x,y", "1"]]),
        ("a,b\r\n\r\nx,1\r\n", [["a", "b"], ["x", "1"]]),
        ("name\nx\ny\n", [["name"], ["x"], ["y"]]),
    ],
)
def test_the_separator_is_found_by_evidence(tmp_path: Path, content: str, grid: list[list[str]]) -> None:
    assert texts(table_in(document_from(tmp_path, "a.csv", content))[1]) == grid


def test_lines_over_the_headings_are_the_title_and_notes_below_are_notes(tmp_path: Path) -> None:
    document = document_from(
        tmp_path, "a.csv", "Stanley Cups,,\nTeam,City,Cups\nBlues,STL,1\nFlyers,PHI,2\nSource: the league,,\n"
    )
    block, table = table_in(document)
    assert (document.title, document.caption(block)) == ("Stanley Cups", "Stanley Cups")
    assert texts(table)[0] == ["Team", "City", "Cups"] and table.rows == 3
    assert [(note.text, note.parent) for note in of_kind(document, "footnote")] == [("Source: the league", block.id)]


def test_a_table_without_a_title_is_called_by_its_file(tmp_path: Path) -> None:
    assert document_from(tmp_path, "apple-2024_table.csv", "a,b\nx,1\n").title == "Apple 2024 table"


def test_ragged_rows_are_kept_and_flagged(tmp_path: Path) -> None:
    block, table = table_in(document_from(tmp_path, "a.csv", "a,b,c\n1,2\n1,2,3\n1,2,3,4\n1,2,3\n"))
    assert block.flags == ("ragged_rows",)
    assert texts(table) == [
        ["a", "b", "c", ""],
        ["1", "2", "", ""],
        ["1", "2", "3", ""],
        ["1", "2", "3", "4"],
        ["1", "2", "3", ""],
    ]


def test_values_stay_as_written_and_the_decimal_mark_is_each_columns_own(tmp_path: Path) -> None:
    """Case D02."""
    content = "Land;Quote;Preis\nA;47,8;1.204\nB;2.150,00;2.000\nC;07.02.2022;0012\n"
    _, table = table_in(document_from(tmp_path, "a.csv", content))
    found = {cell.text: cell.number for cell in table.cells if cell.row}
    assert (found["47,8"], found["2.150,00"], found["07.02.2022"], found["0012"]) == (
        Decimal("47.8"),
        Decimal("2150.00"),
        None,
        None,
    )


def test_a_column_that_only_counts_the_rows_is_left_out_and_flagged(tmp_path: Path) -> None:
    document = document_from(tmp_path, "a.csv", ",Name,Value\n0,x,5\n1,y,6\n")
    assert texts(table_in(document)[1]) == [["Name", "Value"], ["x", "5"], ["y", "6"]]
    assert document.flags == ("row_numbers_left_out",)


def test_a_first_row_of_another_kind_than_the_rest_is_the_heading(tmp_path: Path) -> None:
    assert table_in(document_from(tmp_path, "a.csv", "1,2,3\na,b,c\nd,e,f\n"))[1].header_rows == 1


def test_a_quotation_mark_that_is_never_closed_swallows_no_rows(tmp_path: Path) -> None:
    rows = "".join(f"x{n},5 inch\n" for n in range(300))
    document = document_from(tmp_path, "a.csv", 'name,size\n"broken,1\n' + rows)
    assert table_in(document)[1].rows == 302
    assert "unbalanced_quotes" in document.flags


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_tables_in_any_encoding_are_the_same_table(tmp_path: Path, encoding: str) -> None:
    document = document_from(tmp_path, "a.csv", "Größe,Wert\nFläche,1\n".encode(encoding))
    assert texts(table_in(document)[1]) == [["Größe", "Wert"], ["Fläche", "1"]]
