"""HTML: filings and ordinary pages, the cases of area d."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from evidoc.errors import UnreadableDocument
from evidoc.records.document import Document
from evidoc.records.table import Cell
from tests.readers.written import document_from, kinds, of_kind, texts


def page(folder: Path, body: str, *, head: str = "") -> Document:
    return document_from(folder, "page.html", f"<!DOCTYPE html><html lang='en-GB'><head>{head}</head><body>{body}</body></html>")


def cells_of(document: Document) -> list[Cell]:
    table = of_kind(document, "table")[0].table
    assert table is not None
    return list(table.cells)


def test_cells_keep_what_is_written_and_numbers_are_read_by_column(tmp_path: Path) -> None:
    """Case D02: decimal commas, dates and codes survive."""
    document = page(
        tmp_path,
        "<table><tr><th>Country</th><th>Rate</th></tr><tr><td>A</td><td>47,8</td></tr><tr><td>B</td><td>2.150,00</td></tr>"
        "<tr><td>C</td><td>07.02.2022</td></tr><tr><td>D</td><td>0012</td></tr></table>",
    )
    assert [(cell.text, cell.number) for cell in cells_of(document) if cell.column == 1 and cell.row] == [
        ("47,8", Decimal("47.8")),
        ("2.150,00", Decimal("2150.00")),
        ("07.02.2022", None),
        ("0012", None),
    ]


def test_note_marks_leave_labels_and_numbers(tmp_path: Path) -> None:
    """Case D03."""
    document = page(
        tmp_path,
        "<table><tr><th></th><th>a</th><th>b</th><th>c</th><th>d</th></tr><tr><td>Net sales<sup>(a)</sup></td><td>1,250<sup>3"
        "</sup></td>"
        "<td>98.5%*</td><td>&#8212;</td><td>n/m</td></tr><tr><td>Area</td><td>10<sup>3</sup></td><td>5 m<sup>2</sup></td></tr>"
        "</table>",
    )
    found = {(cell.row, cell.column): (cell.text, cell.notes, cell.number) for cell in cells_of(document)}
    assert found[1, 0][:2] == ("Net sales", ("(a)",))
    assert found[1, 1] == ("1,250", ("3",), Decimal(1250))
    assert found[1, 2] == ("98.5%", ("*",), Decimal("98.5"))
    assert found[1, 3][2] is None and found[1, 4] == ("n/m", (), None)
    assert [found[2, column][:2] for column in (1, 2)] == [("10^3", ()), ("5 m^2", ())]


def test_units_over_a_table_hold_for_its_rows_but_not_for_shares_and_percentages(tmp_path: Path) -> None:
    """Case D04."""
    document = page(
        tmp_path,
        "<p>(In millions, except per share amounts and percentages)</p><table><tr><td></td><td>2023</td></tr><tr><td>Revenue</td>"
        "<td>1,204</td></tr><tr><td>EPS diluted</td><td>2.31</td></tr><tr><td>Margin</td><td>14.2%</td></tr>"
        "<tr><td>Shares (thousands)</td><td>38,120</td></tr></table>",
    )
    (caption,) = of_kind(document, "caption")
    assert document.blocks[1].captions == (caption.id,)
    values = {cell.row: (cell.number, cell.unit, cell.scale) for cell in cells_of(document) if cell.column == 1}
    assert values[1] == (Decimal(1204), "USD", 6)
    assert values[2][0] == Decimal("2.31") and values[2][2] == 0
    assert values[3] == (Decimal("14.2"), "%", 0)
    assert (values[4][0], values[4][2]) == (Decimal(38120), 3)


def test_layout_tables_hidden_facts_bullets_and_page_numbers_are_what_they_are(tmp_path: Path) -> None:
    """Case D05: every visible character counts once."""
    document = page(
        tmp_path,
        "<div style='display:none'><ix:header><ix:hidden><ix:nonNumeric>0000000000</ix:nonNumeric></ix:hidden></ix:header></div>"
        "<table><tr><td><table><tr><td>Cash</td><td>10</td></tr></table></td></tr></table><table><tr><td>&#8226;</td>"
        "<td>We face risk.</td></tr></table><p>Page <a name='p1'>12</a></p><hr style='page-break-after:always'>",
    )
    assert kinds(document) == [("table", ""), ("list", "We face risk."), ("page_number", "Page 12")]
    table, _, number = document.blocks
    assert texts(table.table) == [["Cash", "10"]]
    assert number.label == "12"
    assert document.body() == document.blocks[:2]


def test_signs_in_cells_of_their_own_join_their_number_and_empty_columns_go(tmp_path: Path) -> None:
    document = page(
        tmp_path,
        "<p>FORM 10-K of the SECURITIES AND EXCHANGE COMMISSION</p><table>"
        "<tr><td></td><td></td><td colspan=3>2024</td><td></td><td colspan=3>2023</td></tr>"
        "<tr><td>Net sales</td><td></td><td>$</td><td>391,035</td><td></td><td></td><td>$</td><td>383,285</td><td></td></tr>"
        "<tr><td>Other</td><td></td><td colspan=2>(565</td><td>)</td><td></td><td colspan=2>(334</td><td>)</td></tr>"
        "<tr><td>Margin</td><td></td><td colspan=2>46.2</td><td>%</td><td></td><td colspan=2>44.1</td><td>%</td></tr></table>",
    )
    assert texts(of_kind(document, "table")[0].table) == [
        ["", "2024", "2023"],
        ["Net sales", "$391,035", "$383,285"],
        ["Other", "(565)", "(334)"],
        ["Margin", "46.2%", "44.1%"],
    ]
    assert [cell.number for cell in cells_of(document) if cell.column == 1 and cell.row] == [391035, -565, Decimal("46.2")]


def test_signs_that_are_the_content_of_their_cell_stay(tmp_path: Path) -> None:
    document = page(
        tmp_path,
        "<table><tr><th>Sign</th><th>Means</th></tr><tr><td>%</td><td>modulo</td></tr><tr><td>$</td><td>end</td></tr></table>",
    )
    assert texts(of_kind(document, "table")[0].table) == [["Sign", "Means"], ["%", "modulo"], ["$", "end"]]


def test_inline_facts_state_unit_and_scale_of_their_cell(tmp_path: Path) -> None:
    units = "<xbrli:unit id='u'><xbrli:measure>iso4217:EUR</xbrli:measure></xbrli:unit>"
    fact = "<ix:nonFraction unitRef='u' scale='3' name='x:Cash' contextRef='c'>1,204</ix:nonFraction>"
    document = page(
        tmp_path,
        f"<div style='display:none'><ix:header><ix:resources>{units}</ix:resources></ix:header></div><ix:nonNumeric "
        f"name='dei:EntityRegistrantName'>Acme</ix:nonNumeric><table><tr><td></td><td>2023</td></tr><tr><td>Cash</td>"
        f"<td>{fact}</td></tr></table>",
    )
    assert document.kind == "filing" and document.title == "Acme"
    assert [(cell.text, cell.unit, cell.scale) for cell in cells_of(document) if cell.number == 1204] == [("1,204", "EUR", 3)]


def test_running_feet_before_page_breaks_are_footers(tmp_path: Path) -> None:
    pages = "".join(f"<p>Text {n}.</p><p>Acme | Form 10-K | {n}</p><hr style='page-break-after:always'>" for n in range(1, 5))
    document = page(tmp_path, f"<p>SECURITIES AND EXCHANGE COMMISSION</p><p>FORM 10-K</p>{pages}")
    assert [(block.text, block.label) for block in of_kind(document, "footer")][:1] == [("Acme | Form 10-K | 1", "1")]
    assert len(of_kind(document, "footer")) == 4


def test_a_filing_has_headings_by_their_look_and_notes_below_its_tables(tmp_path: Path) -> None:
    document = page(
        tmp_path,
        "<p>SECURITIES AND EXCHANGE COMMISSION FORM 10-K</p><p><b>PART I</b></p><p><b>Item 1. Business</b></p><p><b>Products"
        "</b></p>"
        "<p><i>Phones</i></p><p>Sales were as follows (dollars in millions):</p><table><tr><td></td><td>2024</td></tr>"
        "<tr><td>Services <sup>(1)</sup></td><td>96</td></tr><tr><td>All</td><td>391</td></tr></table>"
        "<p>(1)&nbsp;Includes fees.</p><p>•One more thing.</p>",
    )
    headings = [(block.text, block.section) for block in of_kind(document, "heading")]
    assert headings[-1] == ("Phones", ("PART I", "Item 1. Business", "Products"))
    table = of_kind(document, "table")[0]
    assert document.caption(table) == "Sales were as follows (dollars in millions):"
    assert [(note.label, note.text, note.parent) for note in of_kind(document, "footnote")] == [
        ("(1)", "Includes fees.", table.id)
    ]
    assert [(item.label, item.text) for item in of_kind(document, "list")] == [("•", "One more thing.")]


def test_a_contents_table_is_typed_as_contents(tmp_path: Path) -> None:
    rows = "".join(f"<tr><td><a href='#i{n}'>Item {n}. Name</a></td><td><a href='#i{n}'>{n}</a></td></tr>" for n in range(1, 5))
    document = page(tmp_path, f"<table>{rows}</table>")
    assert kinds(document) == [("toc", "Item 1. Name 1\nItem 2. Name 2\nItem 3. Name 3\nItem 4. Name 4")]


def test_an_ordinary_page_is_its_main_content(tmp_path: Path) -> None:
    document = page(
        tmp_path,
        "<nav><a href='/'>Home</a></nav><div class='side-bar sidebar'>Ads</div><script>var x</script><main><h1>Ducks</h1>"
        "<p>Ducks swim"
        "<sup class='reference'><a href='#cite_note-1'>[1]</a></sup>.</p><aside>More</aside><ol><li id='cite_note-1'><a "
        "href='#cite_ref-1'>^"
        "</a> Li, 2010.</li></ol></main><footer>Imprint</footer>",
        head="<title>Ducks - Wiki</title><link rel='canonical' href='ducks.html'><link rel='license' "
        "href='http://creativecommons.org/licenses/by-sa/4.0/'>",
    )
    assert kinds(document) == [("title", "Ducks"), ("paragraph", "Ducks swim."), ("reference", "Li, 2010.")]
    assert (document.title, document.language, document.kind) == ("Ducks", "en", "web")
    assert document.blocks[1].citations == ("cite_note-1",) and document.references[0].key == "cite_note-1"
    assert (document.source.licence, document.source.link) == ("CC-BY-SA-4.0", "ducks.html")


def test_a_page_that_a_program_shows_later_is_read_and_small_hidden_parts_are_not(tmp_path: Path) -> None:
    assert kinds(page(tmp_path, "<div style='display: none'><p>The whole of the text is in here.</p></div><p>Wait</p>")) == [
        ("paragraph", "The whole of the text is in here."),
        ("paragraph", "Wait"),
    ]
    assert kinds(page(tmp_path, "<p hidden>Tip</p><p>All that is shown on this page.</p>")) == [
        ("paragraph", "All that is shown on this page.")
    ]


def test_lists_quotes_code_figures_and_definitions_keep_their_roles(tmp_path: Path) -> None:
    document = page(
        tmp_path,
        "<h2>Parts</h2><ul><li>One<ul><li>Inner</li></ul></li></ul><ol start=3><li><p>Three</p><p>goes on</p></li></ol>"
        "<dl><dt>Key</dt><dd>Meaning</dd></dl><blockquote>Said</blockquote><pre>a = 1\n  b</pre>"
        "<figure><img src='d.png' alt='Duck'><figcaption>A duck</figcaption></figure>Tail<br><br>End",
    )
    assert kinds(document)[1:] == [
        ("list", "One"), ("list", "Inner"), ("list", "Three"), ("list", "goes on"), ("list", "Key: Meaning"),
        ("paragraph", "Said"), ("code", "a = 1\n  b"), ("figure", "Duck"), ("caption", "A duck"), ("paragraph", "Tail"),
        ("paragraph", "End"),
    ]  # fmt: skip
    assert [(block.level, block.label) for block in of_kind(document, "list")[:3]] == [(1, ""), (2, ""), (1, "3.")]
    assert [(relation.kind, relation.source, relation.target) for relation in document.relations] == [("continuation", 3, 4)]
    assert document.caption(of_kind(document, "figure")[0]) == "A duck"


def test_tables_within_a_data_table_are_part_of_their_cell(tmp_path: Path) -> None:
    document = page(
        tmp_path,
        "<table><tr><th>A</th><th>B</th></tr><tr><td>x</td><td><table><tr><td>1</td><td>2</td></tr></table></td></tr></table>",
    )
    assert texts(of_kind(document, "table")[0].table) == [["A", "B"], ["x", "1 2"]]


@pytest.mark.parametrize(
    ("rows", "grid"),
    [
        ("<tr><td rowspan=2>a<td>b<tr><td>c", [["a", "b"], ["a", "c"]]),
        ("<tr><td colspan=99>a</td></tr><tr><td>b</td><td>c</td></tr>", [["a", "a"], ["b", "c"]]),
        ("<tr><td rowspan=0>a</td><td>b</td></tr><tr><td>c</td></tr>", [["a", "b"], ["a", "c"]]),
        ("<tr><td colspan='x' rowspan='-1'>a</td><td>b</td></tr>", [["a", "b"]]),
        ("<tr><td>a</td><td></td><td>b</td></tr><tr></tr><tr><td>c</td><td> </td><td>d</td></tr>", [["a", "b"], ["c", "d"]]),
    ],
)
def test_spans_lie_as_a_browser_lays_them(tmp_path: Path, rows: str, grid: list[list[str]]) -> None:
    assert texts(of_kind(page(tmp_path, f"<table>{rows}</table>"), "table")[0].table) == grid


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030", "windows-1252"])
def test_encodings_are_found_by_mark_declaration_or_evidence(tmp_path: Path, encoding: str) -> None:
    text = "中文排版需求，第二章。" if encoding == "gb18030" else "Größe – naïve"
    declared = f"<meta charset={encoding}>" if encoding.startswith(("gb", "win")) else ""
    document = document_from(
        tmp_path, "a.html", f"<html><head>{declared}</head><body><p>{text}</p></body></html>".encode(encoding)
    )
    assert kinds(document) == [("paragraph", text)]


def test_deeply_nested_elements_are_read_as_far_as_the_parser_goes(tmp_path: Path) -> None:
    assert [text for _, text in kinds(page(tmp_path, "<div>" * 1_500 + "deep" + "</div>" * 1_500))] == ["deep"]
    assert page(tmp_path, "<p>Shallow.</p>" + "<b>" * 10_000 + "deep").flags == ("too_deep",)


def test_a_page_that_shows_nothing_is_unreadable(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument, match="no text on the page") as caught:
        page(tmp_path, "<script>draw()</script>")
    assert caught.value.status == "empty"


COVER = (
    "<p><b>UNITED STATES</b></p><p><b>SECURITIES AND EXCHANGE COMMISSION</b></p><p><b>FORM 10-K</b></p><p>For the year 2023.</p>"
)


def test_the_first_page_of_a_filing_has_no_headings(tmp_path: Path) -> None:
    document = page(tmp_path, f"{COVER}<p><b>PART I</b></p><p><b>Item 1. Business</b></p><p>We make mills.</p>")
    assert [block.text for block in of_kind(document, "heading")] == ["PART I", "Item 1. Business"]
    assert [block.text for block in of_kind(document, "paragraph")][:2] == ["UNITED STATES", "SECURITIES AND EXCHANGE COMMISSION"]


def test_a_filing_without_parts_keeps_its_headings(tmp_path: Path) -> None:
    document = page(tmp_path, f"{COVER}<p><b>Our business</b></p><p>We make mills.</p>")
    assert "Our business" in [block.text for block in of_kind(document, "heading")]


def test_levels_of_headings_by_look_do_not_jump(tmp_path: Path) -> None:
    """Bold under an item is of level 3, and italic under that of 4, whatever looks the page leaves out."""
    body = "<p><b>PART I</b></p><p><b>Item 1. Business</b></p><p><i>Mills</i></p><p>We make them.</p>"
    body += "<p><b>Wheels</b></p><p><i>Oak</i></p><p>Too.</p>"
    document = page(tmp_path, COVER + body)
    assert [(block.text, block.level) for block in of_kind(document, "heading")] == [
        ("PART I", 1),
        ("Item 1. Business", 2),
        ("Mills", 3),
        ("Wheels", 3),
        ("Oak", 4),
    ]
