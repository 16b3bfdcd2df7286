"""Parting a component that is too large for any split: units in a row, cut twice; what crosses a cut is dropped (U-14).

Source: DHQ-71 asks for cuts that cost few pairs. The row is a breadth-first walk from the least connected unit
(Cuthill and McKee 1969), so that what belongs together stands together and few items cross a cut.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from fractions import Fraction

from evidoc.curation._shares import farthest_off
from evidoc.kit import rng_for

Items = Mapping[str, Sequence[str]]  # the units that each item needs
_ORDER = ("dev", "test", "train")  # small splits first: they sit at the end of the walk where little hangs together
_TRIES = 40  # shares are of what is kept, which is known after cutting, so that targets from all items down are tried


def cut(items: Items, *, shares: Mapping[str, Fraction], seed: int) -> dict[str, str]:
    """Give each unit of one component a split; items whose units are in two splits have to be dropped.

    Of all cuts that were tried the one with the truest shares is taken, then the one that drops fewest items.
    """
    row = {unit: place for place, unit in enumerate(_row(items, seed))}
    spans = [(min(row[unit] for unit in units), max(row[unit] for unit in units)) for units in items.values()]
    tried = [_cut_at(spans, len(row), targets=_targets(shares, len(items), step)) for step in range(_TRIES)]
    edges = min(tried, key=lambda edges: _cost(spans, edges, shares))
    return {unit: _split_at(place, edges) for unit, place in row.items()}


def kept_by_split(items: Items, splits: Mapping[str, str]) -> Counter[str]:
    """Count the items of each split; those that cross count for ""."""
    return Counter(split_of(units, splits) for units in items.values())


def split_of(units: Sequence[str], splits: Mapping[str, str]) -> str:
    """Give the one split that all units are in, or "" where they are in several."""
    found = {splits[unit] for unit in units}
    return found.pop() if len(found) == 1 else ""


def _row(items: Items, seed: int) -> list[str]:
    beside: dict[str, set[str]] = {}
    for units in items.values():
        for unit in units:
            beside.setdefault(unit, set()).update(other for other in units if other != unit)
    rank = {unit: (len(others), rng_for(seed, unit).random(), unit) for unit, others in beside.items()}
    seen: dict[str, None] = {}
    for start in sorted(beside, key=lambda unit: rank[unit]):
        waiting = deque([start] if start not in seen else [])
        while waiting:
            unit = waiting.popleft()
            if unit not in seen:
                seen[unit] = None
                waiting.extend(sorted(beside[unit] - seen.keys(), key=lambda other: rank[other]))
    return list(seen)


def _targets(shares: Mapping[str, Fraction], items: int, step: int) -> tuple[Fraction, Fraction]:
    kept = items * Fraction(_TRIES - step, _TRIES)
    return shares["dev"] * kept, shares["test"] * kept


def _cut_at(spans: Sequence[tuple[int, int]], places: int, *, targets: tuple[Fraction, Fraction]) -> tuple[int, int]:
    """Give the two places of the row before which dev and test end: as soon as each has as many items as it should."""
    first = _end(spans, 0, places, target=targets[0])
    return first, _end(spans, first, places, target=targets[1])


def _end(spans: Sequence[tuple[int, int]], start: int, places: int, *, target: Fraction) -> int:
    ending = Counter(high for low, high in spans if low >= start)
    held, place = 0, start
    while held < target and place < places:
        held += ending[place]
        place += 1
    return place


def _cost(spans: Sequence[tuple[int, int]], edges: tuple[int, int], shares: Mapping[str, Fraction]) -> tuple[Fraction, int]:
    sizes: Counter[str] = Counter()
    crossing = 0
    for low, high in spans:
        if (split := _split_at(low, edges)) == _split_at(high, edges):
            sizes[split] += 1
        else:
            crossing += 1
    off = farthest_off(sizes, shares)
    return max(off, Fraction(1, 100)), crossing  # within a point all are as good, and what is dropped decides


def _split_at(place: int, edges: tuple[int, int]) -> str:
    return _ORDER[(place >= edges[0]) + (place >= edges[1])]
