"""The annual filing as a PDF: one column on US Letter, with running header, page numbers and shaded statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from io import BytesIO

from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageBreak, PageTemplate, Paragraph, Spacer, Table, TableStyle

from evidoc.demo import _article as source
from evidoc.demo._filing import COMPANY, COVER, SECTIONS, TITLE

WIDTH, HEIGHT = 612.0, 792.0
_LEFT, _TOP, _BOTTOM = 64.0, 72.0, 64.0
_MEASURE = WIDTH - 2 * _LEFT
_AMOUNT = 82.0  # points, the width of a column of amounts

_BODY = ParagraphStyle("body", fontName="Times-Roman", fontSize=10.5, leading=13, spaceAfter=6)
_ITEM = ParagraphStyle("item", parent=_BODY, leftIndent=18, bulletIndent=6)
_HEADS = (
    ParagraphStyle("part", fontName="Times-Bold", fontSize=14, leading=17, spaceBefore=14, spaceAfter=6, keepWithNext=1),
    ParagraphStyle("section", fontName="Times-Bold", fontSize=11.5, leading=14, spaceBefore=8, spaceAfter=4, keepWithNext=1),
)
_COMPANY = ParagraphStyle("company", fontName="Times-Bold", fontSize=20, leading=26, alignment=TA_CENTER, spaceBefore=120)
_COVER = ParagraphStyle("cover", fontName="Times-Roman", fontSize=11, leading=15, alignment=TA_CENTER, spaceBefore=14)
_CAPTION = ParagraphStyle(
    "caption", fontName="Times-Bold", fontSize=10, leading=12.5, spaceBefore=6, spaceAfter=4, keepWithNext=1
)
_CELL = ParagraphStyle("cell", fontName="Times-Roman", fontSize=9.5, leading=11.5)
_NUMBER = ParagraphStyle("number", parent=_CELL, alignment=TA_RIGHT)


def filing_pdf() -> bytes:
    """Give the PDF of the filing; always the same bytes."""
    file = BytesIO()
    options = {"invariant": 1, "pageCompression": 0, "title": TITLE, "author": COMPANY}
    template = BaseDocTemplate(file, pagesize=(WIDTH, HEIGHT), **options)
    frame = Frame(_LEFT, _BOTTOM, _MEASURE, HEIGHT - _TOP - _BOTTOM, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)
    template.addPageTemplates([PageTemplate("page", [frame], onPage=_furnish)])
    template.build(list(_story()))
    return file.getvalue()


def _furnish(canvas: Canvas, template: BaseDocTemplate) -> None:
    if template.page == 1:
        return
    canvas.setFont("Times-Italic", 9)
    canvas.drawString(_LEFT, HEIGHT - 44, COMPANY)
    canvas.drawRightString(WIDTH - _LEFT, HEIGHT - 44, "2024 Form 10-K")
    canvas.setFont("Times-Roman", 9)
    canvas.drawCentredString(WIDTH / 2, 36, f"{COMPANY} | 2024 Form 10-K | {template.page - 1}")


def _story() -> Iterator[Flowable]:
    yield Paragraph(escape(COMPANY), _COMPANY)
    yield Paragraph(f"<b>{escape(TITLE)}</b>", _COVER)
    yield from (Paragraph(escape(line), _COVER) for line in COVER)
    yield PageBreak()
    yield from _sections(SECTIONS, depth=0)


def _sections(sections: Sequence[source.Section], *, depth: int) -> Iterator[Flowable]:
    for section in sections:
        if section.title.startswith(("Item 8", "Notes to")):
            yield PageBreak()
        yield Paragraph(escape(section.title), _HEADS[depth])
        for part in section.parts:
            match part:
                case source.Paragraph():
                    yield Paragraph(escape(part.text), _BODY)
                case source.Listing():
                    yield from (Paragraph(escape(item), _ITEM, bulletText="\u2022") for item in part.items)
                case source.TableOf():
                    yield from _table(part)
        yield from _sections(section.sections, depth=1)


def _table(table: source.TableOf) -> Iterator[Flowable]:
    names = [str(entry) for entry in table.header[0]]
    rows = [[Paragraph(f"<b>{escape(name)}</b>", _style(column, table)) for column, name in enumerate(names)]]
    rows += [[Paragraph(_printed(text, row), _style(column, table)) for column, text in enumerate(row)] for row in table.rows]
    style = [*_RULES]
    for number, row in enumerate(table.rows, 1):
        if number % 2:
            style.append(("BACKGROUND", (0, number), (-1, number), colors.HexColor("#eaf1f7")))
        if row[0].startswith("Total"):
            style.append(("LINEABOVE", (1, number), (-1, number), 0.4, colors.black))
    yield Paragraph(escape(table.caption), _CAPTION)
    yield Table(rows, colWidths=_widths(table), repeatRows=1, style=TableStyle(style))
    yield Spacer(1, 10)


_RULES = (
    ("LINEBELOW", (0, 0), (-1, 0), 0.6, colors.black),
    ("LINEBELOW", (0, -1), (-1, -1), 0.6, colors.black),
    ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
    ("TOPPADDING", (0, 0), (-1, -1), 1.4),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 2.2),
    ("LEFTPADDING", (0, 0), (-1, -1), 4),
    ("RIGHTPADDING", (0, 0), (-1, -1), 4),
)


def _is_words(table: source.TableOf) -> bool:
    return any(row[1][:1].isalpha() for row in table.rows)


def _style(column: int, table: source.TableOf) -> ParagraphStyle:
    return _CELL if column == 0 or _is_words(table) else _NUMBER


def _printed(text: str, row: Sequence[str]) -> str:
    return f"<b>{escape(text)}</b>" if row[0].startswith("Total") else escape(text)


def _widths(table: source.TableOf) -> list[float]:
    count = len(table.header[0])
    if _is_words(table):
        return [_MEASURE * share for share in (0.2, 0.4, 0.2, 0.2)]
    amount = min(_AMOUNT, 0.6 * _MEASURE / (count - 1))
    return [_MEASURE - amount * (count - 1), *[amount] * (count - 1)]
