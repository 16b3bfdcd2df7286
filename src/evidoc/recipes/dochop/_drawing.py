"""How an instance looks: the chart of each schema, and the page of its genre. Source: DH-10, DH-55 to DH-60."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evidoc.compose.chart import ChartSpec
from evidoc.compose.one_page import Clause, OnePage, PageChart, PageContent, Passage, draw_page
from evidoc.errors import Reject, Undrawable
from evidoc.recipes.dochop._instance import Instance
from evidoc.recipes.dochop._looks import look_of
from evidoc.recipes.dochop._panels import Panel, panels_of
from evidoc.recipes.dochop._records import ChartSchema, Pool

LABEL_CLAUSE = "label"
_TRIES = 8  # of other charts and templates, before an instance is given up
_TEMPLATES: Mapping[str, tuple[str, ...]] = {
    "award-policy": ("policy", "brochure", "bulletin"),
    "audit-memo": ("memo", "circular"),
    "eligibility-notice": ("notice", "circular", "bulletin"),
    "grant-rules": ("grant_rules", "policy"),
    "quality-programme": ("brochure", "bulletin", "review_report"),
    "service-review": ("review_report", "memo"),
}
_KICKERS: Mapping[str, tuple[str, str]] = {
    "award-policy": ("Award policy", "评奖办法"),
    "audit-memo": ("Memorandum", "审核备忘录"),
    "eligibility-notice": ("Public notice", "资格公告"),
    "grant-rules": ("Rules of funding", "资助细则"),
    "quality-programme": ("Quality programme", "质量计划"),
    "service-review": ("Service review", "服务评估"),
}


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn instance.

    `turned` has the ids of the schemas in whose charts the categories are the entities, and the series the columns,
    `scattered` those of the schemas that scatter charts show.
    """

    page: OnePage
    turned: frozenset[str]
    scattered: frozenset[str] = frozenset()

    @property
    def types(self) -> str:
        """The types of its charts, in the order of the page (DH-62)."""
        return "; ".join(chart.spec.kind for chart in self.page.content.charts)


def draw(instance: Instance, rng: random.Random) -> Drawn:
    """Draw the page of an instance; what cannot be drawn so that it can be read is drawn in other ways.

    Raises:
        Reject: `undrawable`, with the last reason, after many tries.
    """
    last = ""
    for attempt in range(_TRIES):
        try:
            return _drawn(instance, rng, plain=attempt >= _TRIES // 2)
        except Undrawable as error:
            last = f"{error.reason}: {error.detail}"
    raise Reject("undrawable", last)


def _drawn(instance: Instance, rng: random.Random, *, plain: bool) -> Drawn:
    names = _TEMPLATES[instance.narrative.genre]
    tables = {table.chart: table for table in instance.trace.tables}
    panels = panels_of(instance.trace.schemas)
    looks = [look_of(panel, tables, rng, plain=plain) for panel in panels]
    page = draw_page(_content(instance, [look.spec for look in looks]), template=rng.choice(names))
    turned = {schema.id for panel, look in zip(panels, looks, strict=True) if look.turned for schema in panel.schemas}
    scattered = {schema.id for panel in panels if panel.across for schema in panel.schemas}
    return Drawn(page, frozenset(turned), frozenset(scattered))


def _content(instance: Instance, specs: Sequence[ChartSpec]) -> PageContent:
    pool, narrative = instance.pool, instance.narrative
    captions = [_caption(panel, pool) for panel in panels_of(instance.trace.schemas)]
    charts = tuple(
        PageChart(spec=spec, caption=caption, label=_figure(number, pool))
        for number, (spec, caption) in enumerate(zip(specs, captions, strict=True), 1)
    )
    passages = tuple(
        Passage(text=text, clauses=tuple(_clauses(instance, number))) for number, text in enumerate(narrative.paragraphs)
    )
    kicker = _KICKERS[narrative.genre][pool.language == "zh"]
    return PageContent(
        title=narrative.title,
        passages=passages,
        charts=charts,
        masthead=pool.kicker,
        kicker=kicker,
        language=pool.language,
    )


def _clauses(instance: Instance, paragraph: int) -> list[Clause]:
    """Give the sentences of a paragraph that the trace uses, and the one that gives the label its meaning."""
    narrative = instance.narrative
    spans = [(f"node-{clause.node}", clause.sentence) for clause in narrative.clauses]
    spans.append((LABEL_CLAUSE, narrative.definition))
    return [Clause(name=name, start=span.start, end=span.end) for name, span in spans if span.paragraph == paragraph]


def _figure(number: int, pool: Pool) -> str:
    return f"图{number}" if pool.language == "zh" else f"Figure {number}"


def _caption(panel: Panel, pool: Pool) -> str:
    schema = panel.schema
    chinese = pool.language == "zh"
    if panel.across is not None:
        both = f"{schema.metric.name}与{panel.across.metric.name}" if chinese else _against(panel.across, schema)
        return f"{both}，{schema.timestamp}" if chinese else f"{both}, {schema.timestamp}"
    if not chinese:
        return schema.title or schema.metric.name
    by = {"TS": pool.period, "GR": schema.dimension, "SN": pool.singular}[schema.kind]
    moment = "，".join(filter(None, (schema.timestamp, schema.group)))
    return f"{schema.metric.name}（按{by}）" + (f"，{moment}" if moment else "")


def _against(across: ChartSchema, up: ChartSchema) -> str:
    return f"{up.metric.name} against {across.metric.name}"
