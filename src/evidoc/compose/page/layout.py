"""Laying out a page: bands of head, text, charts and notes, at the largest size at which they fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from evidoc.compose.charts.geometry import Edges, Words
from evidoc.compose.charts.shapes import GREY, Fill, Pencil, Polyline, Rectangle, Shape
from evidoc.compose.page.bands import (
    BOTTOM,
    FLOOR,
    GUTTER,
    HEIGHT,
    MARGIN,
    MEASURE,
    TOP,
    WIDTH,
    Band,
    Stack,
    panel,
    tallest,
    tint,
)
from evidoc.compose.page.content import PageContent, Passage
from evidoc.compose.page.flow import Columns, Line, Type, lines_of, poured
from evidoc.compose.page.heads import field_lines, foot, head
from evidoc.compose.page.templates import Template
from evidoc.errors import Undrawable

SIZES = tuple(10.0 - step / 2 for step in range(7))  # DH-56: from 10 down to 7 in steps of 0.5
CHART_WIDTH = (MEASURE - GUTTER) / 2
CHART_HEIGHTS = {2: 146.0, 3: 146.0, 4: 136.0, 6: 118.0}  # DH-57: areas of a chart differ by less than 1.3 over all counts
_SIDE = 0.3  # of the measure is a side column
_CAPTION = 8.0
_LOOSE, _TIGHT = 1.42, 1.27  # sizes from baseline to baseline
_FEW = 240  # characters, too few for two columns
_MOST_AIR = 9.0  # points that a band may be moved down to fill a page
_FOOT = 19.0


@dataclass(frozen=True, slots=True)
class Layout:
    """A page as laid out: all its shapes in page coordinates, where charts go, and the size of its text."""

    shapes: tuple[Shape, ...]
    charts: tuple[tuple[int, Edges], ...]
    size: float
    leading: float


@dataclass(frozen=True, slots=True)
class _Setting:
    content: PageContent
    template: Template
    size: float
    leading: float

    def type_of(self, passage: Passage) -> Type:
        """Give how a passage is set."""
        size, template = self.size, self.template
        if passage.kind == "heading":
            large = size + 1.0
            accent = template.accent if template.headings == "accent" else (0.1, 0.1, 0.12)
            return Type("bold", large, 1.28 * large + (3.0 if template.headings == "ruled" else 0.0), 0.8 * size, colour=accent)
        if passage.kind == "note":
            small = max(FLOOR, size - 0.5)
            return Type(template.face, small, self.leading * small, 0.45 * small)
        item = passage.kind == "item"
        before = (0.25 if item else 0.5) * size
        return Type(
            template.face, size, self.leading * size, before, indent=1.2 * size if item else 0.0, bullet="\u2022" if item else ""
        )

    def lines(self, numbers: Sequence[int], *, width: float) -> list[Line]:
        """Set some passages in lines of a width."""
        found: list[Line] = []
        for number in numbers:
            passage = self.content.passages[number]
            lines = lines_of(number, passage.text, self.type_of(passage), width=width)
            found += [replace(line, keep=True) for line in lines] if passage.kind == "heading" else lines
        return found


def lay_out(content: PageContent, template: Template) -> Layout:
    """Lay out a page at the largest size of text at which all fits.

    Raises:
        Undrawable: It does not fit at the smallest size, or a line of the head is too long (`does_not_fit`).
    """
    for size in SIZES:
        for leading in (_LOOSE, _TIGHT):
            setting = _Setting(content, template, size, leading)
            bands = _bands(setting)
            if tallest(bands) <= _room(content):
                return _placed(setting, bands)
    over = tallest(bands) - _room(content)
    letters = sum(len(passage.text) for passage in content.passages)
    raise Undrawable(
        "does_not_fit",
        f"{letters} characters and {len(content.charts)} charts are {over:.0f} points too high for one page at {FLOOR:g} points; "
        "shorten the text or take another template",
    )


def _room(content: PageContent) -> float:
    return HEIGHT - TOP - BOTTOM - (_FOOT if content.footer else 0.0)


def _placed(setting: _Setting, bands: list[Band]) -> Layout:
    spare = _room(setting.content) - tallest(bands)
    air = min(_MOST_AIR, spare / max(1, len(bands) - 1))
    y = TOP
    shapes: list[Shape] = []
    charts: list[tuple[int, Edges]] = []
    for band in bands:
        placed = band.at(y)
        shapes += placed.shapes
        charts += placed.charts
        y += band.height + band.after + air
    shapes += [
        shape
        for part in foot(setting.content, setting.template.accent)
        for shape in Band(0, (part,)).at(HEIGHT - BOTTOM - _FOOT + 5).shapes
    ]
    return Layout(tuple(shapes), tuple(charts), setting.size, setting.leading)


def _bands(setting: _Setting) -> list[Band]:
    content, template = setting.content, setting.template
    body = [number for number, passage in enumerate(content.passages) if passage.kind != "note"]
    notes = [number for number, passage in enumerate(content.passages) if passage.kind == "note"]
    beside = template.notes == "side" and bool(notes or content.fields)
    bands = [head(content, template, fields=not beside)]
    if beside:
        bands.append(_with_side(setting, body, notes))
        bands += [_charts(setting)]
        return bands
    bands += _arranged(setting, body)
    if notes:
        bands.append(_note(setting, notes))
    return bands


def _arranged(setting: _Setting, body: list[int]) -> list[Band]:
    """Give text and charts in the template's order."""
    place = setting.template.charts
    if place == "side" and len(setting.content.charts) <= 3:
        return [_charts_beside(setting, body)]
    if place == "top":
        return [_charts(setting), _text(setting, body)]
    cut = _middle(setting, body) if place == "middle" else len(body)
    return (
        [_text(setting, part) for part in (body[:cut],) if part]
        + [_charts(setting)]
        + [_text(setting, part) for part in (body[cut:],) if part]
    )


def _middle(setting: _Setting, body: list[int]) -> int:
    """Give after how many passages about half of the text is set, never just after a heading."""
    passages = setting.content.passages
    half = sum(len(passages[number].text) for number in body) / 2
    done, best, nearest = 0, len(body), half
    for count, number in enumerate(body, 1):
        done += len(passages[number].text)
        if passages[number].kind != "heading" and count < len(body) and abs(done - half) < nearest:
            best, nearest = count, abs(done - half)
    return best


def _text(setting: _Setting, numbers: list[int]) -> Band:
    letters = sum(len(setting.content.passages[number].text) for number in numbers)
    count = setting.template.columns if letters > _FEW else 1
    width = (MEASURE - GUTTER * (count - 1)) / count
    columns = poured(setting.lines(numbers, width=width), count=count)
    shapes = list(_shapes(setting, columns, left=MARGIN, width=width))
    if count == 2 and columns.height > 40 and any(placed.column for placed in columns.placed):
        shapes.append(Polyline(((WIDTH / 2, 2.0), (WIDTH / 2, columns.height)), tint(setting.template.accent, 0.35), 0.4))
    return Band(columns.height, tuple(shapes), after=11.0)


def _shapes(setting: _Setting, columns: Columns, *, left: float, width: float) -> Iterator[Shape]:
    for placed in columns.placed:
        line, x = placed.line, left + placed.column * (width + GUTTER)
        style = line.type
        ruled = setting.content.passages[line.passage].kind == "heading" and setting.template.headings == "ruled"
        baseline = placed.top + (style.line - (3.0 if ruled else 0.0) + 0.54 * style.size) / 2
        pencil = Pencil("body", style.size, style.face, style.colour)
        words = pencil.place(line.text, (x + style.indent, baseline), owner=(f"passage:{line.passage}",))
        yield _ordered(words, line)
        if line.first and style.bullet:
            yield Pencil("furniture", style.size, "text", setting.template.accent).place(
                style.bullet, (x + 0.25 * style.size, baseline), owner=(f"bullet:{line.passage}",)
            )
        if ruled and line.last:
            y = placed.top + style.line - 1.5
            yield Polyline(((x, y), (x + width, y)), tint(setting.template.accent, 0.6), 0.6)


def _ordered(words: Words, line: Line) -> Words:
    from msgspec.structs import replace as replaced

    return replaced(words, order=line.start)


def _note(setting: _Setting, numbers: list[int], *, left: float = MARGIN, width: float = MEASURE) -> Band:
    """Set notes in a box of their own."""
    columns = poured(setting.lines(numbers, width=width - 22), count=1)
    words = Band(0, tuple(_shapes(setting, columns, left=left + 12, width=width - 22))).at(6.0).shapes
    height = columns.height + 12
    return Band(height, (*panel((left, 0.0, left + width, height), setting.template.accent), *words))


def _with_side(setting: _Setting, body: list[int], notes: list[int]) -> Band:
    """Set the text beside a column that has the fields and the notes."""
    side = _SIDE * MEASURE
    width = MEASURE - side - GUTTER
    columns = poured(setting.lines(body, width=width), count=1)
    left = MARGIN + width + GUTTER
    stack = Stack(left=left + 10, width=side - 18, y=7.0)
    if setting.content.fields:
        field_lines(stack, setting.content, setting.template.accent, size=8.0)
        stack.skip(4.0)
    if notes:
        said = poured(setting.lines(notes, width=side - 18), count=1)
        inner = Band(0, tuple(_shapes(setting, said, left=left + 10, width=side - 18))).at(stack.y)
        stack.shapes += inner.shapes
        stack.skip(said.height)
    ground = panel((left, 0.0, left + side, stack.y + 6), setting.template.accent)
    return Band(
        max(columns.height, stack.y + 6),
        (*ground, *_shapes(setting, columns, left=MARGIN, width=width), *stack.shapes),
        after=11.0,
    )


def _charts_beside(setting: _Setting, body: list[int]) -> Band:
    """Set the text in one column and the charts, below one another, in the other."""
    columns = poured(setting.lines(body, width=CHART_WIDTH), count=1)
    cells = [_chart(setting, number, left=MARGIN + CHART_WIDTH + GUTTER) for number in range(len(setting.content.charts))]
    return _stacked(cells, tuple(_shapes(setting, columns, left=MARGIN, width=CHART_WIDTH)), columns.height)


def _stacked(cells: Sequence[Band], shapes: tuple[Shape, ...], height: float) -> Band:
    y = 0.0
    charts: list[tuple[int, Edges]] = []
    for cell in cells:
        placed = cell.at(y)
        shapes, charts = (*shapes, *placed.shapes), [*charts, *placed.charts]
        y += cell.height + cell.after
    return Band(max(height, y - cells[-1].after), shapes, tuple(charts), after=11.0)


def _charts(setting: _Setting) -> Band:
    """Set the charts in rows of two; the last of three stands in the middle."""
    count = len(setting.content.charts)
    rows: list[Band] = []
    for start in range(0, count, 2):
        alone = start + 1 == count
        lefts = [MARGIN + (MEASURE - CHART_WIDTH) / 2] if alone else [MARGIN, MARGIN + CHART_WIDTH + GUTTER]
        cells = [_chart(setting, start + number, left=left) for number, left in enumerate(lefts)]
        shapes = tuple(shape for cell in cells for shape in cell.shapes)
        rows.append(
            Band(max(cell.height for cell in cells), shapes, tuple(chart for cell in cells for chart in cell.charts), 7.0)
        )
    return _stacked(rows, (), 0.0)


def _chart(setting: _Setting, number: int, *, left: float) -> Band:
    """Leave the room of a chart and set its caption below."""
    content, template = setting.content, setting.template
    height = CHART_HEIGHTS[len(content.charts)]
    shapes: list[Shape] = []
    if template.framed:
        shapes.append(Rectangle((left, 0.0, left + CHART_WIDTH, height), Fill((1.0, 1.0, 1.0), edge=tint(GREY, 0.5), width=0.5)))
    stack = Stack(left=left, width=CHART_WIDTH, y=height + 2.5)
    label = content.label(number)
    text = f"{label}. {content.charts[number].caption}" if content.charts[number].caption else label
    anchor = "middle" if template.caption == "centre" else "start"
    stack.text(text, Pencil("caption", _CAPTION, template.face), owner=f"caption:{number}", anchor=anchor, most=2)  # type: ignore[arg-type]
    return Band(stack.y, (*shapes, *stack.shapes), ((number, (left, 0.0, left + CHART_WIDTH, height)),), after=7.0)
