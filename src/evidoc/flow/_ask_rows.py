"""The rows of a run: which items are asked, what their outcomes say, and what they add up to."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from itertools import islice

from evidoc.engines import Failure, Journal, Outcome
from evidoc.errors import BudgetSpent, UnknownName, Waiting
from evidoc.flow._asking import Asker
from evidoc.flow.work import Progress, Work
from evidoc.records.item import Item
from evidoc.records.record import from_json
from evidoc.records.reply import ReplyStatus
from evidoc.records.score import Run

_ASKED_AGAIN = Failure(kind="raised", error="AskedAgain", message="the reply is asked for again")
_MOST_DETAIL = 500
_EARLY = 5  # replies after which it is said that all of them are empty or errors


class Plan:
    """The items in order, each asked or left out because the job has used what it may."""

    def __init__(self, asker: Asker, journal: Journal) -> None:
        """Take items as the engine asks for them."""
        self._asker = asker
        self._journal = journal
        self._order: deque[tuple[str, bool]] = deque()
        self.recalled = 0  # items whose reply the journal had
        self.waiting = 0  # items whose reply is not there yet

    @property
    def total(self) -> int | None:
        """How many items there are to ask, where the bench says it."""
        counted = len(set(self._asker.options.items)) or self._asker.opened.header.counts.get("items")
        limit = self._asker.options.limit
        return counted if counted is None or limit is None else min(counted, limit)

    def tasks(self) -> Iterator[tuple[str, Item]]:
        """Give the items that have a reply in the journal, and as many others as the budget lasts for."""
        wanted = frozenset(self._asker.options.items)
        items = (item for item in self._asker.opened.items() if not wanted or item.id in wanted)
        for item in islice(items, self._asker.options.limit):
            is_known = is_answered(self._journal, item.id)
            self.recalled += is_known
            is_asked = is_known or not self._asker.budget.is_spent
            self._order.append((item.id, is_asked))
            if is_asked:
                yield item.id, item

    def left_out(self) -> Iterator[Run]:
        """Give the rows of the items that were left out before the next outcome."""
        while self._order and not self._order[0][1]:
            yield self._not_asked(self._order.popleft()[0], self._asker.budget.reached)

    def row_of(self, outcome: Outcome[bytes]) -> Run:
        """Give the row of the next outcome; what failed on our side was not asked, what took its worker down was."""
        item, _ = self._order.popleft()
        if outcome.value is not None:
            return run_of(outcome.value)
        failure = outcome.failure
        assert failure is not None  # an outcome has one or the other
        if failure.error in (BudgetSpent.__name__, Waiting.__name__):
            self.waiting += failure.error == Waiting.__name__
            return self._not_asked(item, failure.message)
        place = f" ({failure.place})" if failure.place else ""
        detail = f"{failure.error}: {failure.message}{place}"[:_MOST_DETAIL]
        return self._not_asked(item, detail, status="not_asked" if failure.kind == "raised" else "provider_error")

    def _not_asked(self, item: str, detail: str, *, status: ReplyStatus = "not_asked") -> Run:
        asker = self._asker
        return Run(item=item, system=asker.system.name, status=status, access=asker.options.access, tries=0, detail=detail)


class Tally:
    """What the rows add up to, without keeping them."""

    def __init__(self) -> None:
        """Count nothing yet."""
        self.outcomes: Counter[str] = Counter()
        self.tokens = 0
        self.cost = 0.0
        self._first: dict[str, str] = {}

    def add(self, row: Run) -> None:
        """Count a row."""
        self.outcomes[row.status] += 1
        self.tokens += row.usage.input + row.usage.output
        self.cost += row.usage.cost or 0.0
        if row.status != "answered" and row.detail:
            self._first.setdefault(row.status, f"{row.status}, first item {row.item}: {row.detail}")

    @property
    def counts(self) -> dict[str, int]:
        """How many rows there are, and how many of each outcome."""
        return {"items": sum(self.outcomes.values()), **dict(sorted(self.outcomes.items()))}

    @property
    def remarks(self) -> tuple[str, ...]:
        """The first of each thing that went wrong; before them, that nothing has text, as a system that is wired wrongly."""
        asked = self.outcomes.total() - self.outcomes["not_asked"]
        empty = (f"all {asked} replies have no text",) if asked > 1 and self.outcomes["empty"] == asked else ()
        return (*empty, *(self._first[status] for status in sorted(self._first)))


class Reporter:
    """Tells how far the asking is; what the journal had is counted as done."""

    def __init__(self, plan: Plan, work: Work) -> None:
        """Begin with nothing asked."""
        self._plan, self._work = plan, work
        self._done = 0
        self._fresh = Tally()

    def tell(self, outcome: Outcome[bytes]) -> None:
        """Count one outcome and say so."""
        self._done += 1
        if outcome.value is not None:
            self._fresh.add(run_of(outcome.value))
        good = self._fresh.outcomes["answered"]
        self._work.progress(
            Progress(
                stage="ask",
                done=self._plan.recalled + self._done,
                total=self._plan.total,
                kept=good,
                failed=sum(self._fresh.outcomes.values()) - good,
                tokens=self._fresh.tokens,
                cost=self._fresh.cost,
                note=self._alike() if outcome.value is not None else "",
            )
        )

    def _alike(self) -> str:
        """Say once, early, that nothing comes back: that is how a system is wired, and the rest will be the same."""
        statuses = self._fresh.outcomes
        if statuses.total() != _EARLY or len(statuses) > 1 or not statuses.keys() <= {"empty", "provider_error"}:
            return ""
        return f"the first {_EARLY} replies are all alike: {'; '.join(self._fresh.remarks)}"


def refuse_unknown_items(asker: Asker) -> None:
    """Refuse to ask items that the bench has not.

    Raises:
        UnknownName: The bench has no item of one of the names; near ones are proposed.
    """
    if not asker.options.items:
        return
    known = {item.id: None for item in asker.opened.items()}
    for name in asker.options.items:
        if name not in known:
            raise UnknownName(name, kind="item", known=tuple(known))


def is_answered(journal: Journal, item: str) -> bool:
    """Say whether the journal has a reply of an item, good or bad."""
    return item in journal and not journal.has_failed(item)


def reopen(journal: Journal, asker: Asker, *, retry_failed: bool) -> None:
    """Mark for asking the items that nobody was asked, and where it is wished those with a provider error.

    Other failures in the journal need no mark: they are items that never reached the system.
    """
    again = {"not_asked", "provider_error"} if retry_failed else {"not_asked"}
    for item in asker.opened.items() if len(journal) else ():
        if is_answered(journal, item.id) and run_of(journal.get(item.id).value or b"").status in again:
            journal.put(item.id, Outcome(index=0, failure=_ASKED_AGAIN))


def run_of(line: bytes) -> Run:
    """Read a row that this run has journaled."""
    return from_json(line, Run, place="asking.jsonl")
