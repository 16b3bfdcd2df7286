"""What a chart is to show and how: its kind, names, exact values, palette and style."""

from __future__ import annotations

from decimal import Decimal
from itertools import chain
from typing import Literal

from evidoc.compose._fonts import Weight
from evidoc.errors import Undrawable, UsageError
from evidoc.records.record import Record

ChartKind = Literal[
    "line", "area", "bar", "stacked_bar", "horizontal_bar", "pie", "donut", "radar", "scatter", "lollipop"
]  # fmt: skip
Grid = Literal["none", "lines", "dashes", "both"]
Spines = Literal["left_bottom", "box", "bottom", "none"]
Place = Literal["top", "bottom", "right"]
Labels = Literal["auto", "on", "off"]

MAX_SERIES = 12  # more cannot be told apart: eight colours, and the first four again with another dash, marker or hatch
MAX_AREAS = 4  # DH-10
_ROUND = ("pie", "donut")
_FROM_ZERO = ("bar", "stacked_bar", "horizontal_bar", "lollipop", "area", "radar")


class Series(Record, frozen=True, kw_only=True):
    """A named row of values, one a category; `across` are the horizontal values of a scatter chart."""

    name: str
    values: tuple[Decimal, ...]
    across: tuple[Decimal, ...] = ()


class ChartStyle(Record, frozen=True, kw_only=True):
    """How a chart looks; `size` is that of its smallest words in points, `shade` a grey ground with white grid lines.

    `value_labels`: `auto` prints values where the axis cannot resolve them, `on` wherever they fit as
    well, `off` never (a chart that needs them is refused). `grid`: lines along the value axis, solid or
    dashed, or both ways.
    """

    font: Literal["sans", "serif"] = "sans"
    size: float = 7.5
    grid: Grid = "lines"
    spines: Spines = "left_bottom"
    markers: bool = True
    hatch: bool = False
    shade: bool = False
    legend: Place = "top"
    title: Literal["left", "centre"] = "left"
    axis_title: Literal["beside", "above"] = "beside"
    value_labels: Labels = "auto"

    @property
    def face(self) -> Weight:
        """The weight of `compose._fonts` in which most words are set."""
        return "serif" if self.font == "serif" else "text"


class ChartSpec(Record, frozen=True, kw_only=True):
    """A chart before it is drawn.

    `step` is the least difference that values have (5 where all end in 0 or 5), by default one unit of
    the last decimal. `width` and `height` are in points. `value_title` and `unit` name the value axis,
    `category_title` the categories; `across_title`, `across_unit`, `across_decimals` and `across_step` are those of the
    horizontal values of a scatter chart.
    Source: X-22, DH-10, DH-34, DH-59.
    """

    kind: ChartKind
    series: tuple[Series, ...]
    categories: tuple[str, ...]
    title: str = ""
    category_title: str = ""
    value_title: str = ""
    across_title: str = ""
    across_unit: str = ""
    across_decimals: int = 0
    across_step: Decimal | None = None
    unit: str = ""
    decimals: int = 0
    step: Decimal | None = None
    palette: str = "okabe_ito"
    style: ChartStyle = ChartStyle()
    width: float = 246.0
    height: float = 140.0

    @property
    def least(self) -> Decimal:
        """The least difference between two values that a reader must be able to tell."""
        return self.step if self.step is not None else Decimal(1).scaleb(-self.decimals)

    @property
    def across_least(self) -> Decimal:
        """The least difference between two horizontal values of a scatter chart that a reader must be able to tell."""
        return self.across_step if self.across_step is not None else Decimal(1).scaleb(-self.across_decimals)

    @property
    def axis_name(self) -> str:
        """What stands at the value axis: its title with the unit."""
        return _with_unit(self.value_title, self.unit)

    @property
    def across_name(self) -> str:
        """What stands at the horizontal axis of a scatter chart."""
        return _with_unit(self.across_title, self.across_unit)

    @property
    def starts_at_zero(self) -> bool:
        """Whether the value axis must show zero, because lengths or areas are compared."""
        return self.kind in _FROM_ZERO

    @property
    def is_round(self) -> bool:
        """Whether it is drawn in a circle."""
        return self.kind in (*_ROUND, "radar")

    @property
    def has_legend(self) -> bool:
        """Whether names must be explained beside the drawing; a lone series named at the axis needs no legend."""
        if self.kind in _ROUND:
            return True
        if self.kind == "scatter" and len(self.series) == 1:
            return False
        told = " ".join((self.title, self.axis_name, self.across_name))
        return len(self.series) > 1 or self.series[0].name not in told

    @property
    def legend_names(self) -> tuple[str, ...]:
        """The names of the legend in order: slices of a pie, else series."""
        if not self.has_legend:
            return ()
        return self.categories if self.kind in _ROUND else tuple(series.name for series in self.series)

    def values(self) -> tuple[Decimal, ...]:
        """Give all values, series by series."""
        return tuple(chain.from_iterable(series.values for series in self.series))


def check(spec: ChartSpec) -> None:
    """Refuse a chart whose parts do not go together.

    Raises:
        UsageError: The record is wrong: lengths differ, names repeat, a value is not finite.
        Undrawable: The data do not suit the kind (`unsuited`), or there are too many series (`indistinct_series`).
    """
    _check_shape(spec)
    count = len(spec.legend_names or spec.series)
    if count > MAX_SERIES:
        raise Undrawable("indistinct_series", f"{count} names in one legend; at most {MAX_SERIES} can be told apart")
    fault = _misfit(spec)
    if fault:
        raise Undrawable("unsuited", f"a {spec.kind} chart {fault}; choose another kind")


def _check_shape(spec: ChartSpec) -> None:
    if not spec.series or not spec.categories:
        raise UsageError("a chart without series or categories; give at least one of each")
    for names, what in ((spec.categories, "categories"), (tuple(series.name for series in spec.series), "series")):
        if len(set(names)) < len(names) or not all(name.strip() for name in names):
            raise UsageError(f"{what} {names!r} repeat or are empty; names must differ")
    for series in spec.series:
        across = len(spec.categories) if spec.kind == "scatter" else 0
        if len(series.values) != len(spec.categories) or len(series.across) != across:
            raise UsageError(
                f"series {series.name!r} has {len(series.values)} values and {len(series.across)} across for"
                f" {len(spec.categories)} categories of a {spec.kind} chart; give one a category, and across only for scatter"
            )
        if not all(value.is_finite() for value in series.values + series.across):
            raise UsageError(f"series {series.name!r} has a value that is not finite; leave the category out")
    sides = tuple(chain.from_iterable(series.across for series in spec.series))
    for values, decimals in ((spec.values(), spec.decimals), (sides, spec.across_decimals)):
        if any(value != round(value, decimals) for value in values):
            raise UsageError(f"a value has more than {decimals} decimals; values are drawn as they are, so round them first")


def _with_unit(title: str, unit: str) -> str:
    return f"{title} ({unit})" if title and unit else title or unit


def _misfit(spec: ChartSpec) -> str:
    negative = any(value < 0 for value in spec.values())
    if spec.kind in _ROUND and (negative or len(spec.series) > 1 or not any(spec.values())):
        return "shows one series of values that are not negative and not all zero"
    if spec.kind in ("stacked_bar", "radar") and negative:
        return "has no place for negative values"
    if spec.kind == "area" and len(spec.series) > MAX_AREAS:
        return f"lays at most {MAX_AREAS} series over one another"
    if spec.kind == "radar" and len(spec.categories) < 3:
        return "needs three categories or more"
    return ""
