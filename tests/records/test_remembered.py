"""What was worked out of a thing is remembered by which thing it was."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from evidoc.records.remembered import Remembered


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


def test_threads_share_what_is_remembered() -> None:
    """What one thread lets go while another reads it is no error, and nobody gets what belongs to another thing."""
    remembered: Remembered[int] = Remembered(most=2)
    things = [[number] for number in range(8)]

    def ask(worker: int) -> bool:
        chosen = random.Random(worker).choices(things, k=3000)
        return all(remembered.of(thing, partial(sum, thing)) == thing[0] for thing in chosen)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(ask, range(8)))
    finally:
        sys.setswitchinterval(interval)
    assert len(remembered) == 2


def test_one_thing_can_be_worked_out_while_another_is() -> None:
    """The lock is not held meanwhile, so working out may itself remember."""
    remembered: Remembered[str] = Remembered(most=2)
    outer, inner = ["outer"], ["inner"]
    assert remembered.of(outer, lambda: remembered.of(inner, lambda: "in") + "side") == "inside"
