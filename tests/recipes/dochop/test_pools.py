"""The bundled pools, and every fault for which a pool is refused (DH-01 to DH-05)."""

from __future__ import annotations

from decimal import Decimal

import msgspec
import pytest

from evidoc.errors import InvalidRecord, UnknownName
from evidoc.recipes.dochop._pool_rules import faults_of_pool, overlap
from evidoc.recipes.dochop._pools import alike, pool_named, pool_of, pools
from evidoc.recipes.dochop._records import Dimension, Metric, Pool

HOTELS = pool_named("city-hotels")
LINEN = HOTELS.metrics[0]


def changed(**fields: object) -> Pool:
    return msgspec.structs.replace(HOTELS, **fields)


def with_metric(**fields: object) -> Pool:
    return changed(metrics=(msgspec.structs.replace(LINEN, **fields), *HOTELS.metrics[1:]))


def test_there_are_forty_pools_and_more_of_many_domains_and_three_in_chinese() -> None:
    assert len(pools()) >= 40
    assert len({pool.domain for pool in pools()}) >= 20
    assert len(pools("zh")) == 3
    assert len(pools("en")) + len(pools("zh")) == len(pools())
    assert len({pool.id for pool in pools()}) == len({pool.topic for pool in pools()}) == len(pools())


@pytest.mark.parametrize("pool", pools(), ids=lambda pool: pool.id)
def test_a_bundled_pool_has_no_fault(pool: Pool) -> None:
    assert faults_of_pool(pool) == []
    assert len(pool.metrics) >= 6  # so that each of six charts can have its own


def test_no_two_pools_are_alike() -> None:
    """DH-04: an overlap of names of at most one half; in fact none shares much."""
    assert alike(pools(), most=0.2) == []


def test_near_duplicates_are_named() -> None:
    twin = changed(id="twin", entities=HOTELS.entities[:-2])
    assert [pair[:2] for pair in alike([HOTELS, twin])] == [("city-hotels", "twin")]
    assert overlap(HOTELS, HOTELS) == 1.0


@pytest.mark.parametrize(
    ("pool", "fault"),
    [
        (changed(entities=HOTELS.entities[:5]), "5 entities; a pool has 6 to 12"),
        (changed(metrics=HOTELS.metrics[:3]), "3 metrics; a pool has 4 to 8"),
        (changed(timestamps=HOTELS.timestamps[:3]), "3 timestamps; a pool has 4 to 12"),
        (changed(dimensions=()), "0 dimensions; a pool has 1 to 3"),
        (changed(dimensions=(Dimension(name="shift", plural="shifts", members=("Day",)),)), "1 groups of 'shift'"),
        (changed(entities=("Old Mill", *HOTELS.entities)), "name 'old mill' is there 2 times"),
        (changed(entities=("Mill", *HOTELS.entities)), "name 'Mill' is within 'Old Mill'"),
        (changed(entities=("A Very Long Name of a Hotel Indeed", *HOTELS.entities)), "1 to 28 can be drawn"),
        (changed(entities=("St. Mary", *HOTELS.entities)), "punctuation mark"),
        (changed(entities=("Motel 6", *HOTELS.entities)), "has a digit"),
        (changed(entities=("Association", *HOTELS.entities)), "stands in the topic"),
        (changed(topic=""), "topic is empty"),
        (changed(topic="Hotels of 2024"), "have a digit"),
        (changed(language="fr"), "narrators speak en and zh"),
        (with_metric(unit=""), "no unit"),
        (with_metric(unit="m2"), "has a digit"),
        (with_metric(unit="shifts"), "is a noun that is counted too"),
        (with_metric(decimals=3), "3 decimals"),
        (with_metric(low=Decimal(900), high=Decimal(200)), "is empty or reversed"),
        (with_metric(low=Decimal(200), high=Decimal(210)), "fewer than 25 steps"),
        (with_metric(low=Decimal("200.5")), "more than 0 decimals"),
        (with_metric(low=Decimal(-5)), "values below 0"),
        (with_metric(unit="%"), "cannot be summed"),
        (with_metric(dimension="region"), "is none of channel, shift"),
        (changed(dimensions=(HOTELS.dimensions[0], *HOTELS.dimensions)), "dimension 'shift' is there 2 times"),
    ],
)
def test_a_fault_is_said(pool: Pool, fault: str) -> None:
    assert any(fault in said for said in faults_of_pool(pool)), faults_of_pool(pool)


def test_a_pool_that_is_not_there_gets_the_nearest_proposed() -> None:
    with pytest.raises(UnknownName, match="city-hotels"):
        pool_named("city-hotel")


TABLE: dict[str, object] = {
    "domain": "d", "topic": "t", "entity": "farm / farms", "kicker": "k", "calendar": "years", "entities": ["A"],
    "dimensions": ["breed / breeds: X, Y"], "metrics": ["Milk | l | 1 | 90 | 0 | + | breed"],
}  # fmt: skip


def test_a_pool_is_read_from_its_table() -> None:
    pool = pool_of("farms", TABLE, calendars={"years": ["year", "years", "2019", "2020"]})
    assert pool.metrics == (
        Metric(name="Milk", unit="l", low=Decimal(1), high=Decimal(90), decimals=0, additive=True, dimension="breed"),
    )
    assert (pool.period, pool.timestamps, pool.language) == ("year", ("2019", "2020"), "en")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"colour": "red"}, "colour"),
        ({"entity": "farm"}, "write singular / plural"),
        ({"metrics": ["Milk | l | 1 | 90"]}, "does not read"),
        ({"metrics": ["Milk | l | a | 90 | 0 | + | breed"]}, "does not read"),
        ({"dimensions": ["breed: X, Y"]}, "write singular / plural"),
    ],
)
def test_a_table_of_another_form_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidRecord, match=message):
        pool_of("farms", TABLE | change, calendars={})


def test_a_table_without_a_field_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="kicker"):
        pool_of("farms", {name: value for name, value in TABLE.items() if name != "kicker"}, calendars={})
