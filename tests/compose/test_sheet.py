"""A document without pages gets A4 pages, and every box holds exactly the text of its block."""

from __future__ import annotations

import hashlib
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evidoc.compose.sheet import lay_out
from evidoc.pages.frame import displayed_pages, open_pdf
from evidoc.pages.glyphs import text_in
from evidoc.pages.text import clean_text
from evidoc.records.document import Block, BlockKind, Document
from evidoc.records.geometry import intersection
from evidoc.records.table import Cell, Table
from tests.build import document_of, paragraph, table_of

PROSE = "Revenue rose by 3.5 % to 1,310 in well-known and pre- and post-war markets, see Table 2. "


def laid(*blocks: Block, folder: Path) -> tuple[Document, Path]:
    document, pdf = lay_out(document_of(*blocks, pages=()))
    path = folder / "laid.pdf"
    path.write_bytes(pdf)
    return document, path


def said(path: Path, block: Block) -> str:
    return " ".join(text_in(path, box) for box in block.boxes)


def solid(text: str) -> str:
    """Take white space away: a word broken over two lines has one more."""
    return "".join(text.split())


def test_a_document_with_pages_is_returned_unchanged() -> None:
    document = document_of(paragraph(0, "Here."))
    assert lay_out(document) == (document, b"")


def test_the_pages_of_the_record_are_the_pages_of_the_file(tmp_path: Path) -> None:
    document, path = laid(*(paragraph(number, PROSE * 9) for number in range(12)), folder=tmp_path)
    with open_pdf(path) as pdf:
        assert displayed_pages(pdf) == document.pages
    assert len(document.pages) > 1
    assert document.pages_source is not None
    assert document.pages_source.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert document.pages_source.name == "sample.pdf"


def test_the_same_document_gives_the_same_bytes() -> None:
    document = document_of(
        paragraph(0, PROSE * 30 + "αβγ 中文"), Block(id=1, kind="table", table=table_of(["A"], ["1"])), pages=()
    )
    assert lay_out(document) == lay_out(document)


def test_a_document_without_blocks_has_one_empty_page(tmp_path: Path) -> None:
    document, path = laid(folder=tmp_path)
    assert len(document.pages) == 1
    with open_pdf(path) as pdf:
        assert len(pdf) == 1


def test_a_block_without_text_gets_no_box(tmp_path: Path) -> None:
    document, _ = laid(paragraph(0, " \n "), folder=tmp_path)
    assert document.blocks[0].boxes == ()


def test_every_kind_of_block_is_found_again_in_its_box(tmp_path: Path) -> None:
    kinds: tuple[BlockKind, ...] = (
        "title", "abstract", "heading", "paragraph", "list", "equation", "code", "algorithm", "caption",
        "footnote", "reference", "toc", "header", "footer", "page_number", "margin",
    )  # fmt: skip
    blocks = [Block(id=number, kind=kind, level=number, text=f"{kind} {PROSE * 2}") for number, kind in enumerate(kinds)]
    document, path = laid(*blocks, folder=tmp_path)
    assert [clean_text(said(path, block)) for block in document.blocks] == [clean_text(block.text) for block in blocks]


def test_an_equation_without_text_is_drawn_as_its_source(tmp_path: Path) -> None:
    document, path = laid(Block(id=0, kind="equation", latex="x^2 = 4"), folder=tmp_path)
    assert said(path, document.blocks[0]) == "x^2 = 4"


def test_accents_greek_signs_and_chinese_are_drawn_and_read_back(tmp_path: Path) -> None:
    text = "naïve Łódź café αβγΔΩ ≤ ≥ ≠ ≈ ± × ∑ √ ∞ ∂ ∈ → ⇒ x₁² − 3 “q” – 中文，日本語。 한국어 Жук"
    document, path = laid(paragraph(0, text), folder=tmp_path)
    assert said(path, document.blocks[0]) == text
    assert document.blocks[0].flags == ()


def test_a_right_to_left_line_is_read_back_in_logical_order(tmp_path: Path) -> None:
    document, path = laid(paragraph(0, "שלום עולם גדול"), folder=tmp_path)
    assert said(path, document.blocks[0]) == "שלום עולם גדול"


def test_a_sign_without_glyph_becomes_a_square_and_is_flagged(tmp_path: Path) -> None:
    document, path = laid(
        paragraph(0, "a 😀 b 𝑥"), Block(id=1, kind="table", table=table_of(["\U0001f600"], ["1"])), folder=tmp_path
    )
    assert said(path, document.blocks[0]) == "a □ b x"
    assert [block.flags for block in document.blocks] == [("glyphs_missing",)] * 2


def test_a_word_of_200_letters_is_broken_inside_the_margins(tmp_path: Path) -> None:
    document, path = laid(paragraph(0, "It is " + "abcdefghij" * 20 + " long."), folder=tmp_path)
    (box,) = document.blocks[0].boxes
    assert box.x1 <= 595 - 57
    assert solid(said(path, document.blocks[0])) == solid(document.blocks[0].text)


def test_a_hyphen_of_the_text_is_never_at_the_end_of_a_line(tmp_path: Path) -> None:
    """PDFium reads a hyphen at a line's end as a word division (case A05)."""
    texts = ["x" * number + " pre- and post-war 7-day-old well- known " + PROSE for number in range(40, 82)]
    document, path = laid(*(paragraph(number, text) for number, text in enumerate(texts)), folder=tmp_path)
    assert [said(path, block) for block in document.blocks] == [clean_text(text) for text in texts]


def test_a_paragraph_over_the_end_of_a_page_has_a_box_on_both(tmp_path: Path) -> None:
    document, path = laid(*(paragraph(number, PROSE * 30) for number in range(3)), folder=tmp_path)
    spread = [block for block in document.blocks if len(block.boxes) > 1]
    assert [box.page for box in spread[0].boxes] == [0, 1]
    assert said(path, spread[0]) == clean_text(spread[0].text)


def test_boxes_of_different_blocks_do_not_overlap(tmp_path: Path) -> None:
    blocks = [Block(id=n, kind="paragraph" if n % 3 else "heading", level=n % 4, text=PROSE * (n % 5 + 1)) for n in range(40)]
    document, _ = laid(*blocks, folder=tmp_path)
    boxes = [box for block in document.blocks for box in block.boxes]
    assert not any(intersection(a, b) for number, a in enumerate(boxes) for b in boxes[:number])


def test_code_keeps_its_lines_and_their_indents(tmp_path: Path) -> None:
    document, path = laid(Block(id=0, kind="code", text="def f(x):\n    return x\n\nf(1)"), folder=tmp_path)
    assert said(path, document.blocks[0]) == "def f(x): return x f(1)"
    assert document.blocks[0].boxes[0].height > 4 * 8.5


def test_a_heading_does_not_stand_alone_at_the_end_of_a_page(tmp_path: Path) -> None:
    for lines in range(50, 60):
        document, _ = laid(
            Block(id=0, kind="code", text="\n".join("x" for _ in range(lines))),
            Block(id=1, kind="heading", level=1, text="Results"),
            paragraph(2, PROSE * 5),
            folder=tmp_path,
        )
        assert document.blocks[1].boxes[0].page == document.blocks[2].boxes[0].page


def test_headings_in_a_row_stay_with_the_text_below_them(tmp_path: Path) -> None:
    for lines in range(48, 60):
        document, _ = laid(
            Block(id=0, kind="code", text="\n".join("x" for _ in range(lines))),
            Block(id=1, kind="heading", level=1, text="Results"),
            Block(id=2, kind="heading", level=2, text="Retention"),
            paragraph(3, PROSE * 5),
            folder=tmp_path,
        )
        assert len({block.boxes[0].page for block in document.blocks[1:]}) == 1


def test_a_small_table_is_not_broken(tmp_path: Path) -> None:
    table = table_of(["Year", "Value"], *([str(2000 + row), str(row)] for row in range(12)))
    for lines in range(30, 60, 3):
        document, _ = laid(
            Block(id=0, kind="code", text="\n".join("x" for _ in range(lines))),
            Block(id=1, kind="caption", text="Table 1", caption_of=2),
            Block(id=2, kind="table", table=table, captions=(1,)),
            folder=tmp_path,
        )
        assert [box.page for box in document.blocks[2].boxes] == [document.blocks[1].boxes[0].page]


def test_a_table_without_places_is_no_obstacle(tmp_path: Path) -> None:
    document, _ = laid(
        Block(id=0, kind="table", table=Table(rows=0, columns=0, cells=(Cell(row=0, column=0, text="x"),))), folder=tmp_path
    )
    assert document.blocks[0].boxes == ()


def test_a_caption_stands_above_its_table_and_below_its_figure(tmp_path: Path) -> None:
    document, _ = laid(
        Block(id=0, kind="table", table=table_of(["A"], ["1"]), captions=(1,)),
        Block(id=1, kind="caption", text="Table 1", caption_of=0),
        Block(id=2, kind="caption", text="Figure 1", caption_of=3),
        Block(id=3, kind="figure", label="Figure 1", captions=(2,)),
        Block(id=4, kind="caption", text="Lost", caption_of=99),
        folder=tmp_path,
    )
    tops = {block.id: block.boxes[0].y0 for block in document.blocks}
    assert tops[1] < tops[0] < tops[3] < tops[2] < tops[4]


def test_a_figure_is_a_frame_with_its_words_or_its_label(tmp_path: Path) -> None:
    document, path = laid(
        Block(id=0, kind="figure", label="Figure 1"),
        Block(id=1, kind="chart", text="Axis: year. " * 40),
        Block(id=2, kind="figure", text=PROSE * 90),
        folder=tmp_path,
    )
    assert said(path, document.blocks[0]) == "Figure 1"
    assert said(path, document.blocks[1]) == clean_text(document.blocks[1].text)
    assert len(document.blocks[2].boxes) == 2


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.text(st.sampled_from("abcdefgXYZ 0123456789-.,;()é–ßαΩ≤中文  "), min_size=1, max_size=400)
        .map(clean_text)
        .filter(bool),
        min_size=1,
        max_size=12,
    )
)
def test_what_is_read_from_a_box_is_what_the_block_says(tmp_path: Path, texts: list[str]) -> None:
    """X-03: text, boxes and the drawn page are one thing."""
    document, path = laid(*(paragraph(number, text) for number, text in enumerate(texts)), folder=tmp_path)
    assert [solid(said(path, block)) for block in document.blocks] == [solid(text) for text in texts]


def cells_said(path: Path, table: Table) -> list[str]:
    return [text_in(path, cell.box) if cell.box else "" for cell in table.cells]


def laid_table(table: Table, folder: Path) -> tuple[Block, Table, Path]:
    document, path = laid(paragraph(0, PROSE), Block(id=1, kind="table", table=table), folder=folder)
    block = document.blocks[1]
    assert block.table is not None
    return block, block.table, path


def test_every_cell_is_found_again_in_its_box(tmp_path: Path) -> None:
    table = table_of(["Item", "2023", "2022"], ["Net sales, products and services", "$ 1,310", "(42)"], [PROSE * 3, "—", "7.5 %"])
    _, drawn, path = laid_table(table, tmp_path)
    assert cells_said(path, drawn) == [clean_text(cell.text) for cell in table.cells]


def test_a_long_table_goes_over_pages_and_repeats_its_header(tmp_path: Path) -> None:
    table = table_of(["Year", "Value"], *([str(1900 + row), str(row)] for row in range(120)))
    block, drawn, path = laid_table(table, tmp_path)
    assert [box.page for box in block.boxes] == [0, 1, 2]
    assert all(text_in(path, box).startswith("Year Value") for box in block.boxes)
    assert cells_said(path, drawn) == [cell.text for cell in table.cells]
    assert {cell.box.page for cell in drawn.cells if cell.box and cell.row == 0} == {0}


def test_a_wide_table_is_split_into_groups_that_repeat_the_row_header(tmp_path: Path) -> None:
    header = ["Region", *(f"Quarter {number}" for number in range(40))]
    table = table_of(header, *([f"Place {row}", *(f"{row * 1000 + n:,}" for n in range(40))] for row in range(4)))
    block, drawn, path = laid_table(table, tmp_path)
    assert len(block.boxes) > 1
    assert all(text_in(path, box).startswith("Region Quarter") for box in block.boxes)
    assert all(box.x1 <= 595 - 57 + 0.01 for box in block.boxes)
    assert cells_said(path, drawn) == [cell.text for cell in table.cells]


def test_a_row_taller_than_a_page_is_cut_and_flagged(tmp_path: Path) -> None:
    table = table_of(["Key", "Text"], ["a", PROSE * 120], ["b", "end"])
    block, drawn, path = laid_table(table, tmp_path)
    assert block.flags == ("cell_over_pages",)
    assert solid(" ".join(text_in(path, box) for box in block.boxes)).count("Revenuerose") == 120
    assert drawn.cells[3].box is not None
    assert PROSE.startswith(text_in(path, drawn.cells[3].box)[:40])


def test_a_header_taller_than_a_third_of_the_page_is_not_repeated(tmp_path: Path) -> None:
    table = table_of(["Key", PROSE * 60], *([str(row), "x"] for row in range(80)))
    block, _, path = laid_table(table, tmp_path)
    assert not text_in(path, block.boxes[-1]).startswith("Key")


def test_cells_that_span_are_drawn_once_over_all_their_places(tmp_path: Path) -> None:
    cells = (
        Cell(row=0, column=0, row_span=2, text="Region", header=True),
        Cell(row=0, column=1, column_span=2, text="Net sales in millions of dollars", header=True),
        Cell(row=1, column=1, text="2023", header=True),
        Cell(row=1, column=2, text="2022", header=True),
        Cell(row=2, column=0, row_span=40, text="North and South America together"),
        *(Cell(row=2 + row, column=1 + column, text=str(row * 2 + column)) for row in range(60) for column in range(2)),
    )
    table = Table(rows=62, columns=3, cells=cells, header_rows=2, header_columns=1)
    _, drawn, path = laid_table(table, tmp_path)
    assert cells_said(path, drawn) == [cell.text for cell in cells]
    assert drawn.cells[1].box is not None
    assert drawn.cells[2].box is not None
    assert drawn.cells[1].box.width > 1.9 * drawn.cells[2].box.width


def test_a_table_that_only_marks_header_cells_gets_its_header_too(tmp_path: Path) -> None:
    cells = (Cell(row=0, column=0, text="Year", header=True), *(Cell(row=row, column=0, text=str(row)) for row in range(1, 90)))
    block, _, path = laid_table(Table(rows=90, columns=1, cells=cells), tmp_path)
    assert text_in(path, block.boxes[1]).startswith("Year")


def test_a_table_of_only_header_cells_is_drawn(tmp_path: Path) -> None:
    _, drawn, path = laid_table(table_of(["A", "B"]), tmp_path)
    assert cells_said(path, drawn) == ["A", "B"]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(1, 14), st.integers(1, 12), st.integers(0, 2), st.integers(0, 1), st.randoms(use_true_random=False))
def test_any_table_fits_between_the_margins(tmp_path: Path, columns: int, rows: int, names: int, keys: int, rng: object) -> None:
    import random

    assert isinstance(rng, random.Random)
    words = ["12", "1,310.5", "alpha", "Biofortification", "x" * 30, "of", "—", "(5)", ""]
    cells = tuple(
        Cell(row=row, column=column, text=" ".join(rng.choices(words, k=rng.randint(0, 6))))
        for row in range(rows)
        for column in range(columns)
    )
    _, drawn, path = laid_table(Table(rows=rows, columns=columns, cells=cells, header_rows=names, header_columns=keys), tmp_path)
    assert [solid(text) for text in cells_said(path, drawn)] == [solid(cell.text) for cell in cells]
    assert all(cell.box is not None and cell.box.x1 <= 595 - 57 + 0.01 and cell.box.y1 <= 786 for cell in drawn.cells)
