"""Counts by two names: the number in each cell, shaded by its share of the row, and the row's sum."""

from __future__ import annotations

from dataclasses import dataclass

from evidoc.records.analysis import Matrix
from evidoc.reports.figures.axes import is_drawable
from evidoc.reports.figures.canvas import LABEL, MARGIN, SMALL, VALUE, Canvas, Drawn, Type, middle, widest
from evidoc.reports.figures.lettering import fits, number, plain, text_width, wrapped
from evidoc.reports.figures.paint import fill
from evidoc.reports.figures.under_labels import turned_lines, write_turned

_LABELS, _ROW, _CELL = 230.0, 30.0, (44.0, 92.0)
_ROOM = 640.0  # of all cells, where they can be as narrow as this
_LIGHT, _DARK = 0.72, 0.56  # shares up to which text on the shade is dark on paper, light on a screen: contrast over 4.5


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where the cells are."""

    left: float
    top: float
    width: float
    tops: tuple[float, ...]


def draw_matrix(figure: Matrix, *, name: str) -> Drawn:
    """Draw the cells, names of columns above, of rows to the left."""
    names = [wrapped(plain(row), size=LABEL.size, width=_LABELS) for row in figure.rows]
    left = MARGIN + max(widest(lines, LABEL) for lines in names) + 10
    width = _cell_width(figure)
    sums = [number(sum(filter(is_drawable, row))) for row in figure.values]
    right = widest(["sum", *sums], VALUE) + 16
    canvas = Canvas(
        name,
        title=figure.title,
        width=max(360.0, left + width * len(figure.columns) + right + MARGIN),
        note="Counts; the darker a cell, the larger its share of the row.",
    )
    top = _heads(canvas, figure, left=left, width=width)
    heights = [max(_ROW, len(lines) * LABEL.leading + 8) for lines in names]
    tops = tuple(top + sum(heights[:index]) for index in range(len(heights) + 1))
    grid = _Grid(left, top, width, tops)
    canvas.text("sum", (left + width * len(figure.columns) + right, top - 8), type=SMALL, anchor="end")
    for index, lines in enumerate(names):
        y = (tops[index] + tops[index + 1]) / 2
        canvas.lines(lines, (left - 8, middle(y - (len(lines) - 1) * LABEL.leading / 2, LABEL)), anchor="end")
        _row(canvas, figure, index, grid=grid)
        canvas.text(sums[index], (left + width * len(figure.columns) + right, middle(y, VALUE)), type=VALUE, anchor="end")
    return Drawn(canvas, tops[-1] + MARGIN, _says(figure))


def _cell_width(figure: Matrix) -> float:
    needed = max((text_width(number(value), VALUE.size) for row in figure.values for value in row), default=0.0) + 12
    fair = _ROOM / max(len(figure.columns), 1)
    return max(needed, min(max(fair, _CELL[0]), _CELL[1]))


def _heads(canvas: Canvas, figure: Matrix, *, left: float, width: float) -> float:
    """Write the names of the columns, flat where all fit, else turned; give where the cells begin."""
    names = [plain(column) for column in figure.columns]
    flat = all(fits(text, size=LABEL.size, width=width - 8, lines=3) for text in names)
    if flat:
        heads = [wrapped(text, size=LABEL.size, width=width - 8) for text in names]
        bottom = canvas.top + max(map(len, heads)) * LABEL.leading
        for index, lines in enumerate(heads):
            first = bottom - (len(lines) - 1) * LABEL.leading - 3
            canvas.lines(lines, (left + width * (index + 0.5), first), anchor="middle")
        return bottom + 5
    heads = [turned_lines(text, room=width) for text in names]
    bottom = canvas.top + max(widest(lines, LABEL) for lines in heads)
    for index, lines in enumerate(heads):
        write_turned(canvas, lines, middle=left + width * (index + 0.5), foot=bottom)
    return bottom + 8


def _row(canvas: Canvas, figure: Matrix, index: int, *, grid: _Grid) -> None:
    total = sum(abs(value) for value in figure.values[index] if is_drawable(value))
    y, bottom = grid.tops[index], grid.tops[index + 1]
    for column, value in enumerate(figure.values[index]):
        share = abs(value) / total if total and is_drawable(value) else 0.0
        x = grid.left + grid.width * column
        said = f"{figure.rows[index]}, {figure.columns[column]}: {number(value)} ({100 * share:.1f} %)"
        size = {"x": x + 1, "y": y + 1, "width": grid.width - 2, "height": bottom - y - 2}
        canvas.add("rect", {**size, **fill("line"), "fill-opacity": 0.35})
        if is_drawable(value):
            canvas.add("rect", {**size, **fill("shade"), "fill-opacity": round(share, 3), "data-mark": "cell"}, says=said)
        tone = ("black" if share <= _LIGHT else "white") + "-" + ("white" if share <= _DARK else "black")
        look = Type(VALUE.size, "soft" if value == 0 else tone)
        canvas.text(number(value), (x + grid.width / 2, middle((y + bottom) / 2, look)), type=look, anchor="middle")


def _says(figure: Matrix) -> str:
    told = (
        f"{row}: " + ", ".join(f"{column} {number(value)}" for column, value in zip(figure.columns, values, strict=True) if value)
        for row, values in zip(figure.rows, figure.values, strict=True)
    )
    return "Counts by row and column. " + "; ".join(told) + "."
