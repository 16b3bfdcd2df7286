"""Finding an engine by name and running tasks on it."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Generator, Iterable
from importlib.metadata import entry_points
from types import ModuleType
from typing import TypeVar, cast

from evidoc.engines._outcome import NO_LIMITS, Limits, Outcome
from evidoc.errors import UnknownName, UsageError

T = TypeVar("T")
R = TypeVar("R")


def run_tasks(  # noqa: PLR0913  (the one call of all stages: what, over what, and four ways to say how)
    function: Callable[[T], R],
    tasks: Iterable[T],
    *,
    engine: str = "processes",
    workers: int = 1,
    limits: Limits = NO_LIMITS,
    on_done: Callable[[Outcome[R]], None] | None = None,
) -> Generator[Outcome[R], None, None]:
    """Run a function over tasks and give the outcomes in task order, whatever finishes first.

    Tasks are taken a bounded stretch ahead, so memory does not grow with their number. `on_done` is
    told of each outcome at once, in the order of finishing, in the calling process. A task is run
    once: one that fails, hangs or kills its worker is a `Failure`, never tried again (case H04).
    For `processes` the function is importable from a module and tasks are plain data.

    Raises:
        UnknownName: No engine has that name.
        UsageError: `workers` is below 1, or the function cannot be sent to worker processes.
    """
    if workers < 1:
        raise UsageError(f"workers={workers}; at least one is needed")
    run = _engine(engine).run
    return cast("Generator[Outcome[R], None, None]", run(function, tasks, workers=workers, limits=limits, on_done=on_done))


def names() -> tuple[str, ...]:
    """Give the names of all engines: the modules of this room, then those of other packages."""
    own = (module.name for module in pkgutil.iter_modules(_room().__path__))
    return (*sorted(name for name in own if not name.startswith("_")), *sorted(entry_points(group="evidoc.engines").names))


def _engine(name: str) -> ModuleType:
    if name not in names():
        raise UnknownName(name, kind="engine", known=names())
    others = {entry.name: entry for entry in entry_points(group="evidoc.engines")}
    if name in others:
        return cast("ModuleType", others[name].load())
    return importlib.import_module(f"evidoc.engines.{name}")


def _room() -> ModuleType:
    return importlib.import_module("evidoc.engines")
