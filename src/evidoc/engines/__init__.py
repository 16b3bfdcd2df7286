"""Running one function over many tasks: results in task order, failures kept apart, work journaled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

T = TypeVar("T")

FailureKind = Literal["raised", "timeout", "crashed"]


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a task gave no value: the function raised, ran out of time, or its worker died.

    `error` is the name of the exception's class, `message` its text, `status` its `status` attribute if any.
    """

    kind: FailureKind
    error: str
    message: str
    status: str = ""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """What became of the task at `index`: a value, or a failure."""

    index: int
    value: T | None = None
    failure: Failure | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Limits:
    """How far one task or worker may go: seconds a task, bytes of address space a worker, tasks before a worker is replaced."""

    seconds: float | None = None
    memory: int | None = None
    tasks_per_worker: int | None = None
