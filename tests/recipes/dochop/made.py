"""Whole DocHop items with their pages, made as a making makes them, but for the pictures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from evidoc.compose.one_page import OnePage
from evidoc.errors import Reject
from evidoc.flow._candidates import Candidate, in_turns
from evidoc.kit import Kit, rng_for
from evidoc.recipes import Brought, dochop
from evidoc.recipes.dochop._drawing import draw
from evidoc.recipes.dochop._instance import Instance, build_instance
from evidoc.recipes.dochop._pools import pools
from evidoc.recipes.dochop._unit import Unit
from evidoc.records.corpus import Corpus

NOTHING = Corpus(())


def chosen(count: int, *, wanted: int = 960, seed: int = 1) -> list[Unit]:
    """Give the first units of a plan in the order in which a making tries them."""
    candidates = [Candidate("dochop", unit) for unit in dochop.plan(NOTHING, wanted=wanted)]
    return [candidate.unit for candidate in islice(in_turns(candidates, seed=seed), count) if isinstance(candidate.unit, Unit)]


def kit_of(unit: Unit, *, seed: int = 1) -> Kit:
    return Kit(rng=rng_for(seed, unit.id))


@lru_cache(maxsize=4)
def made(count: int, *, data: bool = False) -> tuple[Brought, ...]:
    """Make the first items of a plan, without pictures; a unit that is refused is left out."""
    return tuple(found for unit in chosen(count + 2) if (found := _made(unit, data=data)) is not None)[:count]


@lru_cache(maxsize=2)
def instances(count: int, *, seed: int = 1) -> tuple[tuple[Unit, Instance], ...]:
    """Build the first instances of a plan without drawing them."""
    return tuple((unit, found) for unit in chosen(count, seed=seed) if (found := _built(unit, seed=seed)) is not None)


def drawn(found: Sequence[tuple[Unit, Instance]]) -> list[tuple[Instance, OnePage]]:
    pages = []
    for unit, instance in found:
        try:
            pages.append((instance, draw(instance, kit_of(unit, seed=7).rng).page))
        except Reject:
            continue
    return pages


def _made(unit: Unit, *, data: bool) -> Brought | None:
    try:
        return dochop.make(unit, NOTHING, kit_of(unit), dpi=0, data=data)
    except Reject:
        return None


def _built(unit: Unit, *, seed: int) -> Instance | None:
    try:
        return build_instance(unit, pools(unit.language), kit_of(unit, seed=seed))
    except Reject:
        return None
