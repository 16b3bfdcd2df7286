"""How an instance looks: the chart of each schema, and the page of its genre. Source: DH-10, DH-55 to DH-60."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from evidoc.compose.chart import PALETTES, ChartKind, ChartSpec, ChartStyle, Series
from evidoc.compose.one_page import Clause, OnePage, PageChart, PageContent, Passage, draw_page
from evidoc.errors import Reject, Undrawable
from evidoc.recipes.dochop._instance import Instance
from evidoc.recipes.dochop._records import ChartSchema, ChartTable, Pool
from evidoc.recipes.dochop._schemas import chart_types

LABEL_CLAUSE = "label"
_TRIES = 8  # of other charts and templates, before an instance is given up
_KINDS: Mapping[str, ChartKind] = {"grouped_bar": "bar"}
_PLAIN = {"TS": "line", "GR": "grouped_bar", "SN": "bar"}  # what is drawn where finer ways have failed
_UNDRAWN = ("scatter",)  # needs a second measure, which no schema has
_TURNED = ("stacked_bar", "radar", "horizontal_bar", "lollipop", "pie", "donut")  # eight lines over three spokes hide each other
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
    """A drawn instance; `turned` has the charts whose categories are the entities, and whose series are the columns."""

    page: OnePage
    turned: frozenset[str]


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
    specs = [_spec(schema, table, rng, plain=plain) for schema, table in _pairs(instance)]
    content = _content(instance, [spec for spec, _ in specs])
    page = draw_page(content, template=rng.choice(names))
    turned = frozenset(schema.id for schema, (_, turn) in zip(instance.trace.schemas, specs, strict=True) if turn)
    return Drawn(page, turned)


def _pairs(instance: Instance) -> list[tuple[ChartSchema, ChartTable]]:
    tables = {table.chart: table for table in instance.trace.tables}
    return [(schema, tables[schema.id]) for schema in instance.trace.schemas]


def _spec(schema: ChartSchema, table: ChartTable, rng: random.Random, *, plain: bool) -> tuple[ChartSpec, bool]:
    """Give the chart of a table in a style of its own, and whether its categories are the entities."""
    types = [name for name in chart_types(schema) if name not in _UNDRAWN]
    name = _PLAIN[schema.kind] if plain else rng.choice(types)
    kind = _KINDS.get(name, cast(ChartKind, name))
    turned = kind in _TURNED or schema.kind == "SN"
    turned = turned or (schema.kind == "GR" and kind == "bar" and rng.random() < 0.6)
    columns = schema.columns if schema.kind != "SN" else (schema.metric.name,)
    rows = dict(zip(schema.entities, table.values, strict=True))
    if turned:
        series = tuple(Series(name=column, values=tuple(row[at] for row in rows.values())) for at, column in enumerate(columns))
    else:
        series = tuple(Series(name=entity, values=row) for entity, row in rows.items())
    spec = ChartSpec(
        kind=kind,
        series=series,
        categories=schema.entities if turned else columns,
        title="",
        value_title=schema.metric.name,
        unit=schema.metric.unit,
        decimals=schema.metric.decimals,
        step=schema.metric.step,
        palette=rng.choice(sorted(PALETTES)),
        style=_style(rng, plain=plain),
    )
    return spec, turned


def _style(rng: random.Random, *, plain: bool) -> ChartStyle:
    if plain:
        return ChartStyle(legend="bottom")
    return ChartStyle(
        font=rng.choice(("sans", "sans", "serif")),
        grid=rng.choice(("lines", "dashes", "both", "none")),
        spines=rng.choice(("left_bottom", "box", "bottom", "none")),
        markers=rng.random() < 0.8,
        hatch=rng.random() < 0.2,
        shade=rng.random() < 0.2,
        legend=rng.choice(("top", "bottom", "right")),
        axis_title=rng.choice(("beside", "above")),
        value_labels=rng.choice(("auto", "on")),  # DH-60: with a probability of a half
    )


def _content(instance: Instance, specs: Sequence[ChartSpec]) -> PageContent:
    pool, narrative = instance.pool, instance.narrative
    captions = [_caption(schema, pool) for schema in instance.trace.schemas]
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


def _caption(schema: ChartSchema, pool: Pool) -> str:
    if pool.language != "zh":
        return schema.title or schema.metric.name
    by = {"TS": pool.period, "GR": schema.dimension, "SN": pool.singular}[schema.kind]
    moment = "，".join(filter(None, (schema.timestamp, schema.group)))
    return f"{schema.metric.name}（按{by}）" + (f"，{moment}" if moment else "")
