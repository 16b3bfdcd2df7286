"""Worker processes: for tasks that compute, and for files that may hang, leak or crash their reader.

A task over its time is killed with its worker, a worker that dies costs its own task and no other,
and workers are replaced after a number of tasks or when they hold much memory. Nothing is tried
again without being asked. Workers import the function's module and never the script that runs
(so a script needs no main guard), ignore Ctrl-C, and die with this process.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

from evidoc.engines._crew import Processes
from evidoc.engines._outcome import NO_LIMITS, Limits, Outcome
from evidoc.engines._window import AHEAD, Window, work_off
from evidoc.errors import UsageError

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
    """Run the tasks in `workers` processes of one core each, within the limits.

    Raises:
        UsageError: The function cannot be sent to another process.
    """
    crew: Processes[T, R] = Processes(_packed(function), size=workers, limits=limits)
    return work_off(crew, Window(tasks, size=workers * AHEAD, on_done=on_done))


def _packed(function: Callable[[T], R]) -> bytes:
    name = getattr(function, "__qualname__", repr(function))
    if getattr(function, "__module__", "") == "__main__":
        raise UsageError(f"{name} is defined in the script that runs; put it into a module, or use engine='threads'")
    try:
        return pickle.dumps(function)
    except Exception as error:
        raise UsageError(f"{name} cannot be sent to a worker ({error}); use a top-level function, or engine='threads'") from error
