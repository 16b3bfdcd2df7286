"""Split documents into train, dev and test so that no work is in two of them.

Documents that are one work (the same bytes, identifier or words, or nearly the same words) stay together, and so do the
documents that one item is asked over. Source: X-16, DHQ-70, DHQ-71, U-14; case H06.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from evidoc.curation import Curated, Label, curated
from evidoc.curation._alike import find_groups
from evidoc.curation._cut import Items, cut, kept_by_split, split_of
from evidoc.curation._joined import Joined
from evidoc.curation._shares import SPLITS, assign, farthest_off, shares_of
from evidoc.records.bench import SPLITS_FILE, Bench
from evidoc.records.corpus import Corpus
from evidoc.records.record import Record
from evidoc.records.store import read_rows


class ItemSplit(Record, frozen=True, kw_only=True):
    """Where an item went: a row of `splits.jsonl`. A dropped item has no split, and the reason."""

    item: str
    split: str
    group: str
    reason: str = ""


def items_in(bench: Bench, split: str) -> frozenset[str] | None:
    """Give the ids of the items that `evidoc split` put into a split of a bench; None where the bench has not been split.

    Raises:
        InvalidRecord: A row of `splits.jsonl` is none.
    """
    path = bench.folder / SPLITS_FILE
    return frozenset(row.item for row in read_rows(path, ItemSplit) if row.split == split) if path.is_file() else None


class DocumentSplit(Record, frozen=True, kw_only=True):
    """Where a document went: a row of `document_splits.jsonl`; documents of one `work` are duplicates of one another."""

    document: str
    split: str
    work: str


class Divided(Record, frozen=True, kw_only=True):
    """Items and documents with their splits, sorted by id."""

    items: tuple[ItemSplit, ...]
    documents: tuple[DocumentSplit, ...]


class Audit(Record, frozen=True, kw_only=True):
    """What a leakage audit counts: items, documents and works of each split, and all that stands in two of them."""

    items: dict[str, int]
    documents: dict[str, int]
    works: dict[str, int]
    dropped: int
    shared_documents: tuple[str, ...]
    shared_works: tuple[str, ...]

    @property
    def is_clean(self) -> bool:
        """Whether no document and no work is in two splits."""
        return not self.shared_documents and not self.shared_works


def curate(corpus: Corpus, *, shares: tuple[float, ...] = (70, 10, 20), near: float = 0.5, seed: int = 1) -> Curated:
    """Label each document with its `split`; nothing is left out.

    `shares` are of train, dev and test, counted in documents; `near` is the least share of five-word runs that two
    documents of one work have in common: lower than for removing them, as a leak is worse than a smaller split.
    """
    by_split = shares_of(shares)
    sets = find_groups(corpus, near=near).sets
    splits = assign({work: len(members) for work, members in sets.items()}, shares=by_split, seed=seed)
    labels = {
        document: (Label(name="split", value=splits[work], evidence=tuple(other for other in members if other != document)),)
        for work, members in sets.items()
        for document in members
    }
    return curated(corpus, labels=labels)


def divide(items: Items, *, works: Mapping[str, str], shares: Sequence[float], seed: int) -> Divided:
    """Give every item and every document a split.

    `items` are the documents of each item, `works` the work of each document. Items that share a work are one component
    and go to one split. A component with more items than the largest split should have is cut, and items that cross a
    cut are dropped, where this brings the shares nearer to what was asked; it is never done inside a work.

    Raises:
        UsageError: The shares do not say how to split.
    """
    by_split = shares_of(shares)
    units = {item: tuple(sorted({works[document] for document in documents})) for item, documents in items.items()}
    components = _components(units)
    largest = max(by_split.values()) * len(items)
    splits: dict[str, str] = {}
    whole: dict[str, int] = {}
    for root, members in components.items():
        parted = _parted({item: units[item] for item in members}, by_split, seed) if len(members) > largest else {}
        splits.update(parted)
        whole.update({} if parted else {root: len(members)})
    given = assign(whole, shares=by_split, seed=seed)
    splits.update((unit, given[root]) for root in given for item in components[root] for unit in units[item] or (root,))
    root_of = {item: root for root, members in components.items() for item in members}
    return Divided(
        items=tuple(_row(item, units[item] or (root_of[item],), splits, root_of[item]) for item in sorted(items)),
        documents=_documents(items, works, splits),
    )


def audit(items: Items, *, splits: Mapping[str, str], works: Mapping[str, str]) -> Audit:
    """Count what each split has, and look for documents and works that items of two splits are asked over.

    It knows nothing of how the splits were made: `items` are the documents of each item, `splits` the split of each item
    ("" where it is in none), `works` the work of each document. So splits made elsewhere can be audited too (SD-86).
    """
    uses = {(document, splits[item]) for item, documents in items.items() for document in documents if splits[item]}
    of_works = {(works[document], split) for document, split in uses}
    return Audit(
        items=_counts(split for split in splits.values() if split),
        documents=_counts(split for _, split in uses),
        works=_counts(split for _, split in of_works),
        dropped=sum(not split for split in splits.values()),
        shared_documents=_shared(uses),
        shared_works=_shared(of_works),
    )


def _components(units: Items) -> dict[str, list[str]]:
    """Give the items of each connected component by its smallest unit; an item without documents is one by itself."""
    joined = Joined()
    for item, of_item in units.items():
        for unit in of_item or (item,):
            joined.join((of_item or (item,))[0], unit)
    components: dict[str, list[str]] = {}
    for item in sorted(units):
        components.setdefault(joined.root((units[item] or (item,))[0]), []).append(item)
    return dict(sorted(components.items()))


def _parted(component: Items, shares: Mapping[str, Fraction], seed: int) -> dict[str, str]:
    """Cut a component, or give nothing where one piece comes nearer to the shares (two documents with all items)."""
    if len({unit for units in component.values() for unit in units}) < sum(share > 0 for share in shares.values()):
        return {}
    splits = cut(component, shares=shares, seed=seed)
    sizes = kept_by_split(component, splits)
    del sizes[""]
    in_one = {max(shares, key=lambda split: shares[split]): 1}
    return splits if farthest_off(sizes, shares) < farthest_off(in_one, shares) else {}


def _row(item: str, units: Sequence[str], splits: Mapping[str, str], group: str) -> ItemSplit:
    split = split_of(units, splits)
    return ItemSplit(item=item, split=split, group=group, reason="" if split else "crosses_splits")


def _documents(items: Items, works: Mapping[str, str], splits: Mapping[str, str]) -> tuple[DocumentSplit, ...]:
    used = sorted({document for documents in items.values() for document in documents})
    return tuple(DocumentSplit(document=document, split=splits[works[document]], work=works[document]) for document in used)


def _counts(splits: Iterable[str]) -> dict[str, int]:
    counts = Counter(splits)
    return {split: counts[split] for split in dict.fromkeys((*SPLITS, *sorted(counts)))}


def _shared(pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    counts = Counter(name for name, _ in pairs)
    return tuple(sorted(name for name, count in counts.items() if count > 1))
