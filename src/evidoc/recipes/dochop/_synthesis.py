"""Tables from requirements: natural values, then the least repair that meets every demand.

All conditions on one chart are one requirement set, solved without looking at other charts (DH-29). Every table is
checked by measuring each rule anew, with the reading margin on both sides (DH-23, DH-31, DH-33, DH-35).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evidoc.recipes.dochop._demands import Demands
from evidoc.recipes.dochop._frame import Chart, Frame
from evidoc.recipes.dochop._natural import natural_cells, without_ties
from evidoc.recipes.dochop._records import ChartSchema, ChartTable, Condition, ConstraintNode, Tree
from evidoc.recipes.dochop._rules import RULES
from evidoc.recipes.dochop._settle import settle

_BRANCHES = 20  # fresh choices of which cell meets what; 99.7 % of requirement sets are met in so many (docs/why/dochop.md)
_TRIAL_BRANCHES = 1  # choices after which requirements that a trace could do without are called too hard
_UNCLEAR_ROUNDS = 4  # times that entities of which nothing is asked are moved off a border


@dataclass(frozen=True, slots=True)
class Requirement:
    """A condition and what each entity of the chart must do: satisfy it, violate it, or either (None), but clearly."""

    condition: Condition
    wanted: tuple[bool | None, ...]


def requirements(tree: Tree, wanted: Mapping[int, tuple[bool | None, ...]]) -> dict[str, tuple[Requirement, ...]]:
    """Gather the constraint nodes of each chart into one requirement set (DH-29); `wanted` is by node id."""
    gathered: dict[str, list[Requirement]] = {}
    for node in tree.nodes:
        if isinstance(node, ConstraintNode):
            gathered.setdefault(node.condition.chart, []).append(Requirement(node.condition, wanted[node.id]))
    return {chart: tuple(found) for chart, found in gathered.items()}


def synthesise(schema: ChartSchema, wanted: Sequence[Requirement], rng: random.Random) -> ChartTable | None:
    """Give a table that meets all requirements with their margins, or None where none was found."""
    frame = Frame(schema)
    rows = find_rows(frame, wanted, rng)
    if rows is None:
        return None
    value = frame.value
    return ChartTable(chart=schema.id, values=tuple(tuple([value(cell) for cell in row]) for row in rows))


def find_rows(frame: Frame, wanted: Sequence[Requirement], rng: random.Random) -> list[list[int]] | None:
    """As `synthesise`, in whole numbers."""
    rows = _repair(frame, wanted, rng, branches=_BRANCHES)
    return rows and without_ties(frame, rows, lambda moved: meets(Chart(frame, moved), wanted), rng)


def go_together(frame: Frame, wanted: Sequence[Requirement], rng: random.Random) -> bool:
    """Say if requirements of one chart can be met together, as far as a few tries show (DH-22)."""
    return _repair(frame, wanted, rng, branches=_TRIAL_BRANCHES) is not None


def _repair(frame: Frame, wanted: Sequence[Requirement], rng: random.Random, *, branches: int) -> list[list[int]] | None:
    for _ in range(branches):
        demands = demand_all(frame, wanted, rng)
        if demands is None:
            continue
        cells = natural_cells(demands)
        if settle(demands, cells) and _clear(demands, cells, wanted):
            return _rows(frame, cells)
    return None


def demand_all(frame: Frame, wanted: Sequence[Requirement], rng: random.Random) -> Demands | None:
    """Write down what the requirements ask of the cells, choosing where there is a choice; None where that clashes."""
    demands = Demands(frame, rng)
    for requirement in rng.sample(wanted, len(wanted)) if len(wanted) > 1 else wanted:
        condition = requirement.condition
        if not RULES[condition.rule].demand(demands, condition.parameters, requirement.wanted):
            return None
    return demands if demands.are_possible() else None


def meets(chart: Chart, wanted: Sequence[Requirement]) -> bool:
    """Say if a table meets all requirements, every entity at least the margin off every border."""
    return all(not faults_of(chart, requirement) for requirement in wanted)


def faults_of(chart: Chart, requirement: Requirement) -> list[int]:
    """Give the rows of the entities that are on the wrong side of a condition or too near its border."""
    condition = requirement.condition
    distances = RULES[condition.rule].measure(chart, condition.parameters)
    near = chart.frame.margin * distances.weight
    faults = []
    for entity, (value, want) in enumerate(zip(distances.values, requirement.wanted, strict=True)):
        if -near < value < near or (want is not None and want is not (value > 0)):
            faults.append(entity)
    return faults


def _clear(demands: Demands, cells: list[int], wanted: Sequence[Requirement]) -> bool:
    """Move free entities off the borders, adding demands for them; say if all requirements are met then."""
    for _ in range(_UNCLEAR_ROUNDS):
        chart = Chart(demands.frame, _rows(demands.frame, cells))
        faulty = [(requirement, faults_of(chart, requirement)) for requirement in wanted]
        if not any(found for _, found in faulty):
            return True
        if not all(_take_a_side(demands, requirement, found) for requirement, found in faulty):
            return False
        if not demands.are_possible() or not settle(demands, cells):
            return False
    return False


def _take_a_side(demands: Demands, requirement: Requirement, faulty: list[int]) -> bool:
    """Demand one side or the other of free entities near a border; those that are bound cannot be helped here."""
    rule = RULES[requirement.condition.rule]
    for entity in faulty:
        if requirement.wanted[entity] is not None:
            return False
        side: list[bool | None] = [None] * len(requirement.wanted)
        side[entity] = demands.rng.random() < 0.5
        if not rule.demand(demands, requirement.condition.parameters, side):
            return False
    return True


def _rows(frame: Frame, cells: list[int]) -> list[list[int]]:
    width = frame.columns
    return [cells[at : at + width] for at in range(0, len(cells), width)]
