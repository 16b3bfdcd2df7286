"""Which entities shall satisfy which node: sets as bits, chosen so that no node is idle.

Every constraint removes at least one entity of its pool, every composition differs from each of its inputs, and, as far as
there are entities for it, leaving out any one constraint changes the final set (DH-17, DH-18, DH-21). A skeleton has at
most seven constraints, so all 128 ways in which one entity can satisfy or violate them are looked at together.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from evidoc.recipes.dochop._trees import MOST_CONSTRAINTS, Bone, Skeleton

_TRIES = 30
_LOOKS = 3  # ways compared when an entity is chosen that shows that a constraint matters
_KEPT = 0.65  # how often an entity that nothing else is asked of belongs to the final set


@dataclass(frozen=True, slots=True)
class Targets:
    """For each node, as bits by entity: what shall satisfy its condition, of whom that is asked, and the node's set."""

    satisfying: tuple[int, ...]
    asked: tuple[int, ...]
    sets: tuple[int, ...]

    def wanted(self, node: int, entities: int) -> tuple[bool | None, ...]:
        """Say of each entity if it must satisfy the node's condition, must not, or may do either."""
        satisfying, asked = self.satisfying[node], self.asked[node]
        return tuple([bool(satisfying >> at & 1) if asked >> at & 1 else None for at in range(entities)])


def choose_targets(skeleton: Skeleton, entities: int, rng: random.Random) -> Targets | None:
    """Choose target sets for a skeleton over so many entities, or None where chance found none."""
    everyone = (1 << entities) - 1
    ways = _ways(skeleton)
    for _ in range(_TRIES):
        chosen, witnesses = _choose_ways(ways, entities, rng)
        masks = _masks(skeleton, chosen, everyone)
        sets = evaluate(skeleton, masks, everyone)
        if _is_lively(skeleton, sets, everyone):
            asked = [_pool(bone, sets, everyone) | witnesses for bone in skeleton]
            return Targets(tuple(masks), tuple(asked), tuple(sets))
    return None


def evaluate(skeleton: Skeleton, masks: list[int], everyone: int) -> list[int]:
    """Work out the set of every node from what satisfies each condition (DH-14, DH-15)."""
    sets: list[int] = []
    for bone, mask in zip(skeleton, masks, strict=True):
        if not bone.inputs:
            sets.append(mask & (everyone if bone.parent is None else sets[bone.parent]))
            continue
        joined = sets[bone.inputs[0]]
        for other in bone.inputs[1:]:
            joined = joined & sets[other] if bone.combination == "AND" else joined | sets[other]
        sets.append(joined)
    return sets


def _pool(bone: Bone, sets: list[int], everyone: int) -> int:
    return everyone if bone.parent is None else sets[bone.parent]


@dataclass(frozen=True, slots=True)
class _Ways:
    """The ways, numbered by their bits: of which the final set is made, and which show that a constraint matters."""

    kept: tuple[int, ...]
    lost: tuple[int, ...]
    telling: tuple[tuple[int, ...], ...]


def _ways(skeleton: Skeleton) -> _Ways:
    """Evaluate the skeleton over one imagined entity for each way to satisfy or violate the constraints."""
    nodes = [at for at, bone in enumerate(skeleton) if not bone.inputs]
    count = 1 << len(nodes)
    everyone = (1 << count) - 1
    masks = [everyone] * len(skeleton)
    for place, at in enumerate(nodes):
        masks[at] = _CHECKERS[place] & everyone
    kept = evaluate(skeleton, masks, everyone)[-1]
    telling = []
    for at in nodes:
        without = evaluate(skeleton, [*masks[:at], everyone, *masks[at + 1 :]], everyone)[-1]
        telling.append(_places(without ^ kept))
    return _Ways(_places(kept), _places(everyone ^ kept), tuple(telling))


def _choose_ways(ways: _Ways, entities: int, rng: random.Random) -> tuple[list[int], int]:
    """Give every entity a way: one is kept, then those that show that each constraint matters, then chance.

    Returns also, as bits, the entities whose way must be kept to for that.
    """
    chosen = [_pick(ways.kept, rng)]
    open_nodes = list(range(len(ways.telling)))
    rng.shuffle(open_nodes)
    while open_nodes and len(chosen) < entities:
        looks = [_pick(ways.telling[open_nodes[0]], rng) for _ in range(_LOOKS)]
        best = max(looks, key=lambda way: sum(way in ways.telling[node] for node in open_nodes))
        chosen.append(best)
        open_nodes = [node for node in open_nodes if best not in ways.telling[node]]
    witnesses = len(chosen)
    while len(chosen) < entities:
        chosen.append(_pick(ways.kept if rng.random() < _KEPT else ways.lost, rng))
    order = rng.sample(range(entities), entities)
    return [chosen[at] for at in order], sum([1 << place for place, at in enumerate(order) if at < witnesses])


def _masks(skeleton: Skeleton, chosen: list[int], everyone: int) -> list[int]:
    """Turn ways by entity into entities by node."""
    masks, place = [], 0
    for bone in skeleton:
        if bone.inputs:
            masks.append(everyone)
            continue
        masks.append(sum([1 << entity for entity, way in enumerate(chosen) if way >> place & 1]))
        place += 1
    return masks


def _pick(among: tuple[int, ...], rng: random.Random) -> int:
    return among[int(rng.random() * len(among))]


def _places(mask: int) -> tuple[int, ...]:
    return tuple([at for at in range(mask.bit_length()) if mask >> at & 1])


def _is_lively(skeleton: Skeleton, sets: list[int], everyone: int) -> bool:
    """Say if the end is neither nobody nor everybody, and each node differs from what it builds on."""
    if sets[-1] in (0, everyone):
        return False
    for bone, found in zip(skeleton, sets, strict=True):
        if found == 0 or any(found == sets[below] for below in bone.inputs):
            return False
        if not bone.inputs and found == _pool(bone, sets, everyone):
            return False
    return True


# For each constraint, in which of the numbered ways it is satisfied: every 2nd one on, every 2nd pair on …
_CHECKERS = tuple(
    [sum([1 << way for way in range(1 << MOST_CONSTRAINTS) if way >> place & 1]) for place in range(MOST_CONSTRAINTS)]
)
