"""How a strategy's work is spread over workers, and where it notes what it could not use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from evidoc.engines import run_tasks
from evidoc.errors import EvidocError
from evidoc.records.groups import Unlinked

T = TypeVar("T")
R = TypeVar("R")


@dataclass(slots=True)
class Job:
    """One strategy at work: an engine with workers, which change no group, and the notes that grow meanwhile.

    `unlinked` are the documents, or things in them, that were left out and why; `counts` what was counted on the way.
    """

    name: str = ""
    engine: str = "inline"
    workers: int = 1
    unlinked: list[Unlinked] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

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

    def leave_out_rest(self, documents: Iterable[str], *, grouped: Collection[str]) -> None:
        """Note `no_partner` of the documents that got neither a group nor a reason."""
        noted = {row.document for row in self.unlinked}
        for document in documents:
            if document not in grouped and document not in noted:
                self.leave_out(document, "no_partner")

    def leave_out(self, document: str, reason: str, detail: str = "") -> None:
        """Note a document that cannot be used, with a reason code."""
        self.unlinked.append(Unlinked(document=document, by=self.name, reason=reason, detail=detail))
