"""Skeletons, target sets and schemas of DocHop: depth, variety, and no idle node (DH-06…DH-21)."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.errors import InvalidRecord, Reject, UsageError
from evidoc.recipes.dochop._panels import panels_of
from evidoc.recipes.dochop._records import Combination, CompositionNode, Node, Parameters, Tree
from evidoc.recipes.dochop._schemas import chart_types, choose_schemas, overlap
from evidoc.recipes.dochop._targets import choose_targets, evaluate
from evidoc.recipes.dochop._trees import MOST_CONSTRAINTS, Bone, Skeleton, depth_of, draw_skeleton, sink_of
from tests.recipes.dochop_traces import HOTELS, POOLS, SCHOOLS, constraint, metric, schema_of, shape_of


def _filter(id: int, parent: int | None = None) -> Node:
    return constraint(id, parent, "MONOTONE", Parameters(direction="up"))


def _join(id: int, *inputs: int, combination: Combination = "AND") -> Node:
    return CompositionNode(id=id, combination=combination, inputs=inputs)


def _tree(*nodes: Node) -> Tree:
    return Tree(nodes=nodes)


@pytest.mark.parametrize(
    ("tree", "depth", "shape"),
    [
        (_tree(_filter(0)), 1, "c"),
        (_tree(_filter(0), _filter(1, 0)), 2, "c(c)"),
        (_tree(_filter(0), _filter(1), _join(2, 0, 1)), 2, "[c,c]"),
        (_tree(_filter(0), _filter(1), _join(2, 0, 1), _filter(3, 2)), 3, "c([c,c])"),
        (_tree(_filter(0), _filter(1, 0), _filter(2), _join(3, 1, 2)), 3, "[c,c(c)]"),
        (_tree(_filter(0), _filter(1, 0), _filter(2, 0), _join(3, 1, 2), _filter(4, 3)), 4, "c([c(c),c(c)])"),
    ],
)
def test_depth_counts_filters_and_joins_on_the_longest_path(tree: Tree, depth: int, shape: str) -> None:
    """DH-12, on six trees by hand."""
    assert (depth_of(tree), shape_of(tree)) == (depth, shape)


def test_a_tree_has_one_end() -> None:
    """DH-17."""
    assert sink_of(_tree(_filter(0), _filter(1, 0))) == 1
    with pytest.raises(InvalidRecord, match="2 nodes on which no other builds"):
        sink_of(_tree(_filter(0), _filter(1)))


def test_nodes_come_after_those_that_they_build_on() -> None:
    with pytest.raises(InvalidRecord, match="node 1 builds on node 2, which does not come before it"):
        depth_of(_tree(_filter(1, 2), _filter(2)))


def _as_tree(skeleton: Skeleton) -> Tree:
    return _tree(*(_join(at, *bone.inputs) if bone.inputs else _filter(at, bone.parent) for at, bone in enumerate(skeleton)))


@given(seed=st.integers(0, 10**6), depth=st.sampled_from((2, 3, 4, 5)))
def test_a_drawn_skeleton_has_the_asked_depth_and_one_end(seed: int, depth: int) -> None:
    """DH-11, DH-12, DH-15, DH-17, DH-43."""
    skeleton = draw_skeleton(depth, random.Random(seed))
    tree = _as_tree(skeleton)
    assert depth_of(tree) == depth
    assert sink_of(tree) == len(skeleton) - 1
    assert all(len(set(bone.inputs)) >= 2 for bone in skeleton if bone.inputs)
    assert 2 <= sum(not bone.inputs for bone in skeleton) <= MOST_CONSTRAINTS


def test_skeletons_are_of_many_shapes() -> None:
    """DH-19: over 500 at depth 4 at least 8 shapes, none above 40 %; chains and joins both occur."""
    shapes = Counter(shape_of(_as_tree(draw_skeleton(4, random.Random(seed)))) for seed in range(500))
    assert len(shapes) >= 8
    assert shapes.most_common(1)[0][1] <= 200
    assert shapes["c(c(c(c)))"] > 0


@given(seed=st.integers(0, 10**6))
def test_a_join_is_not_joined_by_its_own_operator(seed: int) -> None:
    """AND of an AND would be one AND of three; the words could not tell them apart."""
    skeleton = draw_skeleton(5, random.Random(seed))
    for bone in skeleton:
        inner = {skeleton[below].combination for below in bone.inputs if skeleton[below].inputs}
        assert inner != {bone.combination} or not bone.inputs


def test_other_depths_are_refused() -> None:
    with pytest.raises(UsageError, match="depth of 6; it may be 2, 3, 4, 5"):
        draw_skeleton(6, random.Random(0))


@given(seed=st.integers(0, 10**6), depth=st.sampled_from((2, 3, 4, 5)), entities=st.integers(6, 8))
def test_every_constraint_removes_somebody_and_every_join_changes_something(seed: int, depth: int, entities: int) -> None:
    """DH-14, DH-15, DH-17, DH-21."""
    rng = random.Random(seed)
    skeleton = draw_skeleton(depth, rng)
    targets = choose_targets(skeleton, entities, rng)
    if targets is None:
        return
    everyone = (1 << entities) - 1
    assert list(targets.sets) == evaluate(skeleton, list(targets.satisfying), everyone)
    assert 1 <= targets.sets[-1].bit_count() <= entities - 1
    for bone, found in zip(skeleton, targets.sets, strict=True):
        if bone.inputs:
            assert all(found != targets.sets[below] for below in bone.inputs)
        else:
            pool = everyone if bone.parent is None else targets.sets[bone.parent]
            assert 0 < found < pool and found & ~pool == 0


def test_leaving_out_a_constraint_nearly_always_changes_the_final_set() -> None:
    """DH-21: an ablation of every node; only large trees over few entities have a node that changes its own set alone."""
    idle = nodes = 0
    for seed in range(200):
        rng = random.Random(seed)
        skeleton = draw_skeleton(2 + seed % 4, rng)
        targets = choose_targets(skeleton, 8, rng)
        for at, bone in enumerate(skeleton if targets else ()):
            assert targets is not None
            if not bone.inputs:
                masks = [255 if place == at else mask for place, mask in enumerate(targets.satisfying)]
                idle += evaluate(skeleton, masks, 255)[-1] == targets.sets[-1]
                nodes += 1
    assert nodes > 500
    assert idle / nodes < 0.02


def test_a_skeleton_with_too_few_entities_gets_no_targets() -> None:
    chain = (Bone(), Bone(parent=0), Bone(parent=1))
    assert choose_targets(chain, 2, random.Random(0)) is None


def test_entities_out_of_the_pool_may_do_either_unless_they_show_that_a_node_matters() -> None:
    """DH-32."""
    free = 0
    for seed in range(50):
        targets = choose_targets((Bone(), Bone(parent=0)), 8, random.Random(seed))
        assert targets is not None
        assert None not in targets.wanted(0, 8)
        free += targets.wanted(1, 8).count(None)
    assert free > 0


@given(seed=st.integers(0, 10**6), charts=st.sampled_from((2, 3, 4, 6)), pool=st.sampled_from(POOLS))
def test_charts_of_a_document_show_different_quantities_of_the_same_entities(seed: int, charts: int, pool: object) -> None:
    """DH-06, DH-07, DH-09, also where a scatter chart shows two metrics."""
    assert pool in POOLS
    schemas = choose_schemas(POOLS[POOLS.index(pool)], charts=charts, rng=random.Random(seed))
    assert len(panels_of(schemas)) == charts
    assert [schema.id for schema in schemas] == list("ABCDEFGHIJKL"[: len(schemas)])
    assert len({schema.entities for schema in schemas}) == 1
    assert 4 <= len(schemas[0].entities) <= 8
    assert len({(schema.metric.name, schema.timestamp, schema.group) for schema in schemas}) == len(schemas)
    assert not any(overlap(one, other) for one in schemas for other in schemas if one.id < other.id)
    assert all(schema.columns and schema.title for schema in schemas)


def test_a_scatter_chart_shows_two_metrics_of_one_moment() -> None:
    """X-22: they stand one after the other, and both go in steps that an axis can show."""
    drawn = [choose_schemas(HOTELS, charts=3, rng=random.Random(seed)) for seed in range(120)]
    pairs = [panel for schemas in drawn for panel in panels_of(schemas) if panel.across is not None]
    assert len(pairs) >= 20
    for panel in pairs:
        assert panel.across is not None
        assert chart_types(panel.schema) == ("scatter",)
        assert {schema.kind for schema in panel.schemas} == {"SN"}
        assert panel.across.timestamp == panel.schema.timestamp
        assert panel.across.metric.name != panel.schema.metric.name
        assert all((s.metric.high - s.metric.low) / s.metric.least <= 100 for s in panel.schemas)


def test_only_shallow_traces_have_so_few_entities_that_an_area_chart_can_show_them() -> None:
    """DH-10, DH-21: a chain of four constraints needs five entities."""
    fewest = {depth: {len(choose_schemas(HOTELS, charts=2, rng=random.Random(seed), least_entities=depth + 1)[0].entities)
                      for seed in range(80)} for depth in (2, 3, 4, 5)}  # fmt: skip
    assert {depth: min(sizes) for depth, sizes in fewest.items()} == {2: 4, 3: 4, 4: 5, 5: 6}


def test_all_kinds_of_chart_occur() -> None:
    """DH-08."""
    kinds = Counter(schema.kind for seed in range(60) for schema in choose_schemas(HOTELS, charts=4, rng=random.Random(seed)))
    assert min(kinds["TS"], kinds["GR"], kinds["SN"]) >= 20


def test_a_total_overlaps_with_its_groups_but_two_groups_do_not() -> None:
    total, north, south = schema_of("TS"), schema_of("TS", group="North"), schema_of("TS", group="South")
    assert overlap(total, north) and overlap(north, schema_of("GR")) and overlap(total, schema_of("SN"))
    assert not overlap(north, south)
    assert not overlap(total, msgspec.structs.replace(total, metric=metric("Costs", "0", "100")))


def test_a_pool_without_enough_is_rejected_with_the_reason() -> None:
    few_entities = msgspec.structs.replace(SCHOOLS, entities=SCHOOLS.entities[:4])
    few_moments = msgspec.structs.replace(SCHOOLS, timestamps=SCHOOLS.timestamps[:3])
    coarse = msgspec.structs.replace(SCHOOLS, metrics=(metric("Grade", "1", "5"),))
    for pool in (few_entities, few_moments, coarse):
        with pytest.raises(Reject, match="pool_too_small: pool schools"):
            choose_schemas(pool, charts=3, rng=random.Random(0))


def test_other_numbers_of_charts_are_refused() -> None:
    with pytest.raises(UsageError, match="a document of 5 charts; it may have 2, 3, 4, 6"):
        choose_schemas(HOTELS, charts=5, rng=random.Random(0))


@pytest.mark.parametrize(
    ("kind", "entities", "additive", "types"),
    [
        ("TS", 4, True, "line grouped_bar area"),
        ("TS", 4, False, "line grouped_bar"),
        ("GR", 4, True, "grouped_bar radar stacked_bar"),
        ("GR", 4, False, "grouped_bar radar"),
        ("SN", 4, True, "bar horizontal_bar lollipop pie donut"),
        ("SN", 4, False, "bar horizontal_bar lollipop"),
    ],
)
def test_only_chart_types_that_can_show_a_schema_are_offered(kind: str, entities: int, additive: bool, types: str) -> None:
    """DH-10."""
    schema = schema_of(kind, entities=entities, additive=additive)  # type: ignore[arg-type]
    assert chart_types(schema) == tuple(types.split())
