"""A structured source gets the pages and boxes of its PDF, wherever its parts have moved to (X-04, DHQ-15, SD-72)."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from evidoc.align._tokens import tokens_of
from evidoc.align.source_pages import align
from evidoc.compose.sheet import lay_out
from evidoc.errors import UnreadableDocument
from evidoc.pages.glyphs import text_in
from evidoc.records.document import Block, Document
from evidoc.records.geometry import Box, iou
from evidoc.records.table import Cell, Table
from tests.build import document_of, line, paragraph, pdf_bytes, table_of

WORDS = tuple(f"{first}{last}" for first in ("riv", "gau", "flo", "sed", "ban", "wei", "dep") for last in "abcdefgh")


def prose(seed: int, count: int) -> str:
    """Give a text that no other seed gives, with a full stop at the end."""
    return (
        " ".join(WORDS[(seed * 31 + place * place * 7 + place * seed) % len(WORDS)] for place in range(count))
        + f" {seed}x{count}."
    )


def sample() -> Document:
    table = table_of(
        ["Station", "Stage (m)", "Flow (m3/s)"], *([f"Gauge {n}", f"{n * 0.7:.1f}", f"{n * 13.5:,.1f}"] for n in range(30))
    )
    blocks = [
        Block(id=0, kind="title", text="Stage and flow of thirty gauges in one wet season"),
        *(
            block
            for n in range(6)
            for block in (
                Block(id=10 * n + 1, kind="heading", level=1, text=f"{n + 1}. {prose(n + 50, 4)}"),
                Block(id=10 * n + 2, kind="paragraph", text=prose(n, 120)),
                Block(id=10 * n + 3, kind="list", text=f"- {prose(n + 20, 18)}\n- {prose(n + 30, 25)}"),
            )
        ),
        Block(id=90, kind="caption", text="Table 1. Stage and flow of all gauges on the first day.", caption_of=91),
        Block(id=91, kind="table", table=table, captions=(90,)),
        Block(id=92, kind="figure", label="Figure 1", captions=(93,)),
        Block(id=93, kind="caption", text="Figure 1. A view of the weir below the third gauge.", caption_of=92),
    ]
    return document_of(*blocks, pages=())


def without_boxes(document: Document) -> Document:
    blocks = tuple(
        replace(block, boxes=(), table=replace(block.table, cells=tuple(replace(cell, box=None) for cell in block.table.cells)))
        if block.table is not None
        else replace(block, boxes=())
        for block in document.blocks
    )
    return replace(document, pages=(), pages_source=None, blocks=blocks)


def laid(document: Document, folder: Path) -> tuple[Document, Path]:
    drawn, pdf = lay_out(document)
    path = folder / "laid.pdf"
    path.write_bytes(pdf)
    return drawn, path


def saved(pdf: bytes, folder: Path) -> Path:
    path = folder / "pages.pdf"
    path.write_bytes(pdf)
    return path


def recall(text: str, found: str) -> float:
    wanted = Counter(tokens_of(text))
    return (wanted & Counter(tokens_of(found))).total() / max(1, wanted.total())


def said(path: Path, block: Block) -> str:
    return " ".join(text_in(path, box) for box in block.boxes)


def is_same_place(first: tuple[Box, ...], second: tuple[Box, ...]) -> bool:
    return len(first) == len(second) and all(iou(a, b) >= 0.5 for a, b in zip(first, second, strict=True))


def test_boxes_of_a_laid_out_document_are_found_again(tmp_path: Path) -> None:
    drawn, path = laid(sample(), tmp_path)
    found = align(without_boxes(drawn), path)
    pairs = list(zip(drawn.blocks, found.document.blocks, strict=True))
    right = [is_same_place(before.boxes, after.boxes) for before, after in pairs]
    assert sum(right) >= 0.95 * len(right)
    assert found.matched == 1.0
    assert found.document.pages == drawn.pages
    assert found.document.pages_source is not None
    assert drawn.pages_source is not None
    assert found.document.pages_source.sha256 == drawn.pages_source.sha256


def test_cells_of_a_laid_out_table_are_found_again(tmp_path: Path) -> None:
    drawn, path = laid(sample(), tmp_path)
    table = align(without_boxes(drawn), path).document.block(91).table
    assert table is not None
    assert [cell.box and text_in(path, cell.box) for cell in table.cells] == [cell.text for cell in table.cells]


def test_aligning_twice_gives_the_same(tmp_path: Path) -> None:
    _, path = laid(sample(), tmp_path)
    assert align(sample(), path) == align(sample(), path)


def two_columns(parts: list[tuple[float, float, float, str]]) -> tuple[bytes, list[Box]]:
    """Draw paragraphs (x, top, width, text) in Times on one page and give their boxes; the running header is extra."""
    style = ParagraphStyle("body", fontName="Times-Roman", fontSize=10, leading=12, alignment=4, embeddedHyphenation=1)
    file = BytesIO()
    canvas = Canvas(file, pagesize=(595, 842), invariant=1)
    boxes = []
    for page in range(2):
        canvas.setFont("Times-Italic", 8)
        canvas.drawString(48, 810, f"Journal of Gauges, river basin {page + 1}")
        for x, top, width, text in parts if page == 0 else []:
            words = Paragraph(text, style)
            _, height = words.wrap(width, 800)
            words.drawOn(canvas, x, 842 - top - height)
            boxes.append(Box(page=0, x0=x, y0=top, x1=x + width, y1=top + height))
        canvas.showPage()
    canvas.save()
    return file.getvalue(), boxes


def test_two_columns_give_a_box_for_each_paragraph_and_none_for_the_running_header(tmp_path: Path) -> None:
    texts = [prose(n, 110) for n in range(6)]
    places = [(48.0, 60.0 + 150 * n, 240.0) for n in range(3)] + [(307.0, 60.0 + 150 * n, 240.0) for n in range(3)]
    pdf, boxes = two_columns([(*place, text) for place, text in zip(places, texts, strict=True)])
    found = align(document_of(*(paragraph(n, text) for n, text in enumerate(texts)), pages=()), saved(pdf, tmp_path))
    assert [len(block.boxes) for block in found.document.blocks] == [1] * 6
    assert all(iou(block.boxes[0], box) > 0.8 for block, box in zip(found.document.blocks, boxes, strict=True))


def test_a_paragraph_over_two_columns_has_two_boxes(tmp_path: Path) -> None:
    words = prose(3, 160).split()
    pdf, boxes = two_columns([(48, 600, 240, " ".join(words[:80])), (307, 60, 240, " ".join(words[80:]))])
    found = align(document_of(paragraph(0, " ".join(words)), pages=()), saved(pdf, tmp_path)).document.blocks[0]
    assert len(found.boxes) == 2
    assert all(iou(a, b) > 0.8 for a, b in zip(found.boxes, boxes, strict=True))


def test_words_broken_at_the_end_of_a_line_are_one_word(tmp_path: Path) -> None:
    text = " ".join(["sedimentation", "measurement", "instrumentation"] * 12)
    soft = text.replace("mentation", "men\u00adta\u00adtion").replace("measure", "mea\u00adsure")
    pdf, _ = two_columns([(48, 60, 160, soft)])
    found = align(document_of(paragraph(0, text), pages=()), saved(pdf, tmp_path))
    assert found.scores == {0: 1.0}


def test_a_table_at_the_end_of_the_source_is_found_in_the_middle_of_the_pages(tmp_path: Path) -> None:
    drawn, path = laid(sample(), tmp_path)
    blocks = sample().blocks
    moved = (*blocks[5:], *blocks[:5])
    found = align(replace(sample(), blocks=moved), path).document
    assert all(is_same_place(found.block(block.id).boxes, block.boxes) for block in drawn.blocks if block.kind != "figure")


def test_a_float_may_stand_in_the_middle_of_a_paragraph(tmp_path: Path) -> None:
    words = prose(8, 120).split()
    caption = "Table 4. Everything that was seen at the weir in the first week of the flood."
    parts = [
        (48.0, 500.0, 240.0, " ".join(words[:70])),
        (307.0, 60.0, 240.0, caption),
        (307.0, 120.0, 240.0, " ".join(words[70:])),
    ]
    pdf, boxes = two_columns(parts)
    blocks = (Block(id=0, kind="caption", text=caption), paragraph(1, " ".join(words)))
    found = align(document_of(*blocks, pages=()), saved(pdf, tmp_path)).document.blocks
    assert [len(block.boxes) for block in found] == [1, 2]
    assert all(iou(a, b) > 0.8 for a, b in zip(found[1].boxes, (boxes[0], boxes[2]), strict=True))


def test_equal_texts_take_their_places_in_order(tmp_path: Path) -> None:
    note = "Values are means of three samples."
    texts = [prose(1, 30), note, prose(2, 30), note, prose(3, 30)]
    pdf, boxes = two_columns([(48.0, 60.0 + 90 * n, 240.0, text) for n, text in enumerate(texts)])
    found = align(document_of(*(paragraph(n, text) for n, text in enumerate(texts)), pages=()), saved(pdf, tmp_path))
    assert [block.boxes[0].y0 // 90 for block in found.document.blocks] == [box.y0 // 90 for box in boxes]


def test_a_short_heading_is_the_one_before_its_text_and_not_a_word_elsewhere(tmp_path: Path) -> None:
    texts = ["In the results of others we saw nothing. " + prose(1, 40), "Results", prose(2, 40)]
    pdf, boxes = two_columns([(48.0, 60.0 + 120 * n, 240.0, text) for n, text in enumerate(texts)])
    found = align(document_of(*(paragraph(n, text) for n, text in enumerate(texts)), pages=()), saved(pdf, tmp_path))
    assert abs(found.document.blocks[1].boxes[0].y0 - boxes[1].y0) < 6


def test_a_block_that_is_not_on_the_pages_keeps_no_box_and_says_so(tmp_path: Path) -> None:
    pdf, _ = two_columns([(48, 60, 240, prose(1, 60))])
    blocks = (paragraph(0, prose(1, 60)), replace(paragraph(1, "Nothing like that was printed anywhere at all."), flags=("odd",)))
    found = align(document_of(*blocks, pages=()), saved(pdf, tmp_path))
    assert found.document.blocks[1].boxes == ()
    assert found.document.blocks[1].flags == ("odd", "no_box")
    assert found.scores[1] < 0.4
    assert found.matched == 0.5


def test_a_block_that_is_found_loses_the_flag_of_an_earlier_try(tmp_path: Path) -> None:
    pdf, _ = two_columns([(48, 60, 240, prose(1, 60))])
    found = align(document_of(replace(paragraph(0, prose(1, 60)), flags=("no_box",)), pages=()), saved(pdf, tmp_path))
    assert found.document.blocks[0].flags == ()


def test_a_document_without_words_matches_nothing(tmp_path: Path) -> None:
    pdf, _ = two_columns([(48, 60, 240, prose(1, 60))])
    found = align(document_of(Block(id=0, kind="figure"), paragraph(1, ""), pages=()), saved(pdf, tmp_path))
    assert found.scores == {}
    assert found.matched == 0.0


def test_a_picture_is_the_space_above_its_caption(tmp_path: Path) -> None:
    caption = "Figure 1. The weir at noon, seen from the bridge."
    pdf, boxes = two_columns([(48, 60, 240, prose(1, 60)), (48, 400, 240, caption), (48, 460, 240, prose(2, 60))])
    blocks = (
        paragraph(0, prose(1, 60)),
        Block(id=1, kind="figure", captions=(2,)),
        Block(id=2, kind="caption", text=caption, caption_of=1),
        paragraph(3, prose(2, 60)),
    )
    (frame,) = align(document_of(*blocks, pages=()), saved(pdf, tmp_path)).document.blocks[1].boxes
    assert boxes[0].y1 - 1 <= frame.y0 < frame.y1 <= 401
    assert frame.x0 < 60 < 280 < frame.x1


def test_a_table_set_sideways_has_its_cells_found(tmp_path: Path) -> None:
    table = table_of(["Station", "Stage", "Flow"], *([f"Gauge {n}", f"{n}.5", f"{n * 7}"] for n in range(1, 9)))
    turned = b"".join(
        b"BT /F1 10 Tf 0 1 -1 0 %d %d Tm (%s) Tj ET\n" % (100 + 16 * cell.row, 100 + 120 * cell.column, cell.text.encode())
        for cell in table.cells
    )
    path = saved(pdf_bytes([("/MediaBox[0 0 595 842]", turned)]), tmp_path)
    found = align(document_of(Block(id=0, kind="table", table=table), pages=()), path).document.blocks[0].table
    assert found is not None
    assert [cell.box and text_in(path, cell.box) for cell in found.cells] == [cell.text for cell in table.cells]


def grid_page(table: Table, *, wrap: dict[tuple[int, int], list[str]] | None = None) -> bytes:
    """Draw the cells line by line across the page, as some programs do; wrapped cells go over several lines."""
    lines: list[bytes] = []
    for row in range(table.rows):
        depth = max([1, *(len(parts) for (r, _), parts in (wrap or {}).items() if r == row)])
        for step in range(depth):
            for cell in (cell for cell in table.cells if cell.row == row):
                parts = (wrap or {}).get((cell.row, cell.column), [cell.text])
                if step < len(parts):
                    lines.append(line(60 + 130 * cell.column, 760 - 40 * row - 12 * step, parts[step], size=10))
    return pdf_bytes([("/MediaBox[0 0 595 842]", b"".join(lines))])


def test_equal_numbers_go_to_their_own_rows_and_columns(tmp_path: Path) -> None:
    table = table_of(["Site", "A", "B", "C"], ["North", "5", "5", "7"], ["South", "5", "7", "5"], ["West", "7", "5", "5"])
    path = saved(grid_page(table), tmp_path)
    found = align(document_of(Block(id=0, kind="table", table=table), pages=()), path).document.blocks[0].table
    assert found is not None
    for cell in found.cells:
        assert cell.box is not None
        assert (round((cell.box.x0 - 60) / 130), round((cell.box.y1 - 82) / 40)) == (cell.column, cell.row)


def test_a_cell_over_two_lines_is_put_together_though_its_row_is_drawn_line_by_line(tmp_path: Path) -> None:
    table = table_of(["Site", "Remark of the day", "Flow"], ["North", "ice at the bank", "5"], ["South", "clear and cold", "9"])
    path = saved(grid_page(table, wrap={(1, 1): ["ice at", "the bank"], (2, 1): ["clear", "and cold"], (1, 2): ["5"]}), tmp_path)
    found = align(document_of(Block(id=0, kind="table", table=table), pages=()), path).document.blocks[0].table
    assert found is not None
    assert [cell.box and text_in(path, cell.box) for cell in found.cells] == [cell.text for cell in table.cells]


def test_a_cell_of_signs_takes_the_same_sign_between_its_row_and_column(tmp_path: Path) -> None:
    table = table_of(["Site", "A", "B"], ["North", "5", "+"], ["South", "7", "8"], ["West", "+", "9"])
    path = saved(grid_page(table), tmp_path)
    found = align(document_of(Block(id=0, kind="table", table=table), pages=()), path).document.blocks[0].table
    assert found is not None
    assert [cell.box and text_in(path, cell.box) for cell in found.cells] == [cell.text for cell in table.cells]


def test_two_tables_with_the_same_header_are_kept_apart(tmp_path: Path) -> None:
    first = table_of(["Part", "Dry", "Wet"], ["Gravel bar", "11", "12"], ["Sand bar", "13", "14"])
    second = table_of(["Part", "Dry", "Wet"], ["Clay bed", "21", "22"], ["Rock bed", "23", "24"])
    blocks = [
        Block(id=0, kind="caption", text="Table 1. Bars of the upper reach.", caption_of=1),
        Block(id=1, kind="table", table=first, captions=(0,)),
        Block(id=2, kind="caption", text="Table 2. Beds of the lower reach.", caption_of=3),
        Block(id=3, kind="table", table=second, captions=(2,)),
    ]
    drawn, path = laid(document_of(*blocks, pages=()), tmp_path)
    found = align(without_boxes(drawn), path).document
    assert all(is_same_place(before.boxes, after.boxes) for before, after in zip(drawn.blocks, found.blocks, strict=True))


def test_a_table_that_is_not_there_keeps_no_box(tmp_path: Path) -> None:
    pdf, _ = two_columns([(48, 60, 240, prose(1, 60))])
    table = table_of(["Alpha", "Beta"], ["Gamma", "Delta"])
    found = align(document_of(Block(id=0, kind="table", table=table), pages=()), saved(pdf, tmp_path))
    assert found.document.blocks[0].flags == ("no_box",)
    assert found.scores == {0: 0.0}


def test_a_table_over_two_pages_has_a_box_on_each(tmp_path: Path) -> None:
    table = table_of(["Day", "Flow"], *([f"Day {n} of the flood", f"{n * n + 3}"] for n in range(90)))
    drawn, path = laid(document_of(Block(id=0, kind="table", table=table), pages=()), tmp_path)
    found = align(without_boxes(drawn), path).document.blocks[0]
    assert [box.page for box in found.boxes] == [0, 1]
    assert found.table is not None
    assert all(cell.box is not None for cell in found.table.cells)


def test_empty_cells_have_no_box(tmp_path: Path) -> None:
    cells = (
        Cell(row=0, column=0, text="Gauge"),
        Cell(row=0, column=1, text="Flow"),
        Cell(row=1, column=0, text="North"),
        Cell(row=1, column=1),
    )
    table = Table(rows=2, columns=2, cells=cells)
    path = saved(grid_page(table), tmp_path)
    found = align(document_of(Block(id=0, kind="table", table=table), pages=()), path).document.blocks[0].table
    assert found is not None
    assert [cell.box is None for cell in found.cells] == [False, False, False, True]


def test_a_file_that_is_no_pdf_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument):
        align(sample(), saved(b"no pdf", tmp_path))


def test_every_block_keeps_the_share_of_its_words_that_was_found(tmp_path: Path) -> None:
    """X-04: a score for each block; what is not on the pages has none of its words there, and says so."""
    path = tmp_path / "x.pdf"
    path.write_bytes(pdf_bytes([("/MediaBox[0 0 612 792]", line(40, 700, "The river was low in that year."))]))
    there = Block(id=0, kind="paragraph", text="The river was low in that year.")
    away = Block(id=1, kind="paragraph", text="Nobody knew where the wheel had gone.")
    picture = Block(id=2, kind="figure")
    found = align(document_of(there, away, picture), path).document.blocks
    assert [block.match for block in found] == [1.0, 0.0, None]
    assert ["no_box" in block.flags for block in found] == [False, True, True]
