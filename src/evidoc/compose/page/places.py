"""Where everything of a page stands, as boxes of the displayed page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from evidoc.compose._fonts import typeface
from evidoc.compose.charts.geometry import ChartGeometry, Edges, Words, moved
from evidoc.compose.page.bands import HEIGHT, WIDTH
from evidoc.compose.page.content import Clause, PageContent, PassageKind
from evidoc.records.geometry import Box, Page, make_box
from evidoc.records.record import Record

PAGE = Page(index=0, width=WIDTH, height=HEIGHT)
_FURNITURE = ("masthead", "kicker", "date", "title", "subtitle", "footer")


class PlacedClause(Record, frozen=True, kw_only=True):
    """A marked piece of a passage, with a box on each line that it runs over."""

    name: str
    text: str
    boxes: tuple[Box, ...]


class PlacedPassage(Record, frozen=True, kw_only=True):
    """A passage, with one box for each column that it stands in, and its clauses."""

    kind: PassageKind
    text: str
    boxes: tuple[Box, ...]
    clauses: tuple[PlacedClause, ...]


class PlacedChart(Record, frozen=True, kw_only=True):
    """A chart on the page: its panel, its caption, and its own geometry, which counts from the panel's top left."""

    label: str
    caption: str
    box: Box
    caption_boxes: tuple[Box, ...]
    geometry: ChartGeometry

    def place(self, edges: Edges) -> Box:
        """Give the box on the page of a rectangle in the chart."""
        found = make_box(0, moved(edges, self.box.x0, self.box.y0), within=PAGE)
        if found is None:
            raise ValueError(f"{edges} in {self.label} is empty on the page")
        return found

    def mark_box(self, series: str, category: str) -> Box:
        """Give the box of the mark of a series and category, with a margin of a point, so that thin marks can be seen.

        Raises:
            KeyError: There is no such mark.
        """
        x0, y0, x1, y1 = self.geometry.mark(series, category).edges
        return self.place((x0 - 1, y0 - 1, x1 + 1, y1 + 1))


class PlacedText(Record, frozen=True, kw_only=True):
    """A text outside of passages and charts: `role` is `title`, `masthead`, `field` …."""

    role: str
    text: str
    boxes: tuple[Box, ...]


class PageGeometry(Record, frozen=True, kw_only=True):
    """All places of a page: passages in the order of the content, charts by number, other texts from top to bottom."""

    page: Page
    passages: tuple[PlacedPassage, ...]
    charts: tuple[PlacedChart, ...]
    texts: tuple[PlacedText, ...]

    def clause(self, name: str) -> PlacedClause:
        """Give the clause of a name.

        Raises:
            KeyError: No passage has it.
        """
        for passage in self.passages:
            for clause in passage.clauses:
                if clause.name == name:
                    return clause
        raise KeyError(name)


def geometry_of(
    content: PageContent, words: Sequence[Words], charts: Sequence[tuple[Edges, ChartGeometry]]
) -> PageGeometry:  # fmt: skip
    """Give the places of a page from the lines that were set and the charts that were drawn."""
    by_owner: dict[str, list[Words]] = {}
    for line in words:
        by_owner.setdefault(line.owner[0], []).append(line)
    passages = []
    for number, passage in enumerate(content.passages):
        lines = by_owner.get(f"passage:{number}", [])
        clauses = tuple(_clause(clause, passage.text, lines) for clause in passage.clauses)
        passages.append(PlacedPassage(kind=passage.kind, text=passage.text, boxes=_hulls(lines), clauses=clauses))
    placed = tuple(_chart(content, number, charts[number], by_owner) for number in range(len(charts)))
    return PageGeometry(page=PAGE, passages=tuple(passages), charts=placed, texts=tuple(_texts(content, by_owner)))


def _chart(
    content: PageContent, number: int, drawn: tuple[Edges, ChartGeometry], by_owner: dict[str, list[Words]]
) -> PlacedChart:  # fmt: skip
    box = _box(drawn[0])
    lines = by_owner.get(f"caption:{number}", [])
    caption = content.charts[number].caption
    return PlacedChart(
        label=content.label(number), caption=caption, box=box, caption_boxes=_hulls(lines), geometry=drawn[1]
    )  # fmt: skip


def _texts(content: PageContent, by_owner: dict[str, list[Words]]) -> Iterable[PlacedText]:
    said = {name: getattr(content, name) for name in _FURNITURE}
    for name, text in said.items():
        if text and name in by_owner:
            yield PlacedText(role=name, text=text, boxes=_hulls(by_owner[name]))
    for number, (name, text) in enumerate(content.fields):
        yield PlacedText(role="field", text=f"{name} {text}", boxes=_hulls(by_owner.get(f"field:{number}", [])))


def _hulls(lines: Sequence[Words]) -> tuple[Box, ...]:
    """Give one box for each column that lines stand in: a line above the one before begins a new column."""
    columns: list[list[Edges]] = []
    for line in lines:
        if not columns or line.y < columns[-1][-1][3] - 1.5 * line.size or abs(line.x - columns[-1][0][0]) > 150:
            columns.append([])
        columns[-1].append(line.edges)
    return tuple(_box((min(e[0] for e in c), min(e[1] for e in c), max(e[2] for e in c), max(e[3] for e in c))) for c in columns)


def _clause(clause: Clause, text: str, lines: Sequence[Words]) -> PlacedClause:
    boxes = []
    for line in lines:
        start, end = max(clause.start, line.order), min(clause.end, line.order + len(line.text))
        if start < end and text[start:end].strip():
            boxes.append(_piece(line, start - line.order, end - line.order))
    return PlacedClause(name=clause.name, text=text[clause.start : clause.end], boxes=tuple(boxes))


def _piece(line: Words, start: int, end: int) -> Box:
    letters = typeface(line.face)
    _, y0, _, y1 = line.edges
    left, right = (line.x + letters.measure(line.text[:place]) * line.size for place in (start, end))
    return _box((left, y0, right, y1))


def _box(edges: Edges) -> Box:
    found = make_box(0, edges, within=PAGE)
    if found is None:
        raise ValueError(f"{edges} is empty on the page")
    return found
