"""Tasks handed out in order and outcomes given back in order, however the work between them runs."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Generic, Protocol, TypeVar

from evidoc.engines._outcome import Outcome

T = TypeVar("T")
R = TypeVar("R")
T_contra = TypeVar("T_contra", contravariant=True)

AHEAD = 32  # tasks a worker that may be finished before the oldest one: with it, one slow task in 32 idles nobody


class Crew(Protocol[T_contra, R]):
    """Workers that take tasks and give outcomes, in any order."""

    @property
    def has_room(self) -> bool:
        """Whether one more task can be given."""

    @property
    def is_busy(self) -> bool:
        """Whether an outcome is still to come."""

    def give(self, index: int, task: T_contra) -> None:
        """Start one task."""

    def next(self) -> Outcome[R]:
        """Wait for whichever task is finished next."""

    def close(self) -> None:
        """Send the workers home; tasks that still run are given up."""


class Window(Generic[T, R]):
    """The stretch of tasks that are under way; it bounds what is held in memory."""

    def __init__(self, tasks: Iterable[T], *, size: int, on_done: Callable[[Outcome[R]], None] | None) -> None:
        """Take tasks as they are asked for, never more than `size` beyond the oldest unfinished one."""
        self._tasks = enumerate(tasks)
        self._size = size
        self._on_done = on_done
        self._done: dict[int, Outcome[R]] = {}
        self._taken = 0
        self._given = 0

    def take(self) -> tuple[int, T] | None:
        """Give the next task with its index; None where there is none, or none may be begun yet."""
        if self._taken - self._given >= self._size:
            return None
        job = next(self._tasks, None)
        if job is not None:
            self._taken += 1
        return job

    def finish(self, outcome: Outcome[R]) -> None:
        """Keep an outcome until its turn comes, telling who wants to know at once."""
        if self._on_done is not None:
            self._on_done(outcome)
        self._done[outcome.index] = outcome

    def ready(self) -> Iterator[Outcome[R]]:
        """Give the outcomes whose turn it is."""
        while self._given in self._done:
            outcome = self._done.pop(self._given)
            self._given += 1
            yield outcome


def work_off(crew: Crew[T, R], window: Window[T, R]) -> Generator[Outcome[R], None, None]:
    """Keep a crew busy with the tasks of a window and give the outcomes in task order."""
    try:
        while True:
            while crew.has_room and (job := window.take()) is not None:
                crew.give(*job)
            if not crew.is_busy:
                return
            window.finish(crew.next())
            yield from window.ready()
    finally:
        crew.close()
