"""Page pictures for the case viewer: each page once, few colours, within a budget of bytes."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from evidoc.errors import UnreadableDocument
from evidoc.records.corpus import Corpus
from evidoc.records.store import write_bytes
from evidoc.reports.documents import DocumentFacts

if TYPE_CHECKING:
    from PIL.Image import Image

Place = tuple[str, int]  # a document and a page of it

DPI = 96  # body text of a journal stays legible, and a page stays below 100 kB
MAX_SIDE = 1600
_COMPRESSION = 4  # of 9; the default, 6, takes twice as long for 5 % fewer bytes
COLOURS = 32  # text and charts on white need few; a quarter of the bytes of true colour
EMBED_BUDGET = 15_000_000  # bytes of pictures in one HTML file, 20 MB as data addresses; a browser opens that without a pause


@dataclass
class Pictures:
    """Page pictures by place: where each comes from, or why there is none.

    `sources` are data addresses, or names of files below `folder` where one was given.
    """

    folder: Path | None = None
    budget: int = EMBED_BUDGET
    spent: int = 0
    sources: dict[Place, str] = field(default_factory=dict)
    reasons: dict[Place, str] = field(default_factory=dict)

    @property
    def are_full(self) -> bool:
        """Whether the file has taken as many bytes of pictures as it may."""
        return self.folder is None and self.spent >= self.budget

    def keep(self, place: Place, png: bytes) -> None:
        """Take the picture of a page."""
        self.spent += len(png)
        self.sources[place] = (
            _data_address(png) if self.folder is None else _file(png, self.folder, name=f"{picture_id(place)}.png")
        )

    def lack(self, places: Iterable[Place], reason: str) -> None:
        """Note why pages have no picture."""
        for place in places:
            if place not in self.sources:
                self.reasons.setdefault(place, reason)


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
            _draw(document, wanted, path, pictures)
    return pictures


def _by_document(pages: Iterable[tuple[DocumentFacts, int]]) -> dict[str, tuple[DocumentFacts, list[int]]]:
    found: dict[str, tuple[DocumentFacts, list[int]]] = {}
    for document, page in pages:
        wanted = found.setdefault(document.id, (document, []))[1]
        if page not in wanted:
            wanted.append(page)
    return found


def _draw(document: DocumentFacts, wanted: Sequence[int], path: Path, pictures: Pictures) -> None:
    from evidoc.pages.frame import open_pdf
    from evidoc.pages.picture import page_image

    try:
        with open_pdf(path) as pdf:
            for page in wanted:
                pictures.keep((document.id, page), _encoded(page_image(pdf, document.pages[page], dpi=DPI, max_side=MAX_SIDE)))
    except UnreadableDocument as error:
        pictures.lack(((document.id, page) for page in wanted), f"not there, because the page cannot be drawn: {error}")


def _encoded(image: Image) -> bytes:
    from PIL.Image import Dither, Quantize

    buffer = io.BytesIO()
    image.quantize(COLOURS, method=Quantize.FASTOCTREE, dither=Dither.NONE).save(
        buffer, format="PNG", compress_level=_COMPRESSION
    )
    return buffer.getvalue()


def _data_address(png: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(png).decode()


def _file(png: bytes, folder: Path, *, name: str) -> str:
    write_bytes(folder / "pages" / name, png)
    return f"pages/{name}"
