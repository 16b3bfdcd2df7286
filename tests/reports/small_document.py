"""A small document with every relation that its HTML page draws, and pictures of its two pages."""

from __future__ import annotations

import io
from functools import cache

from msgspec.structs import replace
from PIL import Image

from evidoc.records.document import Block, Document
from evidoc.records.table import Table
from evidoc.reports.pictures import Pictures
from tests.build import A4, box, document_of, table_of


@cache
def png(shade: int = 230) -> bytes:
    buffer = io.BytesIO()
    Image.linear_gradient("L").point(lambda value: min(value, shade)).save(buffer, format="PNG")
    return buffer.getvalue()


def pictures_of(document: Document) -> Pictures:
    pictures = Pictures()
    for page in document.pages:
        pictures.keep((document.id, page.index), png())
    return pictures


def small_document(*, text: str = "The hall was opened in 1931.", title: str = "A small document") -> Document:
    table: Table = table_of(["Year", "Cost"], ["2023", "5"], ["2024", "7"])
    blocks = (
        Block(id=0, kind="header", text="Journal of Halls", boxes=(box(50, 10, 200, 20),)),
        Block(id=1, kind="title", text=title, boxes=(box(50, 40, 500, 60),)),
        Block(id=2, kind="heading", text="Costs", level=1, boxes=(box(50, 70, 120, 85),)),
        Block(id=3, kind="caption", text="Table 1. Costs", caption_of=4, section=("Costs",), boxes=(box(50, 88, 150, 98),)),
        Block(
            id=4, kind="table", table=table, captions=(3,), label="Table 1", boxes=(box(50, 100, 150, 160),), section=("Costs",)
        ),
        Block(
            id=5,
            kind="paragraph",
            text=text,
            section=("Costs",),
            boxes=(box(50, 700, 290, 800), box(310, 200, 545, 300), box(50, 40, 545, 90, page=1)),
            flags=("joined_over_pages",),
        ),
        Block(id=6, kind="equation", text="E = mc²", latex="E=mc^2", boxes=(box(200, 100, 400, 120, page=1),)),
        Block(id=7, kind="reference", text="Nobody. Nowhere.", flags=("no_box",)),
    )
    return document_of(*blocks, title=title, pages=(A4, replace(A4, index=1, label="ii", rotation=90)))
