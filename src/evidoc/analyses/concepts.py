"""Items by concept and type of question, and how many of each rest on one document or on several.

Beside each concept of DocHop-QA stands what the paper has of it. Source: DHQ-25, DHQ-52, DHQ-86; figure 2 of the paper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from evidoc.analyses._counts import Counted, Counts, share
from evidoc.analyses._published import concepts, in_order
from evidoc.analyses._snippets import Asked, survey
from evidoc.records.analysis import Analysis, Bars, Series, StatsTable
from evidoc.records.bench import Bench

_USED = ("one document", "several documents")
_NOTE = (
    "A concept is that of the item's labels, for items without one their category. An item uses the documents in which the "
    "evidence lies that its answer rests on, not all that are shown. What is published is by DocHop-QA, table 2."
)


def analyse(bench: Bench) -> Analysis:
    """Count items by concept, by type, and by how many documents their evidence is of."""
    found = survey(bench)
    items = Counter(asked.concept for asked in found.asked)
    used = documents_used(found.asked)
    return Analysis(
        name="concepts",
        title="Kinds of questions",
        note=_NOTE,
        tables=(_concepts(items), _types(found.asked), used.table("documents_used", "Documents that items use", first="concept")),
        figures=tuple(_figures(items, found.asked, used)) if found.asked else (),
        left_out=found.left_out(),
    )


def documents_used(asked: Sequence[Asked]) -> Counted:
    """Count the items of each concept whose evidence is of one document, and of several."""
    counts: Counts = Counter()
    for entry in asked:
        documents = {document for snippet in entry.snippets for document, _ in snippet.parts}
        counts[entry.concept, _USED[len(documents) > 1]] += 1
    return Counted(counts, in_order(entry.concept for entry in asked), _USED, "items")


def _concepts(items: Counter[str]) -> StatsTable:
    published = {concept.code: concept.items for concept in concepts()}
    total, all_published = items.total(), sum(published.values())
    rows = tuple(
        (kind, items[kind], share(items[kind], total), of_paper, None if of_paper is None else share(of_paper, all_published))
        for kind in in_order(items)
        for of_paper in (published.get(kind),)
    )
    header = ("concept", "items", "share", "published items", "published share")
    return StatsTable(name="concepts", title="Items of each concept", header=header, rows=rows)


def _types(asked: Sequence[Asked]) -> StatsTable:
    """Count types, and below each its subtypes."""
    counts = Counter((entry.type, "") for entry in asked)
    counts.update((entry.type, entry.task.subtask) for entry in asked if entry.task.concept and entry.task.subtask)
    published = Counter[tuple[str, str]]()
    for concept in concepts():
        published.update({(concept.type, ""): concept.items, (concept.type, concept.subtype): concept.items})
    all_published = sum(concept.items for concept in concepts())
    rows = tuple(
        (*label, count, share(count, len(asked)), share(published[label], all_published) if label in published else None)
        for label, count in sorted(counts.items())
    )
    header = ("type", "subtype", "items", "share", "published share")
    return StatsTable(name="types", title="Items of each type", header=header, rows=rows)


def _figures(items: Counter[str], asked: Sequence[Asked], used: Counted) -> Iterator[Bars]:
    kinds = tuple(in_order(items))
    counts = Series(name="items", values=tuple(float(items[kind]) for kind in kinds))
    yield Bars(name="concepts", title="Items of each concept", x="concept", y="items", labels=kinds, series=(counts,))
    by_use = tuple(Series(name=use, values=tuple(float(used.counts[kind, use]) for kind in kinds)) for use in _USED)
    yield Bars(
        name="documents_used",
        title="Documents that items use",
        x="concept",
        y="items",
        labels=kinds,
        series=by_use,
        stacked=True,
    )
    types = Counter(entry.type for entry in asked)
    labels = tuple(sorted(types))
    shown = Series(name="items", values=tuple(float(types[label]) for label in labels))
    yield Bars(name="types", title="Items of each type", x="type", y="items", labels=labels, series=(shown,))
