"""What a table must meet: bounds of cells, differences of two cells, and sums of several, all in whole numbers.

Rules write their demands here; `_synthesis` finds values. Source: table 2.3.3, DH-22, DH-29.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from evidoc.recipes.dochop._frame import Frame

Wanted = Sequence[bool | None]  # an entity a place: must hold, must not hold, or free


class Demands:
    """Inequalities over the cells of one chart; a cell is row × columns + column."""

    __slots__ = ("differences", "frame", "high", "low", "rng", "sums")

    def __init__(self, frame: Frame, rng: random.Random) -> None:
        """Start with the metric's range only."""
        self.frame, self.rng = frame, rng
        cells = frame.entities * frame.columns
        self.low = [frame.low] * cells
        self.high = [frame.high] * cells
        self.differences: list[tuple[int, int, int]] = []
        self.sums: list[tuple[tuple[int, ...], tuple[int, ...], int]] = []

    def at_least(self, cell: int, value: int) -> None:
        """Ask that a cell be at least a value."""
        if value > self.low[cell]:
            self.low[cell] = value

    def at_most(self, cell: int, value: int) -> None:
        """Ask that a cell be at most a value."""
        if value < self.high[cell]:
            self.high[cell] = value

    def beyond(self, cell: int, value: int, *, towards: int) -> None:
        """Ask that a cell be at or beyond a value: above where `towards` is 1, below where -1."""
        if towards > 0:
            self.at_least(cell, value)
        else:
            self.at_most(cell, value)

    def above(self, upper: int, lower: int, by: int) -> None:
        """Ask that one cell exceed another by at least so much; `by` may be negative."""
        self.differences.append((upper, lower, by))

    def apart(self, cells: tuple[int, int], by: int, *, towards: int) -> None:
        """Ask that the first cell minus the second be at least `by` (`towards` 1) or at most `by` (-1)."""
        if towards > 0:
            self.differences.append((cells[0], cells[1], by))
        else:
            self.differences.append((cells[1], cells[0], -by))

    def weighed(self, cells: Sequence[int], weights: Sequence[int], bound: int) -> None:
        """Ask that a weighted sum of cells be at least a bound."""
        self.sums.append((tuple(cells), tuple(weights), bound))

    def are_possible(self) -> bool:
        """Say if no single bound, difference or sum is out of reach on its own (DH-22); the range decides quickly."""
        low, high = self.low, self.high
        if any(a > b for a, b in zip(low, high, strict=True)):
            return False
        if any(high[upper] - low[lower] < by for upper, lower, by in self.differences):
            return False
        return all(self._most(cells, weights) >= bound for cells, weights, bound in self.sums)

    def _most(self, cells: tuple[int, ...], weights: tuple[int, ...]) -> int:
        low, high = self.low, self.high
        return sum(w * (high[c] if w > 0 else low[c]) for c, w in zip(cells, weights, strict=True))
