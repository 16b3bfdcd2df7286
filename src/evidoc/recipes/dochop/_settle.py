"""Local repair: go over the inequalities and move the cells of each broken one, until none is broken.

Cyclic projection on half spaces, in whole numbers, going a random way beyond each border so that values do not sit on it.
"""

from __future__ import annotations

from evidoc.recipes.dochop._demands import Demands

_SWEEPS = 9  # rounds over all inequalities before this choice of branches is given up
_GENEROUS_SWEEPS = 4  # rounds that go beyond the border; later ones only reach it


def settle(demands: Demands, cells: list[int]) -> bool:
    """Change cells in place until every demand is met; say if that came about."""
    _clip(demands, cells)
    for sweep in range(_SWEEPS):
        generous = sweep < _GENEROUS_SWEEPS
        moved = _differences(demands, cells, generous=generous)
        if demands.sums:
            moved = _sums(demands, cells, generous=generous) or moved
        if not moved:
            return True
    return False


def _clip(demands: Demands, cells: list[int]) -> None:
    for cell, (value, low, high) in enumerate(zip(cells, demands.low, demands.high, strict=True)):
        if value < low:
            cells[cell] = low
        elif value > high:
            cells[cell] = high


def _differences(demands: Demands, cells: list[int], *, generous: bool) -> bool:
    low, high, random_number = demands.low, demands.high, demands.rng.random
    beyond = 2 * demands.frame.margin if generous else 0
    moved = False
    for upper, lower, by in demands.differences:
        lack = by - cells[upper] + cells[lower]
        if lack <= 0:
            continue
        moved = True
        up_room, down_room = high[upper] - cells[upper], cells[lower] - low[lower]
        lack = min(lack + int(random_number() * beyond), up_room + down_room)
        up = min(max(int(random_number() * lack + 0.5), lack - down_room), up_room)
        cells[upper] += up
        cells[lower] -= lack - up
    return moved


def _sums(demands: Demands, cells: list[int], *, generous: bool) -> bool:
    moved = False
    for places, weights, bound in demands.sums:
        total = 0
        for place, weight in zip(places, weights, strict=True):
            total += weight * cells[place]
        if total < bound:
            moved = True
            beyond = int(demands.rng.random() * demands.frame.margin * max(map(abs, weights))) if generous else 0
            _raise(demands, cells, (places, weights), bound - total + beyond)
    return moved


def _raise(demands: Demands, cells: list[int], weighed: tuple[tuple[int, ...], tuple[int, ...]], lack: int) -> None:
    """Move the cells of a sum along their weights, by random parts, as far as their bounds allow."""
    low, high, random_number = demands.low, demands.high, demands.rng.random
    places, weights = weighed
    along = [weight * (0.5 + random_number()) for weight in weights]
    length = lack / sum([weight * part for weight, part in zip(weights, along, strict=True)])
    for place, part in zip(places, along, strict=True):
        step = part * length
        if step > 0:
            cells[place] = min(high[place], cells[place] + int(step) + 1)
        else:
            cells[place] = max(low[place], cells[place] + int(step) - 1)
