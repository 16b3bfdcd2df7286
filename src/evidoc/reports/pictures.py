"""Page pictures for the case viewer: each page once, few colours, within a budget of bytes."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from evidoc.errors import UnreadableDocument
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from evidoc.records.store import write_bytes
from evidoc.reports.documents import DocumentFacts

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfDocument

Place = tuple[str, int]  # a document and a page of it

DPI = 96  # body text of a journal stays legible, and a page stays below 100 kB
MAX_SIDE = 1600
_COMPRESSION = 4  # of 9; the default, 6, takes twice as long for 5 % fewer bytes
COLOURS = 32  # text and charts on white need few; a quarter of the bytes of true colour
_NOT_DRAWN = "not there, because the page cannot be drawn"
EMBED_BUDGET = 15_000_000  # bytes of pictures in one HTML file, 20 MB as data addresses; a browser opens that without a pause


@dataclass
class Pictures:
    """Page pictures by place: where each comes from, or why there is none.

    `sources` are data addresses, or addresses of files below `folder` where one was given, in its folder `files`.
    With `spills` the first pictures are data addresses, up to the budget, and only the rest are files.
    """

    folder: Path | None = None
    budget: int = EMBED_BUDGET
    spills: bool = False
    files: str = "pages"
    spent: int = 0
    sources: dict[Place, str] = field(default_factory=dict)
    reasons: dict[Place, str] = field(default_factory=dict)

    @property
    def are_full(self) -> bool:
        """Whether the file has taken as many bytes of pictures as it may."""
        return self.folder is None and self.spent >= self.budget

    def keep(self, place: Place, png: bytes) -> None:
        """Take the picture of a page."""
        is_embedded = self.folder is None or (self.spills and self.spent + len(png) <= self.budget)
        self.spent += len(png)
        self.sources[place] = _data_address(png) if is_embedded else self._file(place, png)

    def lack(self, places: Iterable[Place], reason: str) -> None:
        """Note why pages have no picture."""
        for place in places:
            if place not in self.sources:
                self.reasons.setdefault(place, reason)

    def _file(self, place: Place, png: bytes) -> str:
        assert self.folder is not None
        name = f"{self.files}/{picture_id(place)}.png"
        write_bytes(self.folder / name, png)
        return quote(name)


def picture_id(place: Place) -> str:
    """Give the name under which a report keeps a picture."""
    return f"p-{place[0]}-{place[1] + 1}"


def draw_pages(
    pages: Iterable[tuple[DocumentFacts, int]], corpus: Corpus, *, folder: Path | None, budget: int = EMBED_BUDGET
) -> Pictures:
    """Draw pages, each once, document by document in the order in which they are first needed.

    With a folder, pictures are written below its `pages/`; without one they become data addresses,
    until they take `budget` bytes. A page that is left out or cannot be drawn has its reason.
    """
    pictures = Pictures(folder=folder, budget=budget)
    for document, wanted in _by_document(pages).values():
        places = [(document.id, page) for page in wanted]
        path = corpus.source_path(document.pages_source) if document.pages_source else None
        if pictures.are_full:
            pictures.lack(places, f"left out, because the pictures in this file take {budget / 1e6:.0f} MB already")
        elif path is None:
            pictures.lack(places, "not there, because the corpus does not keep the file")
        else:
            draw_file(document, wanted, path, pictures=pictures)
    return pictures


def draw_file(
    document: DocumentFacts | Document, wanted: Iterable[int], path: Path, *, pictures: Pictures, password: str | None = None
) -> None:
    """Draw pages of one file into `pictures`; of those that cannot be drawn the reason is noted."""
    from evidoc.pages.frame import open_pdf

    places = [(document.id, page) for page in wanted]
    try:
        with open_pdf(path, password=password) as pdf:
            for place in places:
                _draw_page(document, place, pdf, pictures=pictures)
    except UnreadableDocument as error:
        pictures.lack(places, f"{_NOT_DRAWN}: {error}")


def _by_document(pages: Iterable[tuple[DocumentFacts, int]]) -> dict[str, tuple[DocumentFacts, list[int]]]:
    found: dict[str, tuple[DocumentFacts, list[int]]] = {}
    for document, page in pages:
        wanted = found.setdefault(document.id, (document, []))[1]
        if page not in wanted:
            wanted.append(page)
    return found


def _draw_page(document: DocumentFacts | Document, place: Place, pdf: PdfDocument, *, pictures: Pictures) -> None:
    from evidoc.pages.picture import page_image

    try:
        pictures.keep(place, _encoded(page_image(pdf, document.pages[place[1]], dpi=DPI, max_side=MAX_SIDE)))
    except UnreadableDocument as error:
        pictures.lack([place], f"{_NOT_DRAWN}: {error}")


def _encoded(image: Image) -> bytes:
    from PIL.Image import Dither, Quantize

    buffer = io.BytesIO()
    image.quantize(COLOURS, method=Quantize.FASTOCTREE, dither=Dither.NONE).save(
        buffer, format="PNG", compress_level=_COMPRESSION
    )
    return buffer.getvalue()


def _data_address(png: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(png).decode()
