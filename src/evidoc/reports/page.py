"""The report as one HTML file that loads nothing: templates, style and script are put in, all text is escaped."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from evidoc import __version__
from evidoc.answers.region import strip_citations
from evidoc.reports import charts
from evidoc.reports.cases import Case, CasePage
from evidoc.reports.content import Content, FunnelStep, Pair, Standing
from evidoc.reports.html_file import html_environment, own_text, policy
from evidoc.reports.pictures import picture_id
from evidoc.reports.words import OUTCOMES, RESULTS, percent
from evidoc.statistics.intervals import Interval

GENERATOR = '<meta name="generator" content="evidoc report">'  # by it a report is known to be one, and may be replaced


@dataclass(frozen=True, slots=True)
class _Stored:
    """A page picture in the store of an HTML file, in the size of its page in points."""

    id: str
    width: float
    height: float
    source: str


def write_page(report: Content) -> bytes:
    """Give the report as one HTML file in UTF-8; the same content gives the same bytes."""
    environment = html_environment()
    environment.filters["without_tags"] = strip_citations
    style, script = own_text(environment, "base.css", "report.css"), own_text(environment, "report.js")
    drawing = _Drawing(report)
    html = environment.get_template("report.html.j2").render(
        report=report,
        generator=Markup(GENERATOR),
        version=__version__,
        outcomes=_seen_outcomes(report),
        policy=policy(style, script),
        style=style,
        script=script,
        embedded=report.pictures.folder is None,
        stored=drawing.stored(),
        mark=charts.mark,
        shape=_shape,
        results=RESULTS,
        words_of=lambda outcome: OUTCOMES[outcome][0],
        strip=drawing.strip,
        difference=drawing.difference,
        stacked=drawing.stacked,
        bar=drawing.bar,
        histogram=drawing.histogram,
        picture=drawing.picture,
        reason=drawing.reason,
        scores=drawing.scores,
        disagree=drawing.disagree,
    )
    return html.encode("utf-8")


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What the templates draw from the report's content."""

    report: Content

    def strip(self, interval: Interval, system: int) -> Markup:
        assert interval.mean is not None
        return charts.strip(charts.Range(interval.mean, interval.low, interval.high), system=system)

    def difference(self, pair: Pair) -> Markup:
        edges = [
            abs(edge)
            for one in self.report.pairs
            for edge in (one.found.difference, one.found.low, one.found.high)
            if edge is not None
        ]
        found = pair.found
        assert found.difference is not None
        return charts.difference(found.difference, found.low, found.high, reach=max([*edges, 0.05]) * 1.1)

    def stacked(self, row: Standing) -> Markup:
        parts = [charts.Part(outcome, words[0], row.outcomes[outcome]) for outcome, words in _seen_outcomes(self.report)]
        said = ", ".join(f"{part.count} {part.name}" for part in parts if part.count)
        return charts.stacked(parts, label=f"{row.name}: {said}")

    def bar(self, step: FunnelStep) -> Markup:
        return charts.bar(
            step.share, style="bar-chart kept" if step.outcome == "kept" else "bar-chart", label=f"{percent(step.share)} %"
        )

    def histogram(self, counts: tuple[int, ...], system: int, title: str) -> Markup:
        said = ", ".join(f"{number} from {index * 10} %" for index, number in enumerate(counts) if number)
        return charts.histogram(counts, system=system, label=f"{title} of {self.report.runs[system].name}: {said or 'no items'}")

    def picture(self, page: CasePage) -> Markup:
        place = (page.document.id, page.page)
        source = self.report.pictures.sources.get(place)
        if source is None:
            return Markup("")
        if self.report.pictures.folder is None:
            return Markup('<use href="#{}"/>').format(picture_id(place))
        size = Markup('width="{}" height="{}"').format(page.width, page.height)
        return Markup('<image {} preserveAspectRatio="none" href="{}"/>').format(size, source)

    def reason(self, page: CasePage) -> str:
        return self.report.pictures.reasons.get((page.document.id, page.page), "")

    def scores(self, case: Case) -> str:
        rows = [[reply.marks.get(metric.name) for reply in case.replies] for metric in self.report.metrics]
        return json.dumps(rows, separators=(",", ":"))

    def disagree(self, case: Case) -> bool:
        return len({reply.glyph for reply in case.replies if not self.report.runs[reply.system].is_reference}) > 1

    def stored(self) -> list[_Stored]:
        """Give each picture once, however many cases show its page."""
        pages = {(page.document.id, page.page): page for case in self.report.cases for page in case.pages}
        return [
            _Stored(picture_id(place), pages[place].width, pages[place].height, source)
            for place, source in self.report.pictures.sources.items()
            if place in pages
        ]


def _shape(system: int) -> Markup:
    return charts.SHAPES[system % len(charts.SHAPES)]


def _seen_outcomes(report: Content) -> list[tuple[str, tuple[str, str]]]:
    """Give the outcomes that occur, in the order of the words."""
    seen: Iterable[str] = {outcome for row in report.standings for outcome, number in row.outcomes.items() if number}
    return [(outcome, words) for outcome, words in OUTCOMES.items() if outcome in seen]
