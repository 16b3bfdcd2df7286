"""Reading values back from where marks stand, as one would from the picture."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

from msgspec.structs import replace

from evidoc.compose.charts.geometry import Axis, ChartGeometry, Mark
from evidoc.compose.charts.ticks import read
from evidoc.records.record import Record

_ONE = Decimal(1)


class Reading(Record, frozen=True, kw_only=True):
    """A value as read from its printed label or from the axis; `exact` is what an axis gives before rounding.

    `across` is the horizontal value of a scattered point.
    """

    series: str
    category: str
    value: Decimal
    by: Literal["label", "axis"]
    exact: float | None
    across: Decimal | None = None


def read_back(geometry: ChartGeometry, *, least: Decimal, across: Decimal = _ONE, dpi: int = 300) -> tuple[Reading, ...]:
    """Read every value: the printed one where there is one, else by the axis from a position rounded to whole px.

    `least` is the step that values are rounded to (`ChartSpec.least`), `across` that of horizontal values of a scatter
    chart. Source: DH-60, X-22.
    """
    printed = {words.owner: words.text for words in geometry.words if words.role == "value"}
    readings = []
    for mark in geometry.marks:
        reading = _reading(geometry, mark, printed.get((mark.series, mark.category)), least=least, dpi=dpi)
        if mark.across is not None:
            exact = geometry.axes[1].value(_whole(mark.tip[0], dpi))
            reading = replace(reading, across=_rounded(exact, across))
        readings.append(reading)
    return tuple(readings)


def misread(geometry: ChartGeometry, *, least: Decimal, across: Decimal = _ONE) -> tuple[Mark, ...]:
    """Give the marks of which a reader would get another value than the one they stand for.

    Where there is an axis, a printed value must also be that at which the mark stands.
    """
    marks = zip(geometry.marks, read_back(geometry, least=least, across=across), strict=True)
    return tuple(
        mark
        for mark, reading in marks
        if (reading.value, reading.across) != (mark.value, mark.across) or _strays(geometry, mark, reading)
    )


def _reading(geometry: ChartGeometry, mark: Mark, text: str | None, *, least: Decimal, dpi: int) -> Reading:
    exact = None
    if geometry.axes:
        axis = geometry.axes[0]
        exact = axis.value(_snapped(axis, mark, dpi)) - (axis.value(_snapped_foot(axis, mark, dpi)) if mark.foot else 0.0)
    if text is not None:
        return Reading(series=mark.series, category=mark.category, value=read(text), by="label", exact=exact)
    return Reading(series=mark.series, category=mark.category, value=_rounded(exact or 0.0, least), by="axis", exact=exact)


def _rounded(exact: float, least: Decimal) -> Decimal:
    return (Decimal(exact) / least).to_integral_value(ROUND_HALF_UP) * least


def _snapped(axis: Axis, mark: Mark, dpi: int) -> float:
    """Give where a mark stands along the axis, to the px."""
    x, y = mark.tip
    if axis.direction == "radius":
        distance = ((x - axis.centre[0]) ** 2 + (y - axis.centre[1]) ** 2) ** 0.5
        return _whole(distance, dpi)
    return _whole(x if axis.direction == "x" else y, dpi)


def _snapped_foot(axis: Axis, mark: Mark, dpi: int) -> float:
    return _whole(axis.at(mark.foot or 0), dpi)


def _whole(place: float, dpi: int) -> float:
    return round(place * dpi / 72) * 72 / dpi


def _strays(geometry: ChartGeometry, mark: Mark, reading: Reading) -> bool:
    """Say whether a mark stands more than two px from where its value is, or its slice has not its share."""
    if geometry.axes and reading.exact is not None:
        axis = geometry.axes[0]
        px = (axis.high - axis.low) / abs(axis.end - axis.start) * 72 / 300
        return abs(reading.exact - float(mark.value)) > 2 * px
    total = sum(other.value for other in geometry.marks)
    return abs(float(mark.value / total) * 360 - mark.sweep) > 0.5
