"""check: a Bench → each check's verdict on each item, written beside the items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from evidoc.checks import STANDARD
from evidoc.checks._kept import Kept
from evidoc.engines import run_tasks
from evidoc.errors import EvidocError
from evidoc.flow._making import compares, verdict_of
from evidoc.flow.work import Progress, Work
from evidoc.kit import Kit
from evidoc.records.bench import Bench, open_bench
from evidoc.records.item import Item, Verdict
from evidoc.records.record import Record
from evidoc.records.store import write_rows
from evidoc.shelf import part


class ItemVerdict(Record, frozen=True, kw_only=True):
    """One check's verdict on one item: a row of `verdicts.jsonl`."""

    item: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class CheckSummary:
    """How many items there are, how many pass all checks, and how many fall for which "check: reason"."""

    bench: Path
    items: int
    kept: int
    reasons: dict[str, int]


@dataclass(frozen=True, slots=True)
class CheckTask:
    """One item of a bench and the checks that need nothing but it and its documents."""

    bench: Path
    item: Item
    checks: tuple[str, ...]


_WORK = Work()


def check(bench: Path, *, checks: Sequence[str] | None = None, work: Work = _WORK) -> CheckSummary:
    """Run checks again over all items; write `verdicts.jsonl`, item by item in the order of the checks.

    The items stay as they are. A check that compares sees the items before each one, whether they pass or not.

    Raises:
        EvidocError: A check itself failed; the message names the item.
    """
    opened = open_bench(bench)
    specs = tuple(part("checks", spec).spec for spec in (STANDARD if checks is None else checks))
    rows: list[ItemVerdict] = []
    fallen: Counter[str] = Counter()
    passed = 0
    for count, (item, verdicts) in enumerate(_judged(opened, specs, work), 1):
        rows += [ItemVerdict(item=item.id, verdict=verdict) for verdict in verdicts]
        fallen.update(f"{verdict.check}: {verdict.reason}" for verdict in verdicts if not verdict.kept)
        passed += all(verdict.kept for verdict in verdicts)
        work.progress(Progress("check", done=count, kept=passed, rejected=count - passed))
    write_rows(bench / "verdicts.jsonl", rows)
    items = len({row.item for row in rows}) if specs else sum(1 for _ in opened.items())
    return CheckSummary(bench=bench, items=items, kept=passed, reasons=dict(sorted(fallen.items())))


def check_task(task: CheckTask) -> tuple[Verdict, ...]:
    """Put one item through its checks, in whatever process."""
    kit = Kit(corpus=_bench(task.bench).corpus)
    return tuple(verdict_of(task.item, spec, kit) for spec in task.checks)


def _judged(bench: Bench, specs: tuple[str, ...], work: Work) -> Iterator[tuple[Item, list[Verdict]]]:
    alone = tuple(spec for spec in specs if not compares(spec))
    items = list(bench.items())
    outcomes = run_tasks(
        check_task,
        (CheckTask(bench.folder, item, alone) for item in items),
        engine=work.engine,
        workers=1 if work.engine == "threads" else work.workers,  # PDFium must not be used by two threads at once
    )
    kept = Kept()
    kit = Kit(corpus=bench.corpus, kept=kept)
    with closing(outcomes):
        for item, outcome in zip(items, outcomes, strict=True):
            if outcome.failure is not None or outcome.value is None:
                raise EvidocError(f"item {item.id} could not be checked: {outcome.failure}; nothing is written")
            found = dict(zip(alone, outcome.value, strict=True))
            yield item, [found[spec] if spec in found else verdict_of(item, spec, kit) for spec in specs]
            kept.add(item)


@lru_cache(maxsize=4)
def _bench(folder: Path) -> Bench:
    return open_bench(folder)
