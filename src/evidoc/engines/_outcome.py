"""What became of a task, and how far a task may go."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Generic, Literal, TypeVar

T = TypeVar("T")
R = TypeVar("R")

FailureKind = Literal["raised", "timeout", "crashed"]


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a task gave no value: the function raised, ran out of time, or its worker died.

    `error` is the name of the exception's class, `message` its text, `status` its `status` attribute
    if any; `place` is the file and line that raised it ("jats.py:120"), for errors nobody foresaw.
    """

    kind: FailureKind
    error: str
    message: str
    status: str = ""
    place: str = ""

    @property
    def told(self) -> str:
        """The failure in words, for code of somebody's own: `KeyError: 'a' (mine.py:12)`."""
        return f"{self.error}: {self.message}{f' ({self.place})' if self.place else ''}"


@dataclass(frozen=True, slots=True)
class Outcome(Generic[R]):
    """What became of the task at `index`: a value, or a failure."""

    index: int
    value: R | None = None
    failure: Failure | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Limits:
    """How far one task or worker may go: seconds a task, bytes of address space a worker, tasks before a worker is replaced.

    Only worker processes can be held to them: a thread cannot be stopped from outside.
    """

    seconds: float | None = None
    memory: int | None = None
    tasks_per_worker: int | None = None


NO_LIMITS = Limits()


def attempt(function: Callable[[T], R], index: int, task: T) -> Outcome[R]:
    """Call the function on one task and keep what it raises as a failure."""
    start = time.perf_counter()
    try:
        value = function(task)
    except (Exception, SystemExit) as error:
        return Outcome(index=index, failure=failure_of(error), seconds=time.perf_counter() - start)
    return Outcome(index=index, value=value, seconds=time.perf_counter() - start)


def failure_of(error: BaseException) -> Failure:
    """Say of an exception what a record can keep."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{PurePath(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    status = getattr(error, "status", "")
    return Failure(
        kind="raised",
        error=type(error).__name__,
        message=str(error),
        status=status if isinstance(status, str) else "",
        place=place,
    )
