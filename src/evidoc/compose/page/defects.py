"""Looking a whole page over: texts that leave it, overlap or are cut, and charts that cover one another or a text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evidoc.compose.charts.defects import Defect, inside, text_defects
from evidoc.compose.charts.geometry import Edges, Words, touches
from evidoc.compose.page.bands import HEIGHT, WIDTH
from evidoc.compose.page.content import PageContent

_SHEET = (0.0, 0.0, WIDTH, HEIGHT)


def page_defects(content: PageContent, words: Sequence[Words], charts: Sequence[Edges]) -> tuple[Defect, ...]:
    """Give all defects of a page but those inside its charts. Source: DH-61, case G04."""
    return (*text_defects(words, _SHEET), *_pictures(words, charts), *_cut(content, words))


def _pictures(words: Sequence[Words], charts: Sequence[Edges]) -> Iterator[Defect]:
    for number, edges in enumerate(charts):
        if not inside(edges, _SHEET):
            yield Defect(kind="picture_outside", detail=f"chart {number + 1}", edges=edges)
        if any(touches(edges, other) for other in charts[number + 1 :]):
            yield Defect(kind="picture_overlap", detail=f"chart {number + 1}", edges=edges)
        for line in words:
            if touches(edges, line.edges):
                yield Defect(kind="picture_over_text", detail=f"chart {number + 1} | {line.text}", edges=line.edges)


def _cut(content: PageContent, words: Sequence[Words]) -> Iterator[Defect]:
    """Give the texts of which not every character is printed."""
    said: dict[str, list[str]] = {}
    for line in words:
        said.setdefault(line.owner[0], []).append("".join(line.text.split()))
    captions = {
        f"caption:{number}": f"{content.label(number)}{'.' if chart.caption else ''}{chart.caption}"
        for number, chart in enumerate(content.charts)
    }
    wanted = {f"passage:{number}": passage.text for number, passage in enumerate(content.passages)} | captions
    wanted |= {name: getattr(content, name) for name in ("title", "masthead", "kicker", "subtitle", "date", "footer")}
    wanted |= {f"field:{number}": f"{name}{text}" for number, (name, text) in enumerate(content.fields)}
    for owner, text in wanted.items():
        if "".join(said.get(owner, [])) != "".join(text.split()):
            yield Defect(kind="text_truncated", detail=f"{owner}: {text[:40]}", edges=_SHEET)
