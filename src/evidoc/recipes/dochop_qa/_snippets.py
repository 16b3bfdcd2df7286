"""Snippets: the pieces of text and tables that an answer rests on, in the order of its hops. Source: DHQ-50, DHQ-65."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from evidoc.errors import Reject
from evidoc.pages.segments import By, Segment, segments_of
from evidoc.records.corpus import Corpus
from evidoc.records.document import Block, Document
from evidoc.records.item import Evidence
from evidoc.records.remembered import Remembered

Route = Literal["semantic", "logic"]
Function = Literal["", "problem", "solution", "table", "table_reference", "cited_abstract", "limitation"]


@dataclass(frozen=True, slots=True)
class Snippet:
    """One hop: what stands where, its part in the reasoning, and how it was found.

    `route` is `semantic` for what likeness found, with its `score`, and `logic` for what a link or rule led to.
    """

    segment: Segment
    function: Function = ""
    route: Route = "semantic"
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Pool:
    """The segments of one document with their texts; kept, so that texts are encoded once."""

    segments: tuple[Segment, ...]
    texts: tuple[str, ...]


_KEPT_OPEN = 16  # documents
_pools: dict[By, Remembered[Pool]] = {"paragraph": Remembered(most=_KEPT_OPEN), "subsection": Remembered(most=_KEPT_OPEN)}


def pool_of(document: Document, *, by: By = "paragraph") -> Pool:
    """Give the segments of a document, from the few that are kept."""
    return _pools[by].of(document, lambda: pooled(segments_of(document, by=by)))


def pooled(segments: Sequence[Segment]) -> Pool:
    """Give segments as a pool."""
    return Pool(tuple(segments), tuple(segment.text for segment in segments))


def table_segment(document: Document, table: Block) -> Segment:
    """Give a table as a segment: its text is its caption."""
    caption = document.caption(table)
    return Segment(document.id, (table.id,), caption, table.section, (caption,))


def table_text(document: Document, table: Block) -> str:
    """Give what likeness compares of a table: its caption and the texts of its cells."""
    cells = table.table.cells if table.table is not None else ()
    return " ".join((document.caption(table), *(cell.text for cell in cells if cell.text)))


def evidence_of(snippets: Sequence[Snippet], corpus: Corpus) -> tuple[Evidence, ...]:
    """Give the evidence of all snippets, a record a block.

    Raises:
        Reject: `no_box` where a block stands on no page.
    """
    return tuple(entry for hop, snippet in enumerate(snippets) for entry in _evidence(snippet, corpus, hop=hop))


def _evidence(snippet: Snippet, corpus: Corpus, *, hop: int) -> Iterator[Evidence]:
    document = corpus[snippet.segment.document]
    for block_id in snippet.segment.blocks:
        block = document.block(block_id)
        captions = [document.block(caption) for caption in block.captions] if block.kind == "table" else []
        boxes = (*(box for caption in captions for box in caption.boxes), *block.boxes)
        if not boxes:
            raise Reject("no_box", f"{document.id}, block {block_id}")
        yield Evidence(
            document=document.id,
            block=block_id,
            boxes=boxes,
            text=document.caption(block) if block.kind == "table" else block.text,
            function=snippet.function,
            hop=hop,
        )
