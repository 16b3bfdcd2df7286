"""How a stage is worked off: engine, workers, resuming, progress. None of it changes a byte of the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evidoc.errors import UsageError


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a stage is; `kept` counts valid outputs, not attempts; `noun` says what is counted, where that is not plain.

    `note` is a sentence to be said at once.
    """

    stage: str
    done: int
    total: int | None = None
    kept: int = 0
    rejected: int = 0
    failed: int = 0
    tokens: int = 0
    cost: float = 0.0
    noun: str = ""
    note: str = ""


def _silent(progress: Progress) -> None:
    """Show nothing."""


@dataclass(frozen=True, slots=True)
class Work:
    """The part of a stage's options that only changes speed and survival.

    `resume` goes on where a stopped run of the same settings ended; `retry_failed` also asks
    again what had failed. `progress` is told after each task.
    """

    engine: str = "processes"
    workers: int = 1
    resume: bool = False
    retry_failed: bool = False
    progress: Callable[[Progress], None] = _silent


def refuse_counts_below_one(**counts: int | None) -> None:
    """Refuse numbers of things of which at least one is meant; None says that there is no such limit.

    Raises:
        UsageError: One is 0 or negative; the message has its name.
    """
    for name, count in counts.items():
        if count is not None and count < 1:
            raise UsageError(f"{name}={count} leaves nothing; give at least 1")
