"""Link a document to those that cells of its tables cite, where their full text is in the corpus.

The citing document comes first. Each marker in a cell that leads to a document of the corpus is one tie, with table, cell
and bibliography entry; entries are found by pmcid, pmid, DOI or title. Markers that lead nowhere are counted. Weaker
anchors can be asked for: `caption` (captions and notes of a table), `paragraph` (one that refers to a table and cites),
`text` (any block). Source: DHQ-08, DHQ-09.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from evidoc.errors import UnknownName
from evidoc.linking._catalogue import Catalogue, names_of
from evidoc.linking._chunks import Chunk, chunks
from evidoc.linking._job import Job
from evidoc.linking._reviews import systematic_review
from evidoc.records.corpus import Corpus
from evidoc.records.document import Block, Document
from evidoc.records.groups import Anchor, LinkedGroup, Tie

_STRENGTH: dict[Anchor, float] = {"cell": 1.0, "caption": 0.9, "paragraph": 0.8, "text": 0.5}  # [D]: an order, no measure
_BY_TITLE = 0.9  # of that, where only the title binds
_SHOWN = 120  # characters of a block that a tie repeats


@dataclass(frozen=True, slots=True)
class Marker:
    """A citation marker: the table, or else the block, that it belongs to, and the names of the entry that it means.

    `row` and `column` are of the cell where it stands in one; `text` is what the cell says, or how the block begins.
    """

    anchor: Anchor
    block: int
    text: str
    key: str
    names: tuple[str, ...]
    row: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class _Task:
    """A chunk of a corpus, and which markers are wanted of its documents."""

    chunk: Chunk
    anchors: tuple[Anchor, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    """What this strategy needs of one document."""

    document: str
    identifiers: tuple[str, ...]
    title: str
    tables: int
    reads_text: bool
    markers: tuple[Marker, ...]
    is_systematic: bool


def link(
    corpus: Corpus, job: Job | None = None, *, anchors: tuple[Anchor, ...] = ("cell",), reviews_only: bool = False
) -> Iterator[LinkedGroup]:
    """Give one group for each document and one that its tables cite, in the order of the corpus and the markers.

    With `reviews_only` only systematic reviews may cite, as for the questions TS and TSL.

    Raises:
        UnknownName: An anchor is none of those above.
    """
    for anchor in anchors:
        if anchor not in _STRENGTH:
            raise UnknownName(str(anchor), kind="anchor", known=get_args(Anchor))
    job = job or Job()
    entries: list[_Entry] = []
    catalogue = Catalogue()
    for found in job.run(_read_chunk, (_Task(chunk, tuple(anchors)) for chunk in chunks(corpus))):
        for entry in found:
            catalogue.add(entry.document, identifiers=entry.identifiers, title=entry.title)
            entries.append(entry)
    for entry in entries:
        if reviews_only and not entry.is_systematic:
            job.leave_out(entry.document, "not_a_systematic_review", entry.title)
            continue
        yield from _groups(entry, catalogue, job)


def markers_of(document: Document, *, anchors: tuple[Anchor, ...] = ("cell",)) -> tuple[Marker, ...]:
    """Give the citation markers of a document at these anchors, in reading order."""
    means = _Meaning(document)
    found = (marker for block in document.blocks for marker in _block_markers(block, document, means))
    return tuple(marker for marker in found if marker.anchor in anchors)


def _block_markers(block: Block, document: Document, means: _Meaning) -> Iterator[Marker]:
    if block.kind == "table" and block.table is not None:
        for cell in block.table.cells:
            for key in cell.citations:
                yield Marker("cell", block.id, cell.text, key, means.entry(key), cell.row, cell.column)
        for caption in map(document.block, block.captions):
            for key in caption.citations:
                yield Marker("caption", block.id, caption.text[:_SHOWN], key, means.entry(key))
    elif block.kind != "caption" and block.citations:
        tables = means.tables_named(block)
        for key in block.citations:
            yield Marker("text", block.id, block.text[:_SHOWN], key, means.entry(key))
            for table in tables:
                yield Marker("paragraph", table, block.text[:_SHOWN], key, means.entry(key))


class _Meaning:
    """What the marks in a document's text mean: the entries of its bibliography, and its tables by their labels."""

    def __init__(self, document: Document) -> None:
        """Read both once."""
        self._entries = {reference.key: names_of(reference) for reference in document.references}
        self._tables = [block for block in document.blocks if block.kind == "table"]
        self._labelled: dict[str, list[int]] = defaultdict(list)
        for place, table in enumerate(self._tables):
            for label in table.labels:
                self._labelled[label].append(place)

    def entry(self, key: str) -> tuple[str, ...]:
        """Give the names of the entry of a key, none where the bibliography lacks it."""
        return self._entries.get(key, ())

    def tables_named(self, block: Block) -> list[int]:
        """Give the tables that a block refers to, each once, in reading order."""
        places = {place for label in block.refers_to for place in self._labelled.get(label, ())}
        return [self._tables[place].id for place in sorted(places)]


def _read_chunk(task: _Task) -> list[_Entry]:
    return [_entry(document, task.anchors) for document in task.chunk.documents()]


def _entry(document: Document, anchors: tuple[Anchor, ...]) -> _Entry:
    return _Entry(
        document=document.id,
        identifiers=document.identifiers,
        title=document.title,
        tables=sum(block.kind == "table" for block in document.blocks),
        reads_text="text" in anchors,
        markers=markers_of(document, anchors=anchors),
        is_systematic=systematic_review(document).is_systematic,
    )


def _groups(entry: _Entry, catalogue: Catalogue, job: Job) -> Iterator[LinkedGroup]:
    if not entry.markers:
        job.leave_out(entry.document, "no_marker" if entry.tables or entry.reads_text else "no_table", f"{entry.tables} tables")
        return
    ties: dict[str, list[Tie]] = {}
    for marker in entry.markers:
        found = catalogue.find(marker.names)
        if found is not None and found[0] != entry.document:
            ties.setdefault(found[0], []).append(_tie(entry.document, marker, *found))
    resolved = sum(map(len, ties.values()))
    job.counts["markers"] += len(entry.markers)
    job.counts["markers_resolved"] += resolved
    if len(entry.markers) > resolved:
        said = f"{len(entry.markers) - resolved} of {len(entry.markers)} markers lead to no other document of the corpus"
        job.leave_out(entry.document, "cited_document_not_in_corpus", said)
    for target, bound in ties.items():
        score = max(tie.value or 0.0 for tie in bound)
        yield LinkedGroup(documents=(entry.document, target), score=score, by=job.name or "citations", rationale=tuple(bound))


def _tie(document: str, marker: Marker, target: str, name: str) -> Tie:
    strength = _STRENGTH[marker.anchor] * (_BY_TITLE if name.startswith("title:") else 1)
    return Tie(
        kind="text_citation" if marker.anchor == "text" else "table_citation",
        text=marker.text,
        value=round(strength, 3),
        document=document,
        block=marker.block,
        row=marker.row,
        column=marker.column,
        anchor=marker.anchor,
        reference=marker.key,
        target=target,
    )
