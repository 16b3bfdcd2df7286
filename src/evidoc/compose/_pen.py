"""The pen: writes on a canvas page after page, and says where everything stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import NamedTuple

from evidoc.compose._lines import visual
from evidoc.compose._styles import ASCENT, DESCENT, Style
from evidoc.records.geometry import Box, Page, make_box

WIDTH, HEIGHT = 595.0, 842.0  # A4 in whole points, so that the page record and the file agree to the last digit
LEFT, TOP, BOTTOM = 57.0, 57.0, 785.0
MEASURE = WIDTH - 2 * LEFT
FULL = BOTTOM - TOP


class Placed(NamedTuple):
    """A line of spelled text with its left edge and the top of its line."""

    text: str
    x: float
    top: float


class Pen:
    """A PDF being written from top to bottom; `y` is how far down the current page is filled."""

    def __init__(self, *, title: str) -> None:
        """Begin with an empty first page."""
        from reportlab.pdfgen.canvas import Canvas

        self._file = BytesIO()
        self._canvas = Canvas(self._file, pagesize=(WIDTH, HEIGHT), invariant=1, pageCompression=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("evidoc")
        self.pages: list[Page] = [Page(index=0, width=WIDTH, height=HEIGHT)]
        self.y = TOP

    @property
    def page(self) -> Page:
        """The page that is written on."""
        return self.pages[-1]

    @property
    def room(self) -> float:
        """How much of the page is left, in points."""
        return BOTTOM - self.y

    @property
    def fresh(self) -> bool:
        """Whether nothing stands on the page yet."""
        return self.y == TOP

    def turn(self) -> None:
        """Go on at the top of a new page."""
        self._canvas.showPage()
        self.pages.append(Page(index=len(self.pages), width=WIDTH, height=HEIGHT))
        self.y = TOP

    def reserve(self, height: float) -> None:
        """Turn the page if less than this is left, unless a whole page would not do either."""
        if self.room < height <= FULL and not self.fresh:
            self.turn()

    def skip(self, height: float) -> None:
        """Leave white space, but none at the top of a page."""
        if not self.fresh:
            self.y = min(self.y + height, BOTTOM)

    def box(self, edges: tuple[float, float, float, float]) -> Box | None:
        """Give the box of a place on this page."""
        return make_box(self.page.index, edges, within=self.page)

    def write(self, lines: Sequence[Placed], style: Style) -> None:
        """Write lines of one style, each where it is placed."""
        if not lines:
            return
        text = self._canvas.beginText()
        if style.grey:
            text.setFillGray(style.grey)
        drop = ascent_of(style)
        font = ""
        for line in lines:
            text.setTextOrigin(line.x, HEIGHT - line.top - drop)
            for run in style.typeface.runs(visual(line.text)):
                if run.font != font:
                    text.setFont(run.font, style.size)
                    font = run.font
                text.textOut(run.text)
        self._canvas.drawText(text)
        if style.grey:
            self._canvas.setFillGray(0)

    def rules(self, lines: Iterable[tuple[float, float, float, float]], *, width: float, grey: float = 0.0) -> None:
        """Draw straight lines from (x0, y0) to (x1, y1), measured from the page's top left."""
        self._canvas.setLineWidth(width)
        self._canvas.setStrokeGray(grey)
        self._canvas.lines([(x0, HEIGHT - y0, x1, HEIGHT - y1) for x0, y0, x1, y1 in lines])

    def shade(self, edges: tuple[float, float, float, float], *, grey: float) -> None:
        """Fill a rectangle."""
        x0, y0, x1, y1 = edges
        self._canvas.setFillGray(grey)
        self._canvas.rect(x0, HEIGHT - y1, x1 - x0, y1 - y0, stroke=0, fill=1)
        self._canvas.setFillGray(0)

    def close(self) -> bytes:
        """End the last page and give the file."""
        self._canvas.showPage()
        self._canvas.save()
        return self._file.getvalue()


def ascent_of(style: Style) -> float:
    """Give the distance from the top of a line to its baseline, in points."""
    return (style.line + (ASCENT - DESCENT) * style.size) / 2


def ink_of(style: Style) -> tuple[float, float]:
    """Give where in a line its letters begin and end, from the top of the line, in points."""
    baseline = ascent_of(style)
    return baseline - ASCENT * style.size, baseline + DESCENT * style.size
