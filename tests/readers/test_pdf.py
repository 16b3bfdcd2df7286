"""The PDF reader on small files written for the purpose. Cases A05, A06, A09, A10, A12, A14, A15, A17."""

from pathlib import Path

import pytest

from evidoc.errors import UnreadableDocument
from evidoc.pages.glyphs import text_in
from evidoc.readers import pdf
from evidoc.readers.pdf import _engine, read
from evidoc.records.document import Document
from evidoc.records.record import from_json, to_json
from tests.build import line
from tests.pages.written import LETTER, invisible, mapped, one_page, pdf_of, rows

LONG = [
    "The board met in May and looked at all of the rates that members pay to the",
    "fund each year, which it found to be in order and in line with the plan that",
    "was agreed before. The plan holds for three years from now on.",
]


def read_pdf(path: Path) -> Document:
    return read(path, name=path.name, sha256="ab" * 32)


def document(folder: Path, content: bytes, *, attributes: str = LETTER) -> Document:
    return read_pdf(one_page(folder, content, attributes=attributes))


def kinds(read_document: Document) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in read_document.blocks]


def test_a_document_says_what_it_was_read_from(tmp_path: Path) -> None:
    found = document(tmp_path, rows(72, 700, LONG))
    assert found.id == "d-" + "ab" * 6
    assert found.source.media_type == "application/pdf"
    assert found.pages_source == found.source
    assert found.reader == "pdf@1"
    assert found.language == "en"


def test_the_same_file_gives_the_same_bytes(tmp_path: Path) -> None:
    path = one_page(tmp_path, rows(72, 700, LONG))
    assert to_json(read_pdf(path)) == to_json(read_pdf(path))
    assert from_json(to_json(read_pdf(path)), Document, place="test") == read_pdf(path)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("frame", ["", "/CropBox[50 50 600 780]", "/UserUnit 2", "/CropBox[50 50 600 780] /UserUnit 1.5"])
def test_the_text_under_each_box_is_the_text_of_the_block(tmp_path: Path, rotation: int, frame: str) -> None:
    """A06, A09: whatever frame the engine works in, boxes are in ours."""
    path = one_page(
        tmp_path, rows(72, 700, LONG) + line(72, 600, "Heading", size=20), attributes=f"{LETTER} {frame} /Rotate {rotation}"
    )
    found = read_pdf(path)
    assert {block.text for block in found.blocks} == {" ".join(LONG), "Heading"}
    for block in found.blocks:
        assert text_in(path, block.boxes[0]) == block.text
        assert block.flags == () or block.flags == ("rotated_text",)


def test_what_is_cropped_away_is_no_text(tmp_path: Path) -> None:
    """A06: OUTSIDE is not visible, so it is no evidence."""
    found = document(
        tmp_path,
        line(120, 300, "HELLO there") + line(10, 10, "OUTSIDE"),
        attributes="/MediaBox[0 0 400 400] /CropBox[100 50 300 350]",
    )
    assert [block.text for block in found.blocks] == ["HELLO there"]


def test_a_page_without_an_area_does_not_shift_the_others(tmp_path: Path) -> None:
    """A10."""
    found = read_pdf(
        pdf_of(tmp_path, [("/MediaBox[0 0 0 0]", line(20, 50, "first")), ("/MediaBox[0 0 200 100]", line(20, 50, "second"))])
    )
    assert [page.flags for page in found.pages] == [("degenerate_page_box",), ()]
    assert [(block.text, block.boxes[0].page) for block in found.blocks] == [("first", 0), ("second", 1)]


def test_bold_drawn_twice_is_read_once(tmp_path: Path) -> None:
    """A17."""
    assert kinds(document(tmp_path, line(72, 700, "Total 11") + line(72.3, 700, "Total 11"))) == [("paragraph", "Total 11")]


def test_a_sentence_over_two_pages_is_one_paragraph_without_the_furniture_between(tmp_path: Path) -> None:
    """A15: header, page number and the other page's text stay out of it."""
    pages = []
    for number in range(6):
        body = [f"Page {number} has a sentence of its own, long enough to be one, number {number * 7}."]
        if number == 0:
            body = ["The board met in May and looked at all of the rates", "that members pay to the fund. The rate was set at"]
        if number == 1:
            body = ["4.5% for all members. Those who had left before are not", "members in the sense of this rule."]
        top = 120 if number == 0 else 680
        filling = rows(72, 680, [f"This is line number {n} of a text that fills the page with words." for n in range(30)])
        content = line(72, 750, "ACME Annual Report 2023", size=9) + line(300, 40, str(12 + number), size=9) + rows(72, top, body)
        pages.append((LETTER, content + (filling if number == 0 else b"")))
    found = read_pdf(pdf_of(tmp_path, pages))
    broken = next(block for block in found.blocks if "The rate was set at" in block.text)
    assert "The rate was set at 4.5% for all members." in broken.text
    assert [box.page for box in broken.boxes] == [0, 1]
    assert [block.kind for block in found.blocks if block.text == "ACME Annual Report 2023"] == ["header"] * 6
    assert [block.text for block in found.blocks if block.kind == "page_number"] == ["12", "13", "14", "15", "16", "17"]
    assert all("ACME" not in block.text for block in found.body())


def test_a_header_on_one_page_only_is_not_dropped(tmp_path: Path) -> None:
    """A15."""
    found = document(tmp_path, line(72, 750, "A line at the top") + rows(72, 600, LONG))
    assert "A line at the top" in [block.text for block in found.blocks]


def test_headings_in_the_margin_come_before_their_paragraphs(tmp_path: Path) -> None:
    """A14: row by row, with the paragraph under its heading."""
    content = b"".join(
        line(20, top, f"H{row}") + rows(120, top, [f"P{row} goes on here with some words in line {n}" for n in "123"])
        for row, top in enumerate((700, 610, 520), 1)
    )
    found = document(tmp_path, content)
    assert [block.text[:2] for block in found.blocks] == ["H1", "P1", "H2", "P2", "H3", "P3"]
    assert [block.parent for block in found.blocks] == [None, 0, None, 2, None, 4]


def test_two_equal_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    """A14, the contrast: columns are no rows."""
    left = [f"Left column line {n} says one thing or another" for n in range(12)]
    right = [f"Right column line {n} says yet another thing" for n in range(12)]
    found = document(tmp_path, rows(60, 700, left, size=10) + rows(320, 700, right, size=10))
    text = " ".join(block.text for block in found.blocks)
    assert text == " ".join(left + right)


def test_a_side_note_beside_single_lines_is_a_form_and_stays_as_it_is(tmp_path: Path) -> None:
    content = b"".join(
        line(20, top, f"Field {top}") + line(120, top, f"The value that belongs to field {top}") for top in (700, 660, 620)
    )
    assert all(kind != "heading" for kind, _ in kinds(document(tmp_path, content)))


def test_captions_are_bound_to_their_table(tmp_path: Path) -> None:
    table = b"".join(
        line(x, 640 - 16 * row, text)
        for row, texts in enumerate(
            (("Year", "Sales", "Costs"), ("2021", "110", "98"), ("2022", "120", "87"), ("2023", "131", "76"))
        )
        for x, text in zip((72, 172, 272), texts, strict=True)
    )
    found = document(
        tmp_path,
        line(72, 670, "Table 3. Sales and costs in millions") + table + rows(72, 500, ["Table 3 shows that sales grow.", *LONG]),
    )
    caption = next(block for block in found.blocks if block.kind == "caption")
    owner = next(block for block in found.blocks if block.kind == "table")
    assert caption.caption_of == owner.id
    assert owner.captions == (caption.id,)
    assert (owner.label, owner.labels) == ("Table 3", ("table-3",))
    assert any("table-3" in block.refers_to for block in found.blocks if block.kind == "paragraph")
    assert owner.table is not None
    cell = owner.table.at(2, 1)
    assert cell is not None and cell.text == "120" and cell.box is not None


def test_every_cell_of_a_table_stands_where_its_text_is(tmp_path: Path) -> None:
    texts = (("Item", "First", "Second"), ("Apples", "1", "1"), ("Pears", "1", "2"), ("Plums", "3", "1"))
    content = b"".join(line(72 + 100 * c, 640 - 16 * r, text) for r, row in enumerate(texts) for c, text in enumerate(row))
    rules = b"".join(b"72 %d m 340 %d l S\n" % (y, y) for y in (655, 635, 585))
    path = one_page(tmp_path, line(72, 670, "Table 1. Fruit") + content + rules)
    table = next(block.table for block in read_pdf(path).blocks if block.table is not None)
    assert (table.rows, table.columns) == (4, 3)
    assert all(cell.box is not None and text_in(path, cell.box) == cell.text for cell in table.cells)


def test_no_text_anywhere_is_said_before_the_engine_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_engine, "_middle_json", lambda source: pytest.fail("the engine was asked"))
    path = one_page(tmp_path, b"100 100 200 200 re f\n")
    with pytest.raises(UnreadableDocument) as error:
        read(path, name="a.pdf", sha256="0" * 64)
    assert error.value.status == "no_text_layer"


def test_a_page_without_text_among_others_is_flagged(tmp_path: Path) -> None:
    path = pdf_of(tmp_path, [(LETTER, rows(72, 700, LONG)), (LETTER, b"100 100 200 200 re f\n")])
    found = read(path, name="a.pdf", sha256="0" * 64)
    assert [page.flags for page in found.pages] == [(), ("no_text_layer",)]
    assert "no_text_layer" in found.flags


def test_text_whose_letters_nobody_knows_is_no_text_layer(tmp_path: Path) -> None:
    path = mapped(tmp_path, line(20, 50, "ABABAB"), letters="\ue001 \ue002")
    with pytest.raises(UnreadableDocument, match="garbled") as error:
        read(path, name="a.pdf", sha256="0" * 64)
    assert error.value.status == "no_text_layer"


def test_text_half_of_which_is_unknown_is_broken(tmp_path: Path) -> None:
    found = read_pdf(mapped(tmp_path, line(20, 50, "AB AB AB"), letters="a \ue002"))
    assert found.flags == ("broken_text_layer",)
    assert all("broken_text_layer" in block.flags for block in found.blocks)


def test_invisible_text_is_no_text_where_there_is_no_scan(tmp_path: Path) -> None:
    found = document(tmp_path, rows(72, 700, LONG) + invisible(72, 500, "hidden words"))
    assert all("hidden" not in block.text for block in found.blocks)


def test_where_the_engine_fails_the_paragraphs_are_still_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(source: Path | bytes) -> str:
        raise IndexError("list index out of range")

    monkeypatch.setattr(_engine, "_middle_json", fail)
    found = document(tmp_path, rows(72, 700, LONG) + rows(72, 600, ["A second para-", "graph after a gap"]))
    assert found.flags == ("layout_engine_failed",)
    assert kinds(found) == [("paragraph", " ".join(LONG)), ("paragraph", "A second paragraph after a gap")]


def test_an_engine_that_leaves_a_page_out_does_not_lose_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_engine, "_middle_json", lambda source: '{"pages":[]}')
    assert kinds(document(tmp_path, rows(72, 700, LONG))) == [("paragraph", " ".join(LONG))]


def test_an_engine_that_reads_other_words_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    span = '{"type":"text","content":"zzz qqq"}'
    node = f'{{"type":"text","bbox":[0.1,0.1,0.9,0.2],"content":[{span}]}}'
    claimed = f'{{"pages":[{{"page_idx":0,"blocks":[{node}]}}]}}'
    monkeypatch.setattr(_engine, "_middle_json", lambda source: claimed)
    (block,) = document(tmp_path, rows(72, 700, LONG)).blocks
    assert block.text == " ".join(LONG)
    assert block.flags == ("text_unverified",)


def test_numbered_headings_make_section_paths(tmp_path: Path) -> None:
    content = b""
    for number, (heading, top) in enumerate((("1 Introduction", 720), ("1.1 Background", 640), ("2 Methods", 560))):
        content += line(72, top, heading, size=18) + rows(72, top - 24, [f"{text} {number}" for text in LONG], size=10)
    found = document(tmp_path, content)
    paragraphs = [block for block in found.blocks if block.kind == "paragraph"]
    assert [block.section for block in paragraphs] == [("1 Introduction",), ("1 Introduction", "1.1 Background"), ("2 Methods",)]


def test_references_are_found_and_cited(tmp_path: Path) -> None:
    content = line(72, 740, "A Paper of Some Length", size=22) + line(72, 700, "Results", size=16)
    content += rows(72, 676, ["As was shown before [1], and again [1,2], sales grow with every year that", *LONG], size=10)
    content += line(72, 560, "References", size=16)
    entries = [
        "[1] A. Author. A title of a paper. Journal of Things 3 (2019) 1-9. doi:10.1234/abc.5",
        "[2] B. Writer. Another title. 2021.",
    ]
    content += rows(72, 536, entries, size=10, step=24)
    found = document(tmp_path, content)
    assert [reference.key for reference in found.references] == ["1", "2"]
    assert (found.references[0].year, found.references[0].doi) == ("2019", "10.1234/abc.5")
    assert any(block.citations == ("1", "2") for block in found.blocks)
    assert found.kind == "article"


def test_every_block_links_to_its_neighbours(tmp_path: Path) -> None:
    blocks = document(tmp_path, line(72, 740, "Title of it all", size=24) + rows(72, 700, LONG) + rows(72, 600, LONG[:2])).blocks
    assert [block.id for block in blocks] == list(range(len(blocks)))
    assert [block.next for block in blocks[:-1]] == [block.id for block in blocks[1:]]
    assert [block.previous for block in blocks[1:]] == [block.id for block in blocks[:-1]]


def test_a_missing_file_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument) as error:
        read_pdf(tmp_path / "none.pdf")
    assert error.value.status == "not_a_file"


def test_the_reader_is_a_part_of_its_room() -> None:
    from evidoc import shelf

    assert shelf.part("readers", "pdf").module is pdf
