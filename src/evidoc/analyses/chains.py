"""How chains go from hop to hop: through which documents and sections, and where tables stand between.

Source: DHQ-97; figure 23 of DocHop-QA.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import get_args

from evidoc.analyses._snippets import Asked, Survey, stated, survey
from evidoc.linking import SuperSection
from evidoc.records.analysis import Analysis, Flow, FlowLink, FlowNode, StatsTable
from evidoc.records.bench import Bench

_TABLE = "Table"
_TAGS: tuple[str, ...] = (*get_args(SuperSection), _TABLE)
_NOTE = (
    "A node is a hop, a document by its number in the item, and there a section, or a table wherever that stands; hops count "
    "from 1. What comes to a node or begins there goes on from it or ends there."
)


@dataclass(frozen=True, slots=True, order=True)
class Node:
    """A stop of chains: the hop and the document, both from 1, and the place of its tag among the tags."""

    hop: int
    document: int
    place: int

    @property
    def tag(self) -> str:
        """The section, or `Table`."""
        return _TAGS[self.place]

    @property
    def id(self) -> str:
        """A name for programs."""
        return f"{self.hop}:{self.document}:{self.tag}"


@dataclass(frozen=True)
class Transitions:
    """How many chains go from node to node, begin at a node, and end there; `broken` is of chains that could not be followed."""

    links: Counter[tuple[Node, Node]] = field(default_factory=Counter)
    begins: Counter[Node] = field(default_factory=Counter)
    ends: Counter[Node] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)
    others: Counter[str] = field(default_factory=Counter)

    def nodes(self) -> list[Node]:
        """Give all nodes, in order of hop, document and section."""
        return sorted({node for link in self.links for node in link} | set(self.begins) | set(self.ends))

    def comes_in(self, node: Node) -> int:
        """Count the chains that come to a node from another."""
        return sum(count for (_, target), count in self.links.items() if target == node)

    def goes_on(self, node: Node) -> int:
        """Count the chains that go from a node to another."""
        return sum(count for (source, _), count in self.links.items() if source == node)


def analyse(bench: Bench) -> Analysis:
    """Count how chains go from hop to hop."""
    found = survey(bench)
    ways = transitions(found)
    left_out = (
        *found.left_out(),
        *stated(ways.others, "no chain: nothing says that one hop leads to the next"),
        *stated(ways.broken, "a chain through a document that the item does not show"),
    )
    return Analysis(
        name="chains",
        title="How chains go from hop to hop",
        note=_NOTE,
        tables=tuple(_tables(ways, found)) if ways.begins else (),
        figures=(_flow(ways),) if ways.links else (),
        left_out=left_out,
    )


def transitions(found: Survey) -> Transitions:
    """Follow the chains among the items."""
    ways = Transitions()
    for asked in found.asked:
        if asked.pattern != "chain":
            ways.others[asked.family] += 1
        elif any(snippet.number == 0 for snippet in asked.snippets):
            ways.broken[asked.family] += 1
        else:
            _follow(ways, way_of(asked, found))
    return ways


def way_of(asked: Asked, found: Survey) -> list[Node]:
    """Give the nodes of a chain, one a hop."""
    return [
        Node(hop, snippet.number, _TAGS.index(_TABLE if found.has_table(snippet) else found.place(snippet).tag))
        for hop, snippet in enumerate(asked.snippets, 1)
    ]


def _follow(ways: Transitions, way: list[Node]) -> None:
    ways.begins[way[0]] += 1
    ways.ends[way[-1]] += 1
    ways.links.update(pairwise(way))


def _tables(ways: Transitions, found: Survey) -> Iterator[StatsTable]:
    links = tuple((*_named(source), *_named(target)[1:], count) for (source, target), count in sorted(ways.links.items()))
    steps = ("hop", "from document", "from", "to document", "to", "chains")
    yield StatsTable(name="transitions", title="From hop to hop", header=steps, rows=links)
    nodes = tuple(
        (*_named(node), ways.begins[node], ways.comes_in(node), ways.goes_on(node), ways.ends[node]) for node in ways.nodes()
    )
    stops = ("hop", "document", "place", "begin", "come in", "go on", "end")
    yield StatsTable(name="nodes", title="What comes to each place and goes on from it", header=stops, rows=nodes)
    routes = tuple((concept, route, count) for (concept, route), count in sorted(_routes(found).items(), key=_most_first))
    yield StatsTable(name="routes", title="From document to document", header=("concept", "documents", "chains"), rows=routes)


def _named(node: Node) -> tuple[int, int, str]:
    return node.hop, node.document, node.tag


def _routes(found: Survey) -> Counter[tuple[str, str]]:
    """Count the ways of chains through the documents, by concept."""
    chains = (asked for asked in found.asked if asked.pattern == "chain" and all(snippet.number for snippet in asked.snippets))
    return Counter((asked.concept, " → ".join(str(snippet.number) for snippet in asked.snippets)) for asked in chains)


def _most_first(entry: tuple[tuple[str, str], int]) -> tuple[str, int, str]:
    (concept, route), count = entry
    return concept, -count, route


def _flow(ways: Transitions) -> Flow:
    nodes = tuple(
        FlowNode(id=node.id, label=f"document {node.document}: {node.tag}", layer=node.hop - 1) for node in ways.nodes()
    )
    links = tuple(
        FlowLink(source=source.id, target=target.id, count=count) for (source, target), count in sorted(ways.links.items())
    )
    return Flow(name="transitions", title="How chains go from hop to hop", nodes=nodes, links=links)
