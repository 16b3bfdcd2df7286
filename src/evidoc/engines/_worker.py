"""What runs inside a worker process: one function, task after task, until the pipe closes."""

from __future__ import annotations

import ctypes
import os
import pickle
import resource
import signal
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from evidoc.engines._outcome import Failure, Limits, Outcome, attempt

_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2)


class Setup(NamedTuple):
    """The first message to a worker: the pickled function, and how far it may go."""

    function: bytes
    limits: Limits


class Ready(NamedTuple):
    """A worker's first message: it can take tasks, or why it cannot."""

    trouble: str = ""


class Done(NamedTuple):
    """What became of a task, and whether the worker ends now."""

    outcome: Outcome[object]
    is_last: bool


def main(descriptor: int, parent: int) -> None:
    """Serve the pipe of a parent process, and end when that process does."""
    _die_with(parent)
    os.set_inheritable(descriptor, False)  # a program that a task starts must not keep the pipe open
    serve(Connection(descriptor))


def serve(connection: Connection) -> None:
    """Import the function, then run tasks until the pipe closes or this worker is used up."""
    setup: Setup = pickle.loads(connection.recv_bytes())
    try:
        function = pickle.loads(setup.function)
        _hold(setup.limits)
    except Exception as error:
        _send(connection, Ready(trouble=f"{type(error).__name__}: {error}"))
        return
    _send(connection, Ready())
    count = 0
    while (job := _next_job(connection)) is not None:
        count += 1
        outcome = _run(function, *job)
        done = Done(outcome, is_last=_is_used_up(setup.limits, count=count, outcome=outcome))
        _send(connection, done)
        if done.is_last:
            return


def resident_bytes() -> int:
    """Give how much memory this process holds now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _die_with(parent: int) -> None:
    ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:  # it died before the call above
        sys.exit(1)


def _hold(limits: Limits) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if limits.memory is not None:
        resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))


def _next_job(connection: Connection) -> tuple[int, bytes] | None:
    try:
        return pickle.loads(connection.recv_bytes())  # type: ignore[no-any-return]
    except EOFError:
        return None


def _run(function: Callable[[object], object], index: int, task: bytes) -> Outcome[object]:
    return attempt(lambda packed: function(pickle.loads(packed)), index, task)


def _is_used_up(limits: Limits, *, count: int, outcome: Outcome[object]) -> bool:
    if outcome.failure is not None and outcome.failure.error == "MemoryError":
        return True  # what is left of the heap would fail the next task for this one's fault
    if limits.tasks_per_worker is not None and count >= limits.tasks_per_worker:
        return True
    return limits.memory is not None and resident_bytes() > limits.memory // 4  # it leaks, or its heap is torn


def _send(connection: Connection, message: Ready | Done) -> None:
    try:
        packed = pickle.dumps(message)
    except Exception as error:
        assert isinstance(message, Done)
        failure = Failure(kind="raised", error=type(error).__name__, message=f"the value cannot be sent back: {error}")
        lost: Outcome[object] = Outcome(index=message.outcome.index, failure=failure, seconds=message.outcome.seconds)
        packed = pickle.dumps(message._replace(outcome=lost))
    connection.send_bytes(packed)
