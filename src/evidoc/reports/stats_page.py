"""Statistics of a bench as one HTML file: each analysis with its figures, its tables beside them, and what was left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from evidoc import __version__
from evidoc.records.analysis import Analysis, Figure, StatsTable
from evidoc.reports.figures import draw, style
from evidoc.reports.html_file import html_environment, own_text, policy
from evidoc.reports.stats_table import ShownTable, shown_table

_BESIDE = 560.0  # px of a table that goes beside a figure or another table, half a page wide
_SMALL = 300.0  # px of a table that goes beside two or three others
_SHRUNK = 800.0  # px of a figure that can be read at half a page's width


@dataclass(frozen=True, slots=True)
class Section:
    """One analysis, with the file of each of its tables and figures, and its spec string."""

    analysis: Analysis
    tables: tuple[tuple[StatsTable, str], ...]
    figures: tuple[tuple[Figure, str], ...]
    spec: str = ""


@dataclass(frozen=True, slots=True)
class Failed:
    """An analysis that gave nothing, and why."""

    analysis: str
    reason: str


@dataclass(frozen=True, slots=True)
class StatsContent:
    """All that the page shows."""

    bench: str
    items: int
    documents: int
    sections: tuple[Section, ...]
    failed: tuple[Failed, ...] = ()


@dataclass(frozen=True, slots=True)
class _ShownFigure:
    """A figure as drawn, its file, and the table of the same name that goes beside it."""

    title: str
    file: str
    svg: Markup
    table: ShownTable | None

    @property
    def broad(self) -> bool:
        """Whether it takes the whole width of the page."""
        width = re.search(r' width="([\d.]+)"', self.svg)
        return width is not None and float(width[1]) > _SHRUNK


@dataclass(frozen=True, slots=True)
class _ShownSection:
    """An analysis as the page has it."""

    anchor: str
    analysis: Analysis
    options: str
    figures: tuple[_ShownFigure, ...]
    small: tuple[ShownTable, ...]
    narrow: tuple[ShownTable, ...]
    broad: tuple[ShownTable, ...]


def write_stats_page(content: StatsContent) -> bytes:
    """Give the page in UTF-8; it loads nothing, has no script, and is the same for the same content."""
    environment = html_environment()
    css = own_text(environment, "base.css", "stats.css") + Markup(style())  # our own rules, nothing of a figure's
    html = environment.get_template("stats.html.j2").render(
        stats=content,
        sections=list(_sections(content)),
        version=__version__,
        policy=policy(css, ""),
        style=css,
    )
    return html.encode("utf-8")


def _sections(content: StatsContent) -> Iterator[_ShownSection]:
    """Give each analysis its place in the page; the same over several runs comes several times."""
    seen: Counter[str] = Counter()
    for section in content.sections:
        name = section.analysis.name
        seen[name] += 1
        anchor = f"a-{name}-{seen[name]}" if seen[name] > 1 else f"a-{name}"
        yield _section(section, anchor)


def _section(section: Section, anchor: str) -> _ShownSection:
    tables = [shown_table(table, file) for table, file in section.tables]
    narrow = {table.name: table for table in tables if table.width <= _BESIDE}
    figures = tuple(
        _ShownFigure(
            figure.title, file, Markup(draw(figure, standalone=False)), narrow.get(figure.name)
        )  # escaped by the drawing
        for figure, file in section.figures
    )
    shown = {figure.table.file for figure in figures if figure.table is not None}
    rest = [table for table in tables if table.file not in shown]
    return _ShownSection(
        anchor,
        section.analysis,
        section.spec if "(" in section.spec else "",
        figures,
        small=tuple(table for table in rest if table.width <= _SMALL),
        narrow=tuple(table for table in rest if _SMALL < table.width <= _BESIDE),
        broad=tuple(table for table in rest if table.width > _BESIDE),
    )
