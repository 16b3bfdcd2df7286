"""The layers of a flow, ordered so that few links cross; a link over several layers passes through places of its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from evidoc.records.analysis import Flow

_SWEEPS = 24
_MOST_COMPARED = 400  # links between two layers; crossings of more are not counted, the last order stands


@dataclass(frozen=True, slots=True)
class Link:
    """A link with all places that it passes, one a layer, the first and the last being nodes."""

    source: str
    target: str
    count: int
    stops: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Layers:
    """Places by layer, from top to bottom; `sizes` are the larger of what comes in and what goes out."""

    order: tuple[tuple[str, ...], ...]
    links: tuple[Link, ...]
    sizes: Mapping[str, int]


def layers_of(figure: Flow) -> Layers:
    """Order the nodes that have a link, and the places of long links."""
    links = _links(figure)
    layer_of = _layers(figure, links)
    depth = max(layer_of.values(), default=-1) + 1
    order: list[list[str]] = [[] for _ in range(depth)]
    for node in figure.nodes:
        if node.id in layer_of:
            order[layer_of[node.id]].append(node.id)
    passing = [_passing(link, layer_of) for link in links]
    for link in passing:
        for stop in link.stops[1:-1]:
            order[layer_of[link.source] + link.stops.index(stop)].append(stop)
    return Layers(_ordered(order, passing), tuple(passing), _sizes(passing))


def _links(figure: Flow) -> list[tuple[str, str, int]]:
    """Give the links that can be drawn: of a node to one of a later layer; those between the same two are one."""
    layer = {node.id: node.layer for node in figure.nodes}
    counts: dict[tuple[str, str], int] = defaultdict(int)
    for link in figure.links:
        if link.count > 0 and link.source in layer and link.target in layer and layer[link.source] < layer[link.target]:
            counts[link.source, link.target] += link.count
    return [(source, target, count) for (source, target), count in counts.items()]


def _layers(figure: Flow, links: Sequence[tuple[str, str, int]]) -> dict[str, int]:
    """Give the layer of each node that has a link, counted without layers that nobody stands in."""
    linked = {end for source, target, _ in links for end in (source, target)}
    used = sorted({node.layer for node in figure.nodes if node.id in linked})
    return {node.id: used.index(node.layer) for node in figure.nodes if node.id in linked}


def _passing(link: tuple[str, str, int], layer_of: Mapping[str, int]) -> Link:
    source, target, count = link
    between = (f"\0{source}\0{target}\0{layer}" for layer in range(layer_of[source] + 1, layer_of[target]))
    return Link(source, target, count, (source, *between, target))


def _sizes(links: Sequence[Link]) -> dict[str, int]:
    comes: dict[str, int] = defaultdict(int)
    goes: dict[str, int] = defaultdict(int)
    for link in links:
        for start, end in zip(link.stops, link.stops[1:], strict=False):
            goes[start] += link.count
            comes[end] += link.count
    return {stop: max(comes[stop], goes[stop]) for stop in comes.keys() | goes.keys()}


def _ordered(order: Sequence[Sequence[str]], links: Sequence[Link]) -> tuple[tuple[str, ...], ...]:
    """Order each layer by the middle of its neighbours, forth and back; of all orders the one with the fewest crossings."""
    ties = [(start, end, link.count) for link in links for start, end in zip(link.stops, link.stops[1:], strict=False)]
    best = current = tuple(map(tuple, order))
    fewest = _crossings(best, ties)
    for sweep in range(_SWEEPS):
        current = _swept(current, ties, forward=sweep % 2 == 0)
        crossings = _crossings(current, ties)
        if crossings < fewest:
            best, fewest = current, crossings
    return best


def _swept(
    order: tuple[tuple[str, ...], ...], ties: Sequence[tuple[str, str, int]], *, forward: bool
) -> tuple[tuple[str, ...], ...]:
    neighbours: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for start, end, count in ties:
        near, far = (end, start) if forward else (start, end)
        neighbours[near].append((far, count))
    done = list(order)
    places = range(1, len(order)) if forward else range(len(order) - 2, -1, -1)
    for layer in places:
        fixed = done[layer - 1 if forward else layer + 1]
        place = {stop: index for index, stop in enumerate(fixed)}
        now = {stop: index for index, stop in enumerate(done[layer])}
        middle = {stop: _middle(neighbours[stop], place, otherwise=now[stop]) for stop in now}
        done[layer] = tuple(sorted(now, key=lambda stop: (middle[stop], now[stop])))
    return tuple(done)


def _middle(neighbours: Sequence[tuple[str, int]], place: Mapping[str, int], *, otherwise: float) -> float:
    known = [(place[stop], count) for stop, count in neighbours if stop in place]
    total = sum(count for _, count in known)
    return sum(at * count for at, count in known) / total if total else otherwise


def _crossings(order: Sequence[Sequence[str]], ties: Sequence[tuple[str, str, int]]) -> int:
    """Sum over all pairs of links that cross the count of the thinner one."""
    place = {stop: (layer, index) for layer, stops in enumerate(order) for index, stop in enumerate(stops)}
    by_layer: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for tie in ties:
        layer, start = place[tie[0]]
        by_layer[layer].append((start, place[tie[1]][1], tie[2]))
    crossed = 0
    for some in by_layer.values():
        if len(some) > _MOST_COMPARED:
            continue
        for one, other in combinations(some, 2):
            if (one[0] - other[0]) * (one[1] - other[1]) < 0:
                crossed += min(one[2], other[2])
    return crossed
