"""Chance comes from the kit, and only from the seed and the unit's name."""

from __future__ import annotations

from evidoc.kit import Kit, rng_for


def test_a_units_random_stream_depends_on_seed_and_name_alone() -> None:
    """X-52."""
    first = [rng_for(7, "unit-1").random() for _ in range(2)]
    assert first[0] == first[1]
    assert rng_for(7, "unit-1").random() != rng_for(7, "unit-2").random()
    assert rng_for(7, "unit-1").random() != rng_for(8, "unit-1").random()


def test_an_empty_kit_has_an_empty_corpus_and_nothing_kept() -> None:
    kit = Kit()
    assert (len(kit.corpus), tuple(kit.kept), dict(kit.models)) == (0, (), {})
