"""The sheet of a set of documents as a picture: all their pages on 1000 by 1000 pixels. Source: DHQ-20, DHQ-112."""

from __future__ import annotations

import math
from pathlib import Path

from evidoc.compose.stitch import SIDE, stitched_picture
from evidoc.exporters.dochop_qa._labels import Lists
from evidoc.pages.picture import page_picture
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from evidoc.records.licences import may_pass_on
from evidoc.records.store import write_bytes

_FINER = 2  # pages are drawn so much finer than their field and then made smaller, so that letters stay letters


def draw_sheet(lists: Lists, corpus: Corpus, *, folder: Path) -> str:
    """Draw the sheet into a folder and give its name there.

    The name is "" where a document has no PDF or may not be passed on.

    Raises:
        UnreadableDocument: A page cannot be drawn.
    """
    documents = [corpus[document] for document in lists.documents]
    if not lists.tiles or not all(may_pass_on(document) and corpus.pdf(document) is not None for document in documents):
        return ""
    side = math.ceil(_FINER * SIDE / math.ceil(math.sqrt(len(lists.tiles))))
    pictures = [png for document in documents for png in _pages(document, corpus, side=side)]
    name = f"{'-'.join(lists.documents)}.png"
    write_bytes(folder / name, stitched_picture(pictures, lists.tiles))
    return name


def _pages(document: Document, corpus: Corpus, *, side: int) -> list[bytes]:
    pdf = corpus.pdf(document)
    return [page_picture(pdf, page, max_side=side).png for page in document.pages] if pdf is not None else []
