"""A chart as whole numbers: every value counted in the least difference that its chart can show, by row and column.

All comparisons are made on these, so they are exact and fast. Source: DH-23, DH-34, `cases.jsonl` G08.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from evidoc.errors import InvalidRecord
from evidoc.recipes.dochop._records import ChartSchema, ChartTable, Parameters

_MARGIN_PERCENT = 3  # DH-23: what a careful reading of a chart may be off, in percent of the metric's range
_MARGIN_DIGITS = 2  # DH-23: or units of the last digit, whichever is more

Rows = Sequence[Sequence[int]]


class Frame:
    """What a schema says in numbers: its size, the metric's range and the reading margin, counted in last digits."""

    __slots__ = ("columns", "decimals", "entities", "entity_at", "high", "least", "low", "margin", "positions", "schema")

    def __init__(self, schema: ChartSchema) -> None:
        """Count the range, and index names of entities and columns.

        The one column of an `SN` chart answers to its timestamp and to its group.
        """
        metric = schema.metric
        self.schema = schema
        self.decimals = metric.decimals
        self.least = metric.least
        self.low = math.ceil(metric.low / self.least)
        self.high = math.floor(metric.high / self.least)
        self.margin = max(_MARGIN_DIGITS, -(-(self.high - self.low) * _MARGIN_PERCENT // 100))
        self.entities = len(schema.entities)
        names = schema.columns
        self.columns = len(names)
        self.positions = {name: at for at, name in enumerate(names)}
        if schema.kind == "SN" and schema.group:
            self.positions[schema.group] = 0
        self.entity_at = {name: at for at, name in enumerate(schema.entities)}

    def column(self, name: str) -> int:
        """Give the place of a timestamp or group.

        Raises:
            InvalidRecord: The chart has no such column.
        """
        try:
            return self.positions[name]
        except KeyError:
            known = ", ".join(self.positions)
            raise InvalidRecord(f"chart {self.schema.id} has no column {name!r}; its columns are {known}") from None

    def window(self, names: Sequence[str]) -> list[int]:
        """Give the places of several columns; no names mean all."""
        return [self.column(name) for name in names] if names else list(range(self.columns))

    def count(self, value: Decimal | None) -> int:
        """Count a threshold or margin of this chart's metric in last digits; none is 0."""
        return 0 if value is None else counted(value, self.least)

    def value(self, count: int) -> Decimal:
        """Write a count of last digits as the metric shows it."""
        return (count * self.least).quantize(Decimal(1).scaleb(-self.decimals))

    @property
    def width(self) -> int:
        """The metric's range in last digits."""
        return self.high - self.low


class Chart:
    """A schema with its values, ready for comparing."""

    __slots__ = ("frame", "rows")

    def __init__(self, frame: Frame, rows: Rows) -> None:
        """Keep the values beside what they mean; `rows` are counts of last digits, an entity a row."""
        self.frame, self.rows = frame, rows

    @classmethod
    def of(cls, schema: ChartSchema, table: ChartTable) -> Chart:
        """Read the table behind a chart.

        Raises:
            InvalidRecord: The table is not of the schema's shape, or shows more digits than its metric has.
        """
        frame = Frame(schema)
        if [len(row) for row in table.values] != [frame.columns] * frame.entities:
            shape = f"{frame.entities} rows of {frame.columns} values"
            raise InvalidRecord(f"the table of chart {schema.id} does not fit its schema; it should have {shape}")
        return cls(frame, [[counted(value, frame.least) for value in row] for row in table.values])

    @property
    def schema(self) -> ChartSchema:
        """What the chart shows."""
        return self.frame.schema

    def value(self, entity: str, column: str) -> Decimal:
        """Give one value as the chart shows it."""
        return self.frame.value(self.rows[self.frame.entity_at[entity]][self.frame.column(column)])


class Distances(NamedTuple):
    """How far each entity is from the border of a rule: positive where it holds, negative where not.

    `weight` is what one last digit counts in these distances. `strict` says that 0 does not hold.
    """

    values: list[int]
    weight: int
    strict: bool

    def holds(self, entity: int) -> bool:
        """Say if the rule holds of the entity in that row."""
        value = self.values[entity]
        return value > 0 or (value == 0 and not self.strict)


def counted(value: Decimal, least: Decimal) -> int:
    """Count a value in the least differences of its chart, exactly.

    Raises:
        InvalidRecord: It is no multiple of them.
    """
    whole = int(value / least)
    if whole * least != value:
        raise InvalidRecord(f"{value} is no multiple of {least}, in which its chart's values go; round it to one")
    return whole


def digits(value: Decimal, decimals: int) -> int:
    """Count a decimal in units of its last shown digit, exactly.

    Raises:
        InvalidRecord: The value has more decimals than are shown.
    """
    counted = value.scaleb(decimals)
    whole = int(counted)
    if whole != counted:
        raise InvalidRecord(f"{value} has more than {decimals} decimals; round it to what its metric shows")
    return whole


def sign(parameters: Parameters) -> int:
    """Give 1 where more is wanted, -1 where less: by the operator if there is one, else by the direction."""
    if parameters.operator is not None:
        return 1 if parameters.operator in (">=", ">") else -1
    return -1 if parameters.direction == "down" else 1


def is_strict(parameters: Parameters) -> bool:
    """Say if equality does not satisfy the operator."""
    return parameters.operator in (">", "<")
