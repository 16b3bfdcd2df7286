"""The items of a bench counted by their kind, answer, evidence, question and origin, and what became of its candidates."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from evidoc.pages.length import word_count
from evidoc.records.analysis import Analysis, StatsTable
from evidoc.records.bench import Bench
from evidoc.records.item import Item

_NOT_STATED = "not stated"
_LENGTHS = (5, 10, 15, 20, 30, 50)  # upper edges in words


def analyse(bench: Bench) -> Analysis:
    """Count the items of a bench in every way that matters, and what became of its candidates.

    An item over several documents counts for each of them.
    """
    counted = _Counted()
    for item in bench.items():
        counted.add(item)
    return Analysis(
        name="overview",
        title="What the bench consists of",
        note="Each table counts every item once, but for the documents: an item over several counts for each of them.",
        tables=(
            *counted.tables(),
            *_coverage(counted.charts),
            counted.scale(),
            *_documents(counted.documents),
            *_candidates(bench),
        ),
    )


class _Counted:
    """Counters by name, filled item by item."""

    def __init__(self) -> None:
        self.items = 0
        self.charts: dict[int, list[int]] = defaultdict(list)
        self.documents: Counter[str] = Counter()
        self.shown: set[frozenset[str]] = set()
        self._values: dict[str, Counter[str]] = {name: Counter() for name in _VALUES}

    def add(self, item: Item) -> None:
        self.items += 1
        self.documents.update({evidence.document for evidence in item.evidence})
        self.shown.add(frozenset(document.id for document in item.documents))
        if item.measures.charts is not None and item.measures.charts_unused is not None:
            self.charts[item.measures.charts].append(item.measures.charts_unused)
        for name, (_, value) in _VALUES.items():
            self._values[name][value(item)] += 1

    def tables(self) -> Iterator[StatsTable]:
        for name, (title, _) in _VALUES.items():
            if name in _WHERE_STATED and set(self._values[name]) == {_NOT_STATED}:
                continue
            ranked = sorted(self._values[name].items(), key=lambda pair: _rank(name, pair[0], pair[1]))
            rows = tuple((value, count, round(count / self.items, 4)) for value, count in ranked)
            yield StatsTable(name=name, title=title, header=("value", "items", "share"), rows=rows)

    def scale(self) -> StatsTable:
        """Say how large the bench is; a pair is two documents that an item is asked over together (DHQ-03)."""
        rows = (
            ("items", self.items),
            ("documents shown", len(frozenset().union(*self.shown))),
            ("documents with evidence", len(self.documents)),
            ("pairs of documents", sum(len(documents) == 2 for documents in self.shown)),
        )
        return StatsTable(name="scale", title="How large the bench is", header=("what", "count"), rows=rows)


def _length(item: Item) -> str:
    words = word_count(item.question)
    low = 0
    for edge in _LENGTHS:
        if words <= edge:
            return f"{low + 1} to {edge}"
        low = edge
    return f"over {low}"


def _stated(value: object) -> str:
    return _NOT_STATED if value is None or value == "" else str(value)


_VALUES: Mapping[str, tuple[str, Callable[[Item], str]]] = {
    "kind": ("Kind of item", lambda item: item.task.path),
    "answer_kind": ("Kind of answer", lambda item: item.answer.kind),
    "modality": ("Where the evidence stands", lambda item: _stated(item.measures.modality)),
    "hops": ("Hops", lambda item: _stated(item.measures.hops)),
    "depth": ("Depth of the reasoning", lambda item: _stated(item.measures.depth)),
    "charts": ("Charts on the page", lambda item: _stated(item.measures.charts)),
    "evidence": ("Pieces of evidence", lambda item: str(len(item.evidence))),
    "pages_spanned": ("Pages that the evidence spans", lambda item: _stated(item.measures.pages_spanned)),
    "context_documents": ("Documents that are shown", lambda item: str(len(item.documents))),
    "source_position": ("Position of the evidence, percent of the document", lambda item: _stated(item.measures.source_position)),
    "question_words": ("Length of the question, words", _length),
    "difficulty": ("Difficulty", lambda item: _stated(item.measures.difficulty)),
    "language": ("Language", lambda item: _stated(item.language)),
    "authority": ("Who decided the answer", lambda item: item.authority),
    "scorer": ("Scorer", lambda item: item.scorer),
}
_WHERE_STATED = frozenset({"depth", "charts"})  # of one family of items; a table of "not stated" would tell nothing
_COUNTED = frozenset(
    {"hops", "depth", "charts", "evidence", "pages_spanned", "context_documents", "source_position", "question_words"}
)


def _rank(name: str, value: str, count: int) -> tuple[bool, int, str]:
    """Order what is counted by number, and names by how many items they have."""
    digits = "".join(character for character in value.removeprefix("over ").split(" ")[0] if character.isdigit())
    number = int(digits) + value.startswith("over") if digits else 0
    return (value == _NOT_STATED, number if name in _COUNTED else -count, value)


def _coverage(charts: Mapping[int, Sequence[int]]) -> Iterator[StatsTable]:
    """Count the charts that trace or question look at, by how many the page has; the others distract (DH-20)."""
    rows = []
    for number, unused in sorted(charts.items()):
        shown = number * len(unused)
        used = shown - sum(unused)
        rows.append((str(number), len(unused), unused.count(0), shown, used, round(used / shown, 4) if shown else None))
    if rows:
        yield StatsTable(
            name="chart_coverage",
            title="Charts that the reasoning or the question looks at",
            header=("charts on the page", "items", "items that need all", "charts shown", "charts looked at", "share"),
            rows=tuple(rows),
        )


def _documents(documents: Mapping[str, int]) -> Iterator[StatsTable]:
    counts = Counter(documents.values())
    rows = tuple((f"{number}", many) for number, many in sorted(counts.items()))
    if rows:
        yield StatsTable(name="documents", title="Items on a document", header=("items on a document", "documents"), rows=rows)


def _candidates(bench: Bench) -> Iterator[StatsTable]:
    if not (bench.folder / "ledger.jsonl").is_file():
        return
    funnel = Counter((entry.outcome, entry.stage, entry.check, entry.reason) for entry in bench.ledger())
    ranked = sorted(funnel.items(), key=lambda pair: (pair[0][0] != "kept", -pair[1], pair[0]))
    yield StatsTable(
        name="candidates",
        title="What became of the candidates",
        header=("outcome", "stage", "check", "reason", "candidates"),
        rows=tuple((*key, count) for key, count in ranked),
    )
