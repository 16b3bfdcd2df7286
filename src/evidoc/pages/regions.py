"""Pictures of single regions of a document's pages, and of pages on which some regions are blank.

A judge of relevance sees the region that a statement cites (CV-51); a solver sees the pages with one piece of
evidence blanked, to learn whether the answer rests on it (CV-39).
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from evidoc.errors import UnreadableDocument
from evidoc.pages.picture import PictureStore, page_image
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from evidoc.records.geometry import Box, Page
from evidoc.records.reply import ImagePart

if TYPE_CHECKING:
    from PIL.Image import Image

_DPI = 144  # see docs/why/views.md
_MAX_SIDE = 2000  # px; most services make a larger picture smaller themselves
_AROUND = 4.0  # points left around a region, so that no letter is cut at the edge


def region_picture(corpus: Corpus, document: Document, box: Box, *, store: PictureStore) -> ImagePart:
    """Give the picture of a region, with a little of what stands around it.

    Raises:
        UnreadableDocument: The corpus has no PDF of the document's pages, or it cannot be drawn.
    """
    page = document.pages[box.page]
    image = _drawn(corpus, document, page)
    across, down = image.width / page.width, image.height / page.height
    edges = (
        max(0, math.floor((box.x0 - _AROUND) * across)),
        max(0, math.floor((box.y0 - _AROUND) * down)),
        min(image.width, math.ceil((box.x1 + _AROUND) * across)),
        min(image.height, math.ceil((box.y1 + _AROUND) * down)),
    )
    return _kept(image.crop(edges), box.page, store=store)


def blanked_picture(corpus: Corpus, document: Document, index: int, boxes: Sequence[Box], *, store: PictureStore) -> ImagePart:
    """Give the picture of a page with white in the place of those of the boxes that are on it; it keeps its size.

    Raises:
        UnreadableDocument: The corpus has no PDF of the document's pages, or it cannot be drawn.
    """
    page = document.pages[index]
    image = _drawn(corpus, document, page)
    across, down = image.width / page.width, image.height / page.height
    for box in boxes:
        if box.page == index:
            edges = (
                math.floor(box.x0 * across),
                math.floor(box.y0 * down),
                math.ceil(box.x1 * across),
                math.ceil(box.y1 * down),
            )
            image.paste((255, 255, 255), edges)
    return _kept(image, index, store=store)


def _drawn(corpus: Corpus, document: Document, page: Page) -> Image:
    path = corpus.pdf(document)
    if path is None:
        raise UnreadableDocument(f"{document.source.name}: the corpus has no PDF of its pages; read it again with its PDF")
    return page_image(path, page, dpi=_DPI, max_side=_MAX_SIDE)


def _kept(image: Image, index: int, *, store: PictureStore) -> ImagePart:
    buffer = io.BytesIO()
    image.save(buffer, format="PNG", compress_level=6)
    return ImagePart(sha256=store.keep(buffer.getvalue()), width=image.width, height=image.height, page=index)
