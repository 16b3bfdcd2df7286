"""Figure → SVG: a file that stands alone, reads in light and dark, prints in grey, and has the same bytes each time."""

from __future__ import annotations

import math

from evidoc.records.analysis import Bars, BoxPlot, Cloud, Figure, Flow, LineOverBars, Matrix, Points
from evidoc.records.record import content_id
from evidoc.reports.figures.axes import is_drawable
from evidoc.reports.figures.bars import draw_bars
from evidoc.reports.figures.box_plot import draw_boxes
from evidoc.reports.figures.canvas import LABEL, MARGIN, Canvas, Drawn, Type, middle
from evidoc.reports.figures.cloud import draw_cloud
from evidoc.reports.figures.flow import draw_flow
from evidoc.reports.figures.layers import layers_of
from evidoc.reports.figures.line_over_bars import draw_line_over_bars
from evidoc.reports.figures.matrix import draw_matrix
from evidoc.reports.figures.paint import outlined, style
from evidoc.reports.figures.points import draw_points

__all__ = ["draw", "style"]
_WIDTH = 480.0


def draw(figure: Figure, *, standalone: bool = True) -> str:
    """Draw a figure as SVG; one that goes into a page (`standalone=False`) leaves its style sheet to the page.

    Labels are wrapped or turned; each mark says its values where one points at it, and the figure says them all to
    who cannot see it. Numbers that are not finite, or beyond 1e300, are not drawn.
    """
    name = content_id("figure", repr(figure))  # JSON does not take halves of characters, which a label may hold
    drawn = _drawn(figure, name) if _has_marks(figure) else _empty(figure, name)
    return drawn.canvas.svg(math.ceil(drawn.height), says=drawn.says, standalone=standalone)


def _drawn(figure: Figure, name: str) -> Drawn:
    match figure:
        case Bars():
            return draw_bars(figure, name=name)
        case BoxPlot():
            return draw_boxes(figure, name=name)
        case Matrix():
            return draw_matrix(figure, name=name)
        case Flow():
            return draw_flow(figure, name=name)
        case Cloud():
            return draw_cloud(figure, name=name)
        case Points():
            return draw_points(figure, name=name)
        case LineOverBars():
            return draw_line_over_bars(figure, name=name)


def _has_marks(figure: Figure) -> bool:
    """Whether there is anything to draw."""
    match figure:
        case Bars():
            return any(is_drawable(value) for series in figure.series for value in series.values)
        case BoxPlot():
            return bool(figure.boxes)
        case Matrix():
            return bool(figure.rows and figure.columns)
        case Flow():
            return bool(layers_of(figure).links)
        case Cloud():
            return any(count > 0 for _, count in figure.words)
        case Points():
            return any(is_drawable(x) and is_drawable(y) for group in figure.groups for x, y in group.points)
        case LineOverBars():
            return any(figure.counts) or any(is_drawable(mean) for mean in figure.means)


def _empty(figure: Figure, name: str) -> Drawn:
    canvas = Canvas(name, title=figure.title, width=_WIDTH)
    canvas.add("rect", {"x": MARGIN, "y": canvas.top, "width": _WIDTH - 2 * MARGIN, "height": 70, **outlined("paper", "line")})
    look = Type(LABEL.size, "soft")
    canvas.text("Nothing to draw: there are no values.", (_WIDTH / 2, middle(canvas.top + 35, look)), type=look, anchor="middle")
    return Drawn(canvas, canvas.top + 70 + MARGIN, "Nothing to draw: there are no values.")
