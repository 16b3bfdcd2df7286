"""How many to take of each stratum."""

from __future__ import annotations

from collections.abc import Mapping


def proportional_quotas(sizes: Mapping[str, int], n: int) -> dict[str, int]:
    """Share `n` out in proportion to the sizes, each within one of its exact share (largest remainder; CV-02)."""
    total = sum(sizes.values())
    n = min(n, total)
    quotas = {stratum: n * size // total for stratum, size in sizes.items()}
    rest = sorted(sizes, key=lambda stratum: (-(n * sizes[stratum] % total), stratum))
    for stratum in rest[: n - sum(quotas.values())]:
        quotas[stratum] += 1
    return quotas


def equal_quotas(sizes: Mapping[str, int], n: int) -> dict[str, int]:
    """Share `n` out evenly, smallest strata first; what one lacks goes to the larger ones (CV-05)."""
    quotas: dict[str, int] = {}
    left = min(n, sum(sizes.values()))
    for place, stratum in enumerate(sorted(sizes, key=lambda stratum: (sizes[stratum], stratum))):
        quotas[stratum] = min(sizes[stratum], left // (len(sizes) - place))
        left -= quotas[stratum]
    return quotas
