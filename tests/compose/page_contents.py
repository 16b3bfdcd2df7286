"""Small pages for tests."""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.compose.chart import ChartStyle
from evidoc.compose.one_page import Clause, PageChart, PageContent, Passage
from tests.compose.chart_specs import HOTELS, MONTHS, SHIFTS, chart

SENTENCE = "A hotel is considered only if its linens replaced by the night shift in August 2026 were at least 45 pieces."
STYLE = ChartStyle()

_SPECS = (
    chart("bar", {"Items sold": [40, 55, 13, 72]}, HOTELS[:4], style=STYLE),
    chart("line", {name: [10, 40 + 9 * row, 25, 70 - 5 * row] for row, name in enumerate(HOTELS[:3])}, MONTHS[:4], style=STYLE),
    chart("pie", {"Items sold": [40, 55, 13]}, HOTELS[:3], style=STYLE),
    chart("horizontal_bar", {"Items sold": [40, 55, 13, 72]}, HOTELS[:4], style=STYLE),
    chart("lollipop", {"Items sold": [40, 55, 13, 72]}, HOTELS[:4], style=STYLE),
    chart("bar", {name: [10 + 7 * row, 40, 25] for row, name in enumerate(SHIFTS[:3])}, HOTELS[:3], style=STYLE),
)


def charts(count: int) -> tuple[PageChart, ...]:
    return tuple(PageChart(spec=spec, caption=f"Items sold, part {number}") for number, spec in enumerate(_SPECS[:count], 1))


def passage(text: str = SENTENCE, *, marked: str = "") -> Passage:
    start = text.find(marked)
    return Passage(text=text, clauses=(Clause(name="c", start=start, end=start + len(marked)),) if marked else ())


def content(*passages: Passage, count: int = 2, **fields: object) -> PageContent:
    return PageContent(
        title="Night Service Commendation",
        passages=passages or (passage(),),
        charts=charts(count),
        **fields,  # type: ignore[arg-type]
    )


def whole(count: int = 4, *, words: int = 120) -> PageContent:
    """Give a page with all that a page may have."""
    body: list[Passage] = [Passage(text="Scope", kind="heading")]
    for number in range(max(1, words // 40)):
        text = f"Rule {number}. {SENTENCE} {SENTENCE}"
        start = text.find("its linens")
        body.append(Passage(text=text, clauses=(Clause(name=f"clause {number}", start=start, end=start + 60),)))
    body += [Passage(text="Award", kind="heading"), Passage(text=SENTENCE, kind="item"), Passage(text="Keep this.", kind="note")]
    return content(
        *body,
        count=count,
        masthead="Meridian Hotel Group",
        kicker="Policy notice",
        subtitle="How hotels qualify",
        date="14 October 2026",
        fields=(("To", "All general managers"), ("Reference", "NS-2026/14")),
        footer="Meridian Hotel Group, NS-2026/14",
    )


def prose(words: int) -> Sequence[Passage]:
    """Give about so many words in paragraphs of sixty."""
    sentences = [SENTENCE] * max(1, round(words / len(SENTENCE.split())))
    return [passage(" ".join(sentences[start : start + 3])) for start in range(0, len(sentences), 3)]
