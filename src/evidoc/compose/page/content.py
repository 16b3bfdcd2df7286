"""What stands on a page: its names, passages with marked clauses, and charts with captions."""

from __future__ import annotations

from typing import Literal

from evidoc.compose.charts.spec import ChartSpec
from evidoc.errors import UsageError
from evidoc.records.record import Record

CHART_COUNTS = (2, 3, 4, 6)  # DH-06
PassageKind = Literal["heading", "paragraph", "item", "note"]


class Clause(Record, frozen=True, kw_only=True):
    """A marked piece of a passage, of which the boxes are wanted: characters from `start` up to `end`."""

    name: str
    start: int
    end: int


class Passage(Record, frozen=True, kw_only=True):
    """A heading, a paragraph, an item of a list, or a note that stands in a box of its own."""

    text: str
    kind: PassageKind = "paragraph"
    clauses: tuple[Clause, ...] = ()


class PageChart(Record, frozen=True, kw_only=True):
    """A chart and its caption; the page sets the chart's size. `label` is the printed number ("Figure 1")."""

    spec: ChartSpec
    caption: str
    label: str = ""


class PageContent(Record, frozen=True, kw_only=True):
    """All that one page shows.

    `masthead` names who publishes it, `kicker` the sort of document ("Policy notice"), `fields` are lines
    such as ("To", "All heads of section"). Texts are plain: words with single spaces between them.
    """

    title: str
    passages: tuple[Passage, ...]
    charts: tuple[PageChart, ...]
    masthead: str = ""
    kicker: str = ""
    subtitle: str = ""
    date: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    footer: str = ""
    language: str = "en"

    def label(self, number: int) -> str:
        """Give the printed label of a chart, counted from 0."""
        return self.charts[number].label or f"Figure {number + 1}"

    def texts(self) -> tuple[str, ...]:
        """Give all texts that are printed."""
        named = (self.title, self.masthead, self.kicker, self.subtitle, self.date, self.footer)
        fields = (text for field in self.fields for text in field)
        captions = (text for number, chart in enumerate(self.charts) for text in (self.label(number), chart.caption))
        return (*named, *fields, *captions, *(passage.text for passage in self.passages))


def check(content: PageContent) -> None:
    """Refuse content whose parts do not go together.

    Raises:
        UsageError: No title or passages, another number of charts than 2, 3, 4 or 6, a text that is not plain, or a
            clause that is not in its passage.
    """
    if len(content.charts) not in CHART_COUNTS:
        raise UsageError(f"{len(content.charts)} charts; a page has 2, 3, 4 or 6")
    if not content.title or not content.passages:
        raise UsageError("a page without a title or without passages; give both")
    for text in content.texts():
        if text != " ".join(text.split()):
            raise UsageError(f"{text[:60]!r} has other white space than single spaces; fold it, so that clauses keep their place")
    for passage in content.passages:
        for clause in passage.clauses:
            if not 0 <= clause.start < clause.end <= len(passage.text):
                where = f"{clause.start}–{clause.end} of {len(passage.text)} characters"
                raise UsageError(f"clause {clause.name!r} is {where}; give a part of the text")
