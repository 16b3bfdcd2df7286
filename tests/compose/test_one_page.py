"""One A4 page holds the whole narrative and all charts, and every clause and mark has its box (DH-55…DH-58, X-24)."""

from __future__ import annotations

import hashlib
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from evidoc.compose.one_page import (
    CHART_COUNTS,
    TEMPLATES,
    Clause,
    OnePage,
    PageContent,
    Passage,
    chart_size,
    defects_of,
    draw_page,
    page_document,
    page_picture,
)
from evidoc.compose.page import layout
from evidoc.errors import Undrawable, UnknownName, UsageError
from evidoc.pages.frame import displayed_pages, open_pdf
from evidoc.pages.glyphs import page_words, text_in
from evidoc.records.geometry import Box, coverage, intersection
from tests.compose.chart_specs import chart
from tests.compose.page_contents import SENTENCE, charts, content, passage, prose, whole

ALL = [(template, count) for template in TEMPLATES for count in CHART_COUNTS]


def solid(text: str) -> str:
    return "".join(text.split())


def saved(page: OnePage, folder: Path) -> Path:
    path = folder / "page.pdf"
    path.write_bytes(page.pdf)
    return path


def read(path: Path, boxes: tuple[Box, ...]) -> str:
    return solid("".join(text_in(path, box) for box in boxes))


@pytest.mark.parametrize(("template", "count"), ALL)
def test_every_template_holds_every_number_of_charts(template: str, count: int, tmp_path: Path) -> None:
    page = draw_page(whole(count), template=template)
    with open_pdf(saved(page, tmp_path)) as pdf:
        assert displayed_pages(pdf) == (page.geometry.page,)
        text = solid("".join(word.text for word in page_words(pdf, page.geometry.page)))
    assert all(solid(said) in text for said in (page.content.title, "Meridian Hotel Group", "Keep this.", "Policy notice"))
    assert len(page.geometry.charts) == count
    assert defects_of(page) == ()


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_box_of_a_passage_holds_exactly_its_text(template: str, tmp_path: Path) -> None:
    page = draw_page(whole(3), template=template)
    path = saved(page, tmp_path)
    for placed in page.geometry.passages:
        assert solid(placed.text) == read(path, placed.boxes).replace("\u2022", "")


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_boxes_of_a_clause_hold_exactly_its_text(template: str, tmp_path: Path) -> None:
    page = draw_page(whole(4), template=template)
    path = saved(page, tmp_path)
    clauses = [clause for placed in page.geometry.passages for clause in placed.clauses]
    assert clauses
    for clause in clauses:
        assert read(path, clause.boxes) == solid(clause.text)
        assert page.geometry.clause(clause.name) == clause


def test_marks_lie_in_the_panel_of_their_chart() -> None:
    page = draw_page(whole(6), template="brochure")
    for placed in page.geometry.charts:
        for mark in placed.geometry.marks:
            assert coverage(placed.mark_box(mark.series, mark.category), placed.box) == pytest.approx(1.0)
    with pytest.raises(KeyError):
        page.geometry.charts[0].mark_box("no", "mark")
    with pytest.raises(KeyError):
        page.geometry.clause("no clause")


def test_the_same_content_gives_the_same_bytes() -> None:
    assert draw_page(whole()).pdf == draw_page(whole()).pdf


def test_templates_differ() -> None:
    assert len({draw_page(whole(), template=template).pdf for template in TEMPLATES}) == len(TEMPLATES) >= 6


def test_charts_are_of_comparable_size_over_all_counts() -> None:
    """DH-57: the areas differ by at most 1.3."""
    areas = [width * height for width, height in map(chart_size, CHART_COUNTS)]
    assert max(areas) / min(areas) <= 1.3
    for count in CHART_COUNTS:
        assert {(c.geometry.width, c.geometry.height) for c in draw_page(whole(count)).charts} == {chart_size(count)}


def test_the_font_shrinks_as_the_text_grows_and_never_below_seven() -> None:
    """DH-56: from 10 by 0.5 to a floor of 7."""
    sizes = []
    for words in range(20, 700, 60):
        try:
            sizes.append(draw_page(content(*prose(words), count=6), template="policy").size)
        except Undrawable as error:
            assert error.reason == "does_not_fit"
            break
    assert sizes[0] == 10.0
    assert 7.0 <= sizes[-1] < 10.0
    assert all(one >= other for one, other in pairwise(sizes))
    assert {size % 0.5 for size in sizes} == {0.0}
    assert layout.SIZES == (10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0)


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_text_of_five_thousand_words_is_refused(template: str) -> None:
    """Case G04: the search ends with a reason, not with a second page."""
    with pytest.raises(Undrawable, match="too high for one page at 7 points") as caught:
        draw_page(content(*prose(5000), count=6), template=template)
    assert caught.value.reason == "does_not_fit"


@pytest.mark.parametrize("words", [50, 300])
def test_the_last_word_of_the_narrative_is_on_the_page(words: int, tmp_path: Path) -> None:
    """Case G04."""
    page = draw_page(content(*prose(words), passage("The very end is xylophone."), count=6), template="grant_rules")
    with open_pdf(saved(page, tmp_path)) as pdf:
        assert "xylophone." in {word.text for word in page_words(pdf, page.geometry.page)}


def test_a_word_of_two_hundred_letters_is_broken(tmp_path: Path) -> None:
    """Case G04."""
    page = draw_page(content(passage("z" * 200)), template="brochure")
    assert read(saved(page, tmp_path), page.geometry.passages[0].boxes) == "z" * 200


def test_a_title_of_a_thousand_letters_is_refused() -> None:
    with pytest.raises(Undrawable) as caught:
        draw_page(replace(content(), title="long " * 199 + "end"))
    assert caught.value.reason == "does_not_fit"


def test_a_chart_that_cannot_be_drawn_is_named() -> None:
    below_zero = chart("stacked_bar", {"Items sold": [-1, -2]}, ["Harbour", "Court"])
    first = charts(1)[0]
    with pytest.raises(Undrawable, match="Figure 2: a stacked_bar chart") as caught:
        draw_page(replace(content(), charts=(first, replace(first, spec=below_zero))))
    assert caught.value.reason == "unsuited"


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"charts": charts(5)}, "5 charts"),
        ({"passages": ()}, "without passages"),
        ({"title": ""}, "without a title"),
        ({"title": "two  spaces"}, "white space"),
        ({"passages": (Passage(text="short", clauses=(Clause(name="c", start=2, end=9),)),)}, "2–9 of 5 characters"),
    ],
)
def test_content_whose_parts_do_not_go_together_is_refused(fields: dict[str, object], why: str) -> None:
    with pytest.raises(UsageError, match=why):
        draw_page(replace(content(), **fields))


def test_an_unknown_template_gets_the_nearest_known_one() -> None:
    with pytest.raises(UnknownName, match="policy"):
        draw_page(content(), template="polcy")


def test_a_sign_that_no_font_has_is_refused() -> None:
    with pytest.raises(Undrawable) as caught:
        draw_page(content(passage("Hotel \U0001f3e8.")))
    assert caught.value.reason == "glyphs_missing"


@pytest.mark.parametrize("template", ["policy", "memo"])
@pytest.mark.parametrize(
    "text",
    [
        "本通知说明夜间服务优秀单位的评定办法，适用于全部酒店。" * 6,
        "Гостиница рассматривается, если заменено не менее 45 комплектов. " * 3,
    ],
)
def test_other_scripts_are_set_with_exact_boxes(template: str, text: str, tmp_path: Path) -> None:
    text = text.strip()
    page = draw_page(content(passage(text, marked=text[40:70])), template=template)
    path = saved(page, tmp_path)
    assert read(path, page.geometry.passages[0].boxes) == solid(text)
    assert read(path, page.geometry.clause("c").boxes) == solid(text[40:70])


def test_at_300_dpi_a_page_is_2480_by_3508_px_and_the_picture_is_lossless() -> None:
    """DH-58."""
    import io

    from PIL import Image

    from evidoc.pages.picture import page_image

    page = draw_page(content())
    picture = page_picture(page)
    assert (picture.width, picture.height) == (2480, 3508)
    with Image.open(io.BytesIO(picture.png)) as decoded:
        assert decoded.size == (2480, 3508)
        import pypdfium2

        pdf = pypdfium2.PdfDocument(page.pdf)
        assert decoded.tobytes() == page_image(pdf, page.geometry.page, dpi=300).tobytes()
        pdf.close()


def test_a_page_is_a_document_of_which_it_is_the_source() -> None:
    page = draw_page(whole(2), template="policy")
    document = page_document(page, name="page.pdf", licence="CC0-1.0")
    digest = hashlib.sha256(page.pdf).hexdigest()
    assert document.id == f"d-{digest[:12]}"
    assert document.pages_source == document.source
    assert document.source.sha256 == digest
    assert [block.id for block in document.blocks] == list(range(len(document.blocks)))
    kinds = [block.kind for block in document.blocks]
    assert kinds.count("title") == 1
    assert kinds.count("chart") == kinds.count("caption") == 2
    assert kinds[-1] == "footer"


def test_charts_of_a_document_have_captions_and_their_data() -> None:
    document = page_document(draw_page(whole(2)), name="page.pdf")
    block = next(block for block in document.blocks if block.kind == "chart")
    assert document.caption(block) == "Figure 1. Items sold, part 1"
    assert block.figure is not None
    assert block.figure.chart_type == "bar"
    assert block.table is not None
    cell = block.table.at(2, 1)
    assert cell is not None
    assert (block.table.row_header(2), str(cell.number), cell.unit) == ("Court", "55", "units")
    assert cell.box is not None
    assert intersection(cell.box, block.boxes[0]) > 0


def test_the_data_of_charts_can_be_kept_out_of_a_document() -> None:
    document = page_document(draw_page(whole(2)), name="page.pdf", with_data=False)
    assert all(block.table is None for block in document.blocks)


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_blocks_of_a_document_are_in_reading_order(template: str) -> None:
    """Passages keep their order; charts stand where they are seen: before, amid or after the text."""
    page = draw_page(whole(4), template=template)
    document = page_document(page, name="page.pdf")
    body = [block.text for block in document.blocks if block.text in {p.text for p in page.content.passages if p.kind != "note"}]
    assert body == [p.text for p in page.content.passages if p.kind != "note"]
    first_chart = next(block for block in document.blocks if block.kind == "chart")
    if TEMPLATES[template].charts == "top":
        assert all(block.id > first_chart.id for block in document.blocks if block.text in body)
    assert next(block for block in document.blocks if block.text == SENTENCE).section == ("Award",)


def test_short_text_is_not_set_in_two_columns() -> None:
    page = draw_page(content(), template="brochure")
    assert len(page.geometry.passages[0].boxes) == 1


def test_a_page_without_fields_or_notes_has_no_side_column() -> None:
    bare: PageContent = content(*prose(60))
    page = draw_page(bare, template="review_report")
    assert max(box.x1 for placed in page.geometry.passages for box in placed.boxes) > 450
