"""MinerU's results of four generations: formats.md, sections 10.1 to 10.3."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evidoc.errors import UnreadableDocument
from evidoc.pages.glyphs import text_in
from evidoc.readers import read_file
from evidoc.readers.mineru import read
from evidoc.records.document import Figure, Relation
from tests.build import line, pdf_bytes, shared
from tests.readers.parsed import agreement, digest, edges, read_sample, read_value
from tests.readers.written import kinds, of_kind, texts, written

PG9 = "docling/2305.03393v1-pg9.pdf"
CODE = "docling/code_and_formula.pdf"


@pytest.mark.parametrize("ending", ["middle", "content_list", "content_list_v2"])
@pytest.mark.parametrize("pdf", [PG9, CODE])
def test_the_text_of_every_block_is_what_stands_under_its_boxes(tmp_path: Path, ending: str, pdf: str) -> None:
    stem = Path(pdf).stem
    document = read_sample(tmp_path, f"mineru/v4_{stem}_{ending}.json", name=f"{stem}_{ending}.json", pdf=pdf)
    found = agreement(document, tmp_path / f"{stem}.pdf")
    assert min(found.values()) > 0.9 and len(found) >= 7
    assert document.pages_source is not None and document.pages_source.sha256 == digest(tmp_path / f"{stem}.pdf")
    assert not any("no_box" in block.flags or "text_unverified" in block.flags for block in document.blocks)


def test_a_box_of_the_fourth_generation_is_a_part_of_the_page_as_displayed(tmp_path: Path) -> None:
    document = read_sample(tmp_path, "mineru/v4_code_and_formula_middle.json")
    formula = next(block for block in document.blocks if block.text == "Formula")
    page = document.pages[1]
    assert (page.width, page.height) == (595.28, 841.89)
    assert edges(formula) == [(1, round(0.225 * 595.28, 2), round(0.148 * 841.89, 2), round(0.322 * 595.28, 2), 138.07)]


def test_boxes_of_middle_files_are_points_of_their_page(tmp_path: Path) -> None:
    document = read_sample(tmp_path, "mineru/v3_middle.json")
    assert edges(document.blocks[1]) == [(0, 134.0, 118.0, 481.0, 151.0)]
    assert (document.pages[0].width, document.pages[0].height) == (612.0, 792.0)


def test_boxes_of_content_lists_are_thousandths_of_a_page_whose_size_only_the_pdf_tells(tmp_path: Path) -> None:
    alone = read_sample(tmp_path, "mineru/v4_2305.03393v1-pg9_content_list.json", name="paper_content_list.json")
    assert alone.pages_source is None and alone.pages[0].flags == ("page_size_assumed",)
    beside = read_sample(
        tmp_path, "mineru/v4_2305.03393v1-pg9_content_list.json", name="2305.03393v1-pg9_content_list.json", pdf=PG9
    )
    assert (beside.pages[0].width, beside.pages[0].height, beside.pages[0].flags) == (612.0, 792.0, ())
    box = beside.blocks[1].boxes[0]
    assert abs(box.x0 - 0.219 * 612) < 0.02 and abs(box.y1 - 0.191 * 792) < 0.02


def test_all_generations_of_one_page_give_the_same_blocks(tmp_path: Path) -> None:
    """The third generation's files are of one run; they differ in order of captions and in what they place."""
    names = ("middle", "content_list", "content_list_v2", "vlm_model")
    read_all = [read_sample(tmp_path, f"mineru/v3_{name}.json", name=f"{name}.json") for name in names]
    sets = [{(block.kind, block.text) for block in document.blocks} for document in read_all]
    assert sets[0] == sets[1] == sets[2] == sets[3]
    assert ("paragraph", "order to compute the TED score with x^2 inline. Inference timing results for all experiments were "
            "obtained from the same machine.") in sets[0]  # fmt: skip


def test_kinds_captions_levels_and_formulas_of_a_page(tmp_path: Path) -> None:
    document = read_sample(tmp_path, "mineru/v3_middle.json")
    by_text = {block.text: block for block in document.blocks}
    table = of_kind(document, "table")[0]
    chart = of_kind(document, "chart")[0]
    assert document.caption(table) == "Table 1. HPO performed in OTSL and HTML representation."
    assert texts(table.table) == [["enc", "dec"], ["6", "6"]] and table.label == "Table 1"
    assert by_text["Bold is best."].kind == "footnote" and by_text["Bold is best."].parent == table.id
    assert [block.level for block in of_kind(document, "heading")] == [1, 2]
    assert of_kind(document, "equation")[0].latex == "E = mc^2"
    assert chart.figure is not None and chart.figure.chart_type == "bar_chart" and chart.markup == "html"
    assert of_kind(document, "figure")[0].figure != Figure()
    assert of_kind(document, "code")[0].source == "print('hi')"
    assert of_kind(document, "list")[0].source == "- first item\n- second item"
    assert [(block.kind, block.text) for block in document.blocks[-5:]] == [
        ("header", "Running header"),
        ("margin", "arXiv:2305.03393v1"),
        ("footnote", "1 A footnote."),
        ("footer", "Footer text"),
        ("page_number", "9"),
    ]
    assert [reference.key for reference in document.references] == ["1", "2"]
    formula = by_text[document.blocks[1].text]
    assert formula.markup == "markdown" and "$x^2$" in formula.source


def test_a_paragraph_that_was_joined_over_pages_keeps_the_place_of_each_part(tmp_path: Path) -> None:
    """Lines with `cross_page` and the emptied block (`lines_deleted`) on the next page."""
    document = read_sample(tmp_path, "synthetic/mineru_legacy_middle.json")
    assert kinds(document)[0][1].endswith("The rate was set at 4.5% for all members.")
    assert edges(document.blocks[0]) == [(0, 72.0, 100.0, 540.0, 130.0), (1, 72.0, 72.0, 260.0, 86.0)]
    assert kinds(document)[1:] == [("header", "Alder report 2022"), ("paragraph", "Costs were met by the owners.")]


def page(*blocks: object, discarded: tuple[object, ...] = (), index: int = 0) -> dict[str, object]:
    return {"page_idx": index, "page_size": [600, 800], "para_blocks": list(blocks), "discarded_blocks": list(discarded)}


def block(
    text: str, *, box: tuple[int, int, int, int] = (60, 80, 300, 100), kind: str = "text", **more: object
) -> dict[str, object]:
    lines = [{"bbox": box, "spans": [{"type": "text", "content": part}]} for part in text.split("\n")]
    return {"type": kind, "bbox": box, "lines": lines, **more}


def test_a_word_broken_at_a_lines_end_is_joined(tmp_path: Path) -> None:
    document = read_value(tmp_path, {"pdf_info": [page(block("It was a wonder-\nful well-\nKnown day."))]})
    assert document.blocks[0].text == "It was a wonderful well-Known day."


def test_the_rest_of_a_column_goes_back_to_its_own_place(tmp_path: Path) -> None:
    """On one page no span is marked; the lines themselves say where they stand."""
    first = block("The rate was", box=(60, 700, 280, 720))
    first["lines"] = [*first["lines"], {"bbox": [320, 80, 540, 100], "spans": [{"content": "set at 4.5%."}]}]  # type: ignore[misc]
    emptied = {"type": "text", "bbox": [320, 80, 540, 100], "lines": [], "lines_deleted": True}
    document = read_value(tmp_path, {"pdf_info": [page(first, emptied)]})
    assert kinds(document) == [("paragraph", "The rate was set at 4.5%.")]
    assert edges(document.blocks[0]) == [(0, 60.0, 700.0, 280.0, 720.0), (0, 320.0, 80.0, 540.0, 100.0)]


def test_lines_of_a_next_page_without_a_block_stand_at_its_beginning(tmp_path: Path) -> None:
    first = block("The rate was")
    first["lines"] = [*first["lines"], {"bbox": [60, 50, 200, 60], "spans": [{"content": "set.", "cross_page": True}]}]  # type: ignore[misc]
    document = read_value(tmp_path, {"pdf_info": [page(first), page(block("Next paragraph."), index=1)]})
    assert edges(document.blocks[0]) == [(0, 60.0, 80.0, 300.0, 100.0), (1, 60.0, 50.0, 200.0, 60.0)]


def test_a_table_merged_over_pages_has_the_place_of_both_halves(tmp_path: Path) -> None:
    def table(html: str, **more: object) -> dict[str, object]:
        body = {
            "type": "table_body",
            "bbox": [60, 80, 300, 200],
            "lines": [{"bbox": [], "spans": [{"type": "table", "html": html}]}],
        }
        return {"type": "table", "bbox": [60, 80, 300, 200], "blocks": [{**body, **more}]}

    whole = table("<table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table>")
    document = read_value(tmp_path, {"pdf_info": [page(whole), page(table("", lines_deleted=True), index=1)]})
    assert len(document.blocks) == 1 and [box.page for box in document.blocks[0].boxes] == [0, 1]


@pytest.mark.parametrize(
    ("text", "box", "kind"),
    [("12", (60, 780, 80, 790), "page_number"), ("Report", (60, 20, 90, 40), "header"), ("Note", (60, 780, 90, 790), "footer"),
     ("Side", (5, 300, 15, 500), "margin")],
)  # fmt: skip
def test_what_the_first_generation_discards_is_told_apart_by_its_place(
    tmp_path: Path, text: str, box: tuple[int, int, int, int], kind: str
) -> None:
    document = read_value(tmp_path, {"pdf_info": [page(discarded=(block(text, box=box, kind="discarded"),))]})
    assert kinds(document) == [(kind, text)]


def test_lists_and_listings_of_the_pipeline_are_made_of_lines(tmp_path: Path) -> None:
    items = block("• first\ngoes on\n• second", kind="list")
    for entry, starts in zip(items["lines"], (True, False, True), strict=True):  # type: ignore[call-overload]
        entry["is_list_start_line"] = starts
    algorithm = {"type": "algorithm", "bbox": [60, 200, 300, 240], "lines": block("for x:\n  y")["lines"]}
    document = read_value(tmp_path, {"pdf_info": [page(items, algorithm)]})
    assert document.blocks[0].source == "• first goes on\n• second"
    assert (document.blocks[1].kind, document.blocks[1].source) == ("algorithm", "for x:\n  y")


def test_formulas_links_and_money_in_a_content_list_become_plain_text(tmp_path: Path) -> None:
    text = r"**Bold** \(a_1\) and $\frac{1}{2}$ cost $5 million or $6 million, see [the site](https://x.org/a) \* <sup>2</sup>"
    document = read_value(tmp_path, [{"type": "text", "text": text, "page_idx": 0}], name="run_content_list.json")
    assert document.blocks[0].text == "Bold a_1 and (1)/(2) cost $5 million or $6 million, see the site * 2"


def test_the_smallest_heading_level_of_a_content_list_is_the_first(tmp_path: Path) -> None:
    """MinerU 4 begins at 2, the generations before at 1."""
    items = [{"type": "text", "text": text, "text_level": level, "page_idx": 0} for text, level in (("One", 2), ("Two", 3))]
    document = read_value(tmp_path, items, name="run_content_list.json")
    assert [(block.kind, block.level, block.section) for block in document.blocks] == [
        ("heading", 1, ()),
        ("heading", 2, ("One",)),
    ]


def test_a_legacy_content_list_has_no_boxes_until_its_pdf_is_there(tmp_path: Path) -> None:
    alone = read_sample(tmp_path, "synthetic/mineru_legacy_content_list.json", name="alder_content_list.json")
    assert all(block.boxes == () and block.flags == ("no_box",) for block in alone.blocks)
    first = line(72, 700, "The alder trial began in 2019 and ran on two sites.") + line(
        72, 684, "The rate was set at 4.5% for all members."
    )
    pages = [("/MediaBox[0 0 612 792]", first), ("/MediaBox[0 0 612 792]", line(72, 700, "Costs were met by the owners."))]
    written(tmp_path, "alder.pdf", pdf_bytes(pages))
    beside = read_file(tmp_path / "alder_content_list.json")
    assert [block.boxes[0].page for block in beside.blocks] == [0, 1]
    assert text_in(tmp_path / "alder.pdf", beside.blocks[1].boxes[0]) == "Costs were met by the owners."


def test_captions_without_a_place_are_found_on_the_page_by_their_words(tmp_path: Path) -> None:
    name = "2305.03393v1-pg9_content_list_v2.json"
    document = read_sample(tmp_path, f"mineru/v4_{name}", name=name, pdf=PG9)
    caption = of_kind(document, "caption")[0]
    assert "no_box" not in caption.flags and text_in(tmp_path / "2305.03393v1-pg9.pdf", caption.boxes[0]).startswith(
        "Table 1. HPO"
    )


def test_cells_get_the_boxes_of_their_words_from_the_pdf(tmp_path: Path) -> None:
    name = "2305.03393v1-pg9_middle.json"
    document = read_sample(tmp_path, f"mineru/v4_{name}", name=name, pdf=PG9)
    table = of_kind(document, "table")[0]
    assert table.table is not None
    boxed = [cell for cell in table.table.cells if cell.box is not None and cell.text.replace(" ", "").isalnum()]
    assert len(boxed) >= 10
    for cell in boxed:
        assert cell.box is not None and text_in(tmp_path / "2305.03393v1-pg9.pdf", cell.box).replace(
            " ", ""
        ) == cell.text.replace(" ", "")


def test_a_pdf_of_other_text_lends_no_pages(tmp_path: Path) -> None:
    document = read_sample(tmp_path, "mineru/v3_middle.json", name="code_and_formula_middle.json", pdf=CODE)
    assert document.pages_source is None and document.flags == ("pdf_beside_differs",)


def test_a_pdf_that_cannot_be_opened_is_said_and_lends_no_pages(tmp_path: Path) -> None:
    written(tmp_path, "v3.pdf", b"%PDF-1.4 broken")
    document = read_sample(tmp_path, "mineru/v3_middle.json", name="v3_middle.json")
    assert document.pages_source is None and document.flags == ("pdf_beside_unreadable",)


def test_the_copy_of_the_pdf_that_mineru_keeps_is_found(tmp_path: Path) -> None:
    (tmp_path / "p_origin.pdf").write_bytes(shared(f"samples/{PG9}").read_bytes())
    document = read_sample(tmp_path, "mineru/v4_2305.03393v1-pg9_middle.json", name="p_middle.json")
    assert document.pages_source is not None and document.pages_source.name == "p_origin.pdf"


def test_a_model_file_of_the_first_generation_has_pixels_and_no_order(tmp_path: Path) -> None:
    document = read_sample(tmp_path, "synthetic/mineru_legacy_model.json")
    assert document.flags == ("order_from_boxes",)
    assert [(page.width, page.height) for page in document.pages] == [(612.0, 792.0)] * 2
    assert edges(document.blocks[1]) == [(0, 72.0, 100.0, 540.0, 130.0)]
    assert texts(of_kind(document, "table")[0].table) == [["2022", "1,200"]]


def test_a_model_file_without_words_needs_the_pdf_and_says_so(tmp_path: Path) -> None:
    with pytest.raises(
        UnreadableDocument, match=r"put mineru_pipeline\.pdf beside it, or give mineru_pipeline_middle\.json"
    ) as caught:
        read_sample(tmp_path, "synthetic/mineru_pipeline_model.json")
    assert caught.value.status == "no_text_layer"


def test_a_model_file_without_words_takes_them_from_the_pdf(tmp_path: Path) -> None:
    content = line(72, 700, "3 Yield", size=16) + line(72, 660, "The yield of alder was measured on two sites.")
    written(tmp_path, "alder.pdf", pdf_bytes([("/MediaBox[0 0 612 792]", content)]))
    regions = [
        {"label": "text", "bbox": [190, 330, 1000, 380], "index": 2},
        {"label": "paragraph_title", "bbox": [190, 200, 500, 270], "index": 1},
        {"label": "formula_number", "bbox": [0, 0, 9, 9], "index": 3},
    ]
    document = read_value(tmp_path, [regions], name="alder_model.json")
    assert kinds(document) == [("heading", "3 Yield"), ("paragraph", "The yield of alder was measured on two sites.")]
    assert document.pages_source is not None and document.flags == ()


def test_a_continuation_of_the_fourth_generation_joins_or_is_related(tmp_path: Path) -> None:
    def text(content: str, top: float, **more: object) -> dict[str, object]:
        return {"type": "text", "bbox": [0.1, top, 0.9, top + 0.05], "content": [{"type": "text", "content": content}], **more}

    def table(rows: str, **more: object) -> dict[str, object]:
        body = {"type": "table_body", "bbox": [0.1, 0.5, 0.9, 0.6], "content": f"<table>{rows}</table>"}
        return {"type": "table", "bbox": [0.1, 0.5, 0.9, 0.6], "content": [body], **more}

    row = "<tr><td>a</td><td>1</td></tr>"
    blocks = [
        text("The rate", 0.1),
        text("was set.", 0.2, continues_prev=True),
        table(row),
        table(row + row, continues_prev=True),
    ]
    document = read_value(tmp_path, {"schema": "docvortex.middle", "pages": [{"page_idx": 0, "blocks": blocks}]})
    assert kinds(document)[0] == ("paragraph", "The rate was set.") and len(document.blocks[0].boxes) == 2
    assert document.relations == (Relation(kind="continuation", source=1, target=2),)


def test_references_in_a_list_are_references_one_by_one(tmp_path: Path) -> None:
    items = [
        {
            "type": "list",
            "sub_type": "ref_text",
            "list_items": ["[1] A. 2020.", "[2] B. 2021."],
            "page_idx": 0,
            "bbox": [1, 2, 3, 4],
        }
    ]
    document = read_value(tmp_path, items, name="run_content_list.json")
    assert [reference.key for reference in document.references] == ["1", "2"]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            {"pdf_info": [{"para_blocks": 3}]},
            r"not as MinerU writes it: Expected `array.*` - at `\$\.pdf_info\[0\]\.para_blocks`",
        ),
        ({"pdf_info": []}, "no block in it"),
        ({"pdf_info": [{"page_idx": 10**9, "para_blocks": []}]}, "pages count from 0 to at most 4999"),
        ({"pdf_info": [{"page_idx": -1, "para_blocks": []}]}, "page number -1"),
        ([{"type": "text", "page_idx": "x"}], "page_idx"),
        ({"pages": [{"page_idx": 0, "blocks": [{"content": "x"}]}]}, "missing required field `type`"),
    ],
)
def test_a_file_that_is_not_as_mineru_writes_it_says_where(tmp_path: Path, value: object, message: str) -> None:
    with pytest.raises(UnreadableDocument, match=message):
        read_value(tmp_path, value)


def test_another_programs_file_is_not_taken(tmp_path: Path) -> None:
    path = written(tmp_path, "a.json", json.dumps({"schema_name": "DoclingDocument"}))
    with pytest.raises(UnreadableDocument, match="written by docling, not by MinerU"):
        read(path, name="a.json", sha256="0" * 64)


def test_a_box_outside_its_page_or_reversed_is_no_place(tmp_path: Path) -> None:
    reversed_box, outside = block("One.", box=(300, 100, 60, 80)), block("Two.", box=(700, 80, 900, 100))
    document = read_value(tmp_path, {"pdf_info": [page(reversed_box, outside, block("Three."))]})
    assert [block.flags for block in document.blocks] == [("no_box",), ("no_box",), ()]


def test_half_a_surrogate_pair_does_not_stop_reading(tmp_path: Path) -> None:
    """Case A03."""
    content = '[{"type": "text", "text": "a \\ud835 b \\ud835\\udc00", "page_idx": 0, "score": NaN}]'
    document = read_file(written(tmp_path, "run_content_list.json", content))
    assert document.blocks[0].text == "a \ufffd b \U0001d400"
