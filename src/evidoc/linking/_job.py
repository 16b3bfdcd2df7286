"""How a strategy's work is spread over workers, which model it may ask, and where it notes what it could not use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import TypeVar

from evidoc.engines import Journal, Outcome, run_journaled, run_tasks
from evidoc.errors import BudgetSpent, EvidocError, Waiting
from evidoc.models import Model
from evidoc.records.groups import Unlinked

T = TypeVar("T")
R = TypeVar("R")

_UNDECIDED = (Waiting.__name__, BudgetSpent.__name__)


@dataclass(frozen=True, slots=True)
class Writer:
    """The model that a strategy may ask: `open` gives it in whatever process, so it travels where a model cannot.

    What is answered is kept in the `journal`, where there is one, and not asked again; what failed is, if `retry_failed`.
    `told` is called after each answer.
    """

    open: Callable[[], Model]
    journal: Journal | None = None
    retry_failed: bool = False
    told: Callable[[], None] = lambda: None


@dataclass(slots=True)
class Job:
    """One strategy at work: an engine with workers, which change no group, and the notes that grow meanwhile.

    `unlinked` are the documents, or things in them, that were left out and why; `counts` what was counted on the way. `writer`
    is the model that may be asked, None where a program decides; `waiting` counts its replies that are not there yet.
    """

    name: str = ""
    engine: str = "inline"
    workers: int = 1
    unlinked: list[Unlinked] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    writer: Writer | None = None
    waiting: int = 0

    def run(self, function: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """Give what a top-level function makes of each task, in task order.

        Raises:
            EvidocError: A task failed; without it the groups would be others.
        """
        for outcome in run_tasks(function, tasks, engine=self.engine, workers=self.workers):
            if outcome.failure is not None:
                said = f"{outcome.failure.error}: {outcome.failure.message}"
                raise EvidocError(f"linking by {self.name or 'this strategy'} stopped at task {outcome.index} ({said})")
            yield outcome.value  # type: ignore[misc]  # a task without failure has its value

    def ask(self, function: Callable[[T], bytes], tasks: Iterable[tuple[str, T]]) -> Iterator[Outcome[bytes]]:
        """Give what a top-level function that asks the writer makes of each task, as one line of JSON, in task order.

        Each task has a key, by which the journal knows it. A task that fails is an outcome like others; one that waits for its
        reply is counted.

        Raises:
            BudgetSpent: The job has used what it may.
        """
        assert self.writer is not None
        with closing(self._outcomes(function, tasks, self.writer)) as outcomes:  # so that no worker outlives a stop
            for outcome in outcomes:
                if outcome.failure is not None and outcome.failure.error == BudgetSpent.__name__:
                    raise BudgetSpent(outcome.failure.message)
                self.waiting += outcome.failure is not None and outcome.failure.error == Waiting.__name__
                yield outcome

    def _outcomes(
        self, function: Callable[[T], bytes], tasks: Iterable[tuple[str, T]], writer: Writer
    ) -> Generator[Outcome[bytes], None, None]:
        def done(outcome: Outcome[bytes]) -> None:
            writer.told()

        if writer.journal is None:
            alone = (task for _, task in tasks)
            return run_tasks(function, alone, engine=self.engine, workers=self.workers, on_done=done)
        return run_journaled(
            function,
            ((f"{self.name}: {key}", task) for key, task in tasks),
            journal=writer.journal,
            retry_failed=writer.retry_failed,
            engine=self.engine,
            workers=self.workers,
            on_done=done,
            undecided=_UNDECIDED,
        )

    def leave_out_rest(self, documents: Iterable[str], *, grouped: Collection[str]) -> None:
        """Note `no_partner` of the documents that got neither a group nor a reason."""
        noted = {row.document for row in self.unlinked}
        for document in documents:
            if document not in grouped and document not in noted:
                self.leave_out(document, "no_partner")

    def leave_out(self, document: str, reason: str, detail: str = "") -> None:
        """Note a document that cannot be used, with a reason code."""
        self.unlinked.append(Unlinked(document=document, by=self.name, reason=reason, detail=detail))
