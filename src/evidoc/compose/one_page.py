"""A page of a made-up document: a narrative, two to six charts, and the exact place of every clause and mark.

Source: DH-55…DH-61, X-24; cases G01 and G04.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from evidoc.compose.chart import DrawnChart, draw_chart
from evidoc.compose.charts.defects import Defect, refuse
from evidoc.compose.charts.geometry import Edges, Words
from evidoc.compose.charts.paint import Easel, blank, paint
from evidoc.compose.charts.shapes import Shape, check_glyphs
from evidoc.compose.page.bands import HEIGHT, WIDTH
from evidoc.compose.page.content import CHART_COUNTS, Clause, PageChart, PageContent, Passage, check
from evidoc.compose.page.defects import page_defects
from evidoc.compose.page.document import document_of
from evidoc.compose.page.layout import CHART_HEIGHTS, CHART_WIDTH, lay_out
from evidoc.compose.page.places import PageGeometry, PlacedChart, PlacedClause, PlacedPassage, PlacedText, geometry_of
from evidoc.compose.page.templates import TEMPLATES, template_of
from evidoc.errors import Undrawable
from evidoc.records.document import Document, Source

if TYPE_CHECKING:
    from evidoc.pages.picture import Picture

__all__ = [
    "CHART_COUNTS", "TEMPLATES", "Clause", "Defect", "OnePage", "PageChart", "PageContent", "PageGeometry", "Passage",
    "PlacedChart", "PlacedClause", "PlacedPassage", "PlacedText", "chart_size", "defects_of", "draw_page", "page_document",
    "page_picture",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class OnePage:
    """A drawn page: its PDF, where all stands, and the size of its text in points.

    `words` are the lines of text outside of charts; `charts` are as drawn, in the order of the content.
    """

    content: PageContent
    template: str
    size: float
    pdf: bytes
    geometry: PageGeometry
    words: tuple[Words, ...]
    charts: tuple[DrawnChart, ...]


def chart_size(count: int) -> tuple[float, float]:
    """Give the width and height in points that each of so many charts has on a page, whatever the template.

    Areas differ by less than a factor of 1.3 over all counts. Source: DH-57.
    """
    return CHART_WIDTH, CHART_HEIGHTS[count]


def draw_page(content: PageContent, *, template: str = "policy") -> OnePage:
    """Draw a page at the largest size of text, from 10 down to 7 points by 0.5, at which all fits.

    A page with a defect is never given; the same content and template give the same bytes.

    Raises:
        UsageError: The content's parts do not go together, or there is no such template.
        Undrawable: It does not fit, or a chart cannot be drawn legibly at its size; `reason` says why.
    """
    chosen = template_of(template)
    check(content)
    check_glyphs(content.texts(), chosen.face)
    layout = lay_out(content, chosen)
    charts = tuple(_chart(content, number) for number in range(len(content.charts)))
    words = tuple(shape for shape in layout.shapes if isinstance(shape, Words))
    places = [edges for _, edges in sorted(layout.charts)]
    refuse(page_defects(content, words, places), f"a {template} page at {layout.size:g} points")
    geometry = geometry_of(content, words, [(edges, chart.geometry) for edges, chart in zip(places, charts, strict=True)])
    pdf = _painted(content, layout.shapes, list(zip(places, charts, strict=True)))
    return OnePage(content, template, layout.size, pdf, geometry, words, charts)


def page_picture(page: OnePage, *, dpi: int = 300) -> Picture:
    """Give the page as a PNG picture; at 300 dpi it is 2480 × 3508 px. Source: DH-58."""
    from pypdfium2 import PdfDocument

    from evidoc.pages.frame import pdfium_turn
    from evidoc.pages.picture import Picture, page_image
    from evidoc.pages.png import encoded

    with pdfium_turn(), closing(PdfDocument(page.pdf)) as pdf:
        image = page_image(pdf, page.geometry.page, dpi=dpi)
    return Picture(png=encoded(image), width=image.width, height=image.height)


def defects_of(page: OnePage) -> tuple[Defect, ...]:
    """Look a page over again, without its charts, each of which was looked over when it was drawn."""
    boxes = [(chart.box.x0, chart.box.y0, chart.box.x1, chart.box.y1) for chart in page.geometry.charts]
    return page_defects(page.content, page.words, boxes)


def page_document(page: OnePage, *, name: str, licence: str = "", with_data: bool = True) -> Document:
    """Give the page as a Document of which it is the source.

    Charts are blocks with a caption and their kind; `with_data` gives them their values as a table whose
    cells have the boxes of the marks. `name` is that of the PDF file.
    """
    digest = hashlib.sha256(page.pdf).hexdigest()
    source = Source(name=name, sha256=digest, media_type="application/pdf", licence=licence)
    return document_of(page.content, page.geometry, page.pdf, source=source, with_data=with_data)


def _chart(content: PageContent, number: int) -> DrawnChart:
    width, height = chart_size(len(content.charts))
    spec = replace(content.charts[number].spec, width=width, height=height)
    try:
        return draw_chart(spec)
    except Undrawable as error:
        raise Undrawable(error.reason, f"{content.label(number)}: {error.detail}") from error


def _painted(content: PageContent, shapes: Sequence[Shape], charts: Sequence[tuple[Edges, DrawnChart]]) -> bytes:
    canvas, file = blank(WIDTH, HEIGHT, title=content.title)
    paint(Easel(canvas, 0.0, HEIGHT), shapes)
    for edges, chart in charts:
        paint(Easel(canvas, edges[0], HEIGHT - edges[1]), chart.shapes)
    canvas.showPage()
    canvas.save()
    return file.getvalue()
