"""A DoclingDocument as its JSON has it, as far as it is read. Source: docling-core, schema version 1.10; formats.md, 10.4."""

from __future__ import annotations

from typing import Literal

import msgspec


class Ref(msgspec.Struct, frozen=True):
    """A pointer into the same file, such as "#/texts/3"."""

    path: str = msgspec.field(name="$ref", default="")


class Edges(msgspec.Struct, frozen=True):
    """A box in points; each box says by itself where its origin is."""

    l: float  # noqa: E741  (docling's name)
    t: float
    r: float
    b: float
    coord_origin: Literal["TOPLEFT", "BOTTOMLEFT"] = "TOPLEFT"


class Place(msgspec.Struct, frozen=True):
    """Where an item or a part of it stands; pages count from 1."""

    page_no: int
    bbox: Edges


class Cell(msgspec.Struct, frozen=True):
    """A cell of a table; ends of rows and columns are exclusive."""

    start_row_offset_idx: int
    end_row_offset_idx: int
    start_col_offset_idx: int
    end_col_offset_idx: int
    text: str = ""
    bbox: Edges | None = None
    column_header: bool = False
    row_header: bool = False
    row_section: bool = False


class Grid(msgspec.Struct, frozen=True):
    """A table's cells; `grid` has them again, once for each place that they cover."""

    table_cells: tuple[Cell, ...] = ()
    grid: tuple[tuple[Cell, ...], ...] = ()


class Guess(msgspec.Struct, frozen=True):
    """What a classifier takes a picture for."""

    class_name: str = ""
    confidence: float = 0.0


class Annotation(msgspec.Struct, frozen=True):
    """What an enrichment says of a picture."""

    kind: str = ""
    predicted_classes: tuple[Guess, ...] = ()


class Item(msgspec.Struct, frozen=True):
    """A text, table, picture or group."""

    self_ref: str = ""
    children: tuple[Ref, ...] = ()
    content_layer: str = "body"
    label: str = "text"
    prov: tuple[Place, ...] = ()
    text: str = ""
    orig: str = ""
    level: int | None = None
    marker: str | None = None
    enumerated: bool | None = None
    captions: tuple[Ref, ...] = ()
    footnotes: tuple[Ref, ...] = ()
    data: Grid | None = None
    annotations: tuple[Annotation, ...] = ()


class Size(msgspec.Struct, frozen=True):
    """A page's width and height in points."""

    width: float
    height: float


class PageInfo(msgspec.Struct, frozen=True):
    """A page; its number counts from 1."""

    page_no: int
    size: Size


class Docling(msgspec.Struct, frozen=True):
    """The whole file. Newer items (`field_regions` …) hold what the texts have as well."""

    body: Item
    name: str = ""
    furniture: Item | None = None
    groups: tuple[Item, ...] = ()
    texts: tuple[Item, ...] = ()
    pictures: tuple[Item, ...] = ()
    tables: tuple[Item, ...] = ()
    pages: dict[str, PageInfo] = {}
