"""Whether two raters put the items in the same order: Spearman's ρ and Kendall's τ_b, ties given average ranks."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from evidoc.statistics.ratings import Coefficient, Unit, pairs, too_few


def spearman(units: Sequence[Unit], *, counts: Sequence[int] | None = None) -> Coefficient:
    """Give Spearman's ρ over the items that both raters rated; undefined where one of them never varies (DHQ-82, case F21)."""
    whole = pairs(units, counts)
    n = sum(count for _, _, count in whole)
    if reason := too_few(n) or _constant(whole):
        return Coefficient(None, n, reason)
    firsts = average_ranks((first, count) for first, _, count in whole)
    seconds = average_ranks((second, count) for _, second, count in whole)
    middle = (n + 1) / 2
    ranked = [(firsts[first] - middle, seconds[second] - middle, count) for first, second, count in whole]
    together = math.fsum(a * b * count for a, b, count in ranked)
    spread = math.fsum(a * a * count for a, _, count in ranked) * math.fsum(b * b * count for _, b, count in ranked)
    return Coefficient(max(-1.0, min(1.0, together / math.sqrt(spread))), n)


def kendall_tau(units: Sequence[Unit], *, counts: Sequence[int] | None = None) -> Coefficient:
    """Give Kendall's τ_b over the items that both raters rated; undefined where one of them never varies.

    The work grows with the square of the number of different pairs of ratings.
    """
    whole = pairs(units, counts)
    n = sum(count for _, _, count in whole)
    if reason := too_few(n) or _constant(whole):
        return Coefficient(None, n, reason)
    table: Counter[tuple[float, float]] = Counter()
    for first, second, count in whole:
        table[first, second] += count
    rows = sorted(table.items())
    balance = sum(
        count * other_count * _same_way(pair, other)
        for index, (pair, count) in enumerate(rows)
        for other, other_count in rows[index + 1 :]
    )
    spread = _untied((first, count) for first, _, count in whole) * _untied((second, count) for _, second, count in whole)
    return Coefficient(max(-1.0, min(1.0, balance / math.sqrt(spread))), n)


def average_ranks(values: Iterable[tuple[float, int]]) -> dict[float, float]:
    """Give each value its rank, the smallest first; values that come several times share the mean of their ranks."""
    ranks, below = {}, 0
    for value, times in sorted(_times(values).items()):
        ranks[value] = below + (times + 1) / 2
        below += times
    return ranks


def _times(values: Iterable[tuple[float, int]]) -> Counter[float]:
    found: Counter[float] = Counter()
    for value, count in values:
        found[value] += count
    return found


def _constant(whole: Sequence[tuple[float, float, int]]) -> str:
    one = len({first for first, _, _ in whole}) == 1
    other = len({second for _, second, _ in whole}) == 1
    if one and other:
        return "no variation"
    return "one rater gave every item the same rating" if one or other else ""


def _same_way(pair: tuple[float, float], other: tuple[float, float]) -> int:
    first, second = other[0] - pair[0], other[1] - pair[1]
    if first == 0 or second == 0:
        return 0
    return 1 if (first > 0) == (second > 0) else -1


def _untied(values: Iterable[tuple[float, int]]) -> int:
    times = _times(values)
    return math.comb(sum(times.values()), 2) - sum(math.comb(count, 2) for count in times.values())
