"""check: a Bench → each check's verdict on each item, written beside the items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from evidoc.checks import STANDARD
from evidoc.checks._kept import Kept
from evidoc.engines import run_tasks
from evidoc.errors import BudgetSpent, EvidocError, Waiting
from evidoc.flow._kits import kit_of
from evidoc.flow._making import compares, verdict_of
from evidoc.flow._roles import NO_ROLES, Roles, asked_by, spending
from evidoc.flow.work import Progress, Work
from evidoc.records.bench import Bench, open_bench
from evidoc.records.item import Item, Verdict
from evidoc.records.record import Record
from evidoc.records.store import read_rows, write_rows
from evidoc.shelf import part


class ItemVerdict(Record, frozen=True, kw_only=True):
    """One check's verdict on one item: a row of `verdicts.jsonl`."""

    item: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class CheckSummary:
    """How many items there are, how many pass, how many fall for which "check: reason", and how many were not checked.

    An item passes where it falls for no check and at least one could judge it; `not_checked` counts by "check: why" the
    items that a check could not judge, for want of a model, and `unjudged` those that no check judged. `waiting` items
    need a reply that is not there yet; they have no verdicts, and checking again goes on. `tokens` and `cost` in US
    dollars are what the models took in this call.
    """

    bench: Path
    items: int
    kept: int
    reasons: dict[str, int]
    waiting: int = 0
    not_checked: dict[str, int] = field(default_factory=dict)
    unjudged: int = 0
    remarks: tuple[str, ...] = ()
    tokens: int = 0
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class CheckTask:
    """One item of a bench and the checks that need nothing but it and its documents."""

    bench: Path
    item: Item
    checks: tuple[str, ...]
    roles: Roles = NO_ROLES


_WORK = Work()
VERDICTS = "verdicts.jsonl"
NOT_ASKED = "not_asked"  # the reason of a verdict that keeps an item because nobody could be asked


def verdicts_of(bench: Bench) -> Iterator[ItemVerdict]:
    """Give what the checks said when the items of a bench were last checked again, if they were."""
    if (bench.folder / VERDICTS).is_file():
        yield from read_rows(bench.folder / VERDICTS, ItemVerdict)


def check(bench: Path, *, checks: Sequence[str] | None = None, roles: Roles = NO_ROLES, work: Work = _WORK) -> CheckSummary:
    """Run checks again over all items; write `verdicts.jsonl`, item by item in the order of the checks.

    The items stay as they are. A check that compares sees the items before each one, whether they pass or not.
    `roles` are the models that checks ask; a check without its model says what a program can decide.

    Raises:
        EvidocError: A check itself failed; the message names the item.
        BudgetSpent: The job has used what it may; replies are kept, so that checking again with a higher limit goes on.
    """
    opened = open_bench(bench)
    specs = tuple(part("checks", spec).spec for spec in (STANDARD if checks is None else checks))
    rows: list[ItemVerdict] = []
    count_of = _Counts()
    with spending(roles, bench) as budget:
        for item, verdicts in _judged(opened, specs, asked_by(roles, work), work):
            rows += [ItemVerdict(item=item.id, verdict=verdict) for verdict in verdicts or ()]
            count_of.add(verdicts)
            work.progress(Progress("check", done=count_of.items, kept=count_of.passed, rejected=count_of.fallen))
        used = (budget.tokens, round(budget.cost, 9))
    write_rows(bench / VERDICTS, rows)
    return CheckSummary(
        bench=bench,
        items=count_of.items,
        kept=count_of.passed,
        reasons=dict(sorted(count_of.reasons.items())),
        waiting=count_of.waiting,
        not_checked=dict(sorted(count_of.not_checked.items())),
        unjudged=count_of.unjudged,
        remarks=roles.remarks,
        tokens=used[0],
        cost=used[1],
    )


@dataclass(slots=True)
class _Counts:
    """What became of the items so far: passed, fallen, unjudged and waiting add up to them."""

    items: int = 0
    passed: int = 0
    fallen: int = 0
    unjudged: int = 0
    waiting: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    not_checked: Counter[str] = field(default_factory=Counter)

    def add(self, verdicts: Sequence[Verdict] | None) -> None:
        """Count one item; None stands for one that waits for a reply."""
        self.items += 1
        if verdicts is None:
            self.waiting += 1
            return
        unasked = [verdict for verdict in verdicts if verdict.kept and verdict.reason == NOT_ASKED]
        self.not_checked.update(f"{verdict.check}: {verdict.detail}" for verdict in unasked)
        reasons = [f"{verdict.check}: {verdict.reason}" for verdict in verdicts if not verdict.kept]
        self.reasons.update(reasons)
        self.fallen += bool(reasons)
        self.unjudged += not reasons and len(unasked) == len(verdicts)
        self.passed += not reasons and len(unasked) < len(verdicts)


def check_task(task: CheckTask) -> tuple[Verdict, ...]:
    """Put one item through its checks, in whatever process."""
    kit = kit_of(_bench(task.bench).corpus, roles=task.roles, folder=task.bench)
    return tuple(verdict_of(task.item, spec, kit) for spec in task.checks)


def _judged(bench: Bench, specs: tuple[str, ...], roles: Roles, work: Work) -> Iterator[tuple[Item, list[Verdict] | None]]:
    """Give each item with its verdicts, or None where they wait for a reply."""
    alone = tuple(spec for spec in specs if not compares(spec))
    items = list(bench.items())
    outcomes = run_tasks(
        check_task,
        (CheckTask(bench.folder, item, alone, roles) for item in items),
        engine=work.engine,
        workers=work.workers,
    )
    kept = Kept()
    kit = kit_of(bench.corpus, roles=roles, folder=bench.folder, kept=kept)
    with closing(outcomes):
        for item, outcome in zip(items, outcomes, strict=True):
            if outcome.failure is not None and outcome.failure.error == Waiting.__name__:
                yield item, None
                continue
            if outcome.failure is not None and outcome.failure.error == BudgetSpent.__name__:
                raise BudgetSpent(outcome.failure.message)
            if outcome.failure is not None or outcome.value is None:
                raise EvidocError(f"item {item.id} could not be checked: {outcome.failure}; nothing is written")
            found = dict(zip(alone, outcome.value, strict=True))
            yield item, [found[spec] if spec in found else verdict_of(item, spec, kit) for spec in specs]
            kept.add(item)


@lru_cache(maxsize=4)
def _bench(folder: Path) -> Bench:
    return open_bench(folder)
