"""What an analysis found: tables, and figures as values that any program may draw."""

from __future__ import annotations

from evidoc.errors import InvalidRecord
from evidoc.records.record import Record

Cell = str | int | float | None


class StatsTable(Record, frozen=True, kw_only=True):
    """One table; `name` is fixed for programs, `title` is for people, a cell without a value is None."""

    name: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Series(Record, frozen=True, kw_only=True):
    """The values of one colour, one for each label of the figure; None where there is none."""

    name: str
    values: tuple[float | None, ...]


class Bars(Record, frozen=True, kw_only=True, tag="bars"):
    """Bars over labels, side by side or stacked; a histogram is one series over bins."""

    name: str
    title: str
    x: str
    y: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    stacked: bool = False

    def __post_init__(self) -> None:
        """Refuse a series of another length than the labels'.

        Raises:
            InvalidRecord: There is one.
        """
        for series in self.series:
            _refuse_other_length(f"bars {self.name!r}: series {series.name!r}", len(series.values), len(self.labels))


class BoxOfValues(Record, frozen=True, kw_only=True):
    """One box of a box plot: five numbers over `n` values."""

    label: str
    n: int
    least: float
    lower: float
    median: float
    upper: float
    most: float


class BoxPlot(Record, frozen=True, kw_only=True, tag="boxes"):
    """Boxes beside each other over one axis."""

    name: str
    title: str
    y: str
    boxes: tuple[BoxOfValues, ...]


class Matrix(Record, frozen=True, kw_only=True, tag="matrix"):
    """Counts by two names, shaded by the share of their row."""

    name: str
    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]

    def __post_init__(self) -> None:
        """Refuse values of another shape than rows by columns.

        Raises:
            InvalidRecord: They are.
        """
        _refuse_other_length(f"matrix {self.name!r}: its rows", len(self.values), len(self.rows))
        for row, values in zip(self.rows, self.values, strict=True):
            _refuse_other_length(f"matrix {self.name!r}: row {row!r}", len(values), len(self.columns))


class FlowNode(Record, frozen=True, kw_only=True):
    """A place in a flow: `layer` is the column that it stands in, from 0."""

    id: str
    label: str
    layer: int


class FlowLink(Record, frozen=True, kw_only=True):
    """How much goes from one node to one of a later layer."""

    source: str
    target: str
    count: int


class Flow(Record, frozen=True, kw_only=True, tag="flow"):
    """A Sankey diagram."""

    name: str
    title: str
    nodes: tuple[FlowNode, ...]
    links: tuple[FlowLink, ...]


class Cloud(Record, frozen=True, kw_only=True, tag="cloud"):
    """Words with how often they are used, most used first."""

    name: str
    title: str
    words: tuple[tuple[str, int], ...]


class PointGroup(Record, frozen=True, kw_only=True):
    """Points of one colour."""

    name: str
    points: tuple[tuple[float, float], ...]


class Points(Record, frozen=True, kw_only=True, tag="points"):
    """A scatter of points."""

    name: str
    title: str
    x: str
    y: str
    groups: tuple[PointGroup, ...]


class LineOverBars(Record, frozen=True, kw_only=True, tag="line_over_bars"):
    """A mean in each bin as a line, with its interval, over bars of how many the bin holds; an empty bin has None."""

    name: str
    title: str
    x: str
    y: str
    labels: tuple[str, ...]
    counts: tuple[int, ...]
    means: tuple[float | None, ...]
    lows: tuple[float | None, ...]
    highs: tuple[float | None, ...]

    def __post_init__(self) -> None:
        """Refuse values of another length than the labels'.

        Raises:
            InvalidRecord: There are some.
        """
        for field in ("counts", "means", "lows", "highs"):
            _refuse_other_length(f"line over bars {self.name!r}: {field}", len(getattr(self, field)), len(self.labels))


Figure = Bars | BoxPlot | Matrix | Flow | Cloud | Points | LineOverBars


class Analysis(Record, frozen=True, kw_only=True):
    """What one analysis found over a bench.

    `note` says in a sentence or two how to read it and what it is by (definition, source). `left_out` says what could
    not be counted and why, each with a number; a part without anything to show has no tables and says so here.
    """

    name: str
    title: str
    note: str
    tables: tuple[StatsTable, ...] = ()
    figures: tuple[Figure, ...] = ()
    left_out: tuple[str, ...] = ()


def _refuse_other_length(what: str, length: int, right: int) -> None:
    if length != right:
        raise InvalidRecord(f"{what}: {length} values; there should be {right}, one for each name")
