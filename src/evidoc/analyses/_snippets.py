"""The snippets that a bench's items rest on, and where each of them lies in its document.

A snippet is all the evidence of one hop; it lies where its first block does. Evidence that only supports (a heading, a caption)
or distracts is none. Places count from 0 in reading order: a paragraph's place is that among the blocks which can be a snippet
(abstract, paragraphs, items of lists, tables, pictures), a section's that among the stretches of such blocks under one heading.
Every item and every document is read once, whatever number of analyses ask. Source: DHQ-90, DHQ-99, X-09.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Literal

from evidoc.errors import InvalidRecord
from evidoc.linking import SuperSection, section_of, table_origins
from evidoc.records.bench import Bench
from evidoc.records.document import Block, BlockKind, Document
from evidoc.records.item import AnswerKind, Authority, Evidence, Item, Measures, Task

Pattern = Literal["fan", "chain", ""]

_FLOATS: frozenset[BlockKind] = frozenset({"table", "figure", "chart"})
_PLACED: frozenset[BlockKind] = _FLOATS | {"abstract", "paragraph", "list", "code", "algorithm"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a block lies in its document: its section and paragraph, the tag of the section, and whether it is a table."""

    section: int
    paragraph: int
    tag: SuperSection
    is_table: bool


@dataclass(frozen=True, slots=True)
class Extent:
    """How many sections and paragraphs a document has."""

    sections: int
    paragraphs: int


@dataclass(frozen=True, slots=True)
class Snippet:
    """The evidence of one hop, as pairs of document and block; `number` is its first document's place in the item, from 1.

    It is 0 where the item does not show that document.
    """

    hop: int
    parts: tuple[tuple[str, int], ...]
    number: int

    @property
    def document(self) -> str:
        """The document in which it lies."""
        return self.parts[0][0]


@dataclass(frozen=True, slots=True)
class Asked:
    """An item that rests on snippets: its labels, its measures, its documents in order, and its snippets by hop."""

    item: str
    task: Task
    measures: Measures
    answer: AnswerKind
    authority: Authority
    documents: tuple[str, ...]
    snippets: tuple[Snippet, ...]

    @property
    def family(self) -> str:
        """The family of recipes that it is of."""
        return self.task.family

    @property
    def concept(self) -> str:
        """The concept, or the category of an item that has none."""
        return self.task.kind

    @property
    def type(self) -> str:
        """The type of the concept, or the family of an item that has none."""
        return self.task.type

    @property
    def pattern(self) -> Pattern:
        """How its snippets hang together; empty where nothing says so (DHQ-24)."""
        return "fan" if self.task.category == "fan" else "chain" if self.task.category == "chain" else ""


@dataclass(frozen=True, slots=True)
class Survey:
    """All items that rest on snippets, the places of these, and how long the documents are.

    `without` counts the items, by family, that rest on nothing.
    """

    asked: tuple[Asked, ...]
    without: Mapping[str, int]
    places: Mapping[tuple[str, int], Place]
    extents: Mapping[str, Extent]

    def place(self, snippet: Snippet) -> Place:
        """Give where a snippet lies."""
        return self.places[snippet.parts[0]]

    def has_table(self, snippet: Snippet) -> bool:
        """Say whether a snippet is a table, or a table is part of it."""
        return any(self.places[part].is_table for part in snippet.parts)

    def left_out(self) -> tuple[str, ...]:
        """Say how many items rest on nothing."""
        return stated(self.without, "no evidence that the answer rests on")


@dataclass(frozen=True, slots=True)
class _Version:
    """A bench as it is on disk now: two that are opened apart are one as long as its items are not written anew."""

    folder: Path
    written: tuple[int, int, int]
    bench: Bench = field(compare=False)


def survey(bench: Bench) -> Survey:
    """Give the snippets of a bench and their places; that of the last bench is kept.

    Raises:
        InvalidRecord: An item rests on a block that its document does not have.
        UnknownName: An item rests on a document that the bench does not have.
    """
    written = (bench.folder / "items.jsonl").stat()
    return _survey(_Version(bench.folder.resolve(), (written.st_ino, written.st_mtime_ns, written.st_size), bench))


def stated(counts: Mapping[str, int], why: str) -> tuple[str, ...]:
    """Say how many items of which families were left out, and why; nothing where there are none."""
    total = sum(counts.values())
    of = ", ".join(f"{family} {count}" for family, count in sorted(counts.items()))
    return (f"{total} {'item' if total == 1 else 'items'} ({of}): {why}",) if total else ()


def snippets_of(item: Item) -> tuple[Snippet, ...]:
    """Give the snippets of an item, by hop."""
    numbers = {document.id: number for number, document in reversed(list(enumerate(item.documents, 1)))}
    hops: dict[int, list[Evidence]] = defaultdict(list)
    for evidence in item.evidence:
        if evidence.role == "crucial":
            hops[evidence.hop].append(evidence)
    return tuple(
        Snippet(hop, tuple(dict.fromkeys((e.document, e.block) for e in found)), numbers.get(found[0].document, 0))
        for hop, found in sorted(hops.items())
    )


@lru_cache(maxsize=1)
def _survey(version: _Version) -> Survey:
    bench = version.bench
    asked: list[Asked] = []
    without: Counter[str] = Counter()
    for item in bench.items():
        snippets = snippets_of(item)
        if snippets:
            asked.append(_asked(item, snippets))
        else:
            without[item.task.family] += 1
    places: dict[tuple[str, int], Place] = {}
    extents: dict[str, Extent] = {}
    for document_id, blocks in _needed(asked).items():
        document = bench.corpus[document_id]
        order, extents[document_id] = _reading_order(document)
        places.update(((document_id, block), place) for block, place in _places(document, blocks, order))
    return Survey(tuple(asked), without, places, extents)


def _asked(item: Item, snippets: tuple[Snippet, ...]) -> Asked:
    return Asked(
        item=item.id,
        task=item.task,
        measures=item.measures,
        answer=item.answer.kind,
        authority=item.authority,
        documents=tuple(document.id for document in item.documents),
        snippets=snippets,
    )


def _needed(asked: Iterable[Asked]) -> dict[str, set[int]]:
    """Give the blocks to be placed by document; of a chain all documents, as its distances run over their lengths."""
    needed: dict[str, set[int]] = defaultdict(set)
    for entry in asked:
        for snippet in entry.snippets:
            for document, block in snippet.parts:
                needed[document].add(block)
        for document in entry.documents if entry.pattern == "chain" else ():
            needed[document].update()
    return needed


def _places(document: Document, blocks: Iterable[int], order: Mapping[int, tuple[int, int]]) -> Iterator[tuple[int, Place]]:
    origins = table_origins(document)
    for block_id in sorted(blocks):
        if block_id not in order:
            raise InvalidRecord(f"{document.id} has no block {block_id}, on which an item rests; make the bench anew")
        block = document.block(block_id)
        section, paragraph = order[block_id]
        is_table = block.kind == "table" or (block.table is not None and block.kind not in _FLOATS)  # a chart's is its data
        yield block_id, Place(section, paragraph, origins.get(block_id) or section_of(block), is_table)


def _reading_order(document: Document) -> tuple[dict[int, tuple[int, int]], Extent]:
    """Give section and paragraph of each block; a caption has those of what it is of, a heading or note those before it."""
    section, paragraph = -1, -1
    heading, path = True, None
    order: dict[int, tuple[int, int]] = {}
    for block in document.blocks:
        if block.kind in _PLACED:
            begins = section < 0 or ((heading or _path(block) != path) and not _is_loose(block))
            section, paragraph = section + begins, paragraph + 1
            heading, path = (False, _path(block)) if begins else (heading, path)
        heading = heading or block.kind == "heading"
        order[block.id] = (max(section, 0), max(paragraph, 0))
    for block in document.blocks:
        if block.caption_of in order:
            order[block.id] = order[block.caption_of]
    return order, Extent(section + 1, paragraph + 1)


def _path(block: Block) -> tuple[str, ...]:
    """Give the section path of a block; an abstract is a section of its own."""
    return ("\0abstract",) if block.kind == "abstract" else block.section


def _is_loose(block: Block) -> bool:
    """Say whether a block is a table or picture in no section: it stands in the midst of another, and begins none."""
    return block.kind in _FLOATS and not block.section
