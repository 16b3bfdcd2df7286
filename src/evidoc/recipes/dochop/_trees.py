"""The shape of reasoning: skeletons of constraint and composition nodes, their depth, and their variety.

Source: DH-11, DH-12, DH-13, DH-15, DH-17, DH-19.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from evidoc.errors import InvalidRecord, UsageError
from evidoc.recipes.dochop._records import DEPTHS, Combination, CompositionNode, ConstraintNode, Tree

MOST_CONSTRAINTS = 7  # more do not fit a narrative of one page (DH-43)
_CHAIN, _HEAD = 0.36, 0.58  # chances of a constraint at the end or at the head; else branches are joined
_THREE = 0.15  # how often three branches are joined rather than two


@dataclass(frozen=True, slots=True)
class Bone:
    """A node without its condition: a constraint under `parent`, or a composition of `inputs`."""

    parent: int | None = None
    inputs: tuple[int, ...] = ()
    combination: Combination = "AND"


Skeleton = tuple[Bone, ...]


def draw_skeleton(depth: int, rng: random.Random) -> Skeleton:
    """Draw a skeleton with exactly this many nodes on its longest path.

    Raises:
        UsageError: A depth that trees may not have.
    """
    if depth not in DEPTHS:
        raise UsageError(f"a reasoning depth of {depth}; it may be {', '.join(map(str, DEPTHS))}")
    while True:
        bones: list[Bone] = []
        _grow(bones, None, depth, rng=rng)
        if sum(not bone.inputs for bone in bones) <= MOST_CONSTRAINTS:
            return tuple(bones)


def depth_of(tree: Tree) -> int:
    """Count the nodes on the longest path, constraints and compositions alike (DH-12).

    Raises:
        InvalidRecord: A node builds on one that does not come before it.
    """
    depths: dict[int, int] = {}
    for node in tree.nodes:
        below = _builds_on(node)
        missing = [id for id in below if id not in depths]
        if missing:
            raise InvalidRecord(f"node {node.id} builds on node {missing[0]}, which does not come before it; order the nodes")
        depths[node.id] = 1 + max((depths[id] for id in below), default=0)
    return max(depths.values(), default=0)


def sink_of(tree: Tree) -> int:
    """Give the id of the one node on which no other builds (DH-17).

    Raises:
        InvalidRecord: There is none or more than one.
    """
    used = {id for node in tree.nodes for id in _builds_on(node)}
    sinks = [node.id for node in tree.nodes if node.id not in used]
    if len(sinks) != 1:
        raise InvalidRecord(f"a tree with {len(sinks)} nodes on which no other builds; it should have exactly one")
    return sinks[0]


def _builds_on(node: ConstraintNode | CompositionNode) -> tuple[int, ...]:
    if isinstance(node, CompositionNode):
        return node.inputs
    return () if node.parent is None else (node.parent,)


def _grow(bones: list[Bone], parent: int | None, levels: int, *, rng: random.Random) -> int:
    """Grow so many further levels upon a node (None: upon all entities), and give the last node."""
    chance = rng.random()
    if levels == 1:
        return _add(bones, Bone(parent=parent))
    if chance < _CHAIN:
        return _add(bones, Bone(parent=_grow(bones, parent, levels - 1, rng=rng)))
    if chance < _HEAD:
        return _grow(bones, _add(bones, Bone(parent=parent)), levels - 1, rng=rng)
    longest = _grow(bones, parent, levels - 1, rng=rng)
    branches = [longest]
    for _ in range(2 if rng.random() < _THREE else 1):
        branches.append(_grow(bones, parent, 1 + int(rng.random() ** 2 * (levels - 1)), rng=rng))
    return _add(bones, Bone(inputs=tuple(sorted(branches)), combination=_combination(bones, branches, rng)))


def _combination(bones: list[Bone], branches: list[int], rng: random.Random) -> Combination:
    """Choose how to join; not as a joined branch itself does, because that would be one joining of more."""
    inner = {bones[branch].combination for branch in branches if bones[branch].inputs}
    if len(inner) == 1:
        return "OR" if inner == {"AND"} else "AND"
    return "AND" if rng.random() < 0.5 else "OR"


def _add(bones: list[Bone], bone: Bone) -> int:
    bones.append(bone)
    return len(bones) - 1
