"""Pictures of regions, and of pages with regions blanked."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from evidoc.errors import UnreadableDocument
from evidoc.pages.picture import PictureStore
from evidoc.pages.regions import blanked_picture, region_picture
from evidoc.records.corpus import Corpus, source_name
from evidoc.records.document import Document, Source
from evidoc.records.geometry import Page
from evidoc.records.reply import ImagePart
from tests.build import box, document_of, pdf_bytes

BLACK = b"0 0 0 rg 50 600 100 40 re f"  # bottom-left units of a page 800 pt high


@pytest.fixture
def drawn(tmp_path: Path) -> tuple[Corpus, Document, PictureStore]:
    """A page of 400 × 800 points with one black rectangle from (50, 160) to (150, 200)."""
    source = Source(name="drawn.pdf", sha256="a" * 64, media_type="application/pdf")
    document = document_of(name="drawn.pdf", pages=[Page(index=0, width=400, height=800)])
    document = replace(document, pages_source=source)
    path = tmp_path / "sources" / source_name(source)
    path.parent.mkdir()
    path.write_bytes(pdf_bytes([("/MediaBox[0 0 400 800]", BLACK)]))
    return Corpus([document], folder=tmp_path), document, PictureStore(tmp_path / "images")


def opened(store: PictureStore, part: ImagePart) -> Image.Image:
    return Image.open(io.BytesIO(store.load(part.sha256))).convert("L")


def test_a_region_is_shown_with_a_little_around_it(drawn: tuple[Corpus, Document, PictureStore]) -> None:
    corpus, document, store = drawn
    part = region_picture(corpus, document, box(50, 160, 150, 200), store=store)
    picture = opened(store, part)
    assert picture.size == (216, 96) == (part.width, part.height)  # 2 px a point, 4 pt on each side
    assert (picture.getpixel((2, 2)), picture.getpixel((108, 48))) == (255, 0)


def test_a_blanked_page_keeps_its_size_and_all_else(drawn: tuple[Corpus, Document, PictureStore]) -> None:
    corpus, document, store = drawn
    whole = opened(store, blanked_picture(corpus, document, 0, [], store=store))
    blank = opened(store, blanked_picture(corpus, document, 0, [box(50, 160, 100, 200), box(0, 0, 9, 9, page=1)], store=store))
    assert whole.size == blank.size == (800, 1600)
    assert [(image.getpixel((120, 360)), image.getpixel((280, 360))) for image in (whole, blank)] == [(0, 0), (255, 0)]


def test_a_document_without_a_pdf_cannot_be_shown(tmp_path: Path) -> None:
    document = document_of()
    with pytest.raises(UnreadableDocument, match="read it again with its PDF"):
        region_picture(Corpus([document]), document, box(0, 0, 10, 10), store=PictureStore(tmp_path))
