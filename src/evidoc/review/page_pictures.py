"""Pictures of the bench's pages as a browser asks for them: drawn once, the last few kept."""

from __future__ import annotations

import threading
from collections import OrderedDict

from evidoc.errors import UnreadableDocument
from evidoc.records.corpus import Corpus

DPI = 144  # small print and charts stay legible when the picture is enlarged
_MAX_SIDE = 2400
_KEPT = 120  # pictures of about 200 kB


class PagePictures:
    """The pictures of a corpus; PDFium draws one page at a time, whatever the threads."""

    def __init__(self, corpus: Corpus) -> None:
        """Draw from this corpus."""
        self._corpus = corpus
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()

    def png(self, document: str, index: int) -> bytes:
        """Give the picture of a page.

        Raises:
            UnknownName: The corpus has no such document.
            UnreadableDocument: There is no such page, the corpus does not keep the file, or it cannot be drawn.
        """
        with self._lock:
            place = (document, index)
            if place not in self._kept:
                self._kept[place] = self._drawn(document, index)
            self._kept.move_to_end(place)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
            return self._kept[place]

    def _drawn(self, document: str, index: int) -> bytes:
        from evidoc.pages.picture import page_picture

        pages, path = self._corpus.pages(document), self._corpus.pdf(self._corpus[document])
        if not 0 <= index < len(pages):
            raise UnreadableDocument(f"{document}: page {index + 1} of {len(pages)}; give a page that is there")
        if path is None:
            raise UnreadableDocument(f"{document}: the corpus does not keep the file; read it again with its source")
        return page_picture(path, pages[index], dpi=DPI, max_side=_MAX_SIDE).png
