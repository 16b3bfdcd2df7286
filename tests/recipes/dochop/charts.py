"""The charts of a page, from the record that an item keeps, and a text with marks in place of their names."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from evidoc.records.item import Item

Found = Mapping[str, str]


@dataclass(frozen=True)
class Chart:
    """What a chart shows."""

    kind: str
    metric: str
    entities: tuple[str, ...]
    columns: tuple[str, ...]
    group: str
    moment: str
    values: Mapping[tuple[str, str], Fraction]

    def column(self, name: str) -> dict[str, Fraction]:
        return {entity: self.values[entity, name] for entity in self.entities}

    def row(self, entity: str, columns: Sequence[str]) -> list[Fraction]:
        return [self.values[entity, name] for name in columns]


@dataclass(frozen=True)
class Page:
    """The charts of a page, and the names that marks stand for."""

    charts: tuple[Chart, ...]
    names: Mapping[str, Sequence[str]]
    units: Sequence[str]

    @property
    def everyone(self) -> tuple[str, ...]:
        return self.charts[0].entities

    def name(self, mark: str) -> str:
        return self.names[mark[0]][int(mark[1:])]

    def find(self, found: Found, *, whole: bool = False, keys: str = "mgt") -> tuple[Chart, str]:
        """Give the one chart, and its column unless the whole series is meant, that a metric, group and moment name."""
        two = "2" if keys == "second" else ""
        metric = self.names["m"][int(found["m" + two])]
        group = self.names["g"][int(found["g" + two])] if found.get("g" + two) else ""
        moment = self.names["t"][int(found["t" + two])] if found.get("t" + two) else ""
        hits = [(chart, _column(chart, group, moment)) for chart in self.charts if chart.metric == metric]
        right = [(chart, column) for chart, column in hits if column is not None and (column == "") == whole]
        assert len(right) == 1, (metric, group, moment, whole, len(right))
        return right[0]


def _column(chart: Chart, group: str, moment: str) -> str | None:
    if chart.kind == "TS":
        return moment if group == chart.group and moment in (*chart.columns, "") else None
    if chart.kind == "GR":
        return group if moment == chart.moment and group in (*chart.columns, "") else None
    return moment if (group, moment) == (chart.group, chart.moment) else None


def page_of(item: Item) -> Page:
    """Read the charts from the record that an item keeps."""
    kept = {slot.name: slot.value for slot in item.construction.slots}
    tables = {table["chart"]: table["values"] for table in json.loads(kept["tables"])}
    charts = tuple(_chart(schema, tables[schema["id"]]) for schema in json.loads(kept["schemas"]))
    names = {
        "m": [chart.metric for chart in charts],
        "t": [name for chart in charts for name in (chart.moment, *(chart.columns if chart.kind == "TS" else ()))],
        "g": [name for chart in charts for name in (chart.group, *(chart.columns if chart.kind == "GR" else ()))],
        "e": list(charts[0].entities),
    }
    units = sorted({schema["metric"]["unit"] for schema in json.loads(kept["schemas"])} | {"%", "percentage points"}, key=len)
    return Page(charts, {kind: list(dict.fromkeys(filter(None, found))) for kind, found in names.items()}, units[::-1])


def _chart(schema: dict[str, object], rows: list[list[str]]) -> Chart:
    columns = {"TS": schema["timestamps"], "GR": schema["groups"], "SN": [schema["timestamp"]]}[str(schema["kind"])]
    entities = [str(name) for name in schema["entities"]]  # type: ignore[attr-defined]
    assert isinstance(columns, list)
    values = {
        (e, str(c)): Fraction(value) for e, row in zip(entities, rows, strict=True) for c, value in zip(columns, row, strict=True)
    }
    metric = schema["metric"]
    assert isinstance(metric, dict)
    return Chart(
        str(schema["kind"]), str(metric["name"]), tuple(entities), tuple(map(str, columns)), str(schema["group"]),
        str(schema["timestamp"]), values,
    )  # fmt: skip


def marked(text: str, page: Page, label: str) -> str:
    """Put marks in place of names, and take the units off numbers."""
    marks = {name: f"<{kind}{number}>" for kind, names in page.names.items() for number, name in enumerate(names)}
    marks[label] = "<L>"
    for name in sorted(marks, key=len, reverse=True):
        text = re.sub(rf"(?<![\w<]){re.escape(name)}(?![\w>])", marks[name], text)
    units = "|".join(map(re.escape, filter(None, page.units)))
    return re.sub(rf"(?<![\w<])(-?\d[\d,]*(?:\.\d+)?) ?(?:{units})(?![A-Za-z])", r"\1", text)
