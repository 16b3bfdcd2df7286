"""Scans in a corpus: the PDF with their text is kept beside the scan, and every later stage finds it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from evidoc.checks.box_text import holds
from evidoc.flow.read import ReadOptions, read
from evidoc.flow.work import Work
from evidoc.pages.glyphs import text_in
from evidoc.readers.pdf._ocr._models import is_installed
from evidoc.records.corpus import open_corpus
from tests.flow.test_read import row_of, statuses, tree

pytestmark = pytest.mark.skipif(not is_installed(), reason="the extra ocr is not installed")

INLINE = Work(engine="inline")


@pytest.fixture(scope="module")
def scans(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("in")
    picture = Image.new("L", (700, 300), 255)
    draw = ImageDraw.Draw(picture)
    for row, text in enumerate(("Forty boats lay on the sand", "until the rain came back.")):
        draw.text((40, 60 + 70 * row), text, fill=0, font_size=44)
    picture.save(folder / "page.png", dpi=(150, 150))
    buffer = io.BytesIO()
    picture.save(buffer, format="PDF", resolution=150)
    (folder / "scan.pdf").write_bytes(buffer.getvalue())
    (folder / "notes.txt").write_text("One line.\n\nAnother line.")
    (folder / "empty.pdf").write_bytes(b"")
    return folder


def test_the_pages_of_a_scan_are_kept_with_their_text(scans: Path, tmp_path: Path) -> None:
    read([scans], out=tmp_path / "out", work=INLINE)
    corpus = open_corpus(tmp_path / "out")
    for name in ("scan.pdf", "page.png"):
        document = corpus[row_of(tmp_path / "out", name).document]
        pages = corpus.pdf(document)
        assert pages is not None and pages.name == f"{row_of(tmp_path / 'out', name).pages_sha256}.pdf"
        assert holds(text_in(pages, document.blocks[0].boxes[0]), document.blocks[0].text)
        assert corpus.source_path(document.source) is not None
    assert row_of(tmp_path / "out", "notes.txt").pages_sha256 == ""


def test_scans_give_the_same_bytes_in_workers_and_here(scans: Path, tmp_path: Path) -> None:
    read([scans], out=tmp_path / "inline", work=INLINE)
    read([scans], out=tmp_path / "out", work=Work(workers=2))
    assert tree(tmp_path / "out") == tree(tmp_path / "inline")


def test_trying_again_what_failed_keeps_the_pages_of_scans(scans: Path, tmp_path: Path) -> None:
    read([scans], out=tmp_path / "out", work=INLINE)
    before = tree(tmp_path / "out")
    read([scans], out=tmp_path / "out", work=Work(engine="inline", retry_failed=True))
    assert tree(tmp_path / "out").keys() == before.keys()


def test_scans_can_be_left_unread(scans: Path, tmp_path: Path) -> None:
    read([scans], out=tmp_path / "out", options=ReadOptions(ocr=False), work=INLINE)
    found = statuses(tmp_path / "out")
    assert (found["scan.pdf"], found["page.png"], found["notes.txt"]) == ("no_text_layer", "no_text_layer", "ok")
    assert row_of(tmp_path / "out", "scan.pdf").reason.endswith("read it with --ocr")
