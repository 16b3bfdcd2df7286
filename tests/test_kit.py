"""Chance comes from the kit, and only from the seed and the unit's name."""

from __future__ import annotations

from collections.abc import Callable

from evidoc.kit import Kit, Remembered, rng_for


def test_a_units_random_stream_depends_on_seed_and_name_alone() -> None:
    """X-52."""
    first = [rng_for(7, "unit-1").random() for _ in range(2)]
    assert first[0] == first[1]
    assert rng_for(7, "unit-1").random() != rng_for(7, "unit-2").random()
    assert rng_for(7, "unit-1").random() != rng_for(8, "unit-1").random()


def test_an_empty_kit_has_an_empty_corpus_and_nothing_kept() -> None:
    kit = Kit()
    assert (len(kit.corpus), tuple(kit.kept), dict(kit.models)) == (0, (), {})


def test_what_was_worked_out_of_a_thing_is_remembered_until_others_push_it_out() -> None:
    asked: list[str] = []

    def work_out(name: str) -> Callable[[], str]:
        def work() -> str:
            asked.append(name)
            return name

        return work

    remembered: Remembered[str] = Remembered(most=2)
    first, second, third = ["a"], ["a"], ["c"]
    assert [remembered.of(thing, work_out(name)) for thing, name in ((first, "1"), (first, "2"), (second, "3"))] == [
        "1",
        "1",
        "3",
    ]
    remembered.of(third, work_out("4"))
    assert remembered.of(first, work_out("5")) == "5"
    assert (asked, len(remembered)) == (["1", "3", "4", "5"], 2)
