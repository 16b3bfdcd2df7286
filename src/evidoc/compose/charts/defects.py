"""Looking a drawing over by its geometry: what is cut, covered, too small, missing or not readable, by name."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Literal

from evidoc.compose.charts.geometry import ChartGeometry, Edges, Words, crosses, touches
from evidoc.compose.charts.legend import SMALLEST
from evidoc.compose.charts.read import misread
from evidoc.compose.charts.spec import ChartSpec
from evidoc.errors import Undrawable
from evidoc.records.record import Record

DefectKind = Literal[
    "text_outside", "text_overlap", "text_on_mark", "text_truncated", "small_glyphs", "legend_clipped", "legend_missing",
    "mark_missing", "mark_outside", "mark_hidden", "value_unreadable", "picture_outside", "picture_overlap", "picture_over_text",
]  # fmt: skip
_SLACK = 0.02  # points
_OVER = 4.0  # points that a marker may reach beyond the plot
_SEEN = 2.6  # points between the middles of two scattered points, of which the one above leaves half of the other to be seen


class Defect(Record, frozen=True, kw_only=True):
    """Something that must not be on a page, and where."""

    kind: DefectKind
    detail: str
    edges: Edges


def chart_defects(spec: ChartSpec, geometry: ChartGeometry) -> tuple[Defect, ...]:
    """Give all defects of a drawn chart. Source: DH-61, case G01."""
    panel = (0.0, 0.0, geometry.width, geometry.height)
    return (
        *text_defects(geometry.words, panel),
        *_covered(geometry),
        *_legend(spec, geometry, panel),
        *_truncated(spec, geometry),
        *_marks(spec, geometry),
    )


def text_defects(words: Sequence[Words], within: Edges) -> Iterator[Defect]:
    """Give the lines of text that leave a rectangle, overlap, or are too small."""
    for line in words:
        if not inside(line.edges, within):
            yield Defect(kind="text_outside", detail=line.text, edges=line.edges)
        if line.size < SMALLEST:
            yield Defect(kind="small_glyphs", detail=f"{line.text}: {line.size:g} points", edges=line.edges)
    for one, other in _near(words):
        if crosses(one, other):
            yield Defect(kind="text_overlap", detail=f"{one.text} | {other.text}", edges=one.edges)


def refuse(defects: Sequence[Defect], what: str) -> None:
    """Raise an error if there are defects.

    Raises:
        Undrawable: With the reason `defects` and the first few.
    """
    if defects:
        first = "; ".join(f"{defect.kind} ({defect.detail})" for defect in defects[:4])
        raise Undrawable("defects", f"{what} has {len(defects)} defects: {first}; draw it in another way")


def inside(edges: Edges, within: Edges) -> bool:
    """Say whether a rectangle lies in another one."""
    x0, y0, x1, y1 = within
    return edges[0] >= x0 - _SLACK and edges[1] >= y0 - _SLACK and edges[2] <= x1 + _SLACK and edges[3] <= y1 + _SLACK


def _near(words: Sequence[Words]) -> Iterator[tuple[Words, Words]]:
    """Give the pairs of lines whose upright rectangles overlap, by a sweep from left to right."""
    boxed = sorted(((line.edges, number) for number, line in enumerate(words)), key=lambda pair: pair[0])
    for place, (edges, number) in enumerate(boxed):
        for other, second in boxed[place + 1 :]:
            if other[0] >= edges[2]:
                break
            if edges[1] < other[3] and other[1] < edges[3]:
                yield words[number], words[second]


def _covered(geometry: ChartGeometry) -> Iterator[Defect]:
    marks = [((mark.series, mark.category), mark.edges) for mark in geometry.marks]
    round_plot = not geometry.axes
    for line in geometry.words:
        edges = line.edges
        if round_plot and line.role != "value":
            marks_under: Iterable[tuple[tuple[str, ...], Edges]] = [((), geometry.plot)]
        else:
            marks_under = [] if round_plot else marks
        if any(touches(edges, box) for owner, box in marks_under if owner != line.owner):
            yield Defect(kind="text_on_mark", detail=line.text, edges=edges)


def _legend(spec: ChartSpec, geometry: ChartGeometry, panel: Edges) -> Iterator[Defect]:
    entries = {entry.name: entry for entry in geometry.legend}
    for name in spec.legend_names:
        entry = entries.get(name)
        if entry is None or not _said(geometry, "legend", name):
            yield Defect(kind="legend_missing", detail=name, edges=panel)
        elif not inside(entry.edges, panel):
            yield Defect(kind="legend_clipped", detail=name, edges=entry.edges)
        elif any(touches(entry.edges, line.edges) for line in geometry.words):
            yield Defect(kind="text_overlap", detail=f"the swatch of {name}", edges=entry.edges)


def _truncated(spec: ChartSpec, geometry: ChartGeometry) -> Iterator[Defect]:
    titles = (spec.axis_name, spec.category_title, spec.across_name)
    wanted = [("title", spec.title), *(("axis_title", name) for name in titles if _has_axis_title(spec, name))]
    if geometry.axes and len(geometry.axes) == 1:
        wanted += [("category", name) for name in spec.categories]
    if spec.kind == "scatter" and len(spec.series) == 1:
        wanted += [("point", name) for name in spec.categories]
    for role, name in wanted:
        if name and not _said(geometry, role, name):
            yield Defect(kind="text_truncated", detail=name, edges=(0.0, 0.0, geometry.width, geometry.height))


def _has_axis_title(spec: ChartSpec, name: str) -> bool:
    return name == spec.axis_name or not (spec.is_round or (name == spec.category_title) == (spec.kind == "scatter"))


def _said(geometry: ChartGeometry, role: str, name: str) -> bool:
    """Say whether a name is printed in full, over however many lines."""
    wanted = "".join(name.split())
    lines = [line for line in geometry.words if line.role == role]
    if role == "axis_title":
        return any("".join(line.text.split()).startswith(wanted) for line in lines)
    return "".join("".join(line.text.split()) for line in lines if name in line.owner) == wanted


def _marks(spec: ChartSpec, geometry: ChartGeometry) -> Iterator[Defect]:
    drawn = {(mark.series, mark.category) for mark in geometry.marks}
    x0, y0, x1, y1 = geometry.plot
    reach = (x0 - _OVER, y0 - _OVER, x1 + _OVER, y1 + _OVER)
    for series in spec.series:
        for category in spec.categories:
            if (series.name, category) not in drawn:
                yield Defect(kind="mark_missing", detail=f"{series.name}, {category}", edges=geometry.plot)
    for mark in geometry.marks:
        if not inside(mark.edges, reach):
            yield Defect(kind="mark_outside", detail=f"{mark.series}, {mark.category}", edges=mark.edges)
    yield from _hidden(spec, geometry)
    for mark in misread(geometry, least=spec.least, across=spec.across_least):
        yield Defect(kind="value_unreadable", detail=f"{mark.series}, {mark.category}: {mark.value}", edges=mark.edges)


def _hidden(spec: ChartSpec, geometry: ChartGeometry) -> Iterator[Defect]:
    """Give the points of a scatter chart that lie upon one another; case G06."""
    for one, other in combinations(geometry.marks if spec.kind == "scatter" else (), 2):
        if math.dist(one.tip, other.tip) < _SEEN:
            detail = f"{one.series}, {one.category} | {other.series}, {other.category}"
            yield Defect(kind="mark_hidden", detail=detail, edges=one.edges)
