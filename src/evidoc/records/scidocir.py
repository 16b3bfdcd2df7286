"""SciDocIR: one paper's pages, blocks and relations in the schema of SciDocBench (paper 4, figure 8), field for field.

Boxes and pages are in points, origin top left, so that a box's share of its page is its share of the page picture. What
the figure leaves open is filled in as `docs/reference/formats` says: `provenance`, `TableStructure` and the categories.

Source: SD-73 to SD-83.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType

import msgspec
from msgspec import UNSET, UnsetType

from evidoc.records.document import BlockKind, Reference, RelationKind
from evidoc.records.record import Record, SparseRecord

READER = "scidocir@1"
OWN_FIELDS = "evidoc"  # the name in `task_fields` under which stands what is ours
FOREIGN_ID = "scidocir:"  # begins the identifier that keeps a document's id in another program
DOMAIN = "domain:"  # begins the flag that keeps a document's scientific domain


class Extent(Record, frozen=True, kw_only=True):
    """A box of a page with its two sizes, which follow from it."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    height: float


class Category(Record, frozen=True, kw_only=True):
    """What a block is; `supercategory` is text, visual, table, math or furniture (SD-80)."""

    id: int
    name: str
    supercategory: str


class Provenance(Record, frozen=True, kw_only=True):
    """Where a document is from: the name, address, licence, scientific domain and digest of its source file.

    `flags` say what is uncertain about it; `pages_source` and `pages_sha256` are the PDF that the boxes are on, where
    that is another file.
    """

    source: str = ""
    url: str = ""
    licence: str = ""
    domain: str = ""
    sha256: str = ""
    media_type: str | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    language: str | UnsetType = UNSET
    identifiers: tuple[str, ...] | UnsetType = UNSET
    flags: tuple[str, ...] | UnsetType = UNSET
    pages_source: str | UnsetType = UNSET
    pages_sha256: str | UnsetType = UNSET


class DocumentInfo(Record, frozen=True, kw_only=True):
    """The document; `source_dir` holds its sources and pictures, and is relative to this file."""

    doc_id: str
    source_dir: str
    num_pages: int
    provenance: Provenance = Provenance()


class Page(Record, frozen=True, kw_only=True):
    """A page; `image_path` is its picture below `source_dir`, "" where there is none."""

    page_index: int
    width: float
    height: float
    image_path: str = ""


class Content(Record, frozen=True, kw_only=True):
    """What a block says: its source, the format of that, its text, and its LaTeX."""

    source_code: str = ""
    format: str = ""
    plain_text: str = ""
    latex: str = ""


class Structure(Record, frozen=True, kw_only=True):
    """Where a block stands in reading order, and what it is a part of."""

    previous_block: int | None = None
    parent_block: int | None = None
    next_block: int | None = None


class References(Record, frozen=True, kw_only=True):
    """The labels of a block, those that it refers to, and the blocks that refer to it."""

    labels: tuple[str, ...] = ()
    outgoing_ref_labels: tuple[str, ...] = ()
    incoming_ref_from: tuple[int, ...] = ()


class CaptionTarget(Record, frozen=True, kw_only=True):
    """What a caption belongs to, by category and ids."""

    type: str
    block_ids: tuple[int, ...]


class FigureInfo(Record, frozen=True, kw_only=True):
    """Facts of a picture: its crop below `source_dir`, the words in it, its kind of chart, its parts."""

    crop_path: str = ""
    visual_ocr: str = ""
    chart_type: str = ""
    subfigures: tuple[int, ...] = ()


class TableCell(Record, frozen=True, kw_only=True):
    """A cell (SD-77): where it starts, how far it spans, its text, and its value before `scale`, a power of ten."""

    r: int
    c: int
    rowspan: int = 1
    colspan: int = 1
    text: str = ""
    value: Decimal | None = None
    unit: str = ""
    bold: bool = False
    header: bool | UnsetType = UNSET
    scale: int | UnsetType = UNSET
    notes: tuple[str, ...] | UnsetType = UNSET
    citations: tuple[str, ...] | UnsetType = UNSET
    bbox: Extent | UnsetType = UNSET
    page_index: int | UnsetType = UNSET


class TableStructure(Record, frozen=True, kw_only=True):
    """A grid of cells (SD-77); the first `header_rows` and `header_cols` name the rest."""

    n_rows: int
    n_cols: int
    header_rows: int = 0
    header_cols: int = 0
    cells: tuple[TableCell, ...] = ()
    unit: str | UnsetType = UNSET
    scale: int | UnsetType = UNSET


class Kept(SparseRecord, frozen=True, kw_only=True):
    """What evidoc knows of a block and the schema has no field for; it stands in `task_fields` under "evidoc".

    `part_of` is the block of which this one is a further part, in another column or on another page: its text is there.
    """

    label: str = ""
    role: str = ""
    level: int = 0
    section: tuple[str, ...] = ()
    citations: tuple[str, ...] = ()
    image: str = ""
    reference: Reference | None = None
    flags: tuple[str, ...] = ()
    part_of: int | None = None


class Metadata(Record, frozen=True, kw_only=True):
    """What only some blocks have; fields are there only where they say something, but for the last two."""

    title_level: int | UnsetType = UNSET
    caption_text: str | UnsetType = UNSET
    caption_target: CaptionTarget | UnsetType = UNSET
    figure_info: FigureInfo | UnsetType = UNSET
    table_structure: TableStructure | UnsetType = UNSET
    equation_latex: str | UnsetType = UNSET
    nearby_block_ids: tuple[int, ...] = ()
    task_fields: dict[str, object] = {}


class Block(Record, frozen=True, kw_only=True):
    """A piece of the document in one place; page and box are null where its place is not known."""

    block_id: int
    page_index: int | None
    bbox: Extent | None
    category: Category
    content: Content = Content()
    structure: Structure = Structure()
    references: References = References()
    metadata: Metadata = Metadata()


class Relation(Record, frozen=True, kw_only=True):
    """A link between two blocks."""

    type: RelationKind
    source: int = msgspec.field(name="from")
    target: int = msgspec.field(name="to")


class Stats(Record, frozen=True, kw_only=True):
    """Counts that follow from the rest; categories that no block has are left out."""

    num_blocks: int
    num_relations: int
    category_counts: dict[str, int]


class SciDocIR(Record, frozen=True, kw_only=True):
    """The whole file."""

    document: DocumentInfo
    categories: tuple[Category, ...]
    pages: tuple[Page, ...]
    blocks: tuple[Block, ...]
    relations: tuple[Relation, ...]
    stats: Stats


_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "text": (
            "title", "heading", "paragraph", "list", "footnote", "caption", "abstract", "reference", "code", "algorithm", "toc",
        ),
        "visual": ("figure", "subfigure", "chart"),
        "table": ("table",),
        "math": ("equation", "equation_number"),
        "furniture": ("header", "footer", "page_number", "margin"),
    }
)  # fmt: skip
CATEGORIES: tuple[Category, ...] = tuple(
    Category(id=number, name=name, supercategory=group)
    for number, (group, name) in enumerate((group, name) for group, names in _NAMES.items() for name in names)
)
# Categories that are a kind of block with a role of its own.
ROLES: Mapping[str, tuple[BlockKind, str]] = MappingProxyType(
    {"subfigure": ("figure", "subfigure"), "equation_number": ("equation", "number")}
)


def category(name: str) -> Category:
    """Give the category of a name.

    Raises:
        KeyError: There is none.
    """
    return _BY_NAME[name]


def part_of(block: Block) -> int | None:
    """Give the block of which a block is a further part, None for a whole one."""
    own = block.metadata.task_fields.get(OWN_FIELDS)
    whole = own.get("part_of") if isinstance(own, Mapping) else None
    return whole if isinstance(whole, int) else None


def table_text(table: TableStructure) -> str:
    """Give a table's cells as text, row by row, with tabs between them: what stands for a block's text where it has no other."""
    rows: dict[int, list[str]] = {}
    for cell in table.cells:
        rows.setdefault(cell.r, []).append(cell.text)
    return "\n".join("\t".join(texts) for _, texts in sorted(rows.items()))


def stats_of(blocks: tuple[Block, ...], relations: tuple[Relation, ...]) -> Stats:
    """Count blocks, relations and the blocks of each category (SD-83)."""
    counts: dict[str, int] = {}
    for block in blocks:
        counts[block.category.name] = counts.get(block.category.name, 0) + 1
    return Stats(num_blocks=len(blocks), num_relations=len(relations), category_counts=counts)


_BY_NAME = {entry.name: entry for entry in CATEGORIES}
