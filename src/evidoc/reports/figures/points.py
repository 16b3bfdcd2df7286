"""A scatter of points: groups differ by colour and by shape."""

from __future__ import annotations

from evidoc.records.analysis import PointGroup, Points
from evidoc.reports.figures.axes import Scale, is_drawable, level_axis, level_scale_over, scale_over, upright_axis
from evidoc.reports.figures.canvas import MARGIN, SMALL, Canvas, Drawn, Point, brief, widest
from evidoc.reports.figures.legend import legend
from evidoc.reports.figures.lettering import number, plain, wrapped
from evidoc.reports.figures.paint import outlined, series_tone

_WIDTH, _HEIGHT = 720.0, 460.0
# Drawn from the middle of a point.
_SHAPES = (
    "m-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0z",
    "m-3.3-3.3h6.6v6.6h-6.6z",
    "m0-4.6 4.6 4.6-4.6 4.6-4.6-4.6z",
    "m0-4.4 4.3 7.6h-8.6z",
    "m0 4.4-4.3-7.6h8.6z",
    "m-1.4-4.2h2.8v2.8h2.8v2.8h-2.8v2.8h-2.8v-2.8h-2.8v-2.8h2.8z",
)


def draw_points(figure: Points, *, name: str) -> Drawn:
    """Draw all points whose place is known, the groups in their order."""
    groups = [_known(group) for group in figure.groups]
    canvas = Canvas(name, title=figure.title, width=_WIDTH)
    names = [f"{plain(group.name)} (n {len(group.points):,})" for group in groups]
    legend(canvas, names, key=lambda index, at: _mark(canvas, index, at))
    canvas.text(plain(figure.y), (MARGIN, canvas.top + 9), type=SMALL)
    top = canvas.top + 28
    everything = [point for group in groups for point in group.points]
    upright = scale_over([y for _, y in everything], start=top + _HEIGHT, end=top, zero=False)
    left = MARGIN + widest([number(tick) for tick in upright.ticks], SMALL) + 10
    level = level_scale_over([x for x, _ in everything], start=left, end=_WIDTH - MARGIN - 12, zero=False)
    upright_axis(canvas, upright, left=level.start, right=level.end)
    level_axis(canvas, level, top=top, bottom=top + _HEIGHT)
    for index, group in enumerate(groups):
        _cloud(canvas, index, group, scales=(level, upright))
    lines = wrapped(plain(figure.x), size=SMALL.size, width=_WIDTH - 2 * MARGIN)
    canvas.lines(lines, ((level.start + level.end) / 2, top + _HEIGHT + 36), type=SMALL, anchor="middle")
    height = top + _HEIGHT + 22 + len(lines) * SMALL.leading + MARGIN
    return Drawn(canvas, height, f"Scatter of {figure.y} over {figure.x}; groups: {', '.join(names)}.")


def _known(group: PointGroup) -> PointGroup:
    points = tuple(point for point in group.points if all(map(is_drawable, point)))
    return PointGroup(name=group.name, points=points)


def _cloud(canvas: Canvas, index: int, group: PointGroup, *, scales: tuple[Scale, Scale]) -> None:
    for x, y in group.points:
        _mark(canvas, index, (scales[0].at(x), scales[1].at(y)), says=f"{group.name}: {number(x)}, {number(y)}")


def _mark(canvas: Canvas, index: int, at: Point, *, says: str = "") -> None:
    """Draw the mark of a group; forty-eight differ by colour or shape, the next are hollow."""
    tone, shape = series_tone(index), _SHAPES[(index + index // 24) % len(_SHAPES)]
    hollow = index // 48 % 2 == 1
    look = {**outlined("paper" if hollow else tone, tone if hollow else "paper", 1.4 if hollow else 0.6), "fill-opacity": 0.8}
    mark = {"data-mark": "point"} if says else {}
    canvas.add("path", {"d": f"M{brief(at[0])} {brief(at[1])}{shape}", **look, **mark}, says=says)
