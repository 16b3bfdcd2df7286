"""Positions of snippets in their documents, and distances between those of one item. Source: DHQ-90 to DHQ-95."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from evidoc.analyses._snippets import Asked, Extent, Place, Snippet, Survey, stated
from evidoc.statistics.dispersion import joined_positions, pair_distances, pair_ratios, position_ratio, step_distances

Level = Literal["section", "paragraph"]
Measure = Literal["pairs_absolute", "pairs_ratio", "chain_element", "chain_average"]
Key = tuple[str, Measure, Level]  # of which items, what, and in places of which sort

LEVELS: tuple[Level, ...] = ("section", "paragraph")


@dataclass(frozen=True)
class Distances:
    """All distances by what they are of, and by family the items that have none.

    `alone` are those without two snippets in one document, `undivided` those in a document of one place, `short` chains of one
    snippet, and `broken` chains through a document that the item does not show.
    """

    values: dict[Key, list[float]] = field(default_factory=lambda: defaultdict(list))
    alone: Counter[str] = field(default_factory=Counter)
    undivided: Counter[str] = field(default_factory=Counter)
    short: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)

    def left_out(self) -> tuple[str, ...]:
        """Say how many items have no distance, and why."""
        return (
            *stated(self.alone, "no two snippets in one document, so no pair"),
            *stated(self.undivided, "two snippets in a document of one section or paragraph, so no share of it"),
            *stated(self.short, "a chain of one snippet, so no step"),
            *stated(self.broken, "a chain through a document that the item does not show"),
        )


def distances(found: Survey) -> Distances:
    """Measure all items: the steps of chains, the pairs of all others; fans by that name, the rest by their family."""
    measured = Distances()
    for asked in found.asked:
        if asked.pattern == "chain":
            _add_steps(measured, asked, found)
        else:
            _add_pairs(measured, asked, found)
    return measured


def index(place: Place, level: Level) -> int:
    """Give the place of a snippet in its document at a level, from 0."""
    return place.section if level == "section" else place.paragraph


def length(extent: Extent, level: Level) -> int:
    """Give how many places a document has at a level."""
    return extent.sections if level == "section" else extent.paragraphs


def ratio(snippet: Snippet, found: Survey, level: Level) -> float:
    """Give where a snippet lies in its document, 0 to 1."""
    return position_ratio(index(found.place(snippet), level), length(found.extents[snippet.document], level))


def in_documents(snippets: Sequence[Snippet]) -> Iterator[tuple[str, list[Snippet]]]:
    """Give the snippets of each document."""
    by_document: dict[str, list[Snippet]] = defaultdict(list)
    for snippet in snippets:
        by_document[snippet.document].append(snippet)
    yield from by_document.items()


def _add_pairs(measured: Distances, asked: Asked, found: Survey) -> None:
    of = asked.pattern or asked.family
    together = [(document, snippets) for document, snippets in in_documents(asked.snippets) if len(snippets) > 1]
    measured.alone[asked.family] += not together
    measured.undivided[asked.family] += any(found.extents[document].sections == 1 for document, _ in together)
    for document, snippets in together:
        for level in LEVELS:
            positions = [index(found.place(snippet), level) for snippet in snippets]
            places = length(found.extents[document], level)
            measured.values[of, "pairs_absolute", level] += pair_distances(positions)
            measured.values[of, "pairs_ratio", level] += pair_ratios(positions, places)


def _add_steps(measured: Distances, asked: Asked, found: Survey) -> None:
    if any(snippet.number == 0 for snippet in asked.snippets):
        measured.broken[asked.family] += 1
        return
    if len(asked.snippets) == 1:
        measured.short[asked.family] += 1
        return
    for level in LEVELS:
        lengths = [length(found.extents[document], level) for document in asked.documents]
        places = [(snippet.number - 1, index(found.place(snippet), level)) for snippet in asked.snippets]
        steps = step_distances(joined_positions(places, lengths))
        measured.values["chain", "chain_element", level] += steps
        measured.values["chain", "chain_average", level].append(sum(steps) / len(steps))
