"""Upright bars: the labels under them, a number over each where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evidoc.records.analysis import Bars
from evidoc.reports.figures.axes import scale_of_ends, scale_over, upright_axis
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
from evidoc.reports.figures.canvas import MARGIN, SMALL, VALUE, Canvas, Drawn, widest
from evidoc.reports.figures.lettering import number, plain, text_width
from evidoc.reports.figures.under_labels import TURNED_SLOT, lie_flat, may_be_turned, write_under

_WIDTH, _HEIGHT = 720.0, 260.0
_FEW = 480.0  # px of a figure with three labels or less
_MOST = 60  # labels
_NARROWEST, _WIDEST = 9.0, 64.0  # px of a bar
_FILLED = 0.76  # of a place


@dataclass(frozen=True, slots=True)
class _Row:
    """Places beside each other: where they begin, how wide each is, and how wide a bar."""

    left: float
    slot: float
    across: float

    def x(self, figure: Bars, span: Span) -> float:
        return self.left + self.slot * (span.label + 0.5) + self.across * offset_of(figure, span)


def can_stand(figure: Bars) -> bool:
    """Whether the labels go under the bars, and the bars are not too many."""
    count = len(figure.labels)
    if count > _MOST or side_by_side(figure) * count * _NARROWEST > 1.5 * _WIDTH:
        return False
    return lie_flat(figure.labels, slot=(_WIDTH - 80) / count) or may_be_turned(figure.labels)


def draw_upright(figure: Bars, *, name: str) -> Drawn:
    """Draw the bars from left to right."""
    spans, count = spans_of(figure), len(figure.labels)
    flat = scale_over(ends_of(spans), start=0, end=0)
    left = MARGIN + widest([number(tick) for tick in flat.ticks], SMALL) + 10
    needed = max(side_by_side(figure) * _NARROWEST / _FILLED, TURNED_SLOT)
    wanted = _WIDTH if count > 3 or not lie_flat(figure.labels, slot=(_FEW - left - MARGIN) / count) else _FEW
    canvas = begun(figure, name, width=max(wanted, left + MARGIN + count * needed))
    canvas.text(plain(figure.y), (MARGIN, canvas.top + 9), type=SMALL)
    top = canvas.top + 34
    scale = scale_of_ends(flat, start=top + _HEIGHT, end=top)
    upright_axis(canvas, scale, left=left, right=canvas.width - MARGIN)
    row = _row(figure, left=left, width=canvas.width - MARGIN - left)
    for span in spans:
        high, low = scale.at(span.high), scale.at(span.low)
        draw_bar(canvas, figure, span, size={"x": row.x(figure, span), "y": high, "width": row.across, "height": low - high})
    _numbers(canvas, figure, [(span, scale.at(span.end)) for span in numbers_of(figure, spans)], row=row)
    below = 14 if any(span.value < 0 for span in spans) else 0  # px for the numbers of bars that hang
    middles = [left + row.slot * (index + 0.5) for index in range(count)]
    bottom = write_under(canvas, figure.labels, middles=middles, top=top + _HEIGHT + below)
    return Drawn(canvas, axis_title(canvas, figure.x, ((left + canvas.width - MARGIN) / 2, bottom)), say_bars(figure))


def _row(figure: Bars, *, left: float, width: float) -> _Row:
    slot, beside = width / len(figure.labels), side_by_side(figure)
    return _Row(left, slot, min(slot * _FILLED / beside, _WIDEST))


def _numbers(canvas: Canvas, figure: Bars, ends: Sequence[tuple[Span, float]], *, row: _Row) -> None:
    """Write the numbers where each has room beside the next; all or none, so that a gap does not read as nothing."""
    room = row.slot if side_by_side(figure) == 1 else row.across
    if all(text_width(number(span.value), VALUE.size) <= room + 1 for span, _ in ends):
        for span, end in ends:
            at = (row.x(figure, span) + row.across / 2, end + (-4 if span.value >= 0 else 13))
            canvas.text(number(span.value), at, type=VALUE, anchor="middle")
