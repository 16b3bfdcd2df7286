"""Small pools, charts and conditions for the tests of DocHop's traces, built in a line each."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from decimal import Decimal

from evidoc.recipes.dochop._execution import execute
from evidoc.recipes.dochop._frame import Chart
from evidoc.recipes.dochop._records import (
    ChartSchema,
    ChartTable,
    CompositionNode,
    Condition,
    ConstraintNode,
    Dimension,
    Metric,
    Parameters,
    Pool,
    SchemaKind,
    Tree,
)
from evidoc.recipes.dochop._rules import RULES
from evidoc.recipes.dochop._trace import Trace, build_trace
from evidoc.recipes.dochop._trees import sink_of

MOMENTS = ("2026-01", "2026-02", "2026-03", "2026-04", "2026-05")
GROUPS = ("North", "South", "West")
NAMES = ("Ash", "Birch", "Cedar", "Elm")


def metric(name: str, low: str, high: str, *, decimals: int = 0, additive: bool = True, dimension: str = "") -> Metric:
    return Metric(
        name=name, unit="units", low=Decimal(low), high=Decimal(high), decimals=decimals, additive=additive, dimension=dimension
    )


HOTELS = Pool(
    id="hotels",
    domain="travel",
    topic="hotel service",
    singular="hotel",
    plural="hotels",
    entities=(
        "Harbor View",
        "Maple Court",
        "Stone Bridge",
        "Willow Park",
        "North Gate",
        "Sunset Inn",
        "Cedar House",
        "Royal Arms",
    ),
    metrics=(
        metric("Linens Replaced", "40", "480", dimension="shift"),
        metric("Occupancy Rate", "35.0", "98.0", decimals=1, additive=False, dimension="room type"),
        metric("Guest Complaints", "0", "60", dimension="shift"),
        metric("Energy Use", "20.0", "160.0", decimals=1, dimension="room type"),
        metric("Guest Rating", "1.0", "5.0", decimals=1, additive=False),
        metric("Profit", "-40", "120"),
    ),
    dimensions=(
        Dimension(name="shift", plural="shifts", members=("Day Shift", "Night Shift")),
        Dimension(name="room type", plural="room types", members=("Single", "Double", "Suite", "Family")),
    ),
    timestamps=tuple(f"2025-{month:02d}" for month in range(1, 11)),
)
SCHOOLS = Pool(
    id="schools",
    domain="education",
    topic="schools",
    singular="school",
    plural="schools",
    entities=("Alder", "Birch", "Clover", "Dogwood", "Elm", "Fir"),
    metrics=(
        metric("Enrolment", "200", "1200", dimension="grade band"),
        metric("Attendance", "70.0", "99.0", decimals=1, additive=False, dimension="grade band"),
        metric("Library Loans", "100", "2500"),
        metric("Staff", "10", "90"),
    ),
    dimensions=(Dimension(name="grade band", plural="grade bands", members=("Lower", "Middle", "Upper")),),
    timestamps=("2021", "2022", "2023", "2024", "2025"),
    period="year",
    periods="years",
)
PLANTS = Pool(
    id="plants",
    domain="industry",
    topic="plants",
    singular="plant",
    plural="plants",
    entities=tuple(
        f"Plant {name}" for name in ("Aster", "Boreal", "Cobalt", "Drift", "Ember", "Flint", "Grove", "Helix", "Ivory")
    ),
    metrics=(
        metric("Units Produced", "1000", "9000", dimension="line"),
        metric("Defect Rate", "0.20", "4.80", decimals=2, additive=False, dimension="line"),
        metric("Downtime", "5", "120", dimension="line"),
        metric("Water Use", "150.0", "900.0", decimals=1),
        metric("Orders", "30", "400", dimension="region"),
        metric("Safety Score", "50", "100", additive=False, dimension="region"),
    ),
    dimensions=(
        Dimension(name="line", plural="lines", members=("Line 1", "Line 2", "Line 3")),
        Dimension(name="region", plural="regions", members=("North", "South", "East", "West", "Central")),
    ),
    timestamps=("Q1 2024", "Q2 2024", "Q3 2024", "Q4 2024", "Q1 2025", "Q2 2025"),
    period="quarter",
    periods="quarters",
)
POOLS = (HOTELS, SCHOOLS, PLANTS)


def chart_of(kind: SchemaKind, *rows: Sequence[str | int], group: str = "", additive: bool = True, id: str = "A") -> Chart:
    """Give a chart of Ash, Birch, Cedar … with one value a column, of a metric from 0 to 100."""
    schema = schema_of(kind, entities=len(rows), group=group, additive=additive, id=id)
    return Chart.of(schema, ChartTable(chart=id, values=tuple(tuple(Decimal(value) for value in row) for row in rows)))


def schema_of(kind: SchemaKind, *, entities: int = 4, group: str = "", additive: bool = True, id: str = "A") -> ChartSchema:
    return ChartSchema(
        id=id,
        kind=kind,
        metric=metric("Sales", "0" if additive else "1", "100", additive=additive),
        entities=NAMES[:entities],
        timestamps=MOMENTS if kind == "TS" else (),
        groups=GROUPS if kind == "GR" else (),
        dimension="region" if kind == "GR" or group else "",
        timestamp="" if kind == "TS" else MOMENTS[0],
        group=group,
    )


def constraint(id: int, parent: int | None, rule: str, parameters: Parameters, *, chart: str = "A") -> ConstraintNode:
    return ConstraintNode(id=id, parent=parent, condition=Condition(rule=rule, chart=chart, parameters=parameters))


def traces(count: int, *, seed: str = "t") -> list[Trace]:
    """Build traces over all pools, depths and numbers of charts in turn."""
    grid = [(pool, depth, charts) for depth in (2, 3, 4, 5) for charts in (2, 3, 4, 6) for pool in POOLS]
    cells = [grid[at % len(grid)] for at in range(count)]
    return [
        build_trace(pool, depth=depth, charts=charts, rng=random.Random(f"{seed}{at}"))
        for at, (pool, depth, charts) in enumerate(cells)
    ]


def conditions_of(tree: Tree) -> list[ConstraintNode]:
    return [node for node in tree.nodes if isinstance(node, ConstraintNode)]


def final_set(tree: Tree, charts: Mapping[str, Chart]) -> tuple[str, ...]:
    """Give the entities of the sink."""
    return execute(tree, charts)[sink_of(tree)]


def is_clear(condition: Condition, charts: Mapping[str, Chart]) -> bool:
    """Say if every entity of the chart is at least the reading margin off the condition's border (DH-23)."""
    chart = charts[condition.chart]
    distances = RULES[condition.rule].measure(chart, condition.parameters)
    return all(abs(value) >= chart.frame.margin * distances.weight for value in distances.values)


def shape_of(tree: Tree) -> str:
    """Write the skeleton as a word that is the same for the same shape: `c` filters, `[…]` joins; operators left out."""
    words: dict[int, str] = {}
    for node in tree.nodes:
        if isinstance(node, CompositionNode):
            words[node.id] = "[" + ",".join(sorted(words[id] for id in node.inputs)) + "]"
        else:
            words[node.id] = "c" if node.parent is None else f"c({words[node.parent]})"
    return words[sink_of(tree)]
