"""Small charts for tests: built from a few words and plain numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from evidoc.compose.chart import ChartKind, ChartSpec, ChartStyle, Series

MONTHS = ("Jan 2026", "Feb 2026", "Mar 2026", "Apr 2026", "May 2026", "Jun 2026", "Jul 2026", "Aug 2026", "Sep 2026",
          "Oct 2026", "Nov 2026", "Dec 2026")  # fmt: skip
HOTELS = ("Harbour", "Court", "Grange", "Tower", "Mill", "Garden", "Crescent", "Parkview", "Eastgate", "Star", "Arms", "Villa")
SHIFTS = ("Night", "Day", "Weekend", "Holiday")
PLAIN = ChartStyle(value_labels="off", axis_title="above")


def chart(
    kind: ChartKind,
    rows: Mapping[str, Sequence[int | str]],
    categories: Sequence[str],
    *,
    style: ChartStyle = PLAIN,
    **fields: object,
) -> ChartSpec:
    """Give a chart of 246 × 146 points; values are numbers as written, so "1.5" has one decimal."""
    series = tuple(Series(name=name, values=tuple(Decimal(value) for value in values)) for name, values in rows.items())
    texts = [str(value) for values in rows.values() for value in values]
    decimals = max((len(text.partition(".")[2]) for text in texts), default=0)
    plain: dict[str, object] = {"value_title": "Items sold", "unit": "units", "decimals": decimals, "height": 146.0, **fields}
    return ChartSpec(kind=kind, series=series, categories=tuple(categories), style=style, **plain)  # type: ignore[arg-type]


def scatter(pairs: dict[str, tuple[int, int]], *, style: ChartStyle = PLAIN, **fields: object) -> ChartSpec:
    """Give a scatter chart of named points (across, up)."""
    points = Series(
        name="hotels",
        values=tuple(Decimal(up) for _, up in pairs.values()),
        across=tuple(Decimal(across) for across, _ in pairs.values()),
    )
    plain: dict[str, object] = {"value_title": "Guest score", "across_title": "Occupancy", "height": 146.0, **fields}
    return ChartSpec(kind="scatter", series=(points,), categories=tuple(pairs), style=style, **plain)  # type: ignore[arg-type]
