"""A whole trace from a pool: schemas, then the tree with its target sets, then tables that bear it out.

Source: DH-18, DH-20, DH-22, DH-29, DH-33.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evidoc.errors import Reject
from evidoc.models import Model
from evidoc.recipes.dochop._conditions import choose_conditions
from evidoc.recipes.dochop._execution import charts_of, execute
from evidoc.recipes.dochop._frame import Frame
from evidoc.recipes.dochop._records import ChartSchema, ChartTable, CompositionNode, ConstraintNode, Node, Pool, Tree
from evidoc.recipes.dochop._schemas import choose_schemas
from evidoc.recipes.dochop._synthesis import Requirement, requirements, synthesise
from evidoc.recipes.dochop._synthesis_model import synthesise_by_model
from evidoc.recipes.dochop._targets import Targets, choose_targets
from evidoc.recipes.dochop._trees import Skeleton, draw_skeleton
from evidoc.records.record import Record

_RESTARTS = 40  # traces begun before a pool is called unfit for its cell of the grid
_SKELETONS = 12  # skeletons tried for one set of schemas


class Trace(Record, frozen=True, kw_only=True):
    """A reasoning problem without words: what the charts show, the tree, the values, and who satisfies each node.

    `satisfied[id]` are the entities of a node (ids count from 0), in the order of the schemas'; `final` is the sink's. Charts
    that no condition names are distractors of the trace; a question may still ask about them (DH-20). `table_sources` says
    of each table if the program ("rule") or a model made it.
    """

    schemas: tuple[ChartSchema, ...]
    tree: Tree
    tables: tuple[ChartTable, ...]
    satisfied: tuple[tuple[str, ...], ...]
    final: tuple[str, ...]
    table_sources: tuple[str, ...] = ()

    @property
    def used_charts(self) -> tuple[str, ...]:
        """The charts that the tree looks at, in the order of the page."""
        named = {node.condition.chart for node in self.tree.nodes if isinstance(node, ConstraintNode)}
        return tuple(schema.id for schema in self.schemas if schema.id in named)


def build_trace(pool: Pool, *, depth: int, charts: int, rng: random.Random, writer: Model | None = None) -> Trace:
    """Build one verified trace of a depth over so many charts.

    A `writer` is asked for the table of every chart that has conditions (DH-30); what does not verify is made here instead.

    Raises:
        Reject: `pool_too_small` (entities, moments or metrics are missing), `no_rule_fits` (the metrics give no rules for
            the drawn targets), `no_table_found` (no values met the requirements); always after many fresh starts.
        UsageError: A depth or number of charts that instances do not have.
    """
    reason = "no_rule_fits"
    for _ in range(_RESTARTS):
        schemas = choose_schemas(pool, charts=charts, rng=rng, least_entities=depth + 1)
        plan = _plan(schemas, depth, rng)
        if plan is None:
            continue
        reason = "no_table_found"
        trace = _bear_out(schemas, plan, _Maker(pool, rng, writer))
        if trace is not None:
            return trace
    raise Reject(reason, f"pool {pool.id}, depth {depth}, {charts} charts, {_RESTARTS} starts")


@dataclass(frozen=True, slots=True)
class _Plan:
    skeleton: Skeleton
    targets: Targets
    conditions: dict[int, Requirement]


@dataclass(frozen=True, slots=True)
class _Maker:
    """Who makes tables: the program, or a model first."""

    pool: Pool
    rng: random.Random
    writer: Model | None

    def make(self, schema: ChartSchema, wanted: Sequence[Requirement]) -> tuple[ChartTable | None, str]:
        """Give a table and where it is from."""
        source = "rule"
        if self.writer is not None and wanted:
            written = synthesise_by_model(self.writer, schema, wanted, pool=self.pool, rng=self.rng)
            if written.table is not None:
                return written.table, written.by
            source = f"rule, because {written.fault} ({written.by})"
        return synthesise(schema, wanted, self.rng), source


def _plan(schemas: Sequence[ChartSchema], depth: int, rng: random.Random) -> _Plan | None:
    frames = [Frame(schema) for schema in schemas]
    for _ in range(_SKELETONS):
        skeleton = draw_skeleton(depth, rng)
        targets = choose_targets(skeleton, frames[0].entities, rng)
        conditions = choose_conditions(skeleton, targets, frames, rng) if targets else None
        if targets and conditions:
            return _Plan(skeleton, targets, conditions)
    return None


def _bear_out(schemas: tuple[ChartSchema, ...], plan: _Plan, maker: _Maker) -> Trace | None:
    """Find a table for every chart on its own, then execute the tree and compare with the targets."""
    tree = _tree(plan.skeleton, plan.conditions)
    wanted = requirements(tree, {node: requirement.wanted for node, requirement in plan.conditions.items()})
    tables, sources = [], []
    for schema in schemas:
        table, source = maker.make(schema, wanted.get(schema.id, ()))
        if table is None:
            return None
        tables.append(table)
        sources.append(source)
    satisfied = tuple(execute(tree, charts_of(schemas, tables)).values())
    if satisfied != _names(plan.targets, schemas[0].entities):
        return None
    return Trace(
        schemas=schemas,
        tree=tree,
        tables=tuple(tables),
        satisfied=satisfied,
        final=satisfied[-1],
        table_sources=tuple(sources),
    )


def _tree(skeleton: Skeleton, conditions: Mapping[int, Requirement]) -> Tree:
    nodes: list[Node] = []
    for at, bone in enumerate(skeleton):
        if bone.inputs:
            nodes.append(CompositionNode(id=at, combination=bone.combination, inputs=bone.inputs))
        else:
            nodes.append(ConstraintNode(id=at, parent=bone.parent, condition=conditions[at].condition))
    return Tree(nodes=tuple(nodes))


def _names(targets: Targets, entities: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Write the target sets with names."""
    return tuple([tuple([name for at, name in enumerate(entities) if found >> at & 1]) for found in targets.sets])
