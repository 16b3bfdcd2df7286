"""Legends: the mark of each series with its name, in rows under the title."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from evidoc.reports.figures.canvas import LABEL, MARGIN, Canvas, Point, middle, widest
from evidoc.reports.figures.lettering import plain, wrapped

_KEY, _GAP = 20.0, 22.0


def legend(canvas: Canvas, names: Sequence[str], *, key: Callable[[int, Point], None]) -> None:
    """Write the names from left to right in as many rows as they need; `key` draws the mark of one around a point."""
    room = canvas.width - 2 * MARGIN
    x, row = MARGIN, 0.0
    for index, name in enumerate(names):
        lines = wrapped(plain(name), size=LABEL.size, width=room - _KEY)
        width = _KEY + widest(lines, LABEL)
        if x > MARGIN and x + width > MARGIN + room:
            canvas.top, x, row = canvas.top + row, MARGIN, 0.0
        key(index, (x + 7, canvas.top + 8))
        canvas.lines(lines, (x + _KEY, middle(canvas.top + 8, LABEL)), type=LABEL)
        x, row = x + width + _GAP, max(row, len(lines) * LABEL.leading + 5)
    canvas.top += row + 8
