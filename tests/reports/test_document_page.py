"""A document as an HTML page: what is drawn where, and what the list says."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec.structs import replace

from evidoc.records.document import Block
from evidoc.records.table import Cell, Table
from evidoc.reports.document_marks import kinds_of, marks_of
from evidoc.reports.document_page import GENERATOR, write_document_page
from evidoc.reports.pictures import Pictures
from tests.build import A4, box, document_of, paragraph
from tests.reports.small_document import pictures_of, png, small_document


def page_of(text: str = "The hall was opened in 1931.") -> str:
    document = small_document(text=text)
    return write_document_page(document, pictures=pictures_of(document)).decode()


def test_boxes_are_drawn_on_their_pages_and_cells_within_their_table() -> None:
    first, second = marks_of(small_document())
    assert [frame.block.id for frame in first.frames] == [0, 1, 2, 3, 4, 5, 5]
    assert [frame.block.id for frame in second.frames] == [5, 6]
    assert [cell.text for _, cell, _ in first.cells] == ["Year", "Cost", "2023", "5", "2024", "7"]


def test_arrows_follow_the_reading_order_without_running_headers() -> None:
    first, second = marks_of(small_document())
    assert [line.kinds for line in first.order] == [
        ("title", "heading"),
        ("heading", "caption"),
        ("caption", "table"),
        ("table", "paragraph"),
    ]
    assert [line.kinds for line in second.order] == [("paragraph", "equation")]


def test_a_paragraph_over_columns_and_pages_is_joined() -> None:
    first, second = marks_of(small_document())
    assert [(line.start, line.end) for line in first.joints] == [((290, 700), (310, 300))]
    assert [(turn.block.id, turn.page, turn.is_onward) for turn in first.turns] == [(5, 1, True)]
    assert [(turn.block.id, turn.page, turn.is_onward) for turn in second.turns] == [(5, 0, False)]


def test_a_caption_is_bound_to_the_nearest_box_of_what_it_names() -> None:
    (line,) = marks_of(small_document())[0].captions
    assert (line.kinds, line.start, line.end) == (("caption", "table"), (100, 93), (100, 110))


def test_a_caption_on_another_page_than_its_figure_has_no_line() -> None:
    figure = Block(id=0, kind="figure", boxes=(box(50, 50, 100, 100, page=1),), captions=(1,))
    caption = Block(id=1, kind="caption", text="Figure 1", caption_of=0, boxes=(box(50, 700, 100, 710),))
    pages = marks_of(document_of(figure, caption, pages=(A4, replace(A4, index=1))))
    assert not any(page.captions for page in pages)


def test_boxes_on_pages_that_are_not_there_are_left_out() -> None:
    lost = Block(
        id=0,
        kind="table",
        boxes=(box(0, 0, 9, 9, page=7),),
        captions=(1,),
        table=Table(rows=1, columns=1, cells=(Cell(row=0, column=0, text="x", box=box(0, 0, 9, 9, page=7)),)),
    )
    caption = Block(id=1, kind="caption", text="x", caption_of=0, boxes=(box(0, 0, 9, 9, page=7),))
    orphan = Block(id=2, kind="caption", text="x", caption_of=99, boxes=(box(0, 50, 9, 59),))
    (page,) = marks_of(document_of(lost, caption, orphan))
    assert [frame.block.id for frame in page.frames] == [2] and not (page.cells or page.captions or page.order)


def test_a_kind_is_written_beside_its_box_where_there_is_room_and_over_it_where_not() -> None:
    blocks = (
        Block(id=0, kind="paragraph", boxes=(box(50, 100, 290, 200),)),
        Block(id=1, kind="paragraph", boxes=(box(295, 100, 545, 200),)),
        Block(id=2, kind="heading", boxes=(box(50, 300, 120, 312),)),
        Block(id=3, kind="heading", boxes=(box(50, 400, 594, 412),)),
    )
    (page,) = marks_of(document_of(*blocks))
    assert [frame.label.is_above for frame in page.frames] == [True, False, False, True]


def test_numbers_in_a_crowd_are_written_only_when_they_are_pointed_at() -> None:
    blocks = [
        Block(id=number, kind="paragraph", boxes=(box(100 + 22 * number, 50, 120 + 22 * number, 58),)) for number in range(9)
    ]
    (page,) = marks_of(document_of(*blocks))
    assert [frame.is_tight for frame in page.frames] == [False, *[True] * 8]


def test_kinds_are_counted_in_the_order_in_which_they_come() -> None:
    assert kinds_of(small_document().blocks)[:2] == [("header", 1), ("title", 1)]


def test_the_list_names_each_block_with_its_section_pages_links_and_flags() -> None:
    html = page_of()
    entries = dict(re.findall(r'<li id="block-(\d+)"(.*?)</li>', html, re.DOTALL))
    assert list(entries) == [str(number) for number in range(8)]
    assert "Costs" in entries["5"] and "page 1, 2" in entries["5"] and "joined over pages" in entries["5"]
    assert 'caption of <a href="#block-4">4</a>' in entries["3"] and '<a href="#block-3">3</a>' in entries["4"]
    assert "3 × 2 cells, 1 heading row, 1 heading column" in entries["4"] and "E=mc^2" in entries["6"]
    assert "no place" in entries["7"] and "no box" in entries["7"]


def test_every_page_has_its_picture_and_its_printed_name() -> None:
    html = page_of()
    assert html.count('<image width="595"') == 2 and "page 2 (printed ii), turned by 90" in html
    assert html.index(GENERATOR) < 1000


def test_a_table_in_the_list_keeps_its_spans_and_says_what_is_cut() -> None:
    wide = Cell(row=0, column=0, column_span=2, text="both", header=True)
    cells = (wide, *(Cell(row=row, column=1, text=str(row)) for row in range(1, 70)))
    block = Block(id=0, kind="table", table=Table(rows=70, columns=2, cells=cells), boxes=(box(0, 0, 100, 100),))
    document = document_of(block)
    html = write_document_page(document, pictures=pictures_of(document)).decode()
    assert '<th colspan="2">both</th>' in html and "<tr><td></td><td>59</td></tr>" in html
    assert "<td>60</td>" not in html and "10 more rows" in html


def test_only_asked_pages_are_drawn_with_their_blocks_and_those_without_a_place() -> None:
    document = small_document()
    pictures = Pictures()
    pictures.keep((document.id, 1), png())
    html = write_document_page(document, pictures=pictures, note="Page 2 of 2.").decode()
    assert re.findall(r'<li id="block-(\d+)"', html) == ["5", "6", "7"]
    assert 'id="page-2"' in html and 'id="page-1"' not in html and "Page 2 of 2." in html


def test_a_page_without_a_picture_says_why_and_keeps_its_boxes() -> None:
    document = document_of(paragraph(0, "text"))
    pictures = Pictures()
    pictures.lack([(document.id, 0)], "not there, because of a <bomb>")
    html = write_document_page(document, pictures=pictures).decode()
    assert "the picture is not there, because of a &lt;bomb&gt;" in html
    assert 'id="at-0"' in html and "<image" not in html


def test_a_document_without_pages_still_lists_its_blocks() -> None:
    html = write_document_page(document_of(Block(id=0, kind="paragraph", text="alone"), pages=()), pictures=Pictures()).decode()
    assert "The document has no pages." in html and "alone" in html


def test_text_that_no_file_can_hold_is_shown_as_a_mark() -> None:
    """Case A03."""
    html = page_of("x\ud800\x00<b>")
    assert "x\ufffd\ufffd&lt;b&gt;" in html and "\x00" not in html


def test_the_same_document_gives_the_same_bytes() -> None:
    assert page_of() == page_of()


def test_pictures_beyond_the_budget_lie_beside_the_page(tmp_path: Path) -> None:
    document = small_document()
    pictures = Pictures(folder=tmp_path, budget=len(png()) + 10, spills=True, files="my doc-pages")
    for page in range(2):
        pictures.keep((document.id, page), png())
    assert pictures.sources[document.id, 0].startswith("data:image/png;base64,")
    assert pictures.sources[document.id, 1] == f"my%20doc-pages/p-{document.id}-2.png"
    assert (tmp_path / "my doc-pages" / f"p-{document.id}-2.png").read_bytes() == png()


def test_a_kind_of_article_is_no_warning_unless_it_takes_something_back() -> None:
    document = replace(small_document(), flags=("article_type:research-article",))
    page = write_document_page(document, pictures=pictures_of(document)).decode()
    assert "is flagged" not in page
    assert "<span>research article</span>" in page
    flagged = replace(document, flags=("article_type:retraction", "sub_articles_left_out"))
    page = write_document_page(flagged, pictures=pictures_of(flagged)).decode()
    assert "The document is flagged: article type:retraction, sub articles left out." in page


def test_pages_that_were_laid_out_here_are_not_said_to_be_of_a_file() -> None:
    document = small_document()
    paged = replace(document, pages_source=replace(document.source, name="sample.pdf"))
    assert "pages of <bdi>sample.pdf</bdi>" in write_document_page(paged, pictures=pictures_of(paged)).decode()
    page = write_document_page(paged, pictures=pictures_of(paged), is_laid_out=True).decode()
    assert "sample.pdf" not in page
    assert "laid out by evidoc" in page
