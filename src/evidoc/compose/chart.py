"""Charts: from exact values to a vector drawing of which every mark, tick and word has a known place.

The drawing is ours, not a plotting library's (docs/why/charts.md). A chart that cannot be read is refused with a
reason, never given: every label lies inside and covers nothing, and every value can be read back.
"""

from __future__ import annotations

from dataclasses import dataclass

from evidoc.compose.charts.defects import Defect, chart_defects
from evidoc.compose.charts.draw import legible_step, needs_value_labels, sketch
from evidoc.compose.charts.geometry import Axis, ChartGeometry, Entry, Mark, Tick, Words
from evidoc.compose.charts.paint import Easel, blank, paint
from evidoc.compose.charts.palettes import PALETTES
from evidoc.compose.charts.read import Reading, misread, read_back
from evidoc.compose.charts.shapes import Shape
from evidoc.compose.charts.spec import ChartKind, ChartSpec, ChartStyle, Series

__all__ = [
    "PALETTES", "Axis", "ChartGeometry", "ChartKind", "ChartSpec", "ChartStyle", "Defect", "DrawnChart", "Entry", "Mark",
    "Reading", "Series", "Tick", "Words", "chart_defects", "draw_chart", "legible_step", "misread", "needs_value_labels",
    "read_back",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class DrawnChart:
    """A chart as shapes, and where everything of it stands."""

    spec: ChartSpec
    shapes: tuple[Shape, ...]
    geometry: ChartGeometry

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Every value as one reads it from the drawing at 300 dpi."""
        return read_back(self.geometry, least=self.spec.least, across=self.spec.across_least)

    def pdf(self) -> bytes:
        """Give the chart as a PDF of one page of its size; the same chart gives the same bytes."""
        canvas, file = blank(self.spec.width, self.spec.height, title=self.spec.title)
        paint(Easel(canvas, 0.0, self.spec.height), self.shapes)
        canvas.showPage()
        canvas.save()
        return file.getvalue()


def draw_chart(spec: ChartSpec) -> DrawnChart:
    """Draw a chart.

    Values are printed where the style wants them, or where the axis has less than 2 px a step of the
    values at 300 dpi (`needs_value_labels` tells beforehand, `legible_step` which step would do).

    Raises:
        UsageError: The spec's parts do not go together.
        Undrawable: The chart cannot be drawn so that it can be read; `reason` says why: `unsuited`,
            `indistinct_series`, `glyphs_missing`, `does_not_fit`, `unreadable_values`, `defects`.
    Source: X-22, DH-55…DH-61, case G01.
    """
    drawn = sketch(spec)
    return DrawnChart(spec, drawn.shapes, drawn.geometry)
