"""Looking up where a block's tokens stand on the pages, over what no other block has claimed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from evidoc.align._chain import Pair, closed_up, matched

_JUMP = 40  # tokens; a wider gap between matches begins a new run (a float or a footnote may stand between)
_LEAST_RUN = 3  # tokens of a run beside the longest one
_LEAST_PART = 0.08  # of the block's tokens, likewise
_LEAST_DENSITY = 0.25  # of a run's tokens on the page must match
_MANY = 1_000  # places that begin alike are no place, and would take long to compare
_COMMON = 40  # a pair of tokens that occurs more often says nothing about a place


@dataclass(frozen=True, slots=True)
class Placed:
    """A block's matches (token of the block, token of the pages) and the share of its tokens that they cover."""

    pairs: tuple[Pair, ...]
    share: float

    @property
    def start(self) -> int:
        """The first matched token of the pages."""
        return self.pairs[0][1]

    @property
    def end(self) -> int:
        """The last matched token of the pages."""
        return self.pairs[-1][1]


def whole(start: int, size: int) -> Placed:
    """Give the place of a block all of whose tokens follow one another."""
    return Placed(tuple((step, start + step) for step in range(size)), 1.0)


def cleaned(pairs: Iterable[Pair], size: int) -> Placed | None:
    """Drop runs that match by accident: short beside the longest run, or thin."""
    runs: list[list[Pair]] = []
    for pair in sorted(pairs, key=lambda pair: pair[1]):
        if runs and pair[1] - runs[-1][-1][1] <= _JUMP:
            runs[-1].append(pair)
        else:
            runs.append([pair])
    longest = max(map(len, runs), default=0)
    least = max(_LEAST_RUN, _LEAST_PART * size)
    kept = [run for run in runs if len(run) == longest or len(run) >= least]
    dense = [run for run in kept if len(run) >= _LEAST_DENSITY * (run[-1][1] - run[0][1] + 1)]
    found = tuple(pair for run in dense for pair in run)
    return Placed(found, len({i for i, _ in found}) / size) if found else None


class Index:
    """Where pairs of tokens stand on the pages; `free` has the tokens of the pages, "" where one is claimed."""

    def __init__(self, page: Sequence[str], *, line_starts: Container[int] = ()) -> None:
        """Index the pages; `line_starts` are the tokens that begin a line."""
        self.free = list(page)
        self._line_starts = line_starts
        self._places: dict[tuple[str, str], list[int]] = {}
        for place, piece in enumerate(zip(page, page[1:], strict=False)):
            self._places.setdefault(piece, []).append(place)

    def claim(self, found: Placed) -> None:
        """Take a place away from later searches."""
        for _, j in found.pairs:
            self.free[j] = ""

    def occurrences(self, tokens: Sequence[str]) -> list[int]:
        """Give where all the tokens, two or more, follow one another and are free."""
        wanted, size = list(tokens), len(tokens)
        places = self._places.get((tokens[0], tokens[1]), ())
        if len(places) > _MANY:
            return []
        return [place for place in places if self.free[place : place + size] == wanted]

    def nearest(self, tokens: Sequence[str], low: int, high: int) -> int | None:
        """Give where all the tokens stand between two places: on lines of their own if possible, the last such place."""
        wanted, size = list(tokens), len(tokens)
        starts = [
            start for start in range(low, min(high, len(self.free)) - size + 1) if self.free[start : start + size] == wanted
        ]
        alone = [start for start in starts if self._is_alone(start, start + size)]
        return max(alone or starts, default=None)

    def _is_alone(self, start: int, end: int) -> bool:
        return start in self._line_starts and (end in self._line_starts or end == len(self.free))

    def find(self, tokens: Sequence[str], *, least: float = 0.0) -> Placed | None:
        """Give the densest place of a block's tokens, or None where there is none."""
        if len(tokens) > 1 and (places := self.occurrences(tokens)):
            return whole(places[0], len(tokens))
        pieces = enumerate(zip(tokens, tokens[1:], strict=False))
        hits = sorted((place, number) for number, piece in pieces for place in self._some(piece))
        window = _densest(hits, reach=int(1.4 * len(tokens)) + 12)
        if window is None:
            return None
        start, end = max(0, window[0] - len(tokens) // 2 - 4), window[1] + len(tokens) // 2 + 4
        part = self.free[start:end]
        pairs = [(i, start + j) for i, j in closed_up(matched(tokens, part), tokens, part)]
        found = cleaned(pairs, len(tokens))
        return found if found is not None and found.share >= least else None

    def _some(self, piece: tuple[str, str]) -> list[int]:
        places = self._places.get(piece, [])
        return [place for place in places if self.free[place]] if len(places) <= _COMMON else []


def _densest(hits: Sequence[Pair], *, reach: int) -> tuple[int, int] | None:
    """Give the stretch of the pages, at most `reach` long, in which most different pieces of the block stand."""
    best, stretch = 0, None
    inside: Counter[int] = Counter()
    left = 0
    for place, number in hits:
        inside[number] += 1
        while place - hits[left][0] > reach:
            inside[hits[left][1]] -= 1
            if not inside[hits[left][1]]:
                del inside[hits[left][1]]
            left += 1
        if len(inside) > best:
            best, stretch = len(inside), (hits[left][0], place)
    return stretch
