"""How the labels of a corpus are spread: counts of words, and quantiles of numbers. Source: DHQ-10, CV-10."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from evidoc.curation import DocumentLabels
from evidoc.records.record import Record


class LabelCounts(Record, frozen=True, kw_only=True):
    """One label over all documents that have it.

    `values` counts words, most frequent first, "" for what is not known. A number has `quantiles`
    instead: least, quarter, median, three quarters, greatest, each a value that some document has.
    """

    name: str
    documents: int
    values: dict[str, int] = {}
    quantiles: tuple[int, ...] = ()


def count_labels(rows: Iterable[DocumentLabels]) -> tuple[LabelCounts, ...]:
    """Count every label, in the order in which labels first come."""
    words: dict[str, Counter[str]] = {}
    numbers: dict[str, list[int]] = {}
    names: dict[str, None] = {}
    for label in (label for row in rows for label in row.labels):
        names[label.name] = None
        if isinstance(label.value, int):
            numbers.setdefault(label.name, []).append(label.value)
        else:
            words.setdefault(label.name, Counter())[label.value] += 1
    return tuple(_counts(name, words, numbers) for name in names)


def _counts(name: str, words: Mapping[str, Counter[str]], numbers: Mapping[str, list[int]]) -> LabelCounts:
    if name in numbers:
        ordered = sorted(numbers[name])
        last = len(ordered) - 1
        return LabelCounts(
            name=name, documents=len(ordered), quantiles=tuple(ordered[last * quarter // 4] for quarter in range(5))
        )
    ranked = sorted(words[name].items(), key=lambda pair: (-pair[1], pair[0]))
    return LabelCounts(name=name, documents=sum(words[name].values()), values=dict(ranked))
