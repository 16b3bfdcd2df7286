"""How many hops items take, how deep their reasoning is, and other benchmarks beside that.

Source: DHQ-99, DHQ-100, DHQ-102; tables 1 and 4 of DocHop-QA.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from evidoc.analyses._counts import share
from evidoc.analyses._published import beside, in_order
from evidoc.analyses._snippets import Survey, stated, survey
from evidoc.records.analysis import Analysis, Bars, Cell, Series, StatsTable
from evidoc.records.bench import Bench

_ALL = "all"
_MADE_BY = {"model": "models", "person": "people", "rule": "programs"}
_MODALITIES = {"text": ("text",), "table": ("table",), "multimodal": ("text", "table"), "chart": ("chart",), "image": ("image",)}
_MODALITY_ORDER = ("text", "table", "chart", "image")
_NOTE = (
    "Hops are the snippets of evidence that an answer rests on. The depth is the number of parts that a question asks for, as "
    "its recipe states it. The rows on other benchmarks are as DocHop-QA prints them, and not counted anew."
)


def analyse(bench: Bench) -> Analysis:
    """Count hops and depths by concept, and give this bench's row beside other benchmarks."""
    found = survey(bench)
    hops = _by_concept((asked.concept, len(asked.snippets)) for asked in found.asked)
    depths = _by_concept((asked.concept, asked.measures.depth) for asked in found.asked if asked.measures.depth is not None)
    no_depth = Counter(asked.family for asked in found.asked if asked.measures.depth is None)
    return Analysis(
        name="reasoning",
        title="Hops and depth of the reasoning",
        note=_NOTE,
        tables=tuple(_tables(bench, found, hops, depths)),
        figures=tuple(_figures(hops, depths)),
        left_out=(*found.left_out(), *stated(no_depth, "no depth of the reasoning is stated")),
    )


def mean(values: Sequence[int]) -> float | None:
    """Give the mean to four places; None of nothing."""
    return round(sum(values) / len(values), 4) if values else None


def _by_concept(pairs: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for concept, value in pairs:
        found[concept].append(value)
    return found


def _tables(bench: Bench, found: Survey, hops: Mapping[str, list[int]], depths: Mapping[str, list[int]]) -> Iterator[StatsTable]:
    if hops:
        yield _means("hops", "Hops of each concept", hops)
        yield _spread(_pooled(hops))
    if depths:
        yield _means("depth", "Depth of the reasoning of each concept", depths)
    name = f"{bench.folder.resolve().name} (this bench)"
    answers = ", ".join(sorted({asked.answer.replace("_", " or ") for asked in found.asked}))
    yield beside("reasoning", (name, None, answers or None, mean(_pooled(hops)), mean(_pooled(depths))))
    yield beside("kinds", _kind(name, found))


def _means(name: str, title: str, values: Mapping[str, Sequence[int]]) -> StatsTable:
    """Give the mean of each concept, and of all items."""
    rows = [(concept, values[concept]) for concept in in_order(values)] + [(_ALL, _pooled(values))]
    return StatsTable(
        name=name,
        title=title,
        header=("concept", "items", "mean", "least", "most"),
        rows=tuple((concept, len(found), mean(found), min(found), max(found)) for concept, found in rows),
    )


def _spread(hops: Sequence[int]) -> StatsTable:
    counts = Counter(hops)
    rows = tuple((count, items, share(items, len(hops))) for count, items in sorted(counts.items()))
    return StatsTable(name="hops_spread", title="Items by hops", header=("hops", "items", "share"), rows=rows)


def _pooled(values: Mapping[str, Sequence[int]]) -> list[int]:
    return [value for found in values.values() for value in found]


def _kind(name: str, found: Survey) -> tuple[Cell, ...]:
    """Give what the table of kinds says of a benchmark, of this one; where its documents are from is not known."""
    several = any(len({document for snippet in asked.snippets for document, _ in snippet.parts}) > 1 for asked in found.asked)
    made_by = sorted({_MADE_BY[asked.authority] for asked in found.asked})
    # What is asked over charts alone is "multimodal" in DocHop, and neither text nor table.
    stated_of = {"chart" if asked.measures.charts else asked.measures.modality for asked in found.asked}
    modalities = {each for modality in stated_of if modality is not None for each in _MODALITIES[modality]}
    return (
        name,
        _yes(any(len(asked.snippets) > 1 for asked in found.asked)),
        "yes",  # every item of a bench is asked over pages
        f"{len(found.asked) + sum(found.without.values())}",
        ", ".join(made_by) or None,
        None,
        _yes(several),
        ", ".join(modality for modality in _MODALITY_ORDER if modality in modalities) or None,
    )


def _yes(claim: bool) -> str:
    return "yes" if claim else "no"


def _figures(hops: Mapping[str, Sequence[int]], depths: Mapping[str, Sequence[int]]) -> Iterator[Bars]:
    if hops:
        counts = Counter(_pooled(hops))
        labels = tuple(map(str, sorted(counts)))
        items = Series(name="items", values=tuple(float(counts[int(label)]) for label in labels))
        yield Bars(name="hops", title="Items by hops", x="hops", y="items", labels=labels, series=(items,))
    if depths:
        concepts = tuple(in_order(depths))
        means = Series(name="depth", values=tuple(mean(depths[concept]) for concept in concepts))
        yield Bars(name="depth", title="Mean depth of the reasoning", x="concept", y="parts", labels=concepts, series=(means,))
