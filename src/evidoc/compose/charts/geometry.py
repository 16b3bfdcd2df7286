"""Where everything of a drawn chart stands, in points from the top left of its panel."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Literal

from evidoc.records.record import Record, SparseRecord

Edges = tuple[float, float, float, float]
Point = tuple[float, float]
Role = Literal["title", "axis_title", "tick", "category", "value", "legend", "point", "furniture", "body", "caption"]


class Words(SparseRecord, frozen=True, kw_only=True):
    """A line of text as drawn: its baseline's start, size, turn in degrees against the clock, and its width along the baseline.

    `owner` names the mark that a value label belongs to, or the name that a legend entry, category or title is a line of;
    `face` is a weight of `compose._fonts`.
    """

    text: str
    role: Role
    x: float
    y: float
    size: float
    width: float
    face: Literal["text", "bold", "italic", "code", "serif"] = "text"
    colour: tuple[float, float, float] = (0.0, 0.0, 0.0)
    angle: float = 0.0
    owner: tuple[str, ...] = ()
    order: int = 0

    @property
    def rise(self) -> float:
        """How far its ink may reach above the baseline: accents and CJK signs reach higher."""
        return (0.78 if self.text.isascii() else 0.93) * self.size

    @property
    def fall(self) -> float:
        """How far its ink may reach below the baseline."""
        return 0.24 * self.size

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Give the four corners of its ink: top left, top right, bottom right, bottom left of the text as it runs."""
        turn = math.radians(self.angle)
        along, up = (math.cos(turn), -math.sin(turn)), (-math.sin(turn), -math.cos(turn))
        ends = ((0.0, self.rise), (self.width, self.rise), (self.width, -self.fall), (0.0, -self.fall))
        return tuple((self.x + a * along[0] + u * up[0], self.y + a * along[1] + u * up[1]) for a, u in ends)  # type: ignore[return-value]

    @property
    def edges(self) -> Edges:
        """The upright rectangle around its ink."""
        if not self.angle:
            return (self.x, self.y - self.rise, self.x + self.width, self.y + self.fall)
        across, down = zip(*self.corners(), strict=True)
        return (min(across), min(down), max(across), max(down))


class Tick(Record, frozen=True, kw_only=True):
    """A printed value of an axis and where it stands along it."""

    value: Decimal
    at: float
    text: str


class Axis(Record, frozen=True, kw_only=True):
    """A value axis: straight (`x` or `y`, positions are coordinates), or `radius` (positions are distances from `centre`).

    `start` is where `low` stands, `end` where `high` does.
    """

    direction: Literal["x", "y", "radius"]
    low: float
    high: float
    start: float
    end: float
    ticks: tuple[Tick, ...]
    centre: Point = (0.0, 0.0)

    def at(self, value: Decimal | float) -> float:
        """Give the position of a value."""
        return self.start + (float(value) - self.low) / (self.high - self.low) * (self.end - self.start)

    def value(self, at: float) -> float:
        """Give the value of a position."""
        return self.low + (at - self.start) / (self.end - self.start) * (self.high - self.low)

    def pixels(self, step: Decimal, *, dpi: int = 300) -> float:
        """Give how many px a step of the values is long at a resolution."""
        return abs(self.end - self.start) * float(step) / (self.high - self.low) * dpi / 72


class Mark(SparseRecord, frozen=True, kw_only=True):
    """What shows one value: its rectangle, and the point at which the value is read from the axis.

    `foot` is the value on which a stacked bar stands; `sweep` the angle of a slice in degrees; `spoke`
    the angle of a radar mark's spoke in degrees clockwise from the top.
    """

    series: str
    category: str
    value: Decimal
    edges: Edges
    tip: Point
    across: Decimal | None = None
    foot: Decimal | None = None
    sweep: float = 0.0
    spoke: float = 0.0


class Entry(Record, frozen=True, kw_only=True):
    """A legend entry: the name that it explains, and the rectangle of its swatch."""

    name: str
    edges: Edges


class ChartGeometry(SparseRecord, frozen=True, kw_only=True):
    """All places of a drawn chart: panel and plot, value axes (two for a scatter chart, none for a pie), marks, words, legend."""

    width: float
    height: float
    plot: Edges
    axes: tuple[Axis, ...] = ()
    marks: tuple[Mark, ...] = ()
    words: tuple[Words, ...] = ()
    legend: tuple[Entry, ...] = ()
    value_labels: bool = False

    def mark(self, series: str, category: str) -> Mark:
        """Give the mark of a series and category.

        Raises:
            KeyError: There is none.
        """
        for mark in self.marks:
            if mark.series == series and mark.category == category:
                return mark
        raise KeyError((series, category))


def moved(edges: Edges, across: float, down: float) -> Edges:
    """Give edges shifted by so many points."""
    return (edges[0] + across, edges[1] + down, edges[2] + across, edges[3] + down)


def touches(first: Edges, second: Edges, *, gap: float = 0.0) -> bool:
    """Say whether two rectangles overlap, or come nearer than a gap."""
    return first[0] < second[2] + gap and second[0] < first[2] + gap and first[1] < second[3] + gap and second[1] < first[3] + gap


def crosses(first: Words, second: Words, *, gap: float = 0.0) -> bool:
    """Say whether the inks of two lines of text overlap, also where they are turned (separating axes)."""
    if not touches(first.edges, second.edges, gap=gap):
        return False
    if first.angle % 90 == 0 and second.angle % 90 == 0:
        return True
    one, other = first.corners(), second.corners()
    turns = [math.radians(angle + side) for angle in (first.angle, second.angle) for side in (0, 90)]
    return not any(_parted(one, other, turn=turn) for turn in turns)


def _parted(one: tuple[Point, ...], other: tuple[Point, ...], *, turn: float) -> bool:
    across, down = math.cos(turn), -math.sin(turn)
    first = [x * across + y * down for x, y in one]
    second = [x * across + y * down for x, y in other]
    return max(first) <= min(second) or max(second) <= min(first)
