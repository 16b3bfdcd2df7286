"""Pages, and single blocks of them, as pictures that a prompt names by content."""

from __future__ import annotations

import io
import math
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from evidoc.errors import UnreadableDocument, UsageError
from evidoc.records.document import Block
from evidoc.records.geometry import Box, Page, hull
from evidoc.records.reply import ImagePart
from evidoc.views._access import Visible
from evidoc.views._context import Context

if TYPE_CHECKING:
    from PIL.Image import Image

    from evidoc.pages.picture import Picture

_REMEMBERED = 50_000  # pictures whose digest is kept: some 10 MB


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a picture may be: resolution, longest side in px, pixels in all. Pages are made smaller, never larger (CV-66)."""

    dpi: int = 144
    max_side: int | None = None
    max_pixels: int | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """A picture in the store: its digest and its size in px."""

    sha256: str
    width: int
    height: int


class Drawn:
    """The pictures already drawn, so that a page that many items show is drawn once."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._kept: OrderedDict[tuple[object, ...], Kept] = OrderedDict()
        self._lock = threading.Lock()

    def once(self, key: tuple[object, ...], draw: Callable[[], Kept]) -> Kept:
        """Give the picture of a key, drawing it when it is first asked for."""
        with self._lock:
            if key not in self._kept:
                self._kept[key] = draw()
            self._kept.move_to_end(key)
            while len(self._kept) > _REMEMBERED:
                self._kept.popitem(last=False)
            return self._kept[key]


def page_image(shown: Visible, index: int, *, context: Context, limits: Limits) -> ImagePart:
    """Give the picture of a page; where only blocks may be seen, all else on it is white.

    A masked page keeps its size, so that places on it mean the same as on the whole page.

    Raises:
        UnreadableDocument: The document has no PDF in the corpus, or it cannot be drawn.
        UsageError: The context has no store for pictures.
    """
    if shown.extent != "blocks":
        return _image(shown, index, context=context, limits=limits, cut=None)
    boxes = tuple(box for block in shown.blocks for box in block.boxes if box.page == index)
    return _image(shown, index, context=context, limits=limits, cut=_Masked(boxes))


def block_picture(shown: Visible, block: Block, *, context: Context, limits: Limits) -> ImagePart:
    """Give the picture of a block, cut out of the page that it begins on."""
    first = block.boxes[0].page
    (box,) = hull(box for box in block.boxes if box.page == first)
    return _image(shown, first, context=context, limits=limits, cut=_Cropped(box))


@dataclass(frozen=True, slots=True)
class _Masked:
    boxes: tuple[Box, ...]

    def __call__(self, image: Image, page: Page) -> Image:
        from PIL import Image as images

        canvas = images.new("RGB", image.size, "white")
        for box in self.boxes:
            edges = _pixels(box, page, image)
            canvas.paste(image.crop(edges), edges[:2])
        return canvas


@dataclass(frozen=True, slots=True)
class _Cropped:
    box: Box

    def __call__(self, image: Image, page: Page) -> Image:
        return image.crop(_pixels(self.box, page, image))


def _image(shown: Visible, index: int, *, context: Context, limits: Limits, cut: _Masked | _Cropped | None) -> ImagePart:
    document = shown.document
    key = (document.id, index, limits, cut)
    kept = context.drawn.once(key, lambda: _draw(shown, index, context=context, limits=limits, cut=cut))
    return ImagePart(sha256=kept.sha256, width=kept.width, height=kept.height, document=shown.number, page=index)


def _draw(shown: Visible, index: int, *, context: Context, limits: Limits, cut: _Masked | _Cropped | None) -> Kept:
    from evidoc.pages.picture import MAX_PIXELS, page_picture

    if context.pictures is None:
        raise UsageError("this view shows pictures and has no folder to keep them in; give its Context a PictureStore")
    page = shown.document.pages[index]
    picture = page_picture(
        pdf_of(shown, context),
        page,
        dpi=limits.dpi,
        max_side=limits.max_side,
        max_pixels=min(limits.max_pixels or MAX_PIXELS, MAX_PIXELS),
    )
    if cut is not None:
        return _cut_out(picture, page, context=context, cut=cut)
    return Kept(sha256=context.pictures.keep(picture.png), width=picture.width, height=picture.height)


def _cut_out(picture: Picture, page: Page, *, context: Context, cut: _Masked | _Cropped) -> Kept:
    from PIL import Image as images

    assert context.pictures is not None  # _draw has refused it
    with images.open(io.BytesIO(picture.png)) as opened:
        image = cut(opened.convert("RGB"), page)
    buffer = io.BytesIO()
    image.save(buffer, format="PNG", compress_level=6)
    return Kept(sha256=context.pictures.keep(buffer.getvalue()), width=image.width, height=image.height)


def pdf_of(shown: Visible, context: Context) -> Path:
    """Give the PDF of a document's pages.

    Raises:
        UnreadableDocument: The corpus has none.
    """
    path = context.corpus.pdf(shown.document)
    if path is None:
        name = shown.document.source.name
        raise UnreadableDocument(f"{name}: the corpus has no PDF of its pages; ask with a view of text, or read it again")
    return path


def _pixels(box: Box, page: Page, image: Image) -> tuple[int, int, int, int]:
    across, down = image.width / page.width, image.height / page.height
    left, top = math.floor(box.x0 * across), math.floor(box.y0 * down)
    return left, top, min(image.width, math.ceil(box.x1 * across)), min(image.height, math.ceil(box.y1 * down))


def shown_pages(documents: Sequence[Visible]) -> list[tuple[Visible, int]]:
    """Give all visible pages in the order in which they are shown."""
    return [(shown, index) for shown in documents for index in shown.pages]
