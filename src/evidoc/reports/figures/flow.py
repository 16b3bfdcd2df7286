"""A Sankey diagram: nodes in layers, links as wide as what goes along them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evidoc.records.analysis import Flow
from evidoc.reports.figures.canvas import LABEL, MARGIN, Canvas, Drawn, Type, brief, middle, widest
from evidoc.reports.figures.layers import Layers, Link, layers_of
from evidoc.reports.figures.lettering import number, plain, wrapped
from evidoc.reports.figures.paint import outlined, series_tone

_WIDTH, _NODE = 720.0, 14.0
_FULL = 380.0  # px of the layer through which most goes
_NEXT_LAYER = 190.0  # px between two layers at least
_OUTER, _INNER = 190.0, 140.0  # widest lines of labels outside and between the layers
_GAP = 9.0  # between two nodes of a layer
_OVER_LINKS = Type(LABEL.size, halo=True)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a node, or the passage of a long link, stands."""

    x: float
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class _Plan:
    """Everything about a flow that is known before it is drawn."""

    layers: Layers
    labels: Mapping[str, tuple[str, ...]]
    tones: Mapping[str, str]
    left: float
    width: float


def draw_flow(figure: Flow, *, name: str) -> Drawn:
    """Draw the links, then the nodes and labels over them."""
    plan = _plan(figure)
    left_out = len(figure.nodes) - len(plan.labels)
    note = f"{left_out:,} without anything that comes or goes {'is' if left_out == 1 else 'are'} not drawn." if left_out else ""
    canvas = Canvas(name, title=figure.title, width=plan.width, note=note)
    places, bottom = _places(plan, top=canvas.top)
    texts = {node.id: plain(node.label) for node in figure.nodes}
    for link, ends in _with_ends(plan.layers, places):
        said = f"{texts[link.source]} → {texts[link.target]}: {link.count:,}"
        look = {**outlined(plan.tones[link.source], plan.tones[link.source], 0.5), "fill-opacity": 0.35, "stroke-opacity": 0.6}
        thick = link.count * _per_count(plan.layers)
        path = _ribbon([(places[stop], y) for stop, y in zip(link.stops, ends, strict=True)], thick)
        canvas.add("path", {"d": path, **look, "data-mark": "link"}, says=said)
    for stop, lines in plan.labels.items():
        said = f"{texts[stop]}: {plan.layers.sizes[stop]:,}"
        _node(canvas, places[stop], tone=plan.tones[stop], says=said)
        _label(canvas, places[stop], lines, side=_side(plan.layers, stop))
    return Drawn(canvas, bottom + MARGIN, _says(texts, plan.layers.links))


def _plan(figure: Flow) -> _Plan:
    layers = layers_of(figure)
    first, last = set(layers.order[0]), set(layers.order[-1])
    labels = {
        node.id: wrapped(
            f"{plain(node.label)}\u00a0{number(layers.sizes[node.id])}",
            size=LABEL.size,
            width=_OUTER if node.id in first | last else _INNER,
        )
        for node in figure.nodes
        if node.id in layers.sizes
    }
    known = list(dict.fromkeys(node.label for node in figure.nodes))
    tones = {node.id: series_tone(known.index(node.label)) for node in figure.nodes}
    left = MARGIN + max(widest(labels[stop], LABEL) for stop in first) + 6
    right = MARGIN + max(widest(labels[stop], LABEL) for stop in last) + 6
    inner = (len(layers.order) - 1) * _NEXT_LAYER + _NODE
    return _Plan(layers, labels, tones, left, max(_WIDTH, left + inner + right))


def _per_count(layers: Layers) -> float:
    return _FULL / max(sum(layers.sizes[stop] for stop in stops) for stops in layers.order)


def _places(plan: _Plan, *, top: float) -> tuple[dict[str, _Place], float]:
    """Stand the nodes of each layer under each other, as far apart as their labels need; give where the longest layer ends."""
    right = MARGIN + max(widest(plan.labels[stop], LABEL) for stop in plan.layers.order[-1]) + 6
    step = (plan.width - plan.left - right - _NODE) / max(len(plan.layers.order) - 1, 1)
    slots = [[_slot(plan, stop) for stop in stops] for stops in plan.layers.order]
    longest = max(map(sum, slots))
    places: dict[str, _Place] = {}
    for layer, stops in enumerate(plan.layers.order):
        spare = (longest - sum(slots[layer])) / (len(stops) + 1)
        y = top + spare
        for stop, slot in zip(stops, slots[layer], strict=True):
            height = max(plan.layers.sizes[stop] * _per_count(plan.layers), 0.5)
            places[stop] = _Place(plan.left + layer * step, y + (slot - height) / 2, height)
            y += slot + spare
    return places, top + longest


def _slot(plan: _Plan, stop: str) -> float:
    height = plan.layers.sizes[stop] * _per_count(plan.layers)
    return max(height, len(plan.labels.get(stop, ())) * LABEL.leading) + _GAP


def _with_ends(layers: Layers, places: Mapping[str, _Place]) -> list[tuple[Link, list[float]]]:
    """Give each link with the upper edge that it has at each of its stops; links leave and arrive in the order of their ends."""
    per_count = _per_count(layers)
    place = {stop: index for stops in layers.order for index, stop in enumerate(stops)}
    edges: dict[tuple[int, int, str], float] = {}
    for going in (True, False):
        used: dict[str, float] = defaultdict(float)
        steps = [(index, at) for index, link in enumerate(layers.links) for at in range(len(link.stops) - 1)]
        ends = {step: layers.links[step[0]].stops[step[1] : step[1] + 2] for step in steps}
        for step in sorted(
            steps, key=lambda step: (place[ends[step][1]], place[ends[step][0]]) if going else place[ends[step][0]]
        ):
            stop = ends[step][0 if going else 1]
            edges[step[0], step[1] + (not going), stop] = places[stop].y + used[stop]
            used[stop] += layers.links[step[0]].count * per_count
    return [(link, [edges[index, at, stop] for at, stop in enumerate(link.stops)]) for index, link in enumerate(layers.links)]


def _ribbon(stops: Sequence[tuple[_Place, float]], thick: float) -> str:
    """Give the outline of a link: bent between layers, straight where it passes one."""
    there = _edge([(place.x, y) for place, y in stops])
    back = _edge([(place.x, y + thick) for place, y in stops], backwards=True)
    return f"M{there}L{back}Z"


def _edge(places: Sequence[tuple[float, float]], *, backwards: bool = False) -> str:
    points = [
        (x + _NODE * (side == 1), y)
        for index, (x, y) in enumerate(places)
        for side in (0, 1)
        if not (index == 0 and side == 0) and not (index == len(places) - 1 and side == 1)
    ]
    points = points[::-1] if backwards else points
    text = f"{brief(points[0][0])} {brief(points[0][1])}"
    for index, ((x, y), (to_x, to_y)) in enumerate(zip(points, points[1:], strict=False)):
        if index % 2:
            text += f"L{brief(to_x)} {brief(to_y)}"
        else:
            half = brief((x + to_x) / 2)
            text += f"C{half} {brief(y)} {half} {brief(to_y)} {brief(to_x)} {brief(to_y)}"
    return text


def _node(canvas: Canvas, place: _Place, *, tone: str, says: str) -> None:
    size = {"x": place.x, "y": place.y, "width": _NODE, "height": place.height}
    canvas.add("rect", {**size, **outlined(tone, tone, 0.5), "data-mark": "node"}, says=says)


def _side(layers: Layers, stop: str) -> int:
    """Give where the label of a node stands: before the first layer, else after it."""
    return -1 if stop in layers.order[0] else 1


def _label(canvas: Canvas, place: _Place, lines: Sequence[str], *, side: int) -> None:
    x = place.x - 6 if side < 0 else place.x + _NODE + 6
    y = middle(place.y + place.height / 2 - (len(lines) - 1) * LABEL.leading / 2, LABEL)
    canvas.lines(lines, (x, y), type=_OVER_LINKS, anchor="end" if side < 0 else "start")


def _says(texts: Mapping[str, str], links: Sequence[Link]) -> str:
    told = (f"{texts[link.source]} to {texts[link.target]} {link.count:,}" for link in links)
    return "Flow from left to right. " + "; ".join(told) + "."
