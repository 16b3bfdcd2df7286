"""Printing values beside their marks, where no label covers another label or another mark."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from evidoc.compose.charts.bars import Marked
from evidoc.compose.charts.geometry import Edges, Mark, Point, Words, crosses, touches
from evidoc.compose.charts.legend import SMALLEST
from evidoc.compose.charts.palettes import Look, contrast
from evidoc.compose.charts.shapes import INK, WHITE, Pencil
from evidoc.compose.charts.spec import ChartSpec
from evidoc.compose.charts.ticks import written

_AIR = 0.6  # points that labels keep from one another
_DIRECTIONS = ((0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1))
_NAMES_AIR = 3.5  # points between names: two on one line would be read as one
_ROUNDS = 3
_CROWD = 0.1  # of the plot; more labels than that hide the lines that they stand among


@dataclass(frozen=True, slots=True)
class Scene:
    """What labels must stay inside of, and what they must not cover besides marks."""

    bounds: Edges
    taken: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class _Wish:
    """A place for a label, its rectangle, and what it costs there."""

    words: Words
    edges: Edges
    cost: float


def label_size(spec: ChartSpec) -> float:
    """Give the size of value labels in points."""
    return max(SMALLEST, spec.style.size - 1.0)


def at_ends(spec: ChartSpec, marked: Marked, looks: Sequence[Look], *, angle: float, bounds: Edges) -> tuple[Words, ...] | None:
    """Print each value beyond the end of its bar, level or upright; None where labels would cover something."""
    words = tuple(_at_end(spec, mark, angle=angle) for mark in marked.marks)
    return words if _clear(words, marked.marks, bounds) else None


def inside(spec: ChartSpec, marked: Marked, looks: Sequence[Look], *, bounds: Edges) -> tuple[Words, ...] | None:
    """Print each value inside its bar; None where a bar is too small for it."""
    colours = {series.name: look for series, look in zip(spec.series, looks, strict=False)}
    words = []
    for mark in marked.marks:
        look = colours[mark.series]
        ground = WHITE if look.hatch else look.colour
        ink = INK if contrast(INK, ground) >= contrast(WHITE, ground) else WHITE
        pencil = Pencil("value", label_size(spec), spec.style.face, ink)
        text = written(mark.value, spec.decimals)
        x0, y0, x1, y1 = mark.edges
        if pencil.width(text) > x1 - x0 - 1 or pencil.size * 0.86 > y1 - y0:
            return None
        at = ((x0 + x1) / 2, (y0 + y1) / 2 + 0.36 * pencil.size)
        words.append(pencil.place(text, at, anchor="middle", owner=(mark.series, mark.category)))
    return tuple(words)


def around(spec: ChartSpec, marked: Marked, looks: Sequence[Look], scene: Scene) -> tuple[Words, ...] | None:
    """Print each value at the side of its point where it covers least; None where one must cover another or a mark."""
    inks = {series.name: look.ink for series, look in zip(spec.series, looks, strict=False)}
    if _crowded(spec, marked, scene.bounds):
        return None
    wishes = [_weighed(_candidates(spec, mark, inks[mark.series], scene.bounds), marked, scene) for mark in marked.marks]
    if not all(wishes):
        return None
    chosen: list[_Wish | None] = [None] * len(wishes)
    for _ in range(_ROUNDS):
        before = list(chosen)
        for place in sorted(range(len(wishes)), key=lambda number: len(wishes[number])):
            chosen[place] = _best(wishes[place], [wish for n, wish in enumerate(chosen) if wish and n != place])
        if chosen == before:
            break
    words = tuple(wish.words for wish in chosen if wish is not None)
    if any(crosses(label, other) for label in words for other in scene.taken):
        return None
    return words if _clear(words, marked.marks, scene.bounds) else None


def names_of_points(spec: ChartSpec, marked: Marked, scene: Scene) -> tuple[Words, ...] | None:
    """Print the category beside each point of a scatter chart of one series."""
    pencil = Pencil("point", label_size(spec), spec.style.face)
    placed: list[_Wish] = []
    for mark in marked.marks:
        sides = (words for words in _sides(pencil, mark.category, mark) if _within(words.edges, scene.bounds))
        wishes = _weighed(sides, marked, scene)
        if not wishes:
            return None
        placed.append(_best(wishes, placed))
    words = tuple(wish.words for wish in placed)
    return words if _clear(words, marked.marks, scene.bounds) else None


def backing(words: Words) -> Edges:
    """Give the rectangle that is kept white behind a label."""
    x0, y0, x1, y1 = words.edges
    return (x0 - 0.4, y0 + 0.1 * words.size, x1 + 0.4, y1 - 0.14 * words.size)


def _crowded(spec: ChartSpec, marked: Marked, bounds: Edges) -> bool:
    pencil = Pencil("value", label_size(spec), spec.style.face)
    taken = sum(pencil.width(written(mark.value, spec.decimals)) for mark in marked.marks) * pencil.size
    height = bounds[3] - bounds[1]
    room = height * min(bounds[2] - bounds[0], height if spec.kind == "radar" else math.inf)
    return taken > (_CROWD / 2 if spec.kind == "area" else _CROWD) * room


def _at_end(spec: ChartSpec, mark: Mark, *, angle: float) -> Words:
    pencil = Pencil("value", label_size(spec), spec.style.face)
    text, owner = written(mark.value, spec.decimals), (mark.series, mark.category)
    (x, y), size = mark.tip, pencil.size
    gap = (mark.edges[3] - mark.edges[1]) / 2 if spec.kind == "lollipop" else 0.0
    if spec.kind == "horizontal_bar":
        left = mark.value < 0
        return pencil.place(text, (x + (-2 if left else 2), y + 0.36 * size), anchor="end" if left else "start", owner=owner)
    under = mark.value < 0
    if angle:
        at = (x + 0.36 * size, y + (2 + gap if under else -2 - gap))
        return pencil.place(text, at, anchor="end" if under else "start", angle=angle, owner=owner)
    return pencil.place(text, (x, y + (0.95 * size + gap if under else -1.6 - gap)), anchor="middle", owner=owner)


def _candidates(spec: ChartSpec, mark: Mark, ink: tuple[float, float, float], bounds: Edges) -> Iterator[Words]:
    pencil = Pencil("value", label_size(spec), spec.style.face, ink)
    for words in _sides(pencil, written(mark.value, spec.decimals), mark, owner=(mark.series, mark.category)):
        if _within(words.edges, bounds):
            yield words


def _sides(pencil: Pencil, text: str, mark: Mark, *, owner: tuple[str, ...] = ()) -> Iterator[Words]:
    (x, y), size = mark.tip, pencil.size
    reach = (mark.edges[2] - mark.edges[0]) / 2 + 1.0
    for across, down in _DIRECTIONS:
        aside = reach * (0.75 if across and down else 1.0)
        line = y + 0.36 * size + down * (aside + (0.42 if across else 0.45) * size)
        anchor = ("end", "middle", "start")[across + 1]
        yield pencil.place(text, (x + across * aside, line), anchor=anchor, owner=owner or (mark.series, mark.category))  # type: ignore[arg-type]


def _weighed(candidates: Iterable[Words], marked: Marked, scene: Scene) -> list[_Wish]:
    """Give candidates with what they cost whatever the other labels do: marks and words covered, lines crossed."""
    found = []
    for words in candidates:
        edges = words.edges
        hard = sum(touches(edges, mark.edges) for mark in marked.marks if (mark.series, mark.category) != words.owner)
        hard += sum(crosses(words, other) for other in scene.taken)
        found.append(_Wish(words, edges, 10.0 * hard + sum(_passes(line, edges) for line in marked.lines)))
    return found


def _best(wishes: Sequence[_Wish], placed: Sequence[_Wish]) -> _Wish:
    gap = _NAMES_AIR if wishes[0].words.role == "point" else _AIR
    boxes = [other.edges for other in placed]
    costs = [wish.cost + 10.0 * sum(touches(wish.edges, box, gap=gap) for box in boxes) for wish in wishes]
    return wishes[costs.index(min(costs))]


def _clear(words: Sequence[Words], marks: Iterable[Mark], bounds: Edges) -> bool:
    """Say whether labels stay inside and cover neither one another nor the marks of others."""
    if not all(_within(label.edges, bounds) for label in words):
        return False
    ordered = sorted(words, key=lambda label: label.edges[0])
    for place, label in enumerate(ordered):
        edges = label.edges
        for other in ordered[place + 1 :]:
            if other.edges[0] >= edges[2] + _AIR:
                break
            if crosses(label, other, gap=0.2):
                return False
    return not any(
        touches(label.edges, mark.edges) for mark in marks for label in words if (mark.series, mark.category) != label.owner
    )


def _within(edges: Edges, bounds: Edges) -> bool:
    return edges[0] >= bounds[0] and edges[1] >= bounds[1] and edges[2] <= bounds[2] and edges[3] <= bounds[3]


def _passes(line: tuple[Point, Point], edges: Edges) -> bool:
    """Say whether a line goes through a rectangle (Liang and Barsky)."""
    (x, y), (far_x, far_y) = line
    if max(x, far_x) < edges[0] or min(x, far_x) > edges[2] or max(y, far_y) < edges[1] or min(y, far_y) > edges[3]:
        return False
    enter, leave = 0.0, 1.0
    for step, low, high in ((far_x - x, edges[0] - x, edges[2] - x), (far_y - y, edges[1] - y, edges[3] - y)):
        if math.isclose(step, 0.0, abs_tol=1e-9):
            if low > 0 or high < 0:
                return False
            continue
        near, far = sorted((low / step, high / step))
        enter, leave = max(enter, near), min(leave, far)
    return enter < leave
