"""JSON values with one thing changed somewhere, for tests of what reads other people's files."""

from __future__ import annotations

import random

Json = dict[str, "Json"] | list["Json"] | str | float | bool | None
ODD: tuple[Json, ...] = (
    None, True, -1, 2**70, 0.5, 1e300, "", "x", "$\\frac{", "\\begin{", "#/texts/0", "<table><tr><td colspan=99999999>x", [], {},
    [0, 0, 1, 1], [9, 9, 1, 1],
)  # fmt: skip


def wound(value: Json, chance: random.Random) -> None:
    """Change one value somewhere in a JSON value: put another there, take it out, double it, or turn its list around."""
    holder, key = chance.choice(_places(value) or [([], 0)])
    if isinstance(holder, dict):
        if chance.random() < 0.5:
            del holder[str(key)]
        else:
            holder[str(key)] = chance.choice(ODD)
    elif isinstance(holder, list) and isinstance(key, int) and holder:
        change = chance.randrange(4)
        if change == 0:
            holder[key] = chance.choice(ODD)
        elif change == 1:
            del holder[key]
        elif change == 2:
            holder.append(holder[key])
        else:
            holder.reverse()


def _places(value: Json) -> list[tuple[Json, str | int]]:
    """Give every list with its indexes and every mapping with its names, as deep as they go."""
    found: list[tuple[Json, str | int]] = []
    left = [value]
    while left:
        holder = left.pop()
        if isinstance(holder, dict):
            found.extend((holder, name) for name in holder)
            left.extend(holder.values())
        elif isinstance(holder, list):
            found.extend((holder, number) for number in range(len(holder)))
            left.extend(holder)
    return found
