"""Pages on one square sheet, and boxes there and back. Source: DHQ-20, DHQ-21."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from evidoc.compose.stitch import stitch, stitched_picture
from evidoc.records.geometry import Page
from tests.build import box


def pages(*sizes: tuple[float, float]) -> list[Page]:
    return [Page(index=index, width=width, height=height) for index, (width, height) in enumerate(sizes)]


def png(colour: str) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (50, 100), colour).save(buffer, format="PNG")
    return buffer.getvalue()


def test_pages_lie_row_by_row_in_a_square_grid() -> None:
    tiles = stitch(pages(*[(100, 100)] * 5))
    assert [(round(tile.left), round(tile.top)) for tile in tiles] == [(0, 0), (333, 0), (667, 0), (0, 333), (333, 333)]


def test_a_page_keeps_its_shape_in_the_middle_of_its_field() -> None:
    (tile,) = stitch(pages((500, 1000)))
    assert (tile.left, tile.top, tile.scale) == (250, 0, 1)


def test_a_hand_worked_box() -> None:
    """A page of 200 × 100 points fills the width: 5 units a point, 250 units above it."""
    (tile,) = stitch(pages((200, 100)))
    assert tile.place(box(20, 10, 100, 60)) == (100, 300, 500, 550)


def test_no_pages_have_no_places() -> None:
    assert stitch([]) == ()


@given(st.lists(st.tuples(st.floats(50, 2000), st.floats(50, 2000)), min_size=1, max_size=40))
def test_every_page_stays_on_the_sheet_and_boxes_come_back(sizes: list[tuple[float, float]]) -> None:
    for tile in stitch(pages(*sizes)):
        whole = box(0, 0, tile.page.width, tile.page.height, page=tile.page.index)
        edges = tile.place(whole)
        assert all(-1e-6 <= edge <= 1000 + 1e-6 for edge in edges)
        back = tile.box(edges)
        assert (back.x0, back.y0, back.x1, back.y1) == pytest.approx((0, 0, tile.page.width, tile.page.height), abs=1e-6)


def test_pages_are_drawn_where_their_boxes_are() -> None:
    tiles = stitch(pages((50, 100), (50, 100)), side=100)
    with Image.open(io.BytesIO(stitched_picture([png("red"), png("blue")], tiles, side=100))) as sheet:
        assert sheet.size == (100, 100)
        assert [sheet.getpixel(place) for place in ((25, 25), (75, 25), (2, 25), (25, 75))] == [
            (255, 0, 0),
            (0, 0, 255),
            (255, 255, 255),
            (255, 255, 255),
        ]


def test_the_same_pages_give_the_same_bytes() -> None:
    tiles = stitch(pages((50, 100)))
    assert stitched_picture([png("red")], tiles) == stitched_picture([png("red")], tiles)
