"""Every wording of every rule reads back to the same condition (DH-25, DH-26, X-17)."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest

from evidoc.errors import InvalidRecord
from evidoc.recipes.dochop._phrase_words import WORDINGS, WORDINGS_ZH
from evidoc.recipes.dochop._phrases import phrase, read_phrase, wordings
from evidoc.recipes.dochop._pools import pool_named, pools
from evidoc.recipes.dochop._records import Condition, Parameters, SchemaKind
from evidoc.recipes.dochop._rules import RULES
from tests.recipes.dochop.instances import some_condition, some_schema, some_schemas

KINDS: tuple[SchemaKind, ...] = ("TS", "GR", "SN", "TS", "GR", "SN")


def test_every_rule_has_three_wordings_in_english_and_two_in_chinese() -> None:
    assert set(WORDINGS) == set(WORDINGS_ZH) == set(RULES)
    assert all(len(set(texts)) >= 3 for texts in WORDINGS.values())
    assert all(len(set(texts)) >= 2 for texts in WORDINGS_ZH.values())


@pytest.mark.parametrize("rule", sorted(RULES))
def test_a_thousand_random_conditions_of_a_rule_read_back(rule: str) -> None:
    rng = random.Random(rule)
    done = 0
    while done < 1000:
        pool = rng.choice(pools())
        schemas = some_schemas(pool, rng, kinds=KINDS)
        for schema in schemas:
            condition = some_condition(schema, rng, rule=rule)
            if condition is not None:
                done += 1
                assert read_phrase(phrase(condition, schema, pool, rng), schemas, pool) == condition


@pytest.mark.parametrize("rule", sorted(RULES))
@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_wording_reads_back(rule: str, language: str) -> None:
    rng = random.Random(rule)
    pool = rng.choice(pools(language))
    condition = None
    while condition is None:
        schemas = some_schemas(pool, rng, kinds=KINDS)
        schema = rng.choice(schemas)
        condition = some_condition(schema, rng, rule=rule)
    texts = {phrase(condition, schema, pool, random.Random(seed)) for seed in range(60)}
    assert len(texts) >= len(wordings(rule, language))
    assert {read_phrase(text, schemas, pool) for text in texts} == {condition}


def test_a_threshold_is_said_with_its_unit_and_the_cell_in_full() -> None:
    pool = pool_named("city-hotels")
    schema = some_schema(pool, random.Random(1), kind="TS", number=0, metric="Linens Replaced")
    slots = Parameters(column="Feb 2024", operator=">=", threshold=Decimal(450))
    condition = Condition(rule="THR_TIME", chart="A", parameters=slots)
    said = {phrase(condition, schema, pool, random.Random(seed)) for seed in range(20)}
    assert "whose Linens Replaced in Feb 2024 came to at least 450 items" in said


def test_a_clause_that_changes_the_operator_reads_as_another_condition() -> None:
    """Case G09: "at least 450" is not "more than 450"."""
    pool = pool_named("city-hotels")
    schemas = (some_schema(pool, random.Random(1), kind="TS", number=0, metric="Linens Replaced"),)
    first = read_phrase("whose Linens Replaced in Feb 2024 came to at least 450 items", schemas, pool)
    second = read_phrase("whose Linens Replaced in Feb 2024 came to more than 450 items", schemas, pool)
    assert (first.parameters.operator, second.parameters.operator) == (">=", ">")


@pytest.mark.parametrize(
    "clause",
    [
        "whose Linens Replaced in Feb 2024 came to at least 450 rooms",
        "whose Linens Replaced in Feb 2025 came to at least 450 items",
        "whose Linens Replaced under Website in Feb 2024 came to at least 450 items",
        "whose Rooms Cleaned in Feb 2024 came to at least 450 rooms",
        "whose Linens Replaced rose in every step from Mar 2024 to Jan 2024",
        "who is nice",
    ],
)
def test_a_clause_that_fits_no_chart_is_refused(clause: str) -> None:
    pool = pool_named("city-hotels")
    schemas = (some_schema(pool, random.Random(1), kind="TS", number=0, metric="Linens Replaced"),)
    with pytest.raises(InvalidRecord, match="should say one condition"):
        read_phrase(clause, schemas, pool)


def test_a_clause_that_fits_two_charts_is_refused() -> None:
    """DH-09: a phrase names exactly one table."""
    pool, rng = pool_named("city-hotels"), random.Random(3)
    first = some_schema(pool, random.Random(1), kind="TS", number=0, metric="Linens Replaced")
    second = None
    while second is None or second.group or second.timestamp != "Feb 2024":
        second = some_schema(pool, rng, kind="SN", number=1, metric="Linens Replaced")
    with pytest.raises(InvalidRecord, match="2 readings"):
        read_phrase("whose Linens Replaced in Feb 2024 came to at least 450 items", (first, second), pool)
