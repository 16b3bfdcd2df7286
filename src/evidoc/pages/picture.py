"""The picture of a page as displayed, within a pixel limit; the same page gives the same bytes."""

from __future__ import annotations

import hashlib
import io
import math
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2
import pypdfium2.raw as pdfium

from evidoc.errors import InvalidRecord, UnreadableDocument
from evidoc.pages.drawn import layers
from evidoc.pages.frame import open_pdf, shown_page
from evidoc.records.geometry import Page
from evidoc.records.store import whole_file

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 40_000_000  # a sheet of A0 at 72 dpi has 8 million, at 144 dpi 32 million (case E08)
MAX_IMAGE_PIXELS = 400_000_000  # an embedded picture larger than that is decoded by PDFium before any limit of ours holds


@dataclass(frozen=True, slots=True)
class Picture:
    """A page picture: PNG bytes, and its width and height in px."""

    png: bytes
    width: int
    height: int


def page_picture(
    source: Path | pypdfium2.PdfDocument,
    page: Page,
    *,
    dpi: int = 144,
    max_side: int | None = None,
    max_pixels: int = MAX_PIXELS,
) -> Picture:
    """Render one page as an RGB picture.

    Width and height are the page's points times dpi / 72, rounded up. A page over `max_side` px or
    `max_pixels` is rendered smaller, never larger (CV-66, case E08). `source` is a file, or an open
    document where a password was needed.

    Raises:
        UnreadableDocument: The file or page cannot be opened, or a picture on it is a decompression bomb.
    """
    return _encoded(page_image(source, page, dpi=dpi, max_side=max_side, max_pixels=max_pixels))


def page_image(
    source: Path | pypdfium2.PdfDocument,
    page: Page,
    *,
    dpi: int = 144,
    max_side: int | None = None,
    max_pixels: int = MAX_PIXELS,
) -> Image:
    """Render one page as `page_picture` does, for those who encode it another way.

    Raises:
        UnreadableDocument: The file or page cannot be opened, or a picture on it is a decompression bomb.
    """
    width, height = picture_size(page, dpi=dpi, max_side=max_side, max_pixels=max_pixels)
    opened = open_pdf(source) if isinstance(source, Path) else nullcontext(source)
    with opened as pdf, shown_page(pdf, page) as handle:
        refuse_bombs(handle, page)
        return _rendered(handle, width=width, height=height)


def picture_size(page: Page, *, dpi: int = 144, max_side: int | None = None, max_pixels: int = MAX_PIXELS) -> tuple[int, int]:
    """Give the width and height in px that a page's picture has under the limits."""
    scale = dpi / 72.0
    if max_side is not None:
        scale = min(scale, max_side / max(page.width, page.height))
    scale = min(scale, math.sqrt(max_pixels / (page.width * page.height)))
    width, height = (max(1, math.ceil(side * scale - 1e-6)) for side in (page.width, page.height))
    if width * height > max_pixels:  # rounding up went over the limit by a row or a column
        width, height = (max(1, math.floor(side * scale)) for side in (page.width, page.height))
    return min(width, max_pixels), min(height, max_pixels)


def refuse_bombs(handle: pypdfium2.PdfPage, page: Page) -> None:
    """Refuse a page with an embedded picture too large to be decoded.

    Raises:
        UnreadableDocument: With status `too_large`.
    """
    for width, height in layers(handle).image_sizes:
        if width * height > MAX_IMAGE_PIXELS:
            raise UnreadableDocument(
                f"page {page.index + 1} embeds a picture of {width:,} × {height:,} px; the limit is {MAX_IMAGE_PIXELS:,} px",
                status="too_large",
            )


@dataclass(frozen=True, slots=True)
class PictureStore:
    """A folder of pictures by content, `<sha256>.png`, and of whole files that models are given, `<sha256>.pdf`."""

    folder: Path

    def keep(self, png: bytes, *, suffix: str = ".png") -> str:
        """Store a picture or file once and give its sha256."""
        digest = hashlib.sha256(png).hexdigest()
        path = self.folder / f"{digest}{suffix}"
        if not path.is_file():
            with whole_file(path) as file:
                file.write(png)
        return digest

    def load(self, sha256: str, *, suffix: str = ".png") -> bytes:
        """Give the picture or file of a sha256.

        Raises:
            InvalidRecord: The folder has no such picture.
        """
        try:
            return (self.folder / f"{sha256}{suffix}").read_bytes()
        except OSError as error:
            raise InvalidRecord(f"{self.folder}: no picture {sha256}{suffix}; make the prompts again") from error


def _rendered(handle: pypdfium2.PdfPage, *, width: int, height: int) -> Image:
    """Draw the page on exactly width × height px; PDFium's own rounding may be off by one."""
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, pdfium.FPDFBitmap_BGR, rev_byteorder=True)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    pdfium.FPDF_RenderPageBitmap(bitmap, handle, 0, 0, width, height, 0, pdfium.FPDF_ANNOT | pdfium.FPDF_REVERSE_BYTE_ORDER)
    image: Image = bitmap.to_pil().copy()
    bitmap.close()
    return image


def _encoded(image: Image) -> Picture:
    buffer = io.BytesIO()
    image.save(buffer, format="PNG", compress_level=6)
    return Picture(png=buffer.getvalue(), width=image.width, height=image.height)
