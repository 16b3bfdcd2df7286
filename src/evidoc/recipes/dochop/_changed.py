"""Who would bear the label if the trace were another: a condition added, dropped, or with another threshold (DH-53).

A condition that is dropped lets everyone through that its node is given.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from evidoc.recipes.dochop._ground import Ground, Slots
from evidoc.recipes.dochop._records import CompositionNode, Condition, ConstraintNode
from evidoc.recipes.dochop._rules import RULES


def satisfied_by(g: Ground, condition: Condition, among: Collection[str]) -> frozenset[str] | None:
    """Give those of several that meet a condition, None where one of them is within the reading margin of its border."""
    chart = g.charts[condition.chart]
    distances = RULES[condition.rule].measure(chart, condition.parameters)
    places = [chart.frame.entity_at[name] for name in among]
    if g.strict and any(abs(distances.values[at]) < chart.frame.margin * distances.weight for at in places):
        return None
    g.note(condition, among)
    return frozenset(chart.schema.entities[at] for at in places if distances.holds(at))


def members_if(g: Ground, s: Slots) -> tuple[str, ...] | None:
    """Execute the trace with the condition of one node changed to `s.condition`, or dropped where that is None.

    What is read are the values that the changed condition looks at, and those of entities that only now reach a later one.
    """
    found: dict[int, frozenset[str]] = {}
    for node in g.trace.tree.nodes:
        if isinstance(node, CompositionNode):
            sets = [found[entry] for entry in node.inputs]
            found[node.id] = frozenset.intersection(*sets) if node.combination == "AND" else frozenset.union(*sets)
        else:
            given = frozenset(g.everyone) if node.parent is None else found[node.parent]
            kept = given & _met(g, node, given) if node.id != s.node else given
            if node.id == s.node and s.condition is not None:
                changed = satisfied_by(g, s.condition, sorted(given))
                if changed is None:
                    return None
                kept = changed
            found[node.id] = kept
    last = found[g.trace.tree.nodes[-1].id]
    return tuple(name for name in g.everyone if name in last)


def with_threshold(condition: Condition, threshold: object) -> Condition:
    """Give a condition with another threshold."""
    return msgspec.structs.replace(condition, parameters=msgspec.structs.replace(condition.parameters, threshold=threshold))


def _met(g: Ground, node: ConstraintNode, given: frozenset[str]) -> frozenset[str]:
    """Give all that meet a node's condition; the tables bear it out with their margins, so none is asked for here."""
    if node.id not in g.met:
        chart = g.charts[node.condition.chart]
        g.met[node.id] = frozenset(RULES[node.condition.rule].satisfied(chart, node.condition.parameters))
    fresh = given.difference(g.everyone if node.parent is None else g.trace.satisfied[node.parent])
    if fresh:
        g.note(node.condition, fresh)
    return g.met[node.id]
