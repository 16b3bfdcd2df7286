"""The nouns of DocHop: a pool of names, chart schemas, rules in use, the logical tree, and the tables behind the charts.

Everything is a closed record, so that an instance can be written down, read back and re-derived. Numbers are exact
decimals. Source: DH-01, DH-07, DH-12, DH-13, DH-62.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

from evidoc.records.record import Record, SparseRecord

SchemaKind = Literal["TS", "GR", "SN"]
Operator = Literal[">=", "<=", ">", "<"]
Direction = Literal["up", "down"]  # higher or lower, above or below, rises or falls, highest or lowest, top or bottom
Aggregate = Literal["sum", "average", "median", "maximum", "minimum"]
Combination = Literal["AND", "OR"]

DEPTHS = (2, 3, 4, 5)
CHART_COUNTS = (2, 3, 4, 6)


class Dimension(Record, frozen=True, kw_only=True):
    """A way to divide a metric: "region" into North, South …; `plural` is "regions"."""

    name: str
    plural: str
    members: tuple[str, ...]


class Metric(Record, frozen=True, kw_only=True):
    """What is measured: its unit, its range, its decimals, whether it may be summed, and the dimension that divides it.

    In a chart with many marks all values are multiples of `step`, so that each can be read from the axis; None means
    one unit of the last decimal.
    """

    name: str
    unit: str
    low: Decimal
    high: Decimal
    decimals: int = 0
    additive: bool = True
    dimension: str = ""
    step: Decimal | None = None

    @property
    def least(self) -> Decimal:
        """The least difference that two values have."""
        return self.step if self.step is not None else Decimal(1).scaleb(-self.decimals)


class Pool(Record, frozen=True, kw_only=True):
    """The semantic space of instances of one topic (DH-01).

    `singular` and `plural` name the entities ("hotel", "hotels"); `period` and `periods` name a timestamp
    ("month", "months"). `kicker` is the sort of organisation that would write of it, for titles.
    """

    id: str
    domain: str
    topic: str
    singular: str
    plural: str
    entities: tuple[str, ...]
    metrics: tuple[Metric, ...]
    dimensions: tuple[Dimension, ...]
    timestamps: tuple[str, ...]
    period: str = "month"
    periods: str = "months"
    kicker: str = ""
    language: str = "en"


class ChartSchema(Record, frozen=True, kw_only=True):
    """What a chart shows, without any value (DH-07, DH-08).

    `TS`: entities × timestamps, of one group where `group` is given. `GR`: entities × groups at `timestamp`.
    `SN`: entities only at `timestamp`, of one group where `group` is given. `id` is "A", "B" … in the order of the page.
    `across` is the id of the schema before that a scatter chart shows from left to right, and this one upwards (`_panels`).
    """

    id: str
    kind: SchemaKind
    metric: Metric
    entities: tuple[str, ...]
    timestamps: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    dimension: str = ""
    timestamp: str = ""
    group: str = ""
    title: str = ""
    across: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of its table: timestamps, groups, or the one moment that it shows."""
        return {"TS": self.timestamps, "GR": self.groups, "SN": (self.timestamp,)}[self.kind]


class Parameters(SparseRecord, frozen=True, kw_only=True):
    """What fills the slots of a rule; each rule uses the few that its template names.

    `column` is the timestamp or group that a rule looks at, `other` the one that it compares with (the earlier
    timestamp, the second group). `window` are consecutive timestamps, or all groups.
    """

    column: str = ""
    other: str = ""
    window: tuple[str, ...] = ()
    operator: Operator | None = None
    threshold: Decimal | None = None
    low: Decimal | None = None
    high: Decimal | None = None
    margin: Decimal | None = None
    percent: Decimal | None = None
    ratio: Decimal | None = None
    count: int | None = None
    direction: Direction | None = None
    aggregate: Aggregate | None = None
    reference: str = ""


class Condition(Record, frozen=True, kw_only=True):
    """A rule in use on one chart: the rule's name as in table 2.3.2 (`THR_TIME` …), the chart's id, and its slots."""

    rule: str
    chart: str
    parameters: Parameters


class ConstraintNode(Record, frozen=True, kw_only=True, tag="constraint"):
    """Keeps those of its parent's entities that meet a condition; a root's parent is None and its pool all entities."""

    id: int
    parent: int | None
    condition: Condition


class CompositionNode(Record, frozen=True, kw_only=True, tag="composition"):
    """Joins the entity sets of two or more nodes: AND keeps what is in all, OR what is in any."""

    id: int
    combination: Combination
    inputs: tuple[int, ...]


Node = ConstraintNode | CompositionNode


class Tree(Record, frozen=True, kw_only=True):
    """The reasoning trace (DH-11…DH-17): nodes in an order in which each comes after those it builds on; the last is the sink."""

    nodes: tuple[Node, ...]


class ChartTable(Record, frozen=True, kw_only=True):
    """The values behind a chart: a row an entity, a column a timestamp or group, in the order of the schema."""

    chart: str
    values: tuple[tuple[Decimal, ...], ...]
