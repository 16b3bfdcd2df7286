"""DocGenome's files of one paper, put together: boxes and sources, their order, and the sizes of the page pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from evidoc.errors import UnreadableDocument
from evidoc.readers._json import as_record, read_json
from evidoc.readers._json_kinds import Shape, shape_of
from evidoc.readers._runs import run_name

PICTURE = (1700.0, 2200.0)  # px; US Letter at 200 dpi, as in the published sample
TALL = (1654.0, 2339.0)  # px; A4 at 200 dpi, for pages with a box below US Letter
Edges = tuple[float, float, float, float]


class Entry(msgspec.Struct, frozen=True):
    """A block: its corners in px, its category, and the LaTeX that it was set from."""

    block_id: int
    bbox: Edges
    category: int
    page_index: int
    source_code: str = ""
    parent_block: int | None = None


class Order(msgspec.Struct, frozen=True):
    """A relation between two blocks; DocGenome writes it from the later to the earlier."""

    type: str
    source: int = msgspec.field(name="from")
    target: int = msgspec.field(name="to")


class _Ordered(msgspec.Struct, frozen=True):
    annotations: tuple[Entry, ...]
    orders: tuple[Order, ...] = ()


class _Picture(msgspec.Struct, frozen=True):
    id: int
    width: float
    height: float


class _Region(msgspec.Struct, frozen=True):
    id: int
    image_id: int
    category_id: int
    bbox: Edges


class _Layout(msgspec.Struct, frozen=True):
    images: tuple[_Picture, ...]
    annotations: tuple[_Region, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """What DocGenome says of a paper; sizes are in px, by page."""

    entries: tuple[Entry, ...]
    orders: tuple[Order, ...]
    sizes: Mapping[int, tuple[float, float]]

    @property
    def has_words(self) -> bool:
        """Whether any block has its source."""
        return any(entry.source_code for entry in self.entries)


def paper_of(path: Path) -> Paper:
    """Read one of a paper's files with those of the same name beside it.

    Raises:
        UnreadableDocument: The file is no JSON, or not DocGenome's.
    """
    value = read_json(path)
    shape = shape_of(value, path)
    if not shape.startswith("docgenome_"):
        raise UnreadableDocument(f"{path}: no annotation of DocGenome; read it by its own reader", status="unsupported")
    values: dict[Shape, object] = {shape: value}
    for kind in ("layout", "order", "reading"):
        beside = path.with_name(f"{run_name(path)}_{kind}_annotation.json")
        if beside != path and beside.is_file():
            other = read_json(beside)
            values.setdefault(shape_of(other, beside), other)
    return _joined(values, path)


def _joined(values: Mapping[Shape, object], path: Path) -> Paper:
    entries: tuple[Entry, ...] = ()
    orders: tuple[Order, ...] = ()
    sizes: dict[int, tuple[float, float]] = {}
    if "docgenome_layout" in values:
        layout = as_record(values["docgenome_layout"], _Layout, path=path, what="DocGenome")
        sizes = {picture.id: (picture.width, picture.height) for picture in layout.images}
        entries = tuple(map(_entry, layout.annotations))
    if "docgenome_reading" in values:
        entries = as_record(values["docgenome_reading"], tuple[Entry, ...], path=path, what="DocGenome")
    if "docgenome_order" in values:
        ordered = as_record(values["docgenome_order"], _Ordered, path=path, what="DocGenome")
        entries, orders = ordered.annotations, ordered.orders
    return Paper(entries, orders, _sizes(entries, sizes))


def _entry(region: _Region) -> Entry:
    x, y, width, height = region.bbox
    return Entry(block_id=region.id, bbox=(x, y, x + width, y + height), category=region.category_id, page_index=region.image_id)


def _sizes(entries: tuple[Entry, ...], stated: Mapping[int, tuple[float, float]]) -> dict[int, tuple[float, float]]:
    """Give each page its stated size, or the sheet that its boxes fit on."""
    lowest: dict[int, float] = {}
    for entry in entries:
        lowest[entry.page_index] = max(lowest.get(entry.page_index, 0.0), entry.bbox[3])
    return {**{page: TALL if bottom > PICTURE[1] else PICTURE for page, bottom in lowest.items()}, **stated}
