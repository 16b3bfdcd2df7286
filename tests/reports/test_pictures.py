from __future__ import annotations

import base64
import hashlib
import io
from pathlib import Path

import pytest
from PIL import Image

from evidoc.records.corpus import Corpus
from evidoc.records.document import Source
from evidoc.records.geometry import Page
from evidoc.records.store import write_bytes
from evidoc.reports.documents import DocumentFacts
from evidoc.reports.pictures import draw_pages, picture_id
from tests.build import line, pdf_bytes

BOX = "/MediaBox[0 0 300 400]"


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    return Corpus((), folder=tmp_path)


def facts(corpus: Corpus, content: bytes, *, pages: int = 2, name: str = "d-1") -> DocumentFacts:
    source = Source(name="a.pdf", sha256=hashlib.sha256(content).hexdigest())
    assert corpus.folder is not None
    write_bytes(corpus.folder / "sources" / f"{source.sha256}.pdf", content)
    sizes = tuple(Page(index=index, width=300.0, height=400.0) for index in range(pages))
    return DocumentFacts(id=name, source=source, pages=sizes, pages_source=source)


def two_pages(text: str = "Hello") -> bytes:
    return pdf_bytes([(BOX, line(50, 300, text)), (BOX, line(50, 300, "again"))])


def test_a_page_becomes_a_small_picture_as_a_data_address(corpus: Corpus) -> None:
    document = facts(corpus, two_pages())
    pictures = draw_pages([(document, 0), (document, 0), (document, 1)], corpus, folder=None)
    assert list(pictures.sources) == [("d-1", 0), ("d-1", 1)]
    kind, _, encoded = pictures.sources["d-1", 0].partition(",")
    image = Image.open(io.BytesIO(base64.b64decode(encoded)))
    assert (kind, image.size, image.mode) == ("data:image/png;base64", (400, 534), "P")


def test_pictures_stand_beside_the_page_where_a_folder_is_given(corpus: Corpus, tmp_path: Path) -> None:
    pictures = draw_pages([(facts(corpus, two_pages()), 1)], corpus, folder=tmp_path / "report")
    assert pictures.sources == {("d-1", 1): "pages/p-d-1-2.png"}
    assert (tmp_path / "report" / "pages" / "p-d-1-2.png").read_bytes().startswith(b"\x89PNG")
    assert picture_id(("d-1", 1)) == "p-d-1-2"


def test_over_the_budget_pages_are_left_out_and_say_so(corpus: Corpus) -> None:
    first, second = facts(corpus, two_pages()), facts(corpus, two_pages("other"), name="d-2")
    pictures = draw_pages([(first, 0), (second, 0)], corpus, folder=None, budget=10)
    assert list(pictures.sources) == [("d-1", 0)] and pictures.reasons["d-2", 0].startswith("left out")


def test_a_file_that_cannot_be_drawn_leaves_its_reason(corpus: Corpus) -> None:
    broken = facts(corpus, b"%PDF-1.7 broken")
    assert "cannot be drawn" in draw_pages([(broken, 0)], corpus, folder=None).reasons["d-1", 0]


def test_a_page_beyond_the_file_leaves_its_reason_and_the_others_their_picture(corpus: Corpus) -> None:
    document = facts(corpus, two_pages(), pages=3)
    pictures = draw_pages([(document, 0), (document, 2)], corpus, folder=None)
    assert list(pictures.sources) == [("d-1", 0)] and list(pictures.reasons) == [("d-1", 2)]


def test_a_source_that_the_corpus_does_not_keep_leaves_its_reason(corpus: Corpus) -> None:
    source = Source(name="a.pdf", sha256="0" * 64)
    gone = DocumentFacts(id="d-1", source=source, pages=(Page(index=0, width=300.0, height=400.0),), pages_source=source)
    assert "does not keep" in draw_pages([(gone, 0)], corpus, folder=None).reasons["d-1", 0]


def test_a_page_that_cannot_be_drawn_does_not_keep_back_the_next(corpus: Corpus) -> None:
    size = b"/Width 30000/Height 30000/ColorSpace/DeviceGray/BitsPerComponent 8/Length 1"
    giant = b"<</Type/XObject/Subtype/Image%s>>stream\n0\nendstream" % size
    bomb = (f"{BOX}/Resources<</XObject<</Im 4 0 R>>>>", b"q 100 0 0 100 0 0 cm /Im Do Q")
    document = facts(corpus, pdf_bytes([bomb, (BOX, line(50, 300, "sound"))], objects=[giant]))
    pictures = draw_pages([(document, 0), (document, 1)], corpus, folder=None)
    assert list(pictures.sources) == [("d-1", 1)]
    assert "cannot be drawn: page 1 embeds a picture" in pictures.reasons["d-1", 0]
