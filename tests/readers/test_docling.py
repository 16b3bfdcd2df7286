"""Docling's JSON: formats.md, section 10.4."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evidoc.errors import UnreadableDocument
from evidoc.pages.glyphs import text_in
from evidoc.readers.docling import read
from evidoc.records.document import Document
from tests.readers.parsed import agreement, digest, edges, read_sample, read_value
from tests.readers.written import kinds, of_kind, texts, written

PG9 = "docling/2305.03393v1-pg9"
CODE = "docling/code_and_formula"


@pytest.mark.parametrize("sample", [PG9, CODE])
def test_the_text_of_every_block_is_what_stands_under_its_boxes(tmp_path: Path, sample: str) -> None:
    document = read_sample(tmp_path, f"{sample}.json", pdf=f"{sample}.pdf")
    pdf = tmp_path / f"{Path(sample).name}.pdf"
    found = agreement(document, pdf)
    assert min(found.values()) > 0.9 and len(found) >= 9
    assert document.pages_source is not None and document.pages_source.sha256 == digest(pdf)
    assert not any(block.flags for block in document.blocks)


def test_every_cell_stands_where_its_box_says(tmp_path: Path) -> None:
    """Cells count from the top while the table counts from the bottom; each box says its own origin."""
    document = read_sample(tmp_path, f"{PG9}.json", pdf=f"{PG9}.pdf")
    table = of_kind(document, "table")[0].table
    assert table is not None and (table.rows, table.columns) == (6, 8)
    for cell in table.cells:
        assert cell.box is not None
        assert text_in(tmp_path / "2305.03393v1-pg9.pdf", cell.box).replace(" ", "") == cell.text.replace(" ", "")


def test_a_box_from_the_bottom_is_turned_about_its_own_page(tmp_path: Path) -> None:
    document = read_sample(tmp_path, f"{CODE}.json")
    formula = next(block for block in document.blocks if block.text == "Formula")
    assert edges(formula) == [(1, 133.77, round(841.89 - 716.97, 2), 191.53, round(841.89 - 704.37, 2))]


def test_captions_furniture_and_headings_are_bound_and_typed(tmp_path: Path) -> None:
    document = read_sample(tmp_path, f"{PG9}.json")
    table = of_kind(document, "table")[0]
    assert kinds(document)[:2] == [
        ("header", "Optimized Table Tokenization for Table Structure Recognition"),
        ("page_number", "9"),
    ]
    assert document.caption(table).startswith("Table 1. HPO") and document.blocks[table.id - 1].kind == "caption"
    assert [(block.text, block.level) for block in of_kind(document, "heading")] == [
        ("5.1 Hyper Parameter Optimization", 2),
        ("5.2 Quantitative Results", 2),
    ]
    assert table.table is not None and table.table.header_rows == 2
    figures = read_sample(tmp_path, "docling/picture_classification.json")
    assert [figures.caption(figure) for figure in of_kind(figures, "figure")] == [
        "Figure 1: This is an example image.",
        "Figure 2: This is an example image.",
    ]


def test_groups_only_hold_their_items(tmp_path: Path) -> None:
    document = read_sample(tmp_path, "docling/multi_page.json")
    items = of_kind(document, "list")
    assert len(document.pages) == 5 and len(items) == 26
    assert [item.label for item in items if item.text.startswith(("Undo", "IBM"))] == ["", "1."]


def doc(*texts: dict[str, object], **more: object) -> dict[str, object]:
    """Give a file whose body has all texts that nothing else holds."""
    held = {
        ref["$ref"] for value in more.values() if isinstance(value, list) for entry in value for ref in entry.get("children", [])
    }
    refs = [{"$ref": f"#/texts/{number}"} for number in range(len(texts))]
    roots = [{"$ref": f"#/{name}/0"} for name in ("groups", "pictures", "tables") if more.get(name)]
    return {
        "schema_name": "DoclingDocument",
        "name": "made",
        "body": {"children": [ref for ref in refs if ref["$ref"] not in held] + roots},
        "texts": list(texts),
        **more,
    }


def text(content: str, label: str = "text", **more: object) -> dict[str, object]:
    return {"label": label, "text": content, "orig": content, **more}


def place(page: int, left: float, top: float, right: float, bottom: float, origin: str = "TOPLEFT") -> dict[str, object]:
    return {"page_no": page, "bbox": {"l": left, "t": top, "r": right, "b": bottom, "coord_origin": origin}}


def read_doc(folder: Path, value: dict[str, object]) -> Document:
    return read_value(folder, value, name="made.json")


PAGES = {
    "1": {"page_no": 1, "size": {"width": 600.0, "height": 800.0}},
    "2": {"page_no": 2, "size": {"width": 600.0, "height": 400.0}},
}


def test_a_document_of_a_format_without_pages_has_no_pages_and_no_boxes(tmp_path: Path) -> None:
    document = read_doc(tmp_path, doc(text("Alder", "title"), text("It grows."), pages={}))
    assert document.pages == () and kinds(document) == [("title", "Alder"), ("paragraph", "It grows.")]
    assert all(block.boxes == () and block.flags == () for block in document.blocks)


def test_an_item_in_two_places_has_two_boxes(tmp_path: Path) -> None:
    parts = [place(1, 60, 700, 300, 780), place(2, 60, 380, 300, 300, "BOTTOMLEFT")]
    document = read_doc(tmp_path, doc(text("It grows.", prov=parts), pages=PAGES))
    assert edges(document.blocks[0]) == [(0, 60.0, 700.0, 300.0, 780.0), (1, 60.0, 20.0, 300.0, 100.0)]


def test_runs_of_a_paragraph_are_one_paragraph(tmp_path: Path) -> None:
    group = {"label": "inline", "children": [{"$ref": "#/texts/0"}, {"$ref": "#/texts/1"}, {"$ref": "#/texts/2"}]}
    runs = (text("Here"), text("x^2", "formula"), text("grows."))
    assert kinds(read_doc(tmp_path, doc(*runs, groups=[group]))) == [("paragraph", "Here x^2 grows.")]


def test_a_picture_that_a_classifier_takes_for_a_chart_is_one_with_the_words_in_it(tmp_path: Path) -> None:
    guesses = [{"class_name": "logo", "confidence": 0.1}, {"class_name": "bar_chart", "confidence": 0.9}]
    picture = {
        "label": "picture",
        "children": [{"$ref": "#/texts/0"}],
        "prov": [place(1, 60, 100, 300, 200)],
        "annotations": [{"kind": "classification", "predicted_classes": guesses}],
    }
    document = read_doc(tmp_path, doc(text("2019 2020"), pictures=[picture], pages=PAGES))
    assert (document.blocks[0].kind, document.blocks[0].text) == ("chart", "2019 2020")
    assert document.blocks[0].figure is not None and document.blocks[0].figure.chart_type == "bar_chart"


def test_cells_that_cover_each_other_are_cut(tmp_path: Path) -> None:
    def cell(row: int, column: int, content: str, rows: int = 1, columns: int = 1) -> dict[str, object]:
        return {
            "start_row_offset_idx": row, "end_row_offset_idx": row + rows, "text": content,
            "start_col_offset_idx": column, "end_col_offset_idx": column + columns,
        }  # fmt: skip

    cells = [
        cell(0, 0, "a"),
        cell(0, 1, "b", columns=2),
        cell(1, 0, "c", columns=2),
        cell(1, 1, "d"),
        cell(-1, 0, "x"),
        cell(1, 2, "e"),
    ]
    table = {"label": "table", "data": {"table_cells": cells}, "prov": [place(1, 60, 100, 300, 200)]}
    document = read_doc(tmp_path, doc(tables=[table], pages=PAGES))
    assert texts(document.blocks[0].table) == [["a", "b", "b"], ["c", "c", "e"]]


def test_a_table_of_contents_is_text(tmp_path: Path) -> None:
    grid = [
        [
            {
                "start_row_offset_idx": 0,
                "end_row_offset_idx": 1,
                "start_col_offset_idx": 0,
                "end_col_offset_idx": 1,
                "text": "1 Yield 3",
            }
        ]
    ]
    table = {"label": "document_index", "data": {"grid": grid}, "prov": [place(1, 60, 100, 300, 200)]}
    assert kinds(read_doc(tmp_path, doc(tables=[table], pages=PAGES))) == [("toc", "1 Yield 3")]


def test_text_that_no_pointer_leads_to_is_said(tmp_path: Path) -> None:
    value = doc(text("Here."), text("Lost."))
    value["body"] = {"children": [{"$ref": "#/texts/0"}, {"$ref": "#/texts/0"}]}
    document = read_doc(tmp_path, value)
    assert kinds(document) == [("paragraph", "Here.")] and document.flags == ("text_outside_the_tree",)


def test_invisible_items_are_left_out_and_margins_are_margins(tmp_path: Path) -> None:
    items = (text("Seen."), text("Unseen.", content_layer="invisible"), text("Draft", content_layer="background"))
    assert kinds(read_doc(tmp_path, doc(*items))) == [("paragraph", "Seen."), ("margin", "Draft")]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"body": {"children": [{"$ref": "#/texts/9"}]}}, "'#/texts/9' leads nowhere"),
        ({"body": {"children": []}, "texts": []}, "no block in it"),
        ({"texts": [{"text": "x", "prov": [place(1, 0, 0, 1, 1, "MIDDLE")]}]}, "coord_origin"),
        ({"texts": [{"text": "x", "prov": [place(10**9, 0, 0, 1, 1)]}]}, "pages count from 0"),
        ({"pages": {"1": {"page_no": 1}}}, "missing required field `size`"),
    ],
)
def test_a_file_that_is_not_as_docling_writes_it_says_where(tmp_path: Path, change: dict[str, object], message: str) -> None:
    with pytest.raises(UnreadableDocument, match=message):
        read_doc(tmp_path, {**doc(text("x")), **change})


def test_groups_in_a_circle_or_without_end_are_refused_or_read_once(tmp_path: Path) -> None:
    circle = [{"label": "list", "children": [{"$ref": "#/groups/0"}, {"$ref": "#/texts/0"}]}]
    assert kinds(read_doc(tmp_path, doc(text("x", "list_item"), groups=circle))) == [("list", "x")]
    deep = [{"label": "list", "children": [{"$ref": f"#/groups/{number + 1}"}]} for number in range(300)]
    with pytest.raises(UnreadableDocument, match="nested over 100 deep"):
        read_doc(tmp_path, doc(text("x"), groups=[*deep, {"label": "list", "children": [{"$ref": "#/texts/0"}]}]))


def test_another_programs_file_is_not_taken(tmp_path: Path) -> None:
    path = written(tmp_path, "a.json", json.dumps({"pdf_info": []}))
    with pytest.raises(UnreadableDocument, match="not a DoclingDocument"):
        read(path, name="a.json", sha256="0" * 64)
