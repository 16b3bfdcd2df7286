"""Where the evidence of a bench's items lies: sections, origins of tables, and how far apart its pieces are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from evidoc.linking import section_of, table_origins
from evidoc.records.bench import Bench
from evidoc.records.document import Document
from evidoc.records.item import Evidence, Item
from evidoc.statistics.dispersion import pair_distances, pair_ratios, quantiles, step_distances

Row = tuple[str | int | float, ...]
_KINDS = (
    ("paragraph", "Pairs in one document, blocks apart"),
    ("section", "Pairs in one document, sections apart"),
    ("ratio", "Pairs in one document, as a share of the document"),
    ("step", "From step to step of a chain, blocks apart"),
    ("chain", "Mean of a chain's steps, blocks apart"),
)


@dataclass
class EvidencePlaces:
    """Counts of where evidence lies, item by item. Source: DHQ-88 to DHQ-98."""

    bench: Bench
    sections: Counter[tuple[str, str]] = field(default_factory=Counter)
    origins: Counter[tuple[str, str]] = field(default_factory=Counter)
    distances: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        """Keep the places of the last few documents."""
        self._places = lru_cache(maxsize=16)(self._places_of)

    def add(self, item: Item) -> None:
        """Count an item."""
        needed = [evidence for evidence in item.evidence if evidence.role != "distractor"]
        kind = item.task.concept or item.task.category or item.task.group or item.task.family
        for evidence in needed:
            document = self.bench.corpus[evidence.document]
            section = section_of(document.block(evidence.block))
            self.sections[kind, section] += 1
            if evidence.function == "table" or document.block(evidence.block).table is not None:
                self.origins[kind, table_origins(document).get(evidence.block, section)] += 1
        self._add_pairs(needed)
        self._add_chain(item, needed)

    def rows_of_sections(self, counts: Counter[tuple[str, str]]) -> Iterator[Row]:
        """Give counts by kind and section, each with its share of the kind."""
        totals: Counter[str] = Counter()
        for (kind, _), count in counts.items():
            totals[kind] += count
        for (kind, section), count in sorted(counts.items()):
            yield kind, section, count, round(count / totals[kind], 4)

    def rows_of_distances(self) -> Iterator[Row]:
        """Give the five numbers of each sort of distance; all values count, none is left out as an outlier."""
        for name, title in _KINDS:
            found = quantiles(self.distances[name])
            if found.median is None:
                continue
            cuts = (found.least, found.lower, found.median, found.upper, found.most)
            yield (title, found.n, *(round(cut, 4) for cut in cuts if cut is not None))

    def _add_pairs(self, needed: Sequence[Evidence]) -> None:
        by_document: dict[str, list[int]] = defaultdict(list)
        for evidence in needed:
            by_document[evidence.document].append(evidence.block)
        for document_id, blocks in by_document.items():
            order, sections = self._places(document_id)
            places = [order[block] for block in dict.fromkeys(blocks) if block in order]
            self.distances["paragraph"] += pair_distances(places)
            self.distances["ratio"] += pair_ratios(places, len(order))
            self.distances["section"] += pair_distances([sections[block] for block in dict.fromkeys(blocks) if block in order])

    def _add_chain(self, item: Item, needed: Sequence[Evidence]) -> None:
        first = {evidence.hop: evidence for evidence in reversed(needed)}  # a hop over several blocks begins with the first
        if item.task.category == "fan" or len(first) < 2:  # a fan's hops are ranks; none leads to the next (DHQ-49)
            return
        start, starts = 0, {}
        for link in item.documents:
            starts[link.id] = start
            start += len(self._places(link.id)[0])
        places = [
            starts[evidence.document] + self._places(evidence.document)[0][evidence.block]
            for _, evidence in sorted(first.items())
            if evidence.document in starts and evidence.block in self._places(evidence.document)[0]
        ]
        steps = step_distances(places)
        self.distances["step"] += steps
        if steps:
            self.distances["chain"].append(sum(steps) / len(steps))

    def _places_of(self, document_id: str) -> tuple[dict[int, int], dict[int, int]]:
        """Give the place of each block in reading order, and that of its section."""
        document: Document = self.bench.corpus[document_id]
        order = {block.id: place for place, block in enumerate(document.blocks)}
        paths = list(dict.fromkeys(block.section for block in document.blocks))
        number = {path: place for place, path in enumerate(paths)}
        return order, {block.id: number[block.section] for block in document.blocks}
