"""Threads of this process: for tasks that wait, such as calls to a model's service.

Nothing is pickled, so any function will do. Limits are not held: a thread cannot be stopped
from outside, so a task that may hang must have a time limit of its own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable
from queue import SimpleQueue
from typing import Generic, TypeVar

from evidoc.engines._outcome import NO_LIMITS, Limits, Outcome, attempt
from evidoc.engines._window import AHEAD, Window, work_off

T = TypeVar("T")
R = TypeVar("R")


def run(
    function: Callable[[T], R],
    tasks: Iterable[T],
    *,
    workers: int = 1,
    limits: Limits = NO_LIMITS,
    on_done: Callable[[Outcome[R]], None] | None = None,
) -> Generator[Outcome[R], None, None]:
    """Run the tasks in `workers` threads; `on_done` is called in the thread that takes the results."""
    return work_off(_Threads(function, workers), Window(tasks, size=workers * AHEAD, on_done=on_done))


class _Threads(Generic[T, R]):
    """A crew of threads, started as tasks come."""

    def __init__(self, function: Callable[[T], R], size: int) -> None:
        self._function = function
        self._size = size
        self._todo: SimpleQueue[tuple[int, T] | None] = SimpleQueue()
        self._done: SimpleQueue[Outcome[R] | BaseException] = SimpleQueue()
        self._started = 0
        self._busy = 0

    @property
    def has_room(self) -> bool:
        return self._busy < self._size

    @property
    def is_busy(self) -> bool:
        return self._busy > 0

    def give(self, index: int, task: T) -> None:
        self._busy += 1
        self._todo.put((index, task))
        if self._started < self._busy:
            # Daemons, so that Ctrl-C does not wait for a call that has no time limit.
            threading.Thread(target=self._serve, daemon=True, name=f"evidoc-{self._started}").start()
            self._started += 1

    def next(self) -> Outcome[R]:
        outcome = self._done.get()
        if isinstance(outcome, BaseException):
            raise outcome
        self._busy -= 1
        return outcome

    def close(self) -> None:
        for _ in range(self._started):
            self._todo.put(None)

    def _serve(self) -> None:
        try:
            while (job := self._todo.get()) is not None:
                self._done.put(attempt(self._function, *job))
        except BaseException as error:  # a thread that dies without a word would leave the caller waiting for ever
            self._done.put(error)
