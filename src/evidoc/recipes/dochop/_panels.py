"""What stands together in one chart of the page: one schema, or two that a scatter chart shows against each other.

Each schema keeps a metric, a table and a name of its own, so that a condition or question reads one axis and is none the
wiser. Source: DH-06, DH-09, DH-20, X-22.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evidoc.recipes.dochop._records import ChartSchema


@dataclass(frozen=True, slots=True)
class Panel:
    """One chart of a page; `across` is what a scatter chart shows from left to right, `schema` what it shows upwards."""

    schema: ChartSchema
    across: ChartSchema | None = None

    @property
    def schemas(self) -> tuple[ChartSchema, ...]:
        """What it shows, in the order of the document's schemas."""
        return (self.schema,) if self.across is None else (self.across, self.schema)


def panels_of(schemas: Sequence[ChartSchema]) -> tuple[Panel, ...]:
    """Give the charts of a page in their order."""
    by_id = {schema.id: schema for schema in schemas}
    beside = {schema.across for schema in schemas}
    return tuple(Panel(schema, by_id.get(schema.across)) for schema in schemas if schema.id not in beside)


def panel_at(schemas: Sequence[ChartSchema], chart: str) -> int:
    """Give the place on the page of the chart that shows a schema, by its id."""
    return next(at for at, panel in enumerate(panels_of(schemas)) if chart in {schema.id for schema in panel.schemas})
