"""Box plots: a box from the lower to the upper quartile, whiskers to the least and the most, and all numbers beside."""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.records.analysis import BoxOfValues, BoxPlot
from evidoc.reports.figures.axes import Scale, is_drawable, level_axis, level_scale_over
from evidoc.reports.figures.canvas import LABEL, MARGIN, SMALL, VALUE, Canvas, Drawn, middle, widest
from evidoc.reports.figures.lettering import number, plain, wrapped
from evidoc.reports.figures.paint import fill, outlined

_LABELS, _PLOT, _BOX = 220.0, 330.0, 18.0
_HEAD = ("n", "least", "lower", "median", "upper", "most")


def draw_boxes(figure: BoxPlot, *, name: str) -> Drawn:
    """Draw the boxes under each other: labels to the left, numbers to the right."""
    names = [wrapped(plain(box.label), size=LABEL.size, width=_LABELS) for box in figure.boxes]
    columns = [_HEAD, *([number(value) for value in (box.n, *_five(box))] for box in figure.boxes)]
    widths = [widest([row[index] for row in columns], VALUE) + 14 for index in range(len(_HEAD))]
    left = MARGIN + max(widest(lines, LABEL) for lines in names) + 16
    canvas = Canvas(name, title=figure.title, width=max(480.0, left + _PLOT + 22 + sum(widths) + MARGIN))
    right = canvas.width - MARGIN - sum(widths) - 22
    heights = [max(len(lines) * LABEL.leading, _BOX) + 14 for lines in names]
    tops = [canvas.top + 22 + sum(heights[:index]) for index in range(len(heights) + 1)]
    ends = [value for box in figure.boxes if _is_whole(box) for value in (box.least, box.most)]
    scale = level_scale_over(ends, start=left, end=right)
    level_axis(canvas, scale, top=tops[0], bottom=tops[-1])
    _numbers(canvas, _HEAD, widths=widths, y=canvas.top + 14)
    for index, box in enumerate(figure.boxes):
        y = tops[index] + heights[index] / 2
        first = middle(y - (len(names[index]) - 1) * LABEL.leading / 2, LABEL)
        canvas.lines(names[index], (left - 12, first), anchor="end")
        if _is_whole(box):
            _box(canvas, box, scale=scale, y=y)
        _numbers(canvas, columns[index + 1], widths=widths, y=middle(y, VALUE))
    canvas.text(plain(figure.y), ((left + right) / 2, tops[-1] + 36), type=SMALL, anchor="middle")
    return Drawn(canvas, tops[-1] + 36 + MARGIN, _says(figure))


def _five(box: BoxOfValues) -> tuple[float, ...]:
    return box.least, box.lower, box.median, box.upper, box.most


def _is_whole(box: BoxOfValues) -> bool:
    """Say whether all of a box has a place; of another one the numbers are written and nothing is drawn."""
    return all(map(is_drawable, _five(box)))


def _box(canvas: Canvas, box: BoxOfValues, *, scale: Scale, y: float) -> None:
    least, lower, median, upper, most = map(scale.at, _five(box))
    canvas.rule((least, y), (most, y), tone="c0", width=1.4)
    for end in (least, most):
        canvas.rule((end, y - 5), (end, y + 5), tone="c0", width=1.4)
    said = f"{box.label}: n {box.n:,}; " + ", ".join(number(value) for value in _five(box))
    size = {"x": lower, "y": y - _BOX / 2, "width": max(upper - lower, 0.1), "height": _BOX}
    canvas.add("rect", {**size, **outlined("wash", "c0", 1.4), "data-mark": "box"}, says=said)
    canvas.add("rect", {"x": median - 1.5, "y": y - _BOX / 2, "width": 3, "height": _BOX, **fill("c0"), "data-mark": "median"})


def _numbers(canvas: Canvas, texts: Sequence[str], *, widths: Sequence[float], y: float) -> None:
    """Write a row of numbers at the right edge, each at the right of its column; the head is softer."""
    x = canvas.width - MARGIN - sum(widths)
    for text, width in zip(texts, widths, strict=True):
        x += width
        canvas.text(text, (x, y), type=SMALL if texts is _HEAD else VALUE, anchor="end")


def _says(figure: BoxPlot) -> str:
    told = (f"{box.label} (n {box.n:,}): {', '.join(number(value) for value in _five(box))}" for box in figure.boxes)
    return f"Box plot of {figure.y}: least, lower quartile, median, upper quartile, most. " + "; ".join(told) + "."
