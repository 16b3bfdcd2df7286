"""What questions are asked about: the values of an instance by chart, entity and column, and who bears the label.

Source: DH-46 to DH-54.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Literal

from evidoc.answers.number import round_half_up
from evidoc.recipes.dochop._execution import charts_of
from evidoc.recipes.dochop._frame import Chart, Frame
from evidoc.recipes.dochop._labels import Label
from evidoc.recipes.dochop._narrator import Narrative
from evidoc.recipes.dochop._records import Aggregate, ChartSchema, Condition, ConstraintNode, Direction, Operator, Pool
from evidoc.recipes.dochop._trace import Trace
from evidoc.records.record import Record, SparseRecord

Category = Literal["value_retrieval", "counting", "numeric_reasoning", "ranking", "hypothetical", "fact_checking"]
AnswerType = Literal["entity", "entity_list", "number", "integer", "timestamp", "group", "yes_no", "ordered_list"]
Result = Decimal | int | str | bool | tuple[str, ...]

_OF_ALL_ENTITIES = frozenset({"RANK_K", "RANK_CHANGE", "SHARE_TOTAL", "CMP_AVERAGE"})  # DH-27
_OF_ALL_COLUMNS = frozenset({"EXTREME_AT", "SHARE_GROUP"})

DECIMALS = 2  # of an answer that is no whole number, unless the template says otherwise; table 2.6.1


class Stance(Record, frozen=True, kw_only=True):
    """What a fact that is to be checked shall be: true or false, and saying that something is more or that it is less.

    `part` says of how many of those that bear the label it is said, from 0 for one to 1 for all. All that is settled before
    there are any values, so that neither the words of a fact nor its template tell its answer (DH-52).
    """

    truth: bool = True
    up: bool = True
    part: float = 0.5


class Cell(Record, frozen=True, kw_only=True):
    """One value of a chart."""

    chart: str
    entity: str
    column: str


class Slots(SparseRecord, frozen=True, kw_only=True):
    """What fills a question template: one or two columns of charts, a window, and what is compared with what."""

    chart: str = ""
    column: str = ""
    other_chart: str = ""
    other: str = ""
    window: tuple[str, ...] = ()
    operator: Operator | None = None
    threshold: Decimal | None = None
    direction: Direction | None = None
    aggregate: Aggregate | None = None
    count: int | None = None
    percent: Decimal | None = None
    value: Decimal | None = None
    entity: str = ""
    other_entity: str = ""
    condition: Condition | None = None
    node: int | None = None


class Question(Record, frozen=True, kw_only=True):
    """One question with its exact answer, and the cells and clauses (nodes of the trace) that it rests on.

    `answer` is canonical text, or several for lists; `unit` is what a number is counted in. `sort` parts hypothetical
    questions into those that change `values` and those that change the `trace` (DH-53).
    """

    template: str
    category: Category
    text: str
    answer: str | tuple[str, ...]
    answer_type: AnswerType
    slots: Slots
    cells: tuple[Cell, ...]
    clauses: tuple[int, ...]
    unit: str = ""
    sort: Literal["", "values", "trace"] = ""


@dataclass(frozen=True)
class Ground:
    """An instance as questions see it; `strict` asks for reading margins, and reads of values are noted in `read`."""

    pool: Pool
    trace: Trace
    label: Label
    narrative: Narrative
    charts: dict[str, Chart]
    schemas: dict[str, ChartSchema]
    values: dict[tuple[str, str, str], Decimal]
    margins: dict[str, Decimal]
    strict: bool = True
    read: dict[Cell, None] | None = None
    met: dict[int, frozenset[str]] = field(default_factory=dict)

    @property
    def everyone(self) -> tuple[str, ...]:
        """All entities, in the order of the charts."""
        return self.trace.schemas[0].entities

    @property
    def chosen(self) -> tuple[str, ...]:
        """Those that bear the label."""
        return self.trace.final

    def value(self, chart: str, entity: str, column: str) -> Decimal:
        """Give one value as its chart shows it."""
        if self.read is not None:
            self.read[Cell(chart=chart, entity=entity, column=column)] = None
        return self.values[chart, entity, column]

    def column(self, chart: str, column: str, who: Iterable[str]) -> list[Decimal]:
        """Give the values of several entities in one column."""
        return [self.value(chart, entity, column) for entity in who]

    def margin(self, chart: str) -> Decimal:
        """Give by how much two values must differ to be told apart in a chart (DH-23); 0 where not strict."""
        return self.margins[chart] if self.strict else Decimal(0)

    def others(self, who: Sequence[str]) -> tuple[str, ...]:
        """Give all entities but these."""
        return tuple(entity for entity in self.everyone if entity not in who)

    def loose(self) -> Ground:
        """Give the same without reading margins."""
        return replace(self, strict=False)

    def noting(self) -> Ground:
        """Give the same, noting every value that is read."""
        return replace(self, read={})

    def note(self, condition: Condition, given: Collection[str]) -> None:
        """Note the values that decide which of those given meet a condition, where reads are noted."""
        if self.read is not None:
            self.read.update(dict.fromkeys(cells_of(condition, self.schemas[condition.chart], given=given)))

    def condition(self, node: int) -> Condition | None:
        """Give the condition of a node, None for a composition."""
        found = next((entry for entry in self.trace.tree.nodes if entry.id == node), None)
        return found.condition if isinstance(found, ConstraintNode) else None


def cells_of(condition: Condition, schema: ChartSchema, *, given: Collection[str]) -> tuple[Cell, ...]:
    """Give the values that decide which of those given meet a condition, in the order of its chart.

    Theirs, with those of the entity that they are compared with; or those of all, where a rank, a share of the total or an
    average is. No other value can change which of those given meet it. Source: X-05, DH-27.
    """
    columns = _columns(condition, schema)
    among = {*given, condition.parameters.reference}
    everyone = condition.rule in _OF_ALL_ENTITIES
    entities = [entity for entity in schema.entities if everyone or entity in among]
    return tuple([Cell(chart=schema.id, entity=entity, column=column) for entity in entities for column in columns])


def ground_of(trace: Trace, pool: Pool, *, label: Label, narrative: Narrative) -> Ground:
    """Put together what questions are asked about.

    Raises:
        InvalidRecord: A table does not fit its schema.
    """
    charts = charts_of(trace.schemas, trace.tables)
    rows = {table.chart: table.values for table in trace.tables}
    values = {
        (schema.id, entity, column): value
        for schema in trace.schemas
        for entity, row in zip(schema.entities, rows[schema.id], strict=True)
        for column, value in zip(schema.columns, row, strict=True)
    }
    return Ground(
        pool=pool,
        trace=trace,
        label=label,
        narrative=narrative,
        charts=charts,
        schemas={schema.id: schema for schema in trace.schemas},
        values=values,
        margins={name: _margin(chart.frame) for name, chart in charts.items()},
    )


def written(result: Result) -> str | tuple[str, ...]:
    """Write a result canonically: whole numbers as they are, others to two decimals half up without idle zeros (G08)."""
    if isinstance(result, bool):
        return "yes" if result else "no"
    if isinstance(result, Decimal):
        return plain(round_half_up(result, DECIMALS))
    return str(result) if isinstance(result, int) else result


def plain(value: Decimal) -> str:
    """Write a number without idle zeros: 12.50 is "12.5", 34.00 is "34"."""
    text = format(value, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def _columns(condition: Condition, schema: ChartSchema) -> Sequence[str]:
    """Give the columns that a condition looks at: those that it names, or all where it compares them or names none."""
    slots = condition.parameters
    named = {slots.column, slots.other, *slots.window}.intersection(schema.columns)
    if condition.rule in _OF_ALL_COLUMNS or not named:
        return schema.columns
    return [column for column in schema.columns if column in named]


def _margin(frame: Frame) -> Decimal:
    return frame.value(frame.margin)
