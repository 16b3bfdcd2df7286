"""Reading order: how many pairs of true blocks a program gives the other way round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from benchmarks.quality.text import Found

_LEAST = 40  # characters: shorter texts ("Results") may be found in a wrong place


def kendall_distance(places: Sequence[int]) -> float:
    """Give the share of pairs that are in the wrong order: 0 as in the truth, 1 backwards; equal places are in order.

    Raises:
        ValueError: There are fewer than two places, so no pair to ask about.
    """
    pairs = list(combinations(places, 2))
    if not pairs:
        raise ValueError(f"{len(places)} places make no pair; give at least two")
    return sum(first > second for first, second in pairs) / len(pairs)


def order_places(found: Sequence[Found]) -> list[int]:
    """Give where the found blocks end in the given text, in true order; short texts and repeated ones are left out."""
    times = Counter(one.text for one in found)
    return [one.end for one in found if one.end is not None and len(one.text) >= _LEAST and times[one.text] == 1]
