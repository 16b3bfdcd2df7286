"""Excel workbooks, written by openpyxl in the tests."""

from __future__ import annotations

import datetime
import zipfile
from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from evidoc.errors import UnreadableDocument
from evidoc.readers import choose, read_file
from evidoc.readers._cell_format import Value, displayed
from evidoc.records.document import Document
from evidoc.records.table import Table
from tests.readers.written import check_sound, kinds, of_kind, texts

PEOPLE = (("Name", "Age"), ("Ada", 36), ("Alan", 41))


def book_of(*rows: Sequence[object], change: Callable[[Worksheet], None] | None = None) -> Workbook:
    book = Workbook()
    sheet = book.active
    for row in rows:
        sheet.append(row)
    if change is not None:
        change(sheet)
    return book


def read_book(folder: Path, book: Workbook, name: str = "staff_2024.xlsx") -> Document:
    book.save(folder / name)
    document = read_file(folder / name)
    check_sound(document)
    return document


def only_table(document: Document) -> Table:
    (block,) = of_kind(document, "table")
    assert block.table is not None
    return block.table


def test_a_workbook_of_one_sheet_is_one_table_called_by_its_file(tmp_path: Path) -> None:
    document = read_book(tmp_path, book_of(*PEOPLE))
    assert (document.title, document.kind, document.reader) == ("Staff 2024", "table", "excel@1")
    assert kinds(document) == [("caption", "Staff 2024"), ("table", "")]
    assert texts(only_table(document)) == [["Name", "Age"], ["Ada", "36"], ["Alan", "41"]]
    assert only_table(document).header_rows == 1


def test_a_workbook_is_known_by_its_content_whatever_it_is_called(tmp_path: Path) -> None:
    book_of(*PEOPLE).save(tmp_path / "people.csv")
    assert choose(tmp_path / "people.csv") == "excel"


def test_an_office_file_other_than_a_workbook_is_refused_in_words(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "letter.xlsx", "w") as archive:
        archive.writestr("word/document.xml", "<w/>")
    with pytest.raises(UnreadableDocument, match="other than an Excel workbook") as refused:
        read_file(tmp_path / "letter.xlsx")
    assert refused.value.status == "unsupported"


def test_several_sheets_are_several_tables_under_their_names(tmp_path: Path) -> None:
    book = book_of(*PEOPLE)
    book.active.title = "Staff"
    for row in (("City", "Offices"), ("Zürich", 2), ("Oslo", 1)):
        book.create_sheet("Places").append(row) if "Places" not in book.sheetnames else book["Places"].append(row)
    book.create_sheet("Empty")
    document = read_book(tmp_path, book)
    assert [block.text for block in of_kind(document, "heading")] == ["Staff", "Places"]
    assert [(block.text, block.role, block.section) for block in of_kind(document, "caption")] == [
        ("Staff", "sheet_name", ("Staff",)),
        ("Places", "sheet_name", ("Places",)),
    ]
    assert [texts(block.table)[1][0] for block in of_kind(document, "table")] == ["Ada", "Zürich"]


def test_lines_over_the_headings_are_the_title_and_notes_below_are_notes(tmp_path: Path) -> None:
    """As in CSV files: case D02."""
    rows = (("Stanley Cups",), (), ("Team", "City", "Cups"), ("Blues", "STL", 1), ("Flyers", "PHI", 2), ("Source: the league",))
    document = read_book(tmp_path, book_of(*rows, change=lambda sheet: sheet.merge_cells("A1:C1")))
    assert document.title == "Stanley Cups"
    assert kinds(document) == [("caption", "Stanley Cups"), ("table", ""), ("footnote", "Source: the league")]
    assert texts(only_table(document))[0] == ["Team", "City", "Cups"]


def test_merged_cells_are_spans(tmp_path: Path) -> None:
    def merge(sheet: Worksheet) -> None:
        sheet.merge_cells("A1:A2")
        sheet.merge_cells("B1:C1")

    rows = (("Region", "Revenue", None), (None, "2023", "2024"), ("North", 10, 12), ("South", 7, 9))
    table = only_table(read_book(tmp_path, book_of(*rows, change=merge)))
    region, revenue = table.at(0, 0), table.at(0, 2)
    assert region is not None and (region.text, region.row_span) == ("Region", 2)
    assert revenue is not None and (revenue.text, revenue.column_span) == ("Revenue", 2)
    assert table.header_rows == 2 and table.column_header(2) == "Revenue / 2024"


def test_a_heading_over_some_columns_is_no_title(tmp_path: Path) -> None:
    rows = ((None, "Revenue", None), ("Region", "2023", "2024"), ("North", 10, 12), ("South", 7, 9))
    document = read_book(tmp_path, book_of(*rows, change=lambda sheet: sheet.merge_cells("B1:C1")))
    assert document.title == "Staff 2024"
    assert texts(only_table(document))[0] == ["", "Revenue", "Revenue"]


def test_a_table_that_begins_further_down_and_right_is_the_same_table(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.active
    for row, texts_of in enumerate((("Region", "Revenue", None), (None, "2023", "2024"), ("North", 10, 12), ("South", 7, 9)), 5):
        for column, value in enumerate(texts_of, 4):
            sheet.cell(row, column, value)
    sheet.merge_cells("E5:F5")
    table = only_table(read_book(tmp_path, book))
    assert (table.rows, table.columns) == (4, 3)
    revenue = table.at(0, 2)
    assert revenue is not None and revenue.text == "Revenue"


def test_merged_ranges_that_overlap_make_no_overlapping_cells(tmp_path: Path) -> None:
    rows = tuple(tuple(f"{row}{column}" for column in range(4)) for row in range(4))
    name = "overlap.xlsx"
    book_of(*rows, change=lambda sheet: sheet.merge_cells("B1:C2")).save(tmp_path / "whole.xlsx")
    with zipfile.ZipFile(tmp_path / "whole.xlsx") as whole, zipfile.ZipFile(tmp_path / name, "w") as changed:
        for part in whole.namelist():
            content = whole.read(part)
            changed.writestr(part, content.replace(b'<mergeCell ref="B1:C2"', b'<mergeCell ref="A2:C2"/><mergeCell ref="B1:C2"'))
    check_sound(read_file(tmp_path / name))


def test_numbers_are_written_as_the_sheet_shows_them_with_their_values_beside(tmp_path: Path) -> None:
    def style(sheet: Worksheet) -> None:
        sheet["B2"].number_format, sheet["B3"].number_format, sheet["B4"].number_format = "0.0%", "#,##0", "yyyy-mm-dd"

    rows = (("Measure", "Value"), ("share", 0.125), ("users", 1234567), ("since", datetime.date(2024, 3, 5)))
    table = only_table(read_book(tmp_path, book_of(*rows, change=style)))
    values = {cell.text: (cell.number, cell.unit) for cell in table.cells if cell.column == 1 and cell.row}
    assert values == {"12.5%": (Decimal("12.5"), "%"), "1,234,567": (Decimal(1234567), ""), "2024-03-05": (None, "")}


def test_a_formula_is_its_stored_value_and_one_without_is_flagged(tmp_path: Path) -> None:
    document = read_book(tmp_path, book_of(*PEOPLE, ("sum", "=SUM(B2:B3)")))
    assert of_kind(document, "table")[0].flags == ("formulas_without_values",) == document.flags


def test_hidden_sheets_rows_and_columns_are_kept_and_flagged(tmp_path: Path) -> None:
    def hide(sheet: Worksheet) -> None:
        sheet.row_dimensions[2].hidden = True
        sheet.column_dimensions["B"].hidden = True

    book = book_of(*PEOPLE, change=hide)
    secret = book.create_sheet("Secret")
    for row in PEOPLE:
        secret.append(row)
    secret.sheet_state = "veryHidden"
    document = read_book(tmp_path, book)
    assert [block.flags for block in of_kind(document, "table")] == [("hidden_columns", "hidden_rows"), ("hidden_sheet",)]
    assert document.flags == ("hidden_columns", "hidden_rows", "hidden_sheet")


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (0.1234, "0%", "12%"),
        (0.25, "0.00%_);(0.00%)", "25.00%"),
        (1234567.5, "#,##0.00", "1,234,567.50"),
        (-1234, "#,##0_);(#,##0)", "(1,234)"),
        (-1234, "#,##0;[Red]-#,##0", "-1,234"),
        (-1234, "#,##0", "-1,234"),
        (12.5, '"$"#,##0.00', "$12.50"),
        (12.5, "#,##0.00 [$€-407]", "12.50 €"),
        (-5, r'_("$"* #,##0_);_("$"* \(#,##0\);_("$"* "-"??_);_(@_)', "$(5)"),
        (1234567, '#,##0.0,,"M"', "1.2M"),
        (7, '0" years"', "7 years"),
        (5, "000", "005"),
        (-0.001, "0.00", "0.00"),
        (0.1 + 0.2, "General", "0.3"),
        (1e16, "General", "10000000000000000"),
        (2.5, "# ?/?", "2.5"),
        (1.5, "0.00E+00", "1.5"),
        (True, "General", "TRUE"),
        ("007", "General", "007"),
        (datetime.datetime(2024, 3, 5), "dd/mm/yyyy", "05/03/2024"),
        (datetime.datetime(2024, 3, 5), "[$-409]d-mmm-yy;@", "5-Mar-24"),
        (datetime.datetime(2024, 3, 5), "[$-F800]dddd, mmmm dd, yyyy", "Tuesday, March 05, 2024"),
        (datetime.datetime(2024, 3, 5, 13, 4), "h:mm AM/PM", "1:04 PM"),
        (datetime.datetime(2024, 3, 5, 13, 4, 9), "yyyy-mm-dd hh:mm:ss", "2024-03-05 13:04:09"),
        (datetime.datetime(2024, 3, 5, 13, 4, 9), "e", "2024-03-05 13:04:09"),
        (datetime.datetime(2024, 3, 5), "e", "2024-03-05"),
        (datetime.time(13, 4), "h:mm", "13:04"),
        (datetime.time(13, 4), "e", "13:04:00"),
        (datetime.timedelta(hours=30), "[h]:mm", "1 day, 6:00:00"),
        (None, "0%", ""),
    ],
)
def test_values_are_displayed_by_their_format(value: Value, number_format: str, text: str) -> None:
    assert displayed(value, number_format) == text


@given(st.one_of(st.integers(), st.floats(allow_nan=True), st.datetimes(), st.times()), st.text(max_size=20))
def test_any_format_gives_some_text(value: Value, number_format: str) -> None:
    assert isinstance(displayed(value, number_format), str)


@given(st.integers(-(10**15), 10**15))
def test_whole_numbers_with_thousands_lose_nothing(value: int) -> None:
    assert int(displayed(value, "#,##0").replace(",", "")) == value


def test_an_empty_workbook_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument, match="no cell with text") as refused:
        read_book(tmp_path, Workbook())
    assert refused.value.status == "empty"


def test_a_workbook_cut_short_is_damaged(tmp_path: Path) -> None:
    book_of(*PEOPLE).save(tmp_path / "a.xlsx")
    whole = (tmp_path / "a.xlsx").read_bytes()
    for size in (100, len(whole) // 2, len(whole) - 30):
        (tmp_path / "cut.xlsx").write_bytes(whole[:size])
        with pytest.raises(UnreadableDocument):
            read_file(tmp_path / "cut.xlsx")


def changed_part(folder: Path, part: str, content: bytes) -> Path:
    book_of(*PEOPLE).save(folder / "whole.xlsx")
    path = folder / "changed.xlsx"
    with zipfile.ZipFile(folder / "whole.xlsx") as whole, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as changed:
        for name in whole.namelist():
            changed.writestr(name, content if name == part else whole.read(name))
    return path


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/styles.xml", "xl/_rels/workbook.xml.rels"])
def test_a_workbook_with_a_broken_part_is_damaged(tmp_path: Path, part: str) -> None:
    with pytest.raises(UnreadableDocument) as refused:
        read_file(changed_part(tmp_path, part, b"<a><b></a>"))
    assert refused.value.status == "damaged"


def test_a_workbook_that_unpacks_beyond_measure_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = changed_part(tmp_path, "xl/worksheets/sheet1.xml", b"<worksheet>" + b" " * 30_000_000)
    with pytest.raises(UnreadableDocument, match="unpack to") as refused:
        read_file(path)
    assert refused.value.status == "too_large"


def test_a_workbook_with_entities_is_refused(tmp_path: Path) -> None:
    bomb = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><worksheet>&c;</worksheet>'
    with pytest.raises(UnreadableDocument, match="document type"):
        read_file(changed_part(tmp_path, "xl/worksheets/sheet1.xml", bomb))


def test_a_cell_at_the_far_corner_does_not_fill_the_sheet(tmp_path: Path) -> None:
    document = read_book(tmp_path, book_of(*PEOPLE, change=lambda sheet: sheet.cell(200_000, 60, "far")))
    table = only_table(document)
    assert (table.rows, table.columns) == (4, 3)


def test_more_cells_than_a_table_has_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evidoc.readers.excel.MAX_PLACES", 5)
    with pytest.raises(UnreadableDocument, match="more than 5 cells") as refused:
        read_book(tmp_path, book_of(*PEOPLE))
    assert refused.value.status == "too_large"


def test_the_same_workbook_gives_the_same_document(tmp_path: Path) -> None:
    book_of(*PEOPLE).save(tmp_path / "a.xlsx")
    assert read_file(tmp_path / "a.xlsx") == read_file(tmp_path / "a.xlsx")
