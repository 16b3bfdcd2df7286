"""A mean in each bin as a line with its interval, above bars of how many the bin holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evidoc.records.analysis import LineOverBars
from evidoc.reports.figures.axes import Scale, is_drawable, scale_of_ends, scale_over, upright_axis
from evidoc.reports.figures.canvas import MARGIN, SMALL, VALUE, Canvas, Drawn, Point, brief, widest
from evidoc.reports.figures.lettering import number, plain, text_width, wrapped
from evidoc.reports.figures.paint import fill, outlined, stroke
from evidoc.reports.figures.under_labels import TURNED_SLOT, write_under

_WIDTH, _LINE, _BARS, _BETWEEN = 720.0, 230.0, 72.0, 40.0


def draw_line_over_bars(figure: LineOverBars, *, name: str) -> Drawn:
    """Draw both plots over the same bins; the line has a gap where a bin is empty."""
    known = [value for some in (figure.means, figure.lows, figure.highs) for value in some if is_drawable(value)]
    scale = scale_over(known, start=0, end=0)
    left = MARGIN + widest([number(tick) for tick in scale.ticks], SMALL) + 10
    width = max(_WIDTH, left + len(figure.labels) * TURNED_SLOT + MARGIN)
    canvas = Canvas(name, title=figure.title, width=width, note="Line: mean with its interval. Bars: how many there are.")
    canvas.text(plain(figure.y), (MARGIN, canvas.top + 9), type=SMALL)
    top = canvas.top + 30
    scale = scale_of_ends(scale, start=top + _LINE, end=top)
    upright_axis(canvas, scale, left=left, right=width - MARGIN)
    slot = (width - MARGIN - left) / len(figure.labels)
    middles = [left + slot * (index + 0.5) for index in range(len(figure.labels))]
    floor = top + _LINE + _BETWEEN + _BARS
    _bars(canvas, figure, middles=middles, floor=floor)
    canvas.rule((left, floor), (width - MARGIN, floor), tone="axis")
    _line(canvas, figure, middles=middles, scale=scale)
    bottom = write_under(canvas, figure.labels, middles=middles, top=floor)
    lines = wrapped(plain(figure.x), size=SMALL.size, width=width - 2 * MARGIN)
    canvas.lines(lines, ((left + width - MARGIN) / 2, bottom + 20), type=SMALL, anchor="middle")
    return Drawn(canvas, bottom + 8 + len(lines) * SMALL.leading + MARGIN, _says(figure))


def _bars(canvas: Canvas, figure: LineOverBars, *, middles: Sequence[float], floor: float) -> None:
    slot = middles[1] - middles[0] if len(middles) > 1 else 90.0
    across, most = min(slot * 0.76, 64.0), max([*figure.counts, 1])
    small = all(text_width(number(count), VALUE.size) <= slot for count in figure.counts)
    for x, label, count in zip(middles, figure.labels, figure.counts, strict=True):
        height = _BARS * count / most
        if count:
            size = {"x": x - across / 2, "y": floor - height, "width": across, "height": height}
            canvas.add("rect", {**size, **fill("axis"), "data-mark": "bar"}, says=f"{label}: {count:,}")
        if small:
            canvas.text(number(count), (x, floor - height - 4), type=SMALL, anchor="middle")


def _line(canvas: Canvas, figure: LineOverBars, *, middles: Sequence[float], scale: Scale) -> None:
    points = [(x, scale.at(mean)) if is_drawable(mean) else None for x, mean in zip(middles, figure.means, strict=True)]
    for run in _runs(points):
        places = "L".join(f"{brief(x)} {brief(y)}" for x, y in run)
        canvas.add("path", {"d": f"M{places}", **stroke("c0", 2), "data-mark": "line"})
    for index, point in enumerate(points):
        if point is None:
            continue
        low, high = figure.lows[index], figure.highs[index]
        if is_drawable(low) and is_drawable(high):
            _whisker(canvas, point[0], scale.at(low), scale.at(high))
        said = f"{figure.labels[index]}: {_interval(figure, index)}"
        canvas.add("circle", {"cx": point[0], "cy": point[1], "r": 4, **outlined("c0", "paper"), "data-mark": "mean"}, says=said)


def _whisker(canvas: Canvas, x: float, low: float, high: float) -> None:
    canvas.rule((x, low), (x, high), tone="c0", width=1.4)
    for end in (low, high):
        canvas.rule((x - 4, end), (x + 4, end), tone="c0", width=1.4)


def _runs(points: Sequence[Point | None]) -> Iterator[list[Point]]:
    """Give the points that follow each other without a gap, where there are two or more."""
    run: list[Point] = []
    for point in [*points, None]:
        if point is not None:
            run.append(point)
            continue
        if len(run) > 1:
            yield run
        run = []


def _interval(figure: LineOverBars, index: int) -> str:
    mean, low, high = figure.means[index], figure.lows[index], figure.highs[index]
    said = "no mean" if mean is None else number(mean)
    return f"{said} ({number(low)} to {number(high)})" if low is not None and high is not None else said


def _says(figure: LineOverBars) -> str:
    told = (f"{label} (n {figure.counts[index]:,}): {_interval(figure, index)}" for index, label in enumerate(figure.labels))
    return f"Mean {figure.y} by {figure.x}. " + "; ".join(told) + "."
