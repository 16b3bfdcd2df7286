"""All pages of some documents on one square sheet, and where their boxes come to lie there. Source: DHQ-20, DHQ-21."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass

from evidoc.records.geometry import Box, Page

SIDE = 1000  # of the sheet, in px and in the numbers of its boxes: DHQ-20


@dataclass(frozen=True, slots=True)
class Tile:
    """Where a page lies on the sheet: its left top corner, and how many units of the sheet a point of the page takes."""

    page: Page
    left: float
    top: float
    scale: float

    def place(self, box: Box) -> tuple[float, float, float, float]:
        """Give the edges of a box of this page on the sheet: left, top, right, bottom."""
        return (
            self.left + box.x0 * self.scale,
            self.top + box.y0 * self.scale,
            self.left + box.x1 * self.scale,
            self.top + box.y1 * self.scale,
        )

    def box(self, edges: tuple[float, float, float, float]) -> Box:
        """Give the box of the page at edges on the sheet."""
        left, top, right, bottom = edges
        return Box(
            page=self.page.index,
            x0=(left - self.left) / self.scale,
            y0=(top - self.top) / self.scale,
            x1=(right - self.left) / self.scale,
            y1=(bottom - self.top) / self.scale,
        )


def stitch(pages: Sequence[Page], *, side: int = SIDE) -> tuple[Tile, ...]:
    """Lay pages out row by row in a square grid, each as large as fits its field without changing its shape, in the middle."""
    columns = math.ceil(math.sqrt(len(pages))) if pages else 1
    field = side / columns
    return tuple(_tile(page, place % columns * field, place // columns * field, field) for place, page in enumerate(pages))


def stitched_picture(pictures: Sequence[bytes], tiles: Sequence[Tile], *, side: int = SIDE) -> bytes:
    """Draw page pictures on one white sheet and give it as a PNG file."""
    from PIL import Image

    sheet = Image.new("RGB", (side, side), "white")
    for png, tile in zip(pictures, tiles, strict=True):
        size = max(1, round(tile.page.width * tile.scale)), max(1, round(tile.page.height * tile.scale))
        with Image.open(io.BytesIO(png)) as opened:
            small = opened.convert("RGB").resize(size, Image.Resampling.LANCZOS)
        sheet.paste(small, (round(tile.left), round(tile.top)))
    buffer = io.BytesIO()
    sheet.save(buffer, format="PNG", compress_level=6)
    return buffer.getvalue()


def _tile(page: Page, left: float, top: float, field: float) -> Tile:
    scale = field / max(page.width, page.height)
    return Tile(page, left + (field - page.width * scale) / 2, top + (field - page.height * scale) / 2, scale)
