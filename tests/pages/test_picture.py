"""Pictures of pages. Cases A06, A09, E08; CV-66."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from evidoc.errors import InvalidRecord, UnreadableDocument
from evidoc.pages.frame import displayed_pages, open_pdf
from evidoc.pages.glyphs import page_words
from evidoc.pages.picture import Picture, PictureStore, page_picture, picture_size
from evidoc.records.geometry import Box, Page, pixels
from tests.build import line, shared
from tests.pages.written import LETTER, one_page

A0 = Page(index=0, width=2384.0, height=3370.0)


def picture_and_boxes(path: Path, *, dpi: int = 144) -> tuple[Picture, Page, list[Box]]:
    with open_pdf(path) as pdf:
        (page,) = displayed_pages(pdf)
        return page_picture(pdf, page, dpi=dpi), page, [word.box for word in page_words(pdf, page)]


def dark_edges(picture: Picture) -> tuple[int, int, int, int]:
    """Give the edges of all that is dark."""
    image = Image.open(io.BytesIO(picture.png)).convert("L").point(lambda value: 255 if value < 128 else 0)
    edges = image.getbbox()
    assert edges is not None
    return edges


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("unit", ["", "/UserUnit 2"])
def test_the_text_box_covers_the_dark_pixels(tmp_path: Path, rotation: int, unit: str) -> None:
    """A06: boxes and pictures are of one frame, whatever the page's boxes, rotation and unit are."""
    attributes = f"/MediaBox[0 0 400 400] /CropBox[100 50 300 350] /Rotate {rotation} {unit}"
    picture, page, boxes = picture_and_boxes(one_page(tmp_path, line(120, 300, "Hgjpq,"), attributes=attributes))
    x0, y0, x1, y1 = pixels(144).write(boxes[0], page)
    left, top, right, bottom = dark_edges(picture)
    assert x0 <= left + 1 and y0 <= top + 1 and x1 >= right - 1 and y1 >= bottom - 1
    assert right - left > 0.7 * (x1 - x0) or bottom - top > 0.7 * (y1 - y0)


def test_width_and_height_are_points_times_dpi_rounded_up(tmp_path: Path) -> None:
    path = one_page(tmp_path, b"", attributes="/MediaBox[0 0 100.3 50]")
    picture, _, _ = picture_and_boxes(path)
    assert (picture.width, picture.height) == (201, 100)
    assert Image.open(io.BytesIO(picture.png)).size == (201, 100)
    assert Image.open(io.BytesIO(picture.png)).mode == "RGB"


def test_the_user_unit_counts_in_pixels(tmp_path: Path) -> None:
    """A09."""
    picture, _, _ = picture_and_boxes(one_page(tmp_path, b"", attributes="/MediaBox[0 0 200 100] /UserUnit 2"))
    assert (picture.width, picture.height) == (800, 400)


def test_the_same_page_gives_the_same_bytes(tmp_path: Path) -> None:
    path = one_page(tmp_path, line(72, 700, "Hello"))
    assert picture_and_boxes(path)[0] == picture_and_boxes(path)[0]


def test_colours_are_red_green_blue(tmp_path: Path) -> None:
    picture, _, _ = picture_and_boxes(one_page(tmp_path, b"1 0 0 rg 0 0 612 792 re f\n"))
    assert Image.open(io.BytesIO(picture.png)).getpixel((5, 5)) == (255, 0, 0)


def test_a_page_is_made_smaller_but_never_larger() -> None:
    """CV-66: 500 × 700 stays under a limit of 1000."""
    page = Page(index=0, width=500.0, height=700.0)
    assert picture_size(page, dpi=72, max_side=1000) == (500, 700)
    assert picture_size(page, dpi=144, max_side=700) == (500, 700)


def test_a_sheet_of_a0_stays_under_the_pixel_limit() -> None:
    """E08: at 300 dpi it would have 139 million pixels."""
    width, height = picture_size(A0, dpi=300)
    assert 0.9 * 40_000_000 < width * height <= 40_000_000
    assert abs(width / height - A0.width / A0.height) < 0.001


@given(
    st.floats(3, 1e6),
    st.floats(3, 1e6),
    st.integers(1, 1200),
    st.one_of(st.none(), st.integers(1, 10_000)),
    st.integers(1, 10**8),
)
def test_no_page_goes_over_its_limits(width: float, height: float, dpi: int, max_side: int | None, max_pixels: int) -> None:
    """E08: a strip of 1 × 4000 px and a poster alike."""
    size = picture_size(Page(index=0, width=width, height=height), dpi=dpi, max_side=max_side, max_pixels=max_pixels)
    assert min(size) >= 1
    assert size[0] * size[1] <= max_pixels
    assert max_side is None or max(size) <= max_side


def test_a_decompression_bomb_is_refused_before_it_is_drawn(tmp_path: Path) -> None:
    """E08: a picture of 100,000 × 100,000 px takes 1 KB in the file and 10 GB when it is decoded."""
    image = b"BI /W 100000 /H 100000 /BPC 1 /CS /G /F /Fl ID x\x9c\x03\x00\x00\x00\x00\x01 EI"
    path = one_page(tmp_path, b"q 500 0 0 500 50 50 cm " + image + b" Q\n")
    with pytest.raises(UnreadableDocument, match="100,000 × 100,000") as error:
        page_picture(path, Page(index=0, width=612.0, height=792.0), dpi=10)
    assert error.value.status == "too_large"


def test_a_bomb_in_a_content_stream_does_nothing() -> None:
    """E08: PDFium does not decode pictures where text should stand."""
    path = shared("data/pdf/damaged/bomb_giant.pdf")
    assert page_picture(path, Page(index=0, width=612.0, height=792.0), dpi=36).width == 306


def test_a_degenerate_page_is_drawn_at_its_fallback_size(tmp_path: Path) -> None:
    """A10: words and pixels agree there too."""
    attributes = "/MediaBox[0 0 200 100] /CropBox[500 500 600 600] /Rotate 90"
    picture, page, boxes = picture_and_boxes(one_page(tmp_path, line(20, 50, "HELLO"), attributes=attributes), dpi=72)
    left, top, right, bottom = dark_edges(picture)
    assert (picture.width, picture.height) == (page.width, page.height) == (612, 792)
    assert boxes[0].x0 <= left + 1 and boxes[0].y0 <= top + 1 and boxes[0].x1 >= right - 1 and boxes[0].y1 >= bottom - 1


def test_a_page_that_cannot_be_loaded_has_no_picture() -> None:
    path = shared("data/pdf/damaged/Pages-tree-refs.pdf")
    with pytest.raises(UnreadableDocument, match="page 2"):
        page_picture(path, Page(index=1, width=100.0, height=100.0))


def test_pictures_are_kept_once_by_their_content(tmp_path: Path) -> None:
    store = PictureStore(tmp_path)
    digest = store.keep(b"png")
    assert store.keep(b"png") == digest
    assert store.load(digest) == b"png"
    assert [path.name for path in tmp_path.iterdir()] == [f"{digest}.png"]


def test_a_picture_that_is_not_kept_is_missed(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="no picture"):
        PictureStore(tmp_path).load("0" * 64)


def test_a_page_of_letter_size_has_a_million_pixels_and_more(tmp_path: Path) -> None:
    picture, _, _ = picture_and_boxes(one_page(tmp_path, line(72, 700, "Hello"), attributes=LETTER))
    assert (picture.width, picture.height) == (1224, 1584)
