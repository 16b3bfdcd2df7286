"""Giving units that must not be parted to splits, so that the splits get their shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from evidoc.errors import UsageError
from evidoc.kit import rng_for

SPLITS = ("train", "dev", "test")


def shares_of(numbers: Sequence[float]) -> dict[str, Fraction]:
    """Give the share of each split of three numbers that add up to 100, or to 1 (DHQ-70: 70, 10, 20).

    Raises:
        UsageError: They are not three, one is negative, or they do not add up.
    """
    exact = [Fraction(str(number)) for number in numbers]
    if len(exact) != len(SPLITS) or min(exact) < 0 or sum(exact) not in (1, 100):
        raise UsageError(
            f"shares {tuple(numbers)} do not say how to split; give train, dev and test that add up to 100: 70,10,20"
        )
    return {split: number / sum(exact) for split, number in zip(SPLITS, exact, strict=True)}


def assign(weights: Mapping[str, int], *, shares: Mapping[str, Fraction], seed: int) -> dict[str, str]:
    """Give each unit to the split that lacks most, heaviest units first (DHQ-71).

    Units of one weight come in an order that follows from the seed and their names alone.
    """
    total = sum(weights.values())
    lacking = {split: share * total for split, share in shares.items() if share}
    chosen: dict[str, str] = {}
    for unit in sorted(weights, key=lambda unit: (-weights[unit], rng_for(seed, unit).random(), unit)):
        split = max(lacking, key=lambda split: lacking[split])
        chosen[unit] = split
        lacking[split] -= weights[unit]
    return chosen


def farthest_off(sizes: Mapping[str, int], shares: Mapping[str, Fraction]) -> Fraction:
    """Give by how much the worst split misses its share."""
    total = sum(sizes.values()) or 1
    return max(abs(Fraction(sizes.get(split, 0), total) - share) for split, share in shares.items())
