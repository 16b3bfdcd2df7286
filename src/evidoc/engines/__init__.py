"""Running one function over many tasks: results in task order, failures kept apart, work journaled.

An engine is a module with `run(function, tasks, *, workers, limits, on_done)`; none of them
changes what a task gives, only how fast it comes and what survives.
"""

from __future__ import annotations

from evidoc.engines._journal import Journal
from evidoc.engines._journaled import run_journaled
from evidoc.engines._outcome import Failure, FailureKind, Limits, Outcome
from evidoc.engines._own_function import own_function
from evidoc.engines._run import names, run_tasks

__all__ = ["Failure", "FailureKind", "Journal", "Limits", "Outcome", "names", "own_function", "run_journaled", "run_tasks"]
