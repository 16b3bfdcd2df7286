"""Running tasks so that what is finished is never lost, and never done twice."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Generic, TypeVar

from evidoc.engines._journal import Journal
from evidoc.engines._outcome import NO_LIMITS, Limits, Outcome
from evidoc.engines._run import run_tasks
from evidoc.errors import UsageError

T = TypeVar("T")


def run_journaled(  # noqa: PLR0913  (run_tasks, and what to do with what is already there)
    function: Callable[[T], bytes],
    keyed_tasks: Iterable[tuple[str, T]],
    *,
    journal: Journal,
    retry_failed: bool = False,
    engine: str = "processes",
    workers: int = 1,
    limits: Limits = NO_LIMITS,
    on_done: Callable[[Outcome[bytes]], None] | None = None,
    undecided: Container[str] = (),
) -> Generator[Outcome[bytes], None, None]:
    """Run a function over keyed tasks and give the outcomes in task order; journal each when it is finished.

    The function gives one line of JSON. A task whose key the journal has is not run; its outcome is
    read from there. Failures are journaled too: resuming is not retrying, which `retry_failed` is.
    `on_done` is told of what is run now, in the order of finishing, once it is journaled. `undecided` names
    errors that settle nothing, as that a reply is not there yet: they are not journaled, so that resuming tries again.

    Raises:
        UsageError: Two tasks have one key.
    """
    queue = _Queue(keyed_tasks, journal, retry_failed=retry_failed, undecided=undecided)

    def finish(outcome: Outcome[bytes]) -> None:
        placed = queue.record(outcome)
        if on_done is not None:
            on_done(placed)

    fresh = run_tasks(function, queue.to_run(), engine=engine, workers=workers, limits=limits, on_done=finish)
    return _in_order(queue, fresh)


def _in_order(queue: _Queue[T], fresh: Generator[Outcome[bytes], None, None]) -> Generator[Outcome[bytes], None, None]:
    with closing(fresh):
        for outcome in fresh:
            yield from queue.recalled()
            yield replace(outcome, index=queue.pass_one())
        yield from queue.recalled()


class _Queue(Generic[T]):
    """Keyed tasks in order: which of them are to be run, and which the journal has."""

    def __init__(
        self, keyed_tasks: Iterable[tuple[str, T]], journal: Journal, *, retry_failed: bool, undecided: Container[str]
    ) -> None:
        self._tasks = enumerate(keyed_tasks)
        self._journal = journal
        self._retry_failed = retry_failed
        self._undecided = undecided
        self._seen: set[str] = set()
        self._running: dict[int, tuple[int, str]] = {}  # the engine's number → our index and key
        self._waiting: deque[str | None] = deque()  # what is not given yet: a key of the journal, or None for a task that runs
        self._given = 0

    def to_run(self) -> Iterator[T]:
        """Give the tasks that the journal lacks, as the engine asks for them."""
        count = 0
        for index, (key, task) in self._tasks:
            if key in self._seen:
                raise UsageError(f"two tasks have the key {key!r}; a key names one task")
            self._seen.add(key)
            if self._is_finished(key):
                self._waiting.append(key)
                continue
            self._waiting.append(None)
            self._running[count] = index, key
            count += 1
            yield task

    def record(self, outcome: Outcome[bytes]) -> Outcome[bytes]:
        """Journal an outcome of the engine, where it settles something, and give it with our index."""
        index, key = self._running.pop(outcome.index)
        placed = replace(outcome, index=index)
        if outcome.failure is None or outcome.failure.error not in self._undecided:
            self._journal.put(key, placed)
        return placed

    def recalled(self) -> Iterator[Outcome[bytes]]:
        """Give the journaled outcomes whose turn it is."""
        while self._waiting and (key := self._waiting[0]) is not None:
            outcome = self._journal.get(key)
            yield replace(outcome, index=self.pass_one())

    def pass_one(self) -> int:
        """Move on by one task and give its index."""
        self._waiting.popleft()
        self._given += 1
        return self._given - 1

    def _is_finished(self, key: str) -> bool:
        return key in self._journal and not (self._retry_failed and self._journal.has_failed(key))
