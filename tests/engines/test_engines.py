"""The same questions put to every engine: order, failures, memory, clear refusals."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evidoc.engines import Limits, Outcome, names, run_tasks
from evidoc.errors import UnknownName, UsageError
from evidoc.shelf import part
from tests.engines import tasks

ENGINES = ("inline", "processes", "threads")


def without_time(outcomes: Iterator[Outcome[object]]) -> list[Outcome[object]]:
    return [replace(outcome, seconds=0.0) for outcome in outcomes]


def test_the_room_has_three_engines_and_the_shelf_finds_the_same() -> None:
    assert names() == ENGINES
    assert all(part("engines", name).function("run") for name in ENGINES)


@pytest.mark.parametrize("engine", ENGINES)
def test_results_come_in_task_order_whatever_finishes_first(engine: str) -> None:
    outcomes = list(run_tasks(tasks.late, range(40), engine=engine, workers=4))
    assert [outcome.value for outcome in outcomes] == list(range(40))
    assert [outcome.index for outcome in outcomes] == list(range(40))


@pytest.mark.parametrize("engine", ENGINES)
def test_no_tasks_give_no_results(engine: str) -> None:
    assert list(run_tasks(tasks.double, [], engine=engine, workers=3)) == []


@pytest.mark.parametrize("engine", ENGINES)
def test_on_done_is_told_of_each_outcome_once(engine: str) -> None:
    seen: list[int] = []
    list(run_tasks(tasks.late, range(30), engine=engine, workers=3, on_done=lambda outcome: seen.append(outcome.index)))
    assert sorted(seen) == list(range(30))


@pytest.mark.parametrize("engine", ["threads", "processes"])
def test_on_done_is_told_in_the_order_of_finishing(engine: str) -> None:
    seen: list[float | None] = []
    list(run_tasks(tasks.sleep, [0.6, 0.0], engine=engine, workers=2, on_done=lambda outcome: seen.append(outcome.value)))
    assert seen == [0.0, 0.6]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_task_that_raises_is_a_failure_with_its_status_and_place_and_the_rest_goes_on(engine: str) -> None:
    outcomes = list(run_tasks(tasks.kind_of_trouble, [2, 3, 4], engine=engine, workers=2))
    assert [outcome.value for outcome in outcomes] == [4, None, 8]
    failure = outcomes[1].failure
    assert failure is not None
    assert (failure.kind, failure.error, failure.status) == ("raised", "UnreadableDocument", "encrypted")
    assert failure.message == "3: cannot be read; give another number"
    assert failure.place.startswith("tasks.py:")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_task_that_exits_is_a_failure_not_the_end(engine: str) -> None:
    outcomes = list(run_tasks(tasks.kind_of_trouble, [11, 1], engine=engine, workers=1))
    assert outcomes[0].failure is not None
    assert outcomes[0].failure.error == "SystemExit"
    assert outcomes[1].value == 2


@pytest.mark.parametrize("engine", ENGINES)
def test_an_exception_that_cannot_be_pickled_is_reported_all_the_same(engine: str) -> None:
    (outcome,) = run_tasks(tasks.raise_unpicklable, [1], engine=engine)
    assert outcome.failure is not None
    assert outcome.failure.message == "1 and 2"


@pytest.mark.parametrize("engine", ENGINES)
def test_tasks_are_taken_a_bounded_stretch_ahead(engine: str) -> None:
    """Memory is flat because the tasks of a million are not taken before their turn is near."""
    taken = 0

    def numbers() -> Iterator[int]:
        nonlocal taken
        while taken < 3_000:
            yield taken
            taken += 1

    for outcome in run_tasks(tasks.double, numbers(), engine=engine, workers=2):
        assert taken - outcome.index <= 64


@pytest.mark.parametrize("engine", ["inline", "threads"])
def test_memory_does_not_grow_with_the_number_of_tasks(engine: str) -> None:
    peaks = []
    for count in (2_000, 40_000):
        tracemalloc.start()
        total = sum(1 for _ in run_tasks(tasks.double, range(count), engine=engine, workers=2))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert total == count
    assert peaks[1] < peaks[0] + 100_000


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.integers(0, 10_000), max_size=60))
def test_any_engine_and_number_of_workers_gives_the_same(numbers: list[int]) -> None:
    expected = without_time(run_tasks(tasks.slow_json, numbers, engine="inline"))
    for engine, workers in (("threads", 1), ("threads", 8), ("processes", 1), ("processes", 2)):
        assert without_time(run_tasks(tasks.slow_json, numbers, engine=engine, workers=workers)) == expected


def test_eight_processes_give_the_same_as_one() -> None:
    expected = without_time(run_tasks(tasks.slow_json, range(100), engine="inline"))
    assert without_time(run_tasks(tasks.slow_json, range(100), engine="processes", workers=8)) == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_a_source_of_tasks_that_raises_ends_the_work_with_its_error(engine: str) -> None:
    def broken() -> Iterator[int]:
        yield 1
        raise OSError("the list of tasks is gone")

    with pytest.raises(OSError, match="the list of tasks is gone"):
        list(run_tasks(tasks.double, broken(), engine=engine))


@pytest.mark.parametrize("engine", ENGINES)
def test_results_may_be_left_unread(engine: str) -> None:
    with closing(run_tasks(tasks.late, range(1_000), engine=engine, workers=2)) as outcomes:
        assert next(outcomes).value == 0


def test_a_thread_that_is_interrupted_does_not_leave_the_caller_waiting() -> None:
    def interrupt(number: int) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(run_tasks(interrupt, [1], engine="threads"))


def test_an_unknown_engine_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="did you mean threads"):
        run_tasks(tasks.double, [1], engine="thread")


def test_no_workers_are_refused() -> None:
    with pytest.raises(UsageError, match="workers=0; at least one"):
        run_tasks(tasks.double, [1], workers=0)


def test_limits_default_to_none() -> None:
    assert Limits() == Limits(seconds=None, memory=None, tasks_per_worker=None)
