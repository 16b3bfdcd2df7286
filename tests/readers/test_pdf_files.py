"""The PDF reader on real files from ../shared/data, the damaged ones in a process of their own."""

import json
import signal
import subprocess
import sys
from functools import cache

import pytest

from evidoc.errors import UnreadableDocument
from evidoc.pages.glyphs import text_in
from evidoc.readers.pdf import read
from evidoc.records.document import Document
from evidoc.records.geometry import coverage
from tests.build import shared

_SECONDS = 60  # for one file; the slowest takes 3 where nothing else runs
_READ_MANY = f"""
import json, signal, sys
from pathlib import Path
from evidoc.errors import UnreadableDocument
from evidoc.readers.pdf import read
for name in sys.argv[1:]:
    signal.alarm({_SECONDS})  # its default is to end the process, even inside PDFium
    try:
        document = read(Path(name), name=name, sha256="0" * 64)
        found = ["ok", len(document.pages), list(document.flags)]
    except UnreadableDocument as error:
        found = [error.status, 0, [str(error)]]
    print(json.dumps([Path(name).name, *found]), flush=True)
"""

DAMAGED = {
    "Pages-tree-refs.pdf": ("ok", 2),
    "append-xref-loop.pdf": ("ok", 30),
    "bad1.pdf": ("not_pdf", 0),
    "bad7.pdf": ("damaged", 0),
    "bomb_giant.pdf": ("ok", 1),
    "corruptedV2PDF.pdf": ("ok", 1),
    "deep-pages.pdf": ("damaged", 0),
    "empty.pdf": ("empty", 0),
    "html-named-fulltext.pdf": ("not_pdf", 0),
    "issue-1113-evil-xobjects.pdf": ("ok", 1),
    "qpdf-empty.pdf": ("empty", 0),
    "zen_of_python_corrupted.pdf": ("ok", 1),
}
DERIVED = {
    "PMC4945999-aes256.pdf": ("encrypted", 0),
    "PMC4945999-truncated-60pct.pdf": ("damaged", 0),
    "junk-then-pdf.pdf": ("ok", 1),
    "zero-pages.pdf": ("empty", 0),
}
ENCRYPTED = {
    "aes-256.pdf": ("encrypted", 0),
    "bad-encryption-length.pdf": ("encrypted", 0),
    "enc-R3,V2,U=view,O=view.pdf": ("encrypted", 0),
    "enc-XI-R6,V5,O=master.pdf": ("ok", 30),
    "libreoffice-writer-password.pdf": ("encrypted", 0),
}


def read_shared(name: str, *, password: str | None = None) -> Document:
    path = shared(f"data/{name}")
    return read(path, name=path.name, sha256="0" * 64, password=password)


def ended(status: int) -> str:
    return f"ended by {signal.Signals(-status).name}" if status < 0 else f"ended with {status}"


@pytest.mark.parametrize(("folder", "expected"), [("pdf/damaged", DAMAGED), ("derived", DERIVED), ("pdf/encrypted", ENCRYPTED)])
def test_what_cannot_be_read_is_said_and_the_rest_is_read(folder: str, expected: dict[str, tuple[str, int]]) -> None:
    """No file takes the process with it or runs on for ever."""
    files = [str(shared(f"data/{folder}/{name}")) for name in expected]
    run = subprocess.run([sys.executable, "-W", "error", "-c", _READ_MANY, *files], capture_output=True, text=True, check=False)
    rows = [json.loads(row) for row in run.stdout.splitlines()]
    assert {name: (status, pages) for name, status, pages, _ in rows} == expected, ended(run.returncode) + run.stderr[-500:]
    assert all("--password" in flags[0] for _, status, _, flags in rows if status == "encrypted")


@pytest.mark.parametrize(
    ("name", "password", "text"),
    [
        ("pdf/encrypted/aes-256.pdf", "foo", "Secret!"),
        ("pdf/encrypted/libreoffice-writer-password.pdf", "openpassword", "Lorem ipsum dolor sit amet"),
    ],
)
def test_an_encrypted_file_is_read_with_its_password(name: str, password: str, text: str) -> None:
    found = read_shared(name, password=password)
    assert text in " ".join(block.text for block in found.blocks)
    assert found.flags == ()


@cache
def paper() -> Document:
    return read_shared("pdf/two-column/10.21105.jcon.00092.pdf")


def test_a_paper_in_two_columns_is_read_in_order() -> None:
    text = " ".join(block.text for block in paper().body())
    order = [
        "Applied Measure Theory",
        "ABSTRACT",
        "1. Why measures?",
        "Let’s first consider Bayesian modeling",
        "A final and very different concern",
        "We can address all of these points",
        "Contributions",
        "2. What are measures?",
        "Kolmogorov’s axioms",
        "Densities",
        "3. Locally dominated measures",
        "4. Base measures and log-densities",
    ]
    places = [text.find(phrase) for phrase in order]
    assert min(places) >= 0
    assert places == sorted(places)


def test_a_paragraph_that_goes_on_in_the_next_column_is_one() -> None:
    """A15, within a page and over pages."""
    broken = next(block for block in paper().blocks if "The Radon-Nikodym Theorem states" in block.text)
    assert "with the property that for every S," in broken.text
    assert [box.page for box in broken.boxes] == [3, 3]


def test_a_paper_has_its_parts() -> None:
    found = paper()
    assert found.title == "Applied Measure Theory for Probabilistic Modeling"
    assert found.abstract.startswith("Probabilistic programming and statistical computing")
    assert (found.kind, found.language, len(found.pages)) == ("article", "en", 10)
    assert [reference.key for reference in found.references] == [str(number) for number in range(1, 24)]
    headings = [block for block in found.blocks if block.kind == "heading"]
    assert next(block.level for block in headings if block.text.startswith("2. What")) == 1
    assert {block.text for block in found.blocks if block.kind == "header"} >= {"Proceedings of JuliaCon", "1(1), 2021"}


def test_the_text_under_each_box_of_a_real_paper_is_the_text_of_its_block() -> None:
    path = shared("data/pdf/two-column/10.21105.jcon.00092.pdf")
    single = [block for block in paper().blocks if len(block.boxes) == 1 and "text_unverified" not in block.flags]
    bare = [(text_in(path, block.boxes[0]).replace("-", ""), block.text.replace("-", "")) for block in single]
    same = sum(found == text for found, text in bare)  # hyphens at line ends are put back by the whole document's words
    assert len(single) > 300
    assert same >= 0.99 * len(single)


def test_blocks_lie_on_their_pages_and_know_their_neighbours() -> None:
    found = paper()
    for block in found.blocks:
        for box in block.boxes:
            page = found.pages[box.page]
            assert box.x1 <= page.width + 0.01 and box.y1 <= page.height + 0.01
        assert block.parent is None or found.block(block.parent).kind in ("heading", "table", "figure")
    body = found.body()
    assert [block.next for block in body[:-1]] == [block.id for block in body[1:]]


@cache
def study() -> Document:
    return read_shared("jats/clinical/PMC4745352.pdf")


def test_tables_have_captions_and_every_cell_has_its_place() -> None:
    tables = [block for block in study().blocks if block.table is not None]
    assert [block.label for block in tables] == ["Table 1", "Table 2", "Table 3"]
    assert all(study().caption(block).startswith(block.label) for block in tables)
    for block in tables:
        assert block.table is not None
        assert all(cell.box is not None for cell in block.table.cells if cell.text)


def test_cells_do_not_lie_on_one_another() -> None:
    for block in study().blocks:
        boxes = [cell.box for cell in block.table.cells if cell.box is not None] if block.table is not None else []
        assert all(coverage(a, b) < 0.3 for number, a in enumerate(boxes) for b in boxes[:number] if a.page == b.page)


def test_the_text_under_a_cell_is_the_cell() -> None:
    path = shared("data/jats/clinical/PMC4745352.pdf")
    cells = [cell for block in study().blocks if block.table for cell in block.table.cells if cell.box and not cell.notes]
    same = sum(text_in(path, cell.box) == cell.text for cell in cells if cell.box is not None)
    assert len(cells) > 200
    assert same >= 0.97 * len(cells)


def test_a_table_that_the_engine_only_found_is_read_by_its_columns() -> None:
    found = read_shared("jats/ocimum/PMC4945999.pdf")
    tables = [block for block in found.blocks if block.kind == "table" and block.table is not None]
    assert [block.label for block in tables] == [f"Table {number}" for number in range(1, 6)]
    second = tables[1].table
    assert second is not None
    assert (second.rows, second.columns) == (10, 7)
    cell = second.at(4, 1)
    assert cell is not None and cell.text.startswith("29.3")
    assert any(block.text.startswith("concentration of the oil, there was a gradual increase") for block in found.blocks)


def test_a_page_set_across_is_read_upright_and_placed_as_displayed() -> None:
    found = read_shared("jats/ocimum/PMC5376420.pdf")
    page = found.pages[3]
    caption = next(block for block in found.blocks if block.text.startswith("Table 1:") and "metabolic related" in block.text)
    (box,) = caption.boxes
    assert page.flags == ("rotated_text",)
    assert box.page == 3 and box.height > 10 * box.width
    assert text_in(shared("data/jats/ocimum/PMC5376420.pdf"), box) == caption.text


def test_chinese_and_japanese_are_read_without_spaces() -> None:
    chinese = read_shared("zh/fduthesis.pdf")
    assert chinese.language == "zh"
    assert any("有些模板选项为布尔型" in block.text for block in chinese.blocks)
    japanese = read_shared("pdf/cjk-and-vertical/jo.pdf")
    assert japanese.language == "ja"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("copy_paste_ligatures.pdf", "abcdeffffiflffifflſtstghijklmno"),  # A01: drawn as abcdef, ff, fi, fl, ffi, ffl, ſt, st, …
        ("dehypenisation1.pdf", "We test the dehypenisation of a short text."),  # A05
        ("invisible_text_layer.pdf", "Visible heading line"),
        ("veraPDF_test_suite_6-2-11-4-1-t01-fail-a.pdf", "Hello World"),
    ],
)
def test_odd_fonts(name: str, text: str) -> None:
    assert [block.text for block in read_shared(f"pdf/fonts/{name}").blocks] == [text]


def test_letters_that_stand_for_other_letters_are_no_text_layer() -> None:
    path = shared("data/pdf/broken-text-layer/dolma-page-1.pdf")
    with pytest.raises(UnreadableDocument, match="garbled") as error:
        read(path, name="x.pdf", sha256="0" * 64)
    assert error.value.status == "no_text_layer"


def test_the_text_layer_of_a_scan_is_read_and_marked() -> None:
    found = read_shared("pdf/scanned-with-ocr/sandwich.pdf")
    assert "ocr_text_layer" in found.flags
    assert all("ocr_text_layer" in block.flags for block in found.blocks)
    assert any("LinnSequencer" in block.text for block in found.blocks)


def test_right_to_left_text_in_doubt_is_marked() -> None:
    """A12."""
    found = read_shared("pdf/rtl/Persian-bib-userguide.pdf")
    assert found.language == "fa"
    assert "rtl_unverified" in found.flags


def test_rotated_and_mixed_pages_are_as_displayed() -> None:
    found = read_shared("pdf/page-geometry/boxes.pdf")
    assert {(page.width, page.height) for page in found.pages} == {(572.0, 732.0), (732.0, 572.0)}
    path = shared("data/pdf/page-geometry/boxes.pdf")
    assert all(text_in(path, block.boxes[0]) == block.text for block in found.blocks if block.kind == "paragraph")


def test_a_manuscript_with_numbered_lines_is_read_without_the_numbers() -> None:
    found = read_shared("latex/good-enough-practices/_compiled.pdf")
    text = " ".join(block.text for block in found.blocks if block.kind == "paragraph")
    assert "avoid making local copies of large, stable databases. In that case, record the exact procedure used" in text
