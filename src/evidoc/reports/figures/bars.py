"""Bars over labels: upright where the labels go under them, lying where they do not."""

from __future__ import annotations

from evidoc.records.analysis import Bars
from evidoc.reports.figures.canvas import Drawn
from evidoc.reports.figures.lying_bars import draw_lying
from evidoc.reports.figures.upright_bars import can_stand, draw_upright


def draw_bars(figure: Bars, *, name: str) -> Drawn:
    """Draw the bars in the way in which all labels can be read."""
    return draw_upright(figure, name=name) if can_stand(figure) else draw_lying(figure, name=name)
