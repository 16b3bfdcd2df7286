"""What upright and lying bars have in common: which bars there are, their numbers, their look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evidoc.records.analysis import Bars, Series
from evidoc.reports.figures.axes import is_drawable
from evidoc.reports.figures.canvas import MARGIN, SMALL, Canvas, Point
from evidoc.reports.figures.legend import legend
from evidoc.reports.figures.lettering import number, plain, wrapped


@dataclass(frozen=True, slots=True)
class Span:
    """One bar, or one part of a stacked one: from `low` to `high` on the axis; `value` is what it stands for."""

    label: int
    series: int
    low: float
    high: float
    value: float

    @property
    def end(self) -> float:
        """The end that is away from zero."""
        return self.high if self.value >= 0 else self.low


def spans_of(figure: Bars) -> list[Span]:
    """Give all bars; parts of a stacked one stand on each other, those below zero under it."""
    found = []
    ends = {True: [0.0] * len(figure.labels), False: [0.0] * len(figure.labels)}
    for index, series in enumerate(figure.series):
        for label, value in enumerate(series.values):
            if not is_drawable(value):
                continue
            start = ends[value >= 0][label] if figure.stacked else 0.0
            found.append(Span(label, index, min(start, start + value), max(start, start + value), value))
            ends[value >= 0][label] = start + value if figure.stacked else 0.0
    return found


def numbers_of(figure: Bars, spans: Sequence[Span]) -> list[Span]:
    """Give the bars whose numbers are written at their ends; a stacked bar as one, where nothing is below zero."""
    if not figure.stacked:
        return list(spans)
    if any(span.value < 0 for span in spans):
        return []
    totals: dict[int, float] = {}
    for span in spans:
        totals[span.label] = totals.get(span.label, 0.0) + span.value
    return [Span(label, 0, 0.0, total, total) for label, total in totals.items()]


def side_by_side(figure: Bars) -> int:
    """Give how many bars a label has beside each other."""
    return 1 if figure.stacked else max(len(figure.series), 1)


def offset_of(figure: Bars, span: Span) -> float:
    """Give where a bar begins, from the middle of its label, in bars."""
    return -0.5 if figure.stacked else span.series - len(figure.series) / 2


def ends_of(spans: Sequence[Span]) -> list[float]:
    """Give all values that the axis must reach."""
    return [edge for span in spans for edge in (span.low, span.high)]


def begun(figure: Bars, name: str, *, width: float) -> Canvas:
    """Begin a figure, with the names of its series where there are several."""
    canvas = Canvas(name, title=figure.title, width=width)
    if len(figure.series) > 1:
        legend(canvas, [series.name for series in figure.series], key=lambda index, at: _swatch(canvas, figure, index, at))
    return canvas


def draw_bar(canvas: Canvas, figure: Bars, span: Span, *, size: Mapping[str, float]) -> None:
    """Draw one bar; one of nothing is not drawn."""
    if span.high == span.low:
        return
    name = f"{figure.series[span.series].name}, " if len(figure.series) > 1 else ""
    said = f"{name}{figure.labels[span.label]}: {number(span.value)}"
    canvas.add("rect", {**size, **canvas.series_fill(span.series, of=len(figure.series)), "data-mark": "bar"}, says=said)


def axis_title(canvas: Canvas, title: str, at: Point) -> float:
    """Write what an axis is of, from a point down; give the height of the figure."""
    if not title.strip():
        return at[1] + MARGIN
    lines = wrapped(plain(title), size=SMALL.size, width=2 * min(at[0], canvas.width - at[0]) - 2 * MARGIN)
    canvas.lines(lines, (at[0], at[1] + 19), type=SMALL, anchor="middle")
    return at[1] + 10 + len(lines) * SMALL.leading + MARGIN


def say_bars(figure: Bars) -> str:
    """Tell the values, for who cannot see them."""
    told = (f"{label}: {', '.join(_told(figure.series, index))}" for index, label in enumerate(figure.labels))
    return f"Bars of {figure.y} by {figure.x}. " + "; ".join(told) + "."


def _told(series: Sequence[Series], index: int) -> Iterator[str]:
    for one in series:
        value = one.values[index]
        text = "none" if value is None else number(value)
        yield f"{one.name} {text}" if len(series) > 1 else text


def _swatch(canvas: Canvas, figure: Bars, index: int, at: Point) -> None:
    size = {"x": at[0] - 7, "y": at[1] - 6, "width": 14, "height": 12}
    canvas.add("rect", {**size, **canvas.series_fill(index, of=len(figure.series))})
