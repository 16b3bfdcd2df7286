"""An article as the two-column PDF of a journal: justified, hyphenated, with running headers and tables over both columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from io import BytesIO

from reportlab.graphics.shapes import Drawing, Line, Rect, String
from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    HRFlowable,
    KeepTogether,
    NextPageTemplate,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

from evidoc.demo import _article as source

WIDTH, HEIGHT = 595.0, 842.0
_LEFT, _TOP, _BOTTOM, _GAP = 48.0, 60.0, 54.0, 18.0
_COLUMN = (WIDTH - 2 * _LEFT - _GAP) / 2
_FULL = WIDTH - 2 * _LEFT

_BODY = ParagraphStyle("body", fontName="Times-Roman", fontSize=10, leading=12.2, alignment=TA_JUSTIFY, embeddedHyphenation=1)
_NEXT = ParagraphStyle("next", parent=_BODY, firstLineIndent=10)
_HEAD = ParagraphStyle("head", fontName="Helvetica-Bold", fontSize=10.5, leading=13, spaceBefore=9, spaceAfter=3, keepWithNext=1)
_SUB = ParagraphStyle("sub", fontName="Helvetica-Oblique", fontSize=9.5, leading=12, spaceBefore=5, spaceAfter=2, keepWithNext=1)
_TITLE = ParagraphStyle("title", fontName="Helvetica-Bold", fontSize=16, leading=19, spaceAfter=7)
_PEOPLE = ParagraphStyle("people", fontName="Helvetica", fontSize=10, leading=13)
_PLACE = ParagraphStyle("place", fontName="Times-Italic", fontSize=9, leading=12, spaceAfter=6)
_ABSTRACT = ParagraphStyle("abstract", parent=_BODY, fontSize=9.4, leading=11.6, leftIndent=14, rightIndent=14)
_CAPTION = ParagraphStyle("caption", fontName="Helvetica", fontSize=8, leading=9.6, spaceBefore=3, spaceAfter=3)
_NOTE = ParagraphStyle("note", fontName="Helvetica", fontSize=7, leading=8.6, spaceBefore=2)
_CELL = ParagraphStyle("cell", fontName="Helvetica", fontSize=7.4, leading=9)
_CELL_MIDDLE = ParagraphStyle("cell middle", parent=_CELL, alignment=TA_CENTER)
_KEYWORDS = ParagraphStyle("keywords", parent=_ABSTRACT, spaceBefore=4, spaceAfter=7)
_FORMULA = ParagraphStyle(
    "formula", fontName="Times-Italic", fontSize=10, leading=13, spaceBefore=4, spaceAfter=5, alignment=TA_CENTER
)
_ITEM = ParagraphStyle("item", parent=_BODY, leftIndent=12, bulletIndent=2, spaceBefore=1)
_ENTRY = ParagraphStyle("entry", parent=_BODY, fontSize=8.6, leading=10.4, leftIndent=14, firstLineIndent=-14, spaceAfter=1.5)

_RULES = (
    ("LINEABOVE", (0, 0), (-1, 0), 0.7, colors.black),
    ("LINEBELOW", (0, -1), (-1, -1), 0.7, colors.black),
    ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
    ("TOPPADDING", (0, 0), (-1, -1), 1.2),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 1.8),
    ("LEFTPADDING", (0, 0), (-1, -1), 3),
    ("RIGHTPADDING", (0, 0), (-1, -1), 3),
)

# Long words of the two papers with the places where a line may break them.
_BREAKS = {
    whole.replace("|", ""): whole.replace("|", "\u00ad")
    for whole in (
        "con|cen|tra|tions", "sub|strates", "sub|strate", "re|ten|tion", "tem|per|a|ture", "ex|per|i|ment", "dif|fer|ence",
        "dis|solved", "or|ganic", "mea|sured", "ca|pac|ity", "con|tent", "vol|ume", "re|corded", "phos|phate", "sum|mer",
        "con|duc|tiv|ity", "pro|por|tions", "mech|a|nisms", "build|ings", "per|cent|age", "ob|servers", "sur|face",
    )
}  # fmt: skip
_WORD = re.compile("[a-z]+")


def two_columns(article: source.Article) -> bytes:
    """Give the PDF of an article; the same article gives the same bytes."""
    file = BytesIO()
    options = {"invariant": 1, "pageCompression": 0, "title": article.title, "author": ", ".join(article.authors)}
    template = BaseDocTemplate(file, pagesize=(WIDTH, HEIGHT), **options)
    spans = [_front(article), *([*_table(part, _FULL), _rule()] for part in _wide(article))]
    template.addPageTemplates([*(_page(article, name, above) for name, above in enumerate(spans, 1)), _page(article, 0, [])])
    template.build([NextPageTemplate([*map(str, range(2, len(spans) + 1)), "*", "0"]), *_body(article)])
    return file.getvalue()


def _wide(article: source.Article) -> list[source.TableOf]:
    """Give the tables over both columns, which stand at the top of the second and later pages."""
    return [part for part in _parts(article.sections) if isinstance(part, source.TableOf) and part.wide]


def _parts(sections: Sequence[source.Section]) -> Iterator[source.Part]:
    for section in sections:
        yield from section.parts
        yield from _parts(section.sections)


def _page(article: source.Article, name: int, above: Sequence[Flowable]) -> PageTemplate:
    """Give a page with two columns below what stands over both of them."""
    heights = [flowable.wrap(_FULL, HEIGHT)[1] + flowable.getSpaceAfter() for flowable in above]

    def decorate(canvas: Canvas, template: BaseDocTemplate) -> None:
        _furnish(canvas, article, page=template.page)
        y = HEIGHT - _TOP
        for flowable, height in zip(above, heights, strict=True):
            y -= height
            flowable.wrapOn(canvas, _FULL, HEIGHT)
            flowable.drawOn(canvas, _LEFT, y + flowable.getSpaceAfter())

    height = HEIGHT - _TOP - _BOTTOM - sum(heights)
    pads = {"leftPadding": 0, "rightPadding": 0, "topPadding": 0, "bottomPadding": 0}
    frames = [Frame(x, _BOTTOM, _COLUMN, height, **pads) for x in (_LEFT, _LEFT + _COLUMN + _GAP)]
    return PageTemplate(str(name), frames, onPage=decorate)


def _furnish(canvas: Canvas, article: source.Article, *, page: int) -> None:
    canvas.setFont("Helvetica", 7.5)
    canvas.drawString(_LEFT, HEIGHT - 38, f"{article.journal} {article.volume} ({article.year})")
    short = f"{article.authors[0].split()[-1]} et al.: {article.title.split(' of ')[0]}"
    canvas.drawRightString(WIDTH - _LEFT, HEIGHT - 38, f"doi {article.doi}" if page == 1 else short)
    canvas.setLineWidth(0.5)
    canvas.line(_LEFT, HEIGHT - 43, WIDTH - _LEFT, HEIGHT - 43)
    canvas.drawCentredString(WIDTH / 2, 30, str(article.first_page + page - 1))


def _front(article: source.Article) -> list[Flowable]:
    abstract = [Paragraph(f"<b>{title}.</b> {_marked(text)}", _ABSTRACT) for title, text in article.abstract]
    return [
        Paragraph(escape(article.title), _TITLE),
        Paragraph(", ".join(article.authors), _PEOPLE),
        Paragraph(escape(article.affiliation), _PLACE),
        Paragraph("Abstract", _HEAD),
        *abstract,
        Paragraph(f"<b>Keywords:</b> {', '.join(article.keywords)}", _KEYWORDS),
        _rule(),
    ]


def _rule() -> Flowable:
    return HRFlowable(width="100%", thickness=0.4, color=colors.black, spaceBefore=0, spaceAfter=9)


def _body(article: source.Article) -> Iterator[Flowable]:
    yield from _sections(article.sections, "", _HEAD)
    yield Paragraph("References", _HEAD)
    yield from (Paragraph(_entry(number, cited), _ENTRY) for number, cited in enumerate(article.references, 1))


def _sections(sections: Sequence[source.Section], above: str, style: ParagraphStyle) -> Iterator[Flowable]:
    for number, section in enumerate(sections, 1):
        yield Paragraph(f"{above}{number} {escape(section.title)}", style)
        for place, part in enumerate(section.parts):
            yield from _part(part, is_first=place == 0)
        yield from _sections(section.sections, f"{above}{number}.", _SUB)


def _part(part: source.Part, *, is_first: bool) -> Iterator[Flowable]:
    match part:
        case source.Paragraph():
            yield Paragraph(_marked(part.text), _BODY if is_first else _NEXT)
        case source.Listing():
            yield from (Paragraph(_marked(item), _ITEM, bulletText="\u2022") for item in part.items)
        case source.Equation():
            yield Paragraph(
                f"{escape(part.shown)} &nbsp;&nbsp;&nbsp;&nbsp;&nbsp; <font name='Times-Roman'>({part.number})</font>", _FORMULA
            )
        case source.FigureOf():
            caption = Paragraph(f"<b>{part.label}</b> {_marked(part.caption)}", _CAPTION)
            yield KeepTogether([Spacer(1, 4), _drawing(part), caption, Spacer(1, 6)])
        case source.TableOf() if not part.wide:
            yield KeepTogether([Spacer(1, 4), *_table(part, _COLUMN), Spacer(1, 8)])


def _table(table: source.TableOf, width: float) -> list[Flowable]:
    rows: list[list[str]] = []
    spans: list[tuple[object, ...]] = []
    for number, header in enumerate(table.header):
        row: list[str] = []
        for entry in header:
            text, span = entry if isinstance(entry, tuple) else (entry, 1)
            if span > 1:
                spans.append(("SPAN", (len(row), number), (len(row) + span - 1, number)))
                spans.append(("LINEBELOW", (len(row), number), (len(row) + span - 1, number), 0.3, colors.black))
            elif number + 1 < len(table.header) and text:
                spans.append(("SPAN", (len(row), number), (len(row), len(table.header) - 1)))
            row.extend([text] + [""] * (span - 1))
        rows.append(row)
    rows.extend(list(line) for line in table.rows)
    widths = _widths(table, width)
    cells = [
        [_cell(text, column, bold=number < len(table.header)) for column, text in enumerate(row)]
        for number, row in enumerate(rows)
    ]
    grid = Table(cells, colWidths=widths, repeatRows=len(table.header))
    grid.setStyle(
        TableStyle([*_RULES, ("LINEBELOW", (0, len(table.header) - 1), (-1, len(table.header) - 1), 0.5, colors.black), *spans])
    )
    note = [Paragraph(_marked(table.note), _NOTE)] if table.note else []
    return [Paragraph(f"<b>{table.label}</b> {_marked(table.caption)}", _CAPTION), grid, *note, Spacer(1, 6)]


def _cell(text: str, column: int, *, bold: bool) -> Flowable:
    marked = _marked(text)
    return Paragraph(f"<b>{marked}</b>" if bold else marked, _CELL if column == 0 else _CELL_MIDDLE)


def _widths(table: source.TableOf, width: float) -> list[float]:
    """Give columns what their longest text or header word needs, and share out the rest."""
    needed = [0.0] * len(table.rows[0])
    for row in table.rows:
        for column, text in enumerate(row):
            needed[column] = max(needed[column], stringWidth(text, "Helvetica", 7.4))
    for column, entry in enumerate(table.header[0]):
        if isinstance(entry, str):
            needed[column] = max([needed[column], *(stringWidth(word, "Helvetica-Bold", 7.4) for word in entry.split())])
    spare = (width - sum(needed) - 6 * len(needed)) / len(needed)
    return [part + 6 + spare for part in needed]


def _marked(text: str) -> str:
    """Give running text in the markup of the typesetter, with places to break long words."""
    pieces = []
    for kind, piece in source.runs(text):
        if kind == "citations":
            pieces.append("[" + ", ".join(piece.split(",")) + "]")
        elif kind == "float":
            pieces.append(source.float_name(piece).replace(" ", "\u00a0"))
        elif kind == "italic":
            pieces.append(f"<i>{escape(piece)}</i>")
        else:
            pieces.append(_WORD.sub(lambda word: _BREAKS.get(word[0], word[0]), escape(piece)))
    return "".join(pieces)


def _entry(number: int, cited: source.Cited) -> str:
    people = ", ".join(author.replace(",", "") for author in cited.authors).rstrip(".")
    place = f"<i>{cited.journal}</i> {cited.year}, {cited.volume}, {cited.pages}. {cited.doi}"
    return f"{number}. {people}. {escape(cited.title)}. {place}"


def _drawing(figure: source.FigureOf) -> Drawing:
    return _bars(figure.bars) if figure.bars is not None else _plan()


def _plan() -> Drawing:
    """Draw twenty plots in four rows; each row has every substrate once."""
    drawing = Drawing(_COLUMN, 108)
    names = ("B0", "B5", "B10", "B20", "B30")
    for row in range(4):
        for column in range(5):
            name = names[(column + 2 * row) % 5]
            x, y = 12 + column * 45, 84 - row * 26
            drawing.add(Rect(x, y, 38, 20, strokeWidth=0.6, fillColor=colors.HexColor("#e8efe2"), strokeColor=colors.black))
            drawing.add(String(x + 19, y + 7, name, fontName="Helvetica", fontSize=7, textAnchor="middle"))
    return drawing


def _bars(bars: source.Bars) -> Drawing:
    drawing = Drawing(_COLUMN, 118)
    height = 84 / max(bars.values)
    drawing.add(Line(30, 18, _COLUMN - 8, 18, strokeWidth=0.6))
    drawing.add(Line(30, 18, 30, 108, strokeWidth=0.6))
    drawing.add(String(4, 110, bars.axis, fontName="Helvetica", fontSize=7))
    step = (_COLUMN - 46) / len(bars.values)
    for number, (name, value) in enumerate(zip(bars.names, bars.values, strict=True)):
        x = 36 + number * step
        drawing.add(Rect(x, 18, step * 0.7, value * height, strokeWidth=0.4, fillColor=colors.HexColor("#6b8f71")))
        drawing.add(String(x + step * 0.35, 8, name, fontName="Helvetica", fontSize=7, textAnchor="middle"))
        drawing.add(
            String(x + step * 0.35, 21 + value * height, f"{value:g}", fontName="Helvetica", fontSize=7, textAnchor="middle")
        )
    return drawing
