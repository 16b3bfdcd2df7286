"""The measures of blocks, captions and boxes, against values worked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.quality.blocks import (
    Counts,
    block_counts,
    caption_counts,
    cell_box_counts,
    match_boxes,
    placed_cell_counts,
    placed_counts,
)
from evidoc.records.document import Block
from tests.build import box, document_of, line, paragraph, pdf_bytes, table_of

TABLE = Block(id=1, kind="table", table=table_of(["", "2023"], ["Revenue", "1,310"]), boxes=(box(50, 100, 150, 140),))
CAPTION = Block(id=2, kind="caption", text="Table 1. Revenue of the year", caption_of=1, boxes=(box(50, 80, 300, 95),))


def test_counts_give_precision_recall_and_their_mean() -> None:
    counts = Counts(right=2, true=4, given=3)
    assert [counts.precision, counts.recall, counts.f1] == pytest.approx([2 / 3, 0.5, 4 / 7])


def test_a_box_is_paired_once_and_with_its_best_overlap() -> None:
    true = [box(0, 0, 10, 10)]
    assert match_boxes(true, [box(0, 0, 10, 10), box(0, 0, 10, 9)]) == Counts(1, 1, 2)
    assert match_boxes(true, [box(0, 0, 10, 5)]) == Counts(1, 1, 1)
    assert match_boxes(true, [box(0, 0, 10, 4.9)]) == Counts(0, 1, 1)


def test_a_block_of_another_kind_is_found_but_not_under_its_kind() -> None:
    counts = block_counts(document_of(paragraph(0, "x")), document_of(Block(id=0, kind="heading", boxes=paragraph(0, "x").boxes)))
    assert counts == {"any": Counts(1, 1, 1), "heading": Counts(0, 0, 1), "paragraph": Counts(0, 1, 0)}


def test_a_block_over_two_pages_counts_once_a_page_and_furniture_not_at_all() -> None:
    long = Block(id=0, kind="paragraph", boxes=(box(0, 0, 9, 9), box(0, 20, 9, 29), box(0, 0, 9, 9, page=1)))
    footer = Block(id=1, kind="footer", boxes=(box(0, 800, 9, 809),))
    assert block_counts(document_of(long, footer), document_of())["any"] == Counts(0, 2, 0)


def test_a_caption_is_bound_if_it_names_the_block_in_the_true_place() -> None:
    truth = document_of(TABLE, CAPTION)
    assert caption_counts(truth, document_of(TABLE, CAPTION)) == {"table": Counts(1, 1, 1)}
    lost = Block(id=2, kind="caption", text=CAPTION.text)
    assert caption_counts(truth, document_of(TABLE, lost)) == {"table": Counts(0, 1, 1)}
    elsewhere = Block(id=1, kind="table", boxes=(box(50, 400, 150, 440),))
    assert caption_counts(truth, document_of(elsewhere, CAPTION)) == {"table": Counts(0, 1, 1)}


def test_a_cell_box_is_right_if_the_page_says_under_it_what_the_cell_says(tmp_path: Path) -> None:
    pdf = tmp_path / "page.pdf"
    pdf.write_bytes(pdf_bytes([("/MediaBox[0 0 400 400]", line(102, 285, "2023"))]))
    assert cell_box_counts(document_of(TABLE), pdf) == Counts(right=1, true=3, given=3)


def test_an_aligned_block_is_right_on_the_true_pages_only() -> None:
    truth = document_of(paragraph(0, "x"), paragraph(1, "y", top=500))
    moved = Block(id=1, kind="paragraph", text="y", boxes=(box(50, 500, 545, 540, page=1),))
    assert placed_counts(truth, document_of(paragraph(0, "x"), moved)) == Counts(1, 2, 2)


def test_an_aligned_cell_is_right_inside_the_true_cell() -> None:
    assert placed_cell_counts(document_of(TABLE), document_of(TABLE)) == Counts(3, 3, 3)
