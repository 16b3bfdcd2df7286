"""Lying bars: the labels to their left, wrapped, and a number at the end of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evidoc.records.analysis import Bars
from evidoc.reports.figures.axes import Scale, level_axis, level_scale_over
from evidoc.reports.figures.bar_marks import (
    Span,
    axis_title,
    begun,
    draw_bar,
    ends_of,
    numbers_of,
    offset_of,
    say_bars,
    side_by_side,
    spans_of,
)
from evidoc.reports.figures.canvas import LABEL, MARGIN, SMALL, VALUE, Canvas, Drawn, middle, widest
from evidoc.reports.figures.lettering import number, plain, wrapped

_WIDTH = 720.0
_LABELS = 250.0  # the widest column of labels
_HALF_TICK = 16.0  # px that the number of the last tick may reach beyond it, beside the margin
_ALONE, _BESIDE = 17.0, 13.0  # px of a bar alone in its row, or beside others


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows under each other: where each begins, and how thick a bar is."""

    tops: tuple[float, ...]
    thick: float

    def middle(self, label: int) -> float:
        return (self.tops[label] + self.tops[label + 1]) / 2

    def y(self, figure: Bars, span: Span) -> float:
        return self.middle(span.label) + self.thick * offset_of(figure, span)


def draw_lying(figure: Bars, *, name: str) -> Drawn:
    """Draw the bars from top to bottom."""
    spans = spans_of(figure)
    texts = [wrapped(plain(label), size=LABEL.size, width=_LABELS) for label in figure.labels]
    left = MARGIN + max(widest(lines, LABEL) for lines in texts) + 10
    margin = widest([number(span.value) for span in numbers_of(figure, spans)], VALUE) + 6
    canvas = begun(figure, name, width=_WIDTH)
    if figure.x.strip():
        canvas.text(plain(figure.x), (MARGIN, canvas.top + 9), type=SMALL)
    rows = _rows(figure, [len(lines) for lines in texts], top=canvas.top + 20)
    start = left + (margin if any(span.low < 0 for span in spans) else 0)
    scale = level_scale_over(ends_of(spans), start=start, end=_WIDTH - MARGIN - max(margin, _HALF_TICK))
    level_axis(canvas, scale, top=rows.tops[0], bottom=rows.tops[-1])
    for index, lines in enumerate(texts):
        y = rows.middle(index) - (len(lines) - 1) * LABEL.leading / 2
        canvas.lines(lines, (left - 10, middle(y, LABEL)), anchor="end")
    for span in spans:
        x, end = scale.at(span.low), scale.at(span.high)
        draw_bar(canvas, figure, span, size={"x": x, "y": rows.y(figure, span), "width": end - x, "height": rows.thick})
    _numbers(canvas, figure, numbers_of(figure, spans), scale=scale, rows=rows)
    return Drawn(canvas, axis_title(canvas, figure.y, ((scale.start + scale.end) / 2, rows.tops[-1] + 17)), say_bars(figure))


def _rows(figure: Bars, lines: Sequence[int], *, top: float) -> _Rows:
    beside = side_by_side(figure)
    thick = _ALONE if beside == 1 else _BESIDE
    tops = [top]
    for count in lines:
        tops.append(tops[-1] + max(count * LABEL.leading, thick * beside) + 8)
    return _Rows(tuple(tops), thick)


def _numbers(canvas: Canvas, figure: Bars, spans: Sequence[Span], *, scale: Scale, rows: _Rows) -> None:
    for span in spans:
        y = middle(rows.y(figure, span) + rows.thick / 2, VALUE)
        side, anchor = (1, "start") if span.value >= 0 else (-1, "end")
        canvas.text(number(span.value), (scale.at(span.end) + 5 * side, y), type=VALUE, anchor=anchor)
