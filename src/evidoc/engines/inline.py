"""One task after another in this process.

For debugging and for tests: an exception's place is easy to step into. Limits are not held,
because nothing outside the task could stop it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

from evidoc.engines._outcome import NO_LIMITS, Limits, Outcome, attempt

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
    """Run the tasks here, one by one, whatever `workers` says."""
    for index, task in enumerate(tasks):
        outcome = attempt(function, index, task)
        if on_done is not None:
            on_done(outcome)
        yield outcome
