"""Tables in LaTeX: spans, rules, heads, notes and captions."""

from __future__ import annotations

from pathlib import Path

import pytest

from evidoc.records.document import Document
from evidoc.records.table import Table
from tests.readers.written import document_from, of_kind, texts


def document(folder: Path, body: str) -> Document:
    return document_from(folder, "a.tex", body)


def table(folder: Path, body: str) -> Table:
    (block,) = of_kind(document(folder, body), "table")
    assert block.table is not None
    return block.table


SPANS = (
    "\\begin{tabular}{|l|c|c|c|}\\hline\\multirow{2}{*}{Model} & \\multicolumn{2}{c|}{Acc} & F1 \\\\ \\cline{2-3} & dev & "
    "test & \\\\ "
    "\\midrule A\\&B & 1 & & 3 \\\\ \\begin{tabular}{c}C\\\\D\\end{tabular} & 4 & 5 & 6 \\\\ \\bottomrule\\end{tabular}"
)


def test_spans_rules_empty_cells_and_nested_tables_keep_every_column(tmp_path: Path) -> None:
    """Case C03, with the case's own input."""
    found = table(tmp_path, SPANS)
    assert (found.rows, found.columns, found.header_rows) == (4, 4, 2)
    assert [found.column_header(column) for column in range(4)] == ["Model", "Acc / dev", "Acc / test", "F1"]
    assert texts(found)[2:] == [["A&B", "1", "", "3"], ["C D", "4", "5", "6"]]
    assert [str(cell.number) for cell in found.cells if cell.row == 3 and cell.number is not None] == ["4", "5", "6"]


def test_the_source_of_a_table_is_kept(tmp_path: Path) -> None:
    (block,) = of_kind(document(tmp_path, f"Text.\n\n{SPANS}"), "table")
    assert (block.source, block.markup) == (SPANS, "latex")


@pytest.mark.parametrize(
    ("body", "header_rows"),
    [
        ("\\toprule a & b \\\\ \\midrule c & 1 \\\\ d & 2 \\\\ \\bottomrule", 1),
        ("\\hline a & b \\\\ \\hline c & 1 \\\\ d & 2 \\\\ e & 3 \\\\ \\hline", 1),
        ("\\hline a & b \\\\ \\hline\\hline c & 1 \\\\ \\hline d & 2 \\\\ \\hline", 1),
        ("\\hline a & b \\\\ \\hline c & 1 \\\\ \\hline d & 2 \\\\ \\hline", 1),
        ("\\toprule a & b \\\\ \\cmidrule(lr){1-2} x & y \\\\ \\midrule c & 1 \\\\ \\bottomrule", 2),
        ("2020 & 2021 \\\\ 1 & 2 \\\\", 1),
    ],
)
def test_rules_tell_which_rows_are_the_head(tmp_path: Path, body: str, header_rows: int) -> None:
    assert table(tmp_path, f"\\begin{{tabular}}{{ll}}{body}\\end{{tabular}}").header_rows == header_rows


def test_a_cell_may_hang_upwards_and_over_several_columns(tmp_path: Path) -> None:
    body = (
        "\\begin{tabular}{lll}h & i & j \\\\ & & 1 \\\\ \\multicolumn{2}{c}{\\multirow{-2}{*}{x}} & 2 \\\\ y & z & "
        "3\\end{tabular}"
    )
    found = table(tmp_path, body)
    assert texts(found) == [["h", "i", "j"], ["x", "x", "1"], ["x", "x", "2"], ["y", "z", "3"]]


def test_a_cell_that_says_something_cuts_the_one_that_hangs_into_it(tmp_path: Path) -> None:
    body = "\\begin{tabular}{ll}h & i \\\\ \\multirow{9}{*}{x} & 1 \\\\ & 2 \\\\ y & 3 \\\\ & 4\\end{tabular}"
    assert [row[0] for row in texts(table(tmp_path, body))] == ["h", "x", "x", "y", ""]


def test_lines_within_a_cell_do_not_end_its_row(tmp_path: Path) -> None:
    body = (
        "\\begin{tabular}{lp{3cm}}h & \\makecell[l]{two\\\\lines} \\\\ {a\\\\b} & \\parbox{2cm}{c\\\\d} \\\\ "
        "\\shortstack{e\\\\f} & \\begin{minipage}{2cm}g\\\\h\\end{minipage}\\end{tabular}"
    )
    assert texts(table(tmp_path, body)) == [["h", "two lines"], ["a b", "c d"], ["e f", "g h"]]


def test_marks_of_notes_leave_the_number(tmp_path: Path) -> None:
    body = (
        "\\begin{threeparttable}\\begin{tabular}{lr}Name & N \\\\ \\midrule A\\tnote{a} & 12$^{*}$ \\\\ B & "
        "3\\textsuperscript{b} \\\\ C & "
        "10$^{3}$\\end{tabular}\\begin{tablenotes}\\item[a] First. \\item[b] Second.\\end{tablenotes}\\end{threeparttable}"
    )
    found = document(tmp_path, body)
    (block,) = of_kind(found, "table")
    assert block.table is not None
    cells = {cell.text: (cell.notes, cell.number) for cell in block.table.cells}
    assert cells["A"][0] == ("a",) and cells["3"][0] == ("b",) and cells["12"][0] == ("*",)
    assert cells["10^3"][0] == ()
    assert [(note.label, note.text, note.parent) for note in of_kind(found, "footnote")] == [
        ("a", "First.", block.id),
        ("b", "Second.", block.id),
    ]


def test_a_long_table_has_one_head_and_its_caption(tmp_path: Path) -> None:
    body = (
        "\\begin{longtable}{ll}\\caption{Many}\\label{m}\\\\ \\toprule a & b \\\\ \\midrule\\endfirsthead "
        "\\multicolumn{2}{c}{continued} "
        "\\\\ a & b \\\\ \\midrule\\endhead \\multicolumn{2}{r}{next page} \\\\ \\endfoot \\bottomrule\\endlastfoot c & 1 "
        "\\\\ d & 2 \\\\ "
        "\\end{longtable} See \\ref{m}."
    )
    found = document(tmp_path, body)
    (block,) = of_kind(found, "table")
    assert block.table is not None
    assert texts(block.table) == [["a", "b"], ["c", "1"], ["d", "2"]] and block.table.header_rows == 1
    assert (block.label, block.labels, found.caption(block)) == ("Table 1", ("m",), "Table 1: Many")
    assert of_kind(found, "paragraph")[0].text == "See 1."


@pytest.mark.parametrize(
    "begin",
    [
        "tabular}{ll", "tabular}[t]{@{}l>{\\bfseries}l@{}", "tabular*}{\\textwidth}[b]{l@{\\extracolsep{\\fill}}l",
        "tabularx}{9cm}{lX",
        "tabulary}{9cm}{LL", "longtable}[c]{ll", "supertabular}{ll", "tabu} to \\textwidth {XX", "tblr}{ll", "NiceTabular}{ll",
        "xltabular}{9cm}{lX",
    ],
)  # fmt: skip
def test_tabulars_of_every_kind_are_tables(tmp_path: Path, begin: str) -> None:
    name = begin.partition("}")[0]
    assert texts(table(tmp_path, f"\\begin{{{begin}}}a & b \\\\ c & 1 \\end{{{name}}}")) == [["a", "b"], ["c", "1"]]


def test_captions_name_their_table_above_or_below_it(tmp_path: Path) -> None:
    one = "\\begin{table}\\caption{Above}\\label{a}\\begin{tabular}{ll}a & b \\\\ c & 1\\end{tabular}\\end{table}"
    two = "\\begin{table*}\\begin{tabular}{ll}a & b \\\\ c & 1\\end{tabular}\\caption{Below}\\label{b}\\end{table*}"
    found = document(tmp_path, one + two)
    assert [(block.kind, block.label) for block in found.blocks] == [
        ("caption", "Table 1"), ("table", "Table 1"), ("table", "Table 2"), ("caption", "Table 2"),
    ]  # fmt: skip
    assert [(block.labels, found.caption(block)) for block in of_kind(found, "table")] == [
        (("a",), "Table 1: Above"),
        (("b",), "Table 2: Below"),
    ]


def test_two_captions_in_one_float_name_a_table_each(tmp_path: Path) -> None:
    part = (
        "\\begin{{minipage}}{{5cm}}\\begin{{tabular}}{{ll}}a & b \\\\ c & {0}\\end{{tabular}}\\caption{{T{0}}}\\label{{t{0}}}"
        "\\end{{minipage}}"
    )
    found = document(tmp_path, f"\\begin{{table}}{part.format(1)}{part.format(2)}\\end{{table}}")
    assert [(block.label, block.labels) for block in of_kind(found, "table")] == [("Table 1", ("t1",)), ("Table 2", ("t2",))]


def test_a_table_that_is_a_picture_says_so(tmp_path: Path) -> None:
    """Case B13, in LaTeX."""
    found = document(tmp_path, "\\begin{table}\\includegraphics{t.png}\\caption{T}\\end{table}")
    (block,) = of_kind(found, "table")
    assert block.table is None and block.flags == ("image_only",) and block.figure is not None and block.figure.image == "t.png"


def test_a_tabular_that_only_arranges_pictures_is_none(tmp_path: Path) -> None:
    body = (
        "\\begin{figure}\\begin{tabular}{cc}\\includegraphics{a} & \\includegraphics{b}\\\\ (a) & "
        "(b)\\end{tabular}\\caption{F}\\end{figure}"
    )
    found = document(tmp_path, body)
    assert not of_kind(found, "table") and [block.label for block in of_kind(found, "figure")] == ["Figure 1"]


def test_one_box_set_as_a_tabular_is_text(tmp_path: Path) -> None:
    found = document(tmp_path, "Before \\begin{tabular}{c}one box\\end{tabular} after.")
    assert " ".join(block.text for block in found.blocks) == "Before one box after."


def test_citations_in_cells_are_kept_with_their_cell(tmp_path: Path) -> None:
    rows = "Study & N \\\\ \\hline Doe~\\cite{doe} & 3 \\\\ Roe \\cite{roe,poe} & 4"
    found = table(tmp_path, f"\\begin{{tabular}}{{ll}}{rows}\\end{{tabular}}")
    assert {cell.text: cell.citations for cell in found.cells if cell.citations} == {"Doe": ("doe",), "Roe": ("roe", "poe")}


def test_units_are_read_from_the_head(tmp_path: Path) -> None:
    found = table(tmp_path, "\\begin{tabular}{lr}Site & Height (m) \\\\ \\hline A & 1{,}200 \\\\ B & $-5$\\end{tabular}")
    assert [(str(cell.number), cell.unit) for cell in found.cells if cell.number is not None] == [("1200", "m"), ("-5", "m")]


def test_cells_that_are_all_bold_are_marked(tmp_path: Path) -> None:
    """SD-77: tables mark the best value so."""
    rows = "\\textbf{A} & \\textbf{1} x & $\\mathbf{2}$ \\\\ {\\bfseries B} & \\bf 3 & 4 \\\\ C & 5 & 6"
    found = table(tmp_path, f"\\begin{{tabular}}{{lll}}{rows}\\end{{tabular}}")
    assert [cell.text for cell in found.cells if cell.bold] == ["A", "2", "B", "3"]
