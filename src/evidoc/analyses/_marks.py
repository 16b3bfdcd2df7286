"""The marks that judges gave the items of a bench, when it was made and when it was checked again.

Source: DHQ-76, DHQ-77.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from evidoc.records.bench import Bench
from evidoc.records.item import Item, Verdict
from evidoc.records.record import Record
from evidoc.records.store import read_rows

VERDICTS = "verdicts.jsonl"  # what `evidoc check` writes beside the items


@dataclass(frozen=True, slots=True)
class Marked:
    """An item, and what each judge gave it by each criterion."""

    item: Item
    marks: Mapping[str, Mapping[str, float]]


class _Row(Record, frozen=True, kw_only=True):
    item: str
    verdict: Verdict


def marked(bench: Bench, *, check: str = "quality") -> Iterator[Marked]:
    """Give every item with its marks by a check, in order; where it was checked again, the new marks of a judge count."""
    again: dict[str, list[Verdict]] = defaultdict(list)
    path = bench.folder / VERDICTS
    if path.is_file():
        for row in read_rows(path, _Row):
            again[row.item].append(row.verdict)
    for item in bench.items():
        verdicts = [verdict for verdict in (*item.verdicts, *again[item.id]) if _name(verdict) == check]
        yield Marked(item, _by_judge(verdicts))


def _by_judge(verdicts: list[Verdict]) -> dict[str, dict[str, float]]:
    marks: dict[str, dict[str, float]] = {}
    for verdict in verdicts:
        for judge in dict.fromkeys(mark.judge or verdict.model for mark in verdict.marks):
            marks[judge] = {mark.name: mark.value for mark in verdict.marks if (mark.judge or verdict.model) == judge}
    return marks


def _name(verdict: Verdict) -> str:
    """Give the name of a check without its options."""
    return verdict.check.partition("(")[0]
