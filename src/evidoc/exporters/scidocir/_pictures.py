"""Pictures of pages, and of the figures cut out of them."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from evidoc.records.document import Document
from evidoc.records.geometry import Box, Page, image_pixels
from evidoc.records.store import write_bytes

if TYPE_CHECKING:
    from PIL.Image import Image

_KINDS = ("figure", "chart")


@dataclass(frozen=True, slots=True)
class Pictures:
    """Names of the pictures of pages by index and of blocks by id, and how many files there are."""

    pages: Mapping[int, str] = field(default_factory=dict)
    crops: Mapping[int, str] = field(default_factory=dict)

    @property
    def files(self) -> int:
        """How many pictures were written."""
        return len(self.pages) + len(self.crops)


def draw(document: Document, pdf: Path | None, *, folder: Path, dpi: int) -> Pictures:
    """Draw every page, and cut every figure out of it; a document whose PDF is not kept has no pictures.

    Raises:
        UnreadableDocument: The PDF cannot be opened.
    """
    if pdf is None:
        return Pictures()
    from PIL import Image

    from evidoc.pages.picture import page_picture

    pages: dict[int, str] = {}
    crops: dict[int, str] = {}
    for page in document.pages:
        picture = page_picture(pdf, page, dpi=dpi)
        pages[page.index] = f"page_{page.index:04d}.png"
        write_bytes(folder / pages[page.index], picture.png)
        wanted = [(block.id, block.boxes[0]) for block in document.blocks if block.kind in _KINDS and block.boxes]
        on_page = [(number, box) for number, box in wanted if box.page == page.index]
        if not on_page:
            continue
        with Image.open(io.BytesIO(picture.png)) as drawn:
            for number, box in on_page:
                crops[number] = f"block_{number:05d}.png"
                write_bytes(folder / crops[number], _cut(drawn, box, page))
    return Pictures(pages=pages, crops=crops)


def _cut(drawn: Image, box: Box, page: Page) -> bytes:
    left, top, right, bottom = image_pixels(*drawn.size).write(box, page)
    edges = (int(left), int(top), max(int(left) + 1, round(right)), max(int(top) + 1, round(bottom)))
    buffer = io.BytesIO()
    drawn.crop(edges).save(buffer, format="PNG")
    return buffer.getvalue()
