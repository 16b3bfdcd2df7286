"""Drawing a balanced part of many things: one at a time, of the stratum whose values came least so far."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from evidoc.kit import rng_for
from evidoc.records.bench import Bench
from evidoc.records.item import Item
from evidoc.records.record import Record

Stratum = tuple[str, ...]


class Share(Record, frozen=True, kw_only=True):
    """One value of one column: how many rows there are, how many make an even share, and how many were taken."""

    column: str
    value: str
    there: int
    quota: int
    taken: int

    @property
    def is_short(self) -> bool:
        """Whether fewer were taken than make an even share."""
        return self.taken < self.quota


def drawn(keys: Sequence[str], strata: Sequence[Stratum], *, asked: int, each: int | None = None, seed: int = 0) -> list[int]:
    """Give the places of those that are drawn, in an order that tells nothing.

    The first value of a stratum counts first: its numbers differ by one at most while there are any, those of the next as far
    as that allows; with `each` no value of the first has more. Who is drawn follows from the seed and the keys alone.
    """
    luck = [(rng_for(seed, key).random(), index) for index, key in enumerate(keys)]
    waiting: dict[Stratum, list[tuple[float, int]]] = defaultdict(list)
    for stratum, draw in zip(strata, luck, strict=True):
        waiting[stratum].append(draw)
    for draws in waiting.values():
        draws.sort(reverse=True)
    taken: list[Counter[str]] = [Counter() for _ in next(iter(waiting), ())]
    chosen: list[tuple[float, int]] = []
    while waiting and len(chosen) < asked:
        stratum = min(waiting, key=lambda one: (*(taken[place][value] for place, value in enumerate(one)), waiting[one][-1]))
        chosen.append(waiting[stratum].pop())
        for place, value in enumerate(stratum):
            taken[place][value] += 1
        is_full = each is not None and taken[0][stratum[0]] == each
        waiting = {one: draws for one, draws in waiting.items() if draws and not (is_full and one[0] == stratum[0])}
    return [index for _, index in sorted(chosen)]


def drawn_items(bench: Bench, *, n: int, seed: int = 0) -> list[Item]:
    """Give `n` items of a bench, every concept alike, and within a concept every pattern of hops (DHQ-78, DHQ-138)."""
    strata: list[Stratum] = []
    names: list[str] = []
    for item in bench.items():
        names.append(item.id)
        concept, pattern = stratum_of(item)
        strata.append((concept, f"{concept}: {pattern}"))  # patterns are balanced within each concept
    chosen = {names[place]: rank for rank, place in enumerate(drawn(names, strata, asked=n, seed=seed))}
    found = [item for item in bench.items() if item.id in chosen]
    return sorted(found, key=lambda item: chosen[item.id])


def stratum_of(item: Item) -> tuple[str, str]:
    """Give the concept of an item, and its pattern: how many hops over how many documents."""
    hops = len({evidence.hop for evidence in item.needed})
    documents = len({evidence.document for evidence in item.needed})
    return item.task.kind, f"hops {hops}, documents {documents}"


def shares_of(strata: Sequence[Stratum], chosen: Sequence[Stratum], *, asked: int, by: Sequence[str]) -> tuple[Share, ...]:
    """Give what was there, what makes an even share and what was taken, of every value in every place of the strata."""
    shares = []
    for place, name in enumerate(by):
        there, taken = (Counter(stratum[place] for stratum in part) for part in (strata, chosen))
        for value in sorted(there):
            quota = asked // len(there)
            shares.append(Share(column=name, value=value, there=there[value], quota=quota, taken=taken[value]))
    return tuple(shares)


def shortfalls(shares: Sequence[Share], *, asked: int, taken: int) -> tuple[str, ...]:
    """Say in words which even shares could not be met."""
    said = [
        f"{share.column} {share.value}: {share.taken} taken of {share.quota} asked, {share.there} there"
        for share in shares
        if share.is_short
    ]
    return (*said, f"{taken} rows taken of {asked} asked") if taken < asked else tuple(said)
