"""DocHop items with their documents, made as a making makes them, but for the pictures."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice

from evidoc.errors import Reject
from evidoc.flow._candidates import Candidate, in_turns
from evidoc.kit import Kit, rng_for
from evidoc.recipes import Brought, dochop
from evidoc.recipes.dochop._unit import Unit
from evidoc.records.corpus import Corpus

NOTHING = Corpus(())


def chosen(count: int, *, wanted: int = 960, seed: int = 1) -> list[Unit]:
    """Give the first units of a plan in the order in which a making tries them."""
    candidates = [Candidate("dochop", unit) for unit in dochop.plan(NOTHING, wanted=wanted)]
    return [candidate.unit for candidate in islice(in_turns(candidates, seed=seed), count) if isinstance(candidate.unit, Unit)]


@lru_cache(maxsize=4)
def made(count: int, *, data: bool = False) -> tuple[Brought, ...]:
    """Make the first items of a plan, without pictures; a unit that is refused is left out."""
    return tuple(found for unit in chosen(count + 2) if (found := _made(unit, data=data)) is not None)[:count]


@lru_cache(maxsize=64)
def asking(template: str, *, data: bool = False) -> Brought:
    """Make the first item of a plan that asks a question of one template."""
    units = (unit for unit in dochop.plan(NOTHING, wanted=960) if isinstance(unit, Unit) and unit.template == template)
    made_of = (found for unit in units if (found := _made(unit, data=data)) is not None)
    return next(found for found in made_of if found.item.construction.template == template)


def _made(unit: Unit, *, data: bool) -> Brought | None:
    try:
        return dochop.make(unit, NOTHING, Kit(rng=rng_for(1, unit.id)), dpi=0, data=data)
    except Reject:
        return None
