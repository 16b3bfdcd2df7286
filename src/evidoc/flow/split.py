"""split: a Bench → train, dev and test with no document or near-duplicate in two of them, and an audit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from evidoc.curation._alike import find_groups
from evidoc.curation._shares import SPLITS
from evidoc.curation.splits import Audit, ItemSplit, audit, divide
from evidoc.errors import EvidocError, InvalidRecord, NothingKept
from evidoc.flow.work import Progress, Work
from evidoc.records.bench import SPLITS_FILE, open_bench
from evidoc.records.item import Item
from evidoc.records.record import Record, to_json
from evidoc.records.store import write_bytes, write_rows

DOCUMENTS_FILE = "document_splits.jsonl"
AUDIT_FILE = "split_audit.json"
_SHOWN = 5  # items named in an error


@dataclass(frozen=True, slots=True)
class SplitOptions:
    """How a bench is split.

    `shares` are of train, dev and test in items; `near` is the least share of five-word runs that two documents of one
    work have in common; with `gold_only` distractor documents may be in several splits.
    """

    shares: tuple[float, ...] = (70, 10, 20)
    near: float = 0.5
    seed: int = 1
    gold_only: bool = False


class SplitSummary(Record, frozen=True, kw_only=True):
    """The audit of a split, with what was asked and the groups of items that had to stay together.

    `warnings` say of each split that was asked for and got no item why that is.
    """

    bench: str
    seed: int
    shares: tuple[float, ...]
    near: float
    gold_only: bool
    items: int
    groups: int
    duplicates: int
    audit: Audit
    warnings: tuple[str, ...] = ()


_OPTIONS = SplitOptions()
_WORK = Work()


def split(bench: Path, *, options: SplitOptions = _OPTIONS, work: Work = _WORK) -> SplitSummary:
    """Write `splits.jsonl` in the order of the items, `document_splits.jsonl`, and the audit `split_audit.json`.

    Which split an item gets does not depend on the order of items or documents. The items stay as they are.

    Raises:
        NothingKept: The bench has no items.
        UsageError: The shares do not say how to split.
        InvalidRecord: An item is asked over a document that the bench does not have.
        EvidocError: The audit found a document or a near-duplicate in two splits; nothing is written.
    """
    opened = open_bench(bench)
    items = {item.id: _documents(item, gold_only=options.gold_only) for item in opened.items()}
    if not items:
        raise NothingKept(f"{bench}: the bench has no items; make some first")
    sets = find_groups(opened.corpus, near=options.near).sets
    works = {document: work_id for work_id, members in sets.items() for document in members}
    _refuse_strangers(items, works)
    divided = divide(items, works=works, shares=options.shares, seed=options.seed)
    rows = {row.item: row for row in divided.items}
    found = audit(items, splits={item: row.split for item, row in rows.items()}, works=works)
    if not found.is_clean:
        raise EvidocError(
            f"{bench}: works {', '.join(found.shared_works)} are in two splits; this is a fault of evidoc, report it"
        )
    summary = SplitSummary(
        bench=bench.resolve().name,
        seed=options.seed,
        shares=options.shares,
        near=options.near,
        gold_only=options.gold_only,
        items=len(items),
        groups=len({row.group for row in divided.items}),
        duplicates=sum(len(members) > 1 for members in sets.values()),
        audit=found,
        warnings=tuple(_warnings(divided.items, found, options.shares)),
    )
    write_rows(bench / SPLITS_FILE, (rows[item] for item in items))
    write_rows(bench / DOCUMENTS_FILE, divided.documents)
    write_bytes(bench / AUDIT_FILE, msgspec.json.format(to_json(summary), indent=2) + b"\n")
    work.progress(Progress("split", done=len(items), total=len(items), kept=len(items) - found.dropped, rejected=found.dropped))
    return summary


def _warnings(rows: Sequence[ItemSplit], found: Audit, shares: Sequence[float]) -> Iterator[str]:
    groups = Counter(row.group for row in rows)
    for name, share in zip(SPLITS, shares, strict=False):
        if share > 0 and not found.items.get(name):
            yield (
                f"{name} is empty: items that share documents stay together, which makes {len(groups)} groups of {len(rows)} "
                f"items, the largest of {max(groups.values())}; make more items, over other documents"
            )


def _documents(item: Item, *, gold_only: bool) -> tuple[str, ...]:
    return tuple(document.id for document in item.documents if document.role == "gold" or not gold_only)


def _refuse_strangers(items: Mapping[str, Sequence[str]], works: Mapping[str, str]) -> None:
    strangers = [f"{item}: {document}" for item, documents in items.items() for document in documents if document not in works]
    if strangers:
        said = ", ".join(strangers[:_SHOWN]) + (" …" if len(strangers) > _SHOWN else "")
        raise InvalidRecord(f"items are asked over documents that the bench does not have ({said}); make the bench again")
