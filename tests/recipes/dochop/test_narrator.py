"""The text of a document tells its trace and nothing else, and reads back to it (DH-36 to DH-43)."""

from __future__ import annotations

import random
from decimal import Decimal
from typing import Literal

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evidoc.errors import InvalidRecord, Reject, UnknownName
from evidoc.pages.length import word_count
from evidoc.recipes.dochop._genres import genre_names
from evidoc.recipes.dochop._labels import choose_label
from evidoc.recipes.dochop._narrator import (
    LONGEST,
    SHORTEST,
    Narrative,
    narrate,
    numbered_by_place,
    read_narrative,
    said_at,
    sentences_of,
)
from evidoc.recipes.dochop._pools import pool_named, pools
from evidoc.recipes.dochop._records import (
    ChartSchema,
    CompositionNode,
    Condition,
    ConstraintNode,
    Parameters,
    Pool,
    SchemaKind,
    Tree,
)
from tests.recipes.dochop.instances import some_schema, some_schemas, some_tree

FAST = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
KINDS: tuple[SchemaKind, ...] = ("TS", "GR", "SN", "TS")


def told(seed: int, genre: str, *, language: str = "", size: int = 5) -> tuple[Narrative, Tree, tuple[ChartSchema, ...], Pool]:
    rng = random.Random(seed)
    pool = rng.choice(pools(language))
    schemas = some_schemas(pool, rng, kinds=KINDS)
    tree = some_tree(schemas, rng, size=size)
    return narrate(tree, schemas, pool, label=choose_label(pool, rng), genre=genre, rng=rng), tree, schemas, pool


def test_there_are_six_genres() -> None:
    """DH-39."""
    assert len(genre_names()) >= 6


@FAST
@given(st.integers(0, 10**9), st.sampled_from(genre_names()), st.sampled_from(["en", "zh"]), st.integers(1, 7))
def test_a_text_reads_back_to_its_trace(seed: int, genre: str, language: str, size: int) -> None:
    """DH-39, DH-40, X-17: the round trip recovers the tree exactly, up to the numbering of its nodes."""
    narrative, tree, schemas, pool = told(seed, genre, language=language, size=size)
    assert read_narrative(narrative.text, schemas, pool) == numbered_by_place(tree)


@FAST
@given(st.integers(0, 10**9), st.sampled_from(genre_names()), st.sampled_from(["en", "zh"]))
def test_a_text_has_the_length_of_a_page(seed: int, genre: str, language: str) -> None:
    narrative, *_ = told(seed, genre, language=language, size=2)
    assert SHORTEST <= word_count(narrative.text) <= LONGEST


@FAST
@given(st.integers(0, 10**9), st.sampled_from(genre_names()))
def test_every_node_has_its_sentence_and_the_label_its_definition(seed: int, genre: str) -> None:
    narrative, tree, _, _ = told(seed, genre)
    assert [clause.node for clause in narrative.clauses] == [node.id for node in tree.nodes]
    sentences = sentences_of(narrative.text)
    assert all(said_at(narrative, clause.sentence) in sentences for clause in narrative.clauses)
    assert all(said_at(narrative, clause.words) in said_at(narrative, clause.sentence) for clause in narrative.clauses)
    assert "no other" in said_at(narrative, narrative.definition) or "其他" in said_at(narrative, narrative.definition)


def test_the_same_seed_gives_the_same_text() -> None:
    assert told(7, "audit-memo")[0] == told(7, "audit-memo")[0]


def test_a_trace_of_forty_nodes_does_not_fit_a_page() -> None:
    with pytest.raises((Reject, InvalidRecord)):
        told(3, "audit-memo", size=18)


def test_an_unknown_genre_is_named() -> None:
    with pytest.raises(UnknownName, match="audit"):
        told(1, "audit")


HOTELS = pool_named("city-hotels")


def example(combination: Literal["AND", "OR"] = "AND") -> tuple[Tree, tuple[ChartSchema, ...]]:
    """Case G09: 2024-06: Items Sold >= 45 AND Returns < 5, in the names of our hotels."""
    rng = random.Random(2)
    schemas = (
        msgspec.structs.replace(some_schema(HOTELS, rng, kind="TS", number=0, metric="Linens Replaced"), group=""),
        msgspec.structs.replace(some_schema(HOTELS, rng, kind="TS", number=1, metric="Complaints Logged"), group=""),
    )
    first = Condition(rule="THR_TIME", chart="A", parameters=Parameters(column="Jun 2024", operator=">=", threshold=Decimal(450)))
    second = Condition(rule="THR_TIME", chart="B", parameters=Parameters(column="Jun 2024", operator="<", threshold=Decimal(25)))
    nodes = (
        ConstraintNode(id=4, parent=None, condition=first),
        ConstraintNode(id=9, parent=None, condition=second),
        CompositionNode(id=2, combination=combination, inputs=(4, 9)),
    )
    return Tree(nodes=nodes), schemas


def text_of(tree: Tree, schemas: tuple[ChartSchema, ...]) -> str:
    rng = random.Random(5)
    return narrate(tree, schemas, HOTELS, label=choose_label(HOTELS, rng), genre="award-policy", rng=rng).text


def test_and_is_told_otherwise_than_or() -> None:
    """Case G09: a text whose logic is changed reads as another trace."""
    tree, schemas = example("AND")
    other, _ = example("OR")
    assert read_narrative(text_of(tree, schemas), schemas, HOTELS) == numbered_by_place(tree)
    assert read_narrative(text_of(other, schemas), schemas, HOTELS) == numbered_by_place(other) != numbered_by_place(tree)
    assert "both the first roll and the second roll" in text_of(tree, schemas)


def test_a_label_given_to_another_list_is_refused() -> None:
    tree, schemas = example()
    text = text_of(tree, schemas)
    label = next(sentence for sentence in sentences_of(text) if "no other" in sentence)
    with pytest.raises(InvalidRecord, match="should be the last one"):
        read_narrative(text.replace(label, label.replace("third", "second")), schemas, HOTELS)


def test_lists_out_of_turn_are_refused() -> None:
    tree, schemas = example()
    text = text_of(tree, schemas)
    with pytest.raises(InvalidRecord, match="comes next"):
        read_narrative(text.replace("first roll", "fourth roll"), schemas, HOTELS)


def test_a_text_without_a_trace_is_refused() -> None:
    _, schemas = example()
    with pytest.raises(InvalidRecord, match="0 lists"):
        read_narrative("Nothing is said here. It is 3.5 days long.", schemas, HOTELS)
