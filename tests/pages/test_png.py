"""Page pictures are written quickly, without loss, and the same picture gives the same bytes."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from evidoc.pages.png import encoded


@given(width=st.integers(1, 20), height=st.integers(1, 20), data=st.data(), level=st.integers(0, 9))
def test_a_picture_is_decoded_as_it_was(width: int, height: int, data: st.DataObject, level: int) -> None:
    pixels = data.draw(st.binary(min_size=3 * width * height, max_size=3 * width * height))
    image = Image.frombytes("RGB", (width, height), pixels)
    png = encoded(image, level=level)
    with Image.open(io.BytesIO(png)) as decoded:
        decoded.load()
        assert (decoded.mode, decoded.size, decoded.tobytes()) == ("RGB", (width, height), pixels)
    assert png == encoded(image, level=level)


@pytest.mark.parametrize("mode", ["L", "RGBA", "1"])
def test_pictures_of_other_modes_become_rgb(mode: str) -> None:
    with Image.open(io.BytesIO(encoded(Image.new(mode, (3, 2))))) as decoded:
        assert decoded.mode == "RGB"
