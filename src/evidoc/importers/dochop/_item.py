"""A row of DocHop's TSV as an Item over a Document of one page, whose PDF holds the picture."""

from __future__ import annotations

import hashlib
import io
import re
import time

from evidoc.answers.counted import sort_of_number, tolerance_of
from evidoc.errors import InvalidRecord
from evidoc.importers.dochop._rows import Row
from evidoc.records.document import Block, Document, Source
from evidoc.records.geometry import Box, Page
from evidoc.records.item import Answer, Construction, ContextDocument, Item, Measures, Task
from evidoc.records.record import content_id

_DPI = 300  # DH-58
_MOST_PIXELS = 60_000_000
_DECIMALS = 2  # of numbers that are no counts, as the contract says (DH-69)
_PURE_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_EPOCH = time.gmtime(0)  # a PDF states when it was made; the same picture gives the same bytes


def page_of(row: Row) -> tuple[Document, bytes]:
    """Give the document of a row and its one-page PDF.

    Raises:
        InvalidRecord: The row has no picture, or bytes that are none.
    """
    if row.image is None:
        raise InvalidRecord(f"row {row.number}: no image; a page is needed to ask about")
    pdf, width, height = _as_pdf(row)
    digest = hashlib.sha256(pdf).hexdigest()
    source = Source(name=f"dochop-{content_id('r', row.example)}.pdf", sha256=digest, media_type="application/pdf")
    page = Page(index=0, width=width, height=height)
    whole = Block(id=0, kind="chart", boxes=(Box(page=0, x0=0.0, y0=0.0, x1=width, y1=height),))
    document = Document(
        id=f"d-{digest[:12]}",
        source=source,
        kind="report",
        title=row.example,
        language="en",
        pages=(page,),
        blocks=(whole,),
        pages_source=source,
        reader="dochop@1",
    )
    return document, pdf


def item_of(row: Row, document: Document, *, contract: str) -> Item:
    """Give the item of a row; what kind of answer it has is seen from the answer."""
    return Item(
        id=content_id("i", "dochop", row.example, row.question),
        question=row.question,
        answer=answer_of(row.answer, question=row.question, task=row.task),
        evidence=(),
        documents=(ContextDocument(id=document.id),),
        task=Task(family="dochop", category=row.task),
        measures=Measures(depth=row.depth, charts=row.charts, modality="multimodal"),
        scorer="dochop",
        contract=contract,
        construction=Construction(recipe="dochop", unit=row.example),
    )


def answer_of(text: str, *, question: str, task: str) -> Answer:
    """Read an answer of the TSV: yes or no, a number (counts exactly, others as the published rule lets pass), a list, a name."""
    if text.casefold() in ("yes", "no"):
        return Answer(kind="yes_no", value=text.casefold(), aliases=(text,))
    sort = sort_of_number(text, question=question, task=task) if _PURE_NUMBER.fullmatch(text) else "name"
    if sort != "name":
        decimals = None if sort == "count" else _DECIMALS
        return Answer(kind="number", value=text.replace(",", ""), decimals=decimals, tolerance=tolerance_of(sort))
    entries = tuple(part.strip() for part in text.split(",") if part.strip())
    if len(entries) > 1:
        return Answer(kind="list" if task == "ranking" else "set", value=entries, aliases=(text,))
    return Answer(kind="text", value=text)


def _as_pdf(row: Row) -> tuple[bytes, float, float]:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(row.image or b"")) as picture:
            if picture.width * picture.height > _MOST_PIXELS:
                raise InvalidRecord(f"row {row.number}: image of {picture.width} × {picture.height} px; at most {_MOST_PIXELS:,}")
            out = io.BytesIO()
            picture.convert("RGB").save(out, "PDF", resolution=_DPI, creationDate=_EPOCH, modDate=_EPOCH, quality=95)
            return out.getvalue(), picture.width * 72 / _DPI, picture.height * 72 / _DPI
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        if isinstance(error, InvalidRecord):
            raise
        raise InvalidRecord(f"row {row.number}: image cannot be read: {error}; PNG and JPEG are known") from error
