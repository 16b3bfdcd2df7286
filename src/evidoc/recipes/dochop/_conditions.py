"""A chart, a rule and its slots for every constraint node, so that exactly its target can satisfy it.

Source: DH-18 (c, d), DH-20, DH-22.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from evidoc.recipes.dochop._frame import Frame
from evidoc.recipes.dochop._panels import panels_of
from evidoc.recipes.dochop._records import Condition, Parameters
from evidoc.recipes.dochop._rule import Draw, Rule
from evidoc.recipes.dochop._rules import RULES
from evidoc.recipes.dochop._synthesis import Requirement, demand_all, go_together
from evidoc.recipes.dochop._targets import Targets
from evidoc.recipes.dochop._trees import Skeleton

_TRIES = 20  # DH-18: rules drawn for one node before the trace is begun anew
_REPEAT = 0.15  # how often a rule may come twice in one trace
_EVERYWHERE = 0.5  # how often a rule that every kind of chart has is taken where there are others


def choose_conditions(
    skeleton: Skeleton, targets: Targets, frames: Sequence[Frame], rng: random.Random
) -> dict[int, Requirement] | None:
    """Choose the condition of every constraint node, by its place in the skeleton; None where no rule fitted one."""
    nodes = [at for at, bone in enumerate(skeleton) if not bone.inputs]
    chosen: dict[int, Requirement] = {}
    for node, frame in zip(nodes, _share_out(len(nodes), frames, rng), strict=True):
        wanted = targets.wanted(node, frame.entities)
        before = list(chosen.values())
        others = (other for other in frames if other is not frame and other.columns > 2)  # should the chart be full
        tried = (_choose(place, wanted, before=before, rng=rng) for place in (frame, *others))
        requirement = next((found for found in tried if found), None)
        if requirement is None:
            return None
        chosen[node] = requirement
    return chosen


def _share_out(nodes: int, frames: Sequence[Frame], rng: random.Random) -> list[Frame]:
    """Give each node a chart: as many different ones as there can be, then any that have room (DH-20).

    Of what a scatter chart shows, the second comes after one of every chart.
    """
    panels = [rng.sample(panel.schemas, len(panel.schemas)) for panel in panels_of([frame.schema for frame in frames])]
    by_id = {frame.schema.id: frame for frame in frames}
    shared = [by_id[panel[0].id] for panel in rng.sample(panels, len(panels))]
    shared = [*shared, *(by_id[panel[1].id] for panel in panels if len(panel) > 1)][:nodes]
    wide = [frame for frame in frames if frame.columns > 2] or list(frames)
    shared += [wide[int(rng.random() * len(wide))] for _ in range(nodes - len(shared))]
    rng.shuffle(shared)
    return shared


def _choose(
    frame: Frame, wanted: tuple[bool | None, ...], *, before: list[Requirement], rng: random.Random
) -> Requirement | None:
    """Draw rules until one fits the target and goes together with what the chart must meet already."""
    possible = [rule for rule in RULES.values() if rule.applicable(frame.schema)]
    used = {requirement.condition.rule for requirement in before}
    there = [requirement for requirement in before if requirement.condition.chart == frame.schema.id]
    for _ in range(_TRIES):
        rule = possible[int(rng.random() * len(possible))]
        if _is_too_frequent(rule, frame, used, rng):
            continue
        parameters = rule.draw(Draw(frame, wanted, rng))
        if parameters is None or any(_are_at_odds(rule, parameters, requirement, frame) for requirement in there):
            continue
        requirement = Requirement(Condition(rule=rule.name, chart=frame.schema.id, parameters=parameters), wanted)
        if go_together(frame, [*there, requirement], rng) if there else demand_all(frame, [requirement], rng):
            return requirement
    return None


def _is_too_frequent(rule: Rule, frame: Frame, used: set[str], rng: random.Random) -> bool:
    """Leave out most repetitions, and some of the rules that would otherwise be most of all rules."""
    if rule.name in used and rng.random() > _REPEAT:
        return True
    return len(rule.kinds) == 3 and frame.columns > 1 and rng.random() > _EVERYWHERE


def _are_at_odds(rule: Rule, parameters: Parameters, requirement: Requirement, frame: Frame) -> bool:
    """Say if two conditions on one chart look at the same column, where there are others, or are of one rule and window."""
    other = requirement.condition
    if parameters.column and frame.columns > 2:
        return parameters.column in (other.parameters.column, other.parameters.other)
    return other.rule == rule.name and parameters.window == other.parameters.window
