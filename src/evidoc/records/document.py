"""A Document: what a file says, block by block, and where each block stands on its pages."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

from evidoc.records.geometry import Box, Page
from evidoc.records.record import Digest, FileName, SparseRecord
from evidoc.records.table import Table

BlockKind = Literal[
    "title", "abstract", "heading", "paragraph", "list", "table", "figure", "chart", "equation", "code", "algorithm",
    "caption", "footnote", "reference", "toc", "header", "footer", "page_number", "margin",
]  # fmt: skip
Markup = Literal["", "jats", "html", "latex", "markdown", "text", "csv"]
DocumentKind = Literal["article", "filing", "book", "report", "web", "table", "slides", "other"]
AnnotationKind = Literal["comment", "highlight", "underline", "strikeout"]
RelationKind = Literal["adj", "sub", "peer", "identical", "continuation"]

FURNITURE: frozenset[BlockKind] = frozenset({"header", "footer", "page_number", "margin"})


class Figure(SparseRecord, frozen=True, kw_only=True):
    """Facts of a picture: the name of its image file and, where known, its chart type."""

    image: str = ""
    chart_type: str = ""


class Block(SparseRecord, frozen=True, kw_only=True):
    """A piece of a document with one role: its text, its markup, its boxes and its links.

    `id` is unique in the document and never renumbered; `boxes` are several where the block runs
    over columns or pages; `section` is the path of heading texts; `caption_of` and `captions` bind
    captions; `label` is the printed name ("Table 2"), `labels` are the anchors that others refer
    to, `refers_to` the anchors and `citations` the reference keys named in the text; `role` refines
    the kind ("graphical" abstract, "heading:Results" …); `flags` say what is uncertain; `match` is the share of
    its words that were found on the pages of its twin (X-04), None where nothing was looked for; `task_fields` is
    JSON text of what a task keeps of a block, carried along and not read. Source: X-01, SD-75, SD-76.
    """

    id: int
    kind: BlockKind
    text: str = ""
    boxes: tuple[Box, ...] = ()
    role: str = ""
    level: int = 0
    section: tuple[str, ...] = ()
    source: str = ""
    markup: Markup = ""
    latex: str = ""
    table: Table | None = None
    figure: Figure | None = None
    caption_of: int | None = None
    captions: tuple[int, ...] = ()
    label: str = ""
    labels: tuple[str, ...] = ()
    refers_to: tuple[str, ...] = ()
    citations: tuple[str, ...] = ()
    previous: int | None = None
    parent: int | None = None
    next: int | None = None
    flags: tuple[str, ...] = ()
    match: float | None = None
    task_fields: str = ""


class Relation(SparseRecord, frozen=True, kw_only=True):
    """A link between two blocks of one document. Source: SD-78, SD-79."""

    kind: RelationKind
    source: int
    target: int


class Reference(SparseRecord, frozen=True, kw_only=True):
    """One entry of a bibliography; all fields are strings as printed ("007" stays "007")."""

    key: str
    title: str = ""
    text: str = ""
    authors: tuple[str, ...] = ()
    year: str = ""
    doi: str = ""
    pmid: str = ""
    pmcid: str = ""
    volume: str = ""
    first_page: str = ""


class Fact(SparseRecord, frozen=True, kw_only=True):
    """One tagged fact of a filing (inline XBRL): what it is of, and where it stands.

    `text` is what the page shows, left out where it is long; `number` is the fact's value with `scale` (a power of ten)
    and sign applied, so 391,035 in millions is 391035000000, None for words and for what says "nil". `period` is a day
    or two days ("2023-10-01/2024-09-28"); `dimensions` are pairs of axis and member. `block` is where it stands, to
    `last_block` where it goes on, and `row` and `column` its cell in that block's table; a fact that the page hides
    has no block.
    """

    concept: str
    text: str = ""
    number: Decimal | None = None
    unit: str = ""
    scale: int = 0
    is_negated: bool = False
    decimals: str = ""
    entity: str = ""
    period: str = ""
    dimensions: tuple[tuple[str, str], ...] = ()
    block: int | None = None
    last_block: int | None = None
    row: int | None = None
    column: int | None = None


class OutlineEntry(SparseRecord, frozen=True, kw_only=True):
    """A bookmark of a file: its title, its level from 1, and where it leads: the page, and the height in points from its top."""

    title: str
    level: int = 1
    page: int | None = None
    y: float | None = None


class Link(SparseRecord, frozen=True, kw_only=True):
    """A place on a page that leads somewhere: to `address`, or to a page of the same file and a height on it in points."""

    box: Box
    address: str = ""
    page: int | None = None
    y: float | None = None


class Annotation(SparseRecord, frozen=True, kw_only=True):
    """What a reader of the file added to a page: a comment, or a mark on the text, with what was written there."""

    kind: AnnotationKind
    box: Box
    text: str = ""
    author: str = ""


class Source(SparseRecord, frozen=True, kw_only=True):
    """The file that something was read from: its name, digest, media type, licence and link."""

    name: str
    sha256: Digest
    media_type: str = ""
    licence: str = ""
    link: str = ""


class Document(SparseRecord, frozen=True, kw_only=True):
    """What one file, or a structured file and the PDF of the same text, says.

    `pages_source` is the PDF whose pages the boxes are on: the source itself for a PDF, its twin
    for a structured file, None where there are no pages yet. `reader` names the reader and its
    version. `identifiers` are the document's own names elsewhere ("doi:10.1/x", "pmcid:PMC1", "pmid:1"; DHQ-02).
    `facts` are those that a filing tags, hidden ones among them. `outline`, `links` and `annotations` are a file's
    bookmarks, what can be clicked on its pages, and what was added to them: none of it is text of a block. Blocks are
    in reading order. Source: X-02.
    """

    id: FileName
    source: Source
    kind: DocumentKind = "other"
    title: str = ""
    abstract: str = ""
    language: str = ""
    pages: tuple[Page, ...] = ()
    blocks: tuple[Block, ...] = ()
    relations: tuple[Relation, ...] = ()
    references: tuple[Reference, ...] = ()
    pages_source: Source | None = None
    identifiers: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    outline: tuple[OutlineEntry, ...] = ()
    links: tuple[Link, ...] = ()
    annotations: tuple[Annotation, ...] = ()
    reader: str = ""
    flags: tuple[str, ...] = ()

    def block(self, block_id: int) -> Block:
        """Give the block of an id.

        Raises:
            KeyError: No block has this id.
        """
        if 0 <= block_id < len(self.blocks) and self.blocks[block_id].id == block_id:
            return self.blocks[block_id]
        for block in self.blocks:
            if block.id == block_id:
                return block
        raise KeyError(block_id)

    def caption(self, block: Block) -> str:
        """Give the captions of a block as one text, in order."""
        return " ".join(self.block(caption).text for caption in block.captions)

    def body(self) -> tuple[Block, ...]:
        """Give the blocks that say something: all but running headers, footers and page numbers."""
        return tuple(block for block in self.blocks if block.kind not in FURNITURE)
