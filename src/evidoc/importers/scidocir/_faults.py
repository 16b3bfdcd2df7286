"""What is wrong within a SciDocIR file of the right shape: ids, pointers, order, boxes, tables and counts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from evidoc.importers.scidocir._names import DIGEST, OWN_ID, kind_of, known_names, markup_of
from evidoc.records import scidocir

_OFF = 0.011  # points by which a width may differ from its edges: both are rounded to 1/100
_MOST_PLACES = 2_000_000  # of one table, as in the readers
_OUTSIDE = 1.0  # points by which a box may hang over the edge of its page, as rounding and thin rules make it


def faults_of(file: scidocir.SciDocIR) -> list[str]:
    """Give every fault of a file, in the order of the file."""
    return [
        *_document_faults(file),
        *_category_faults(file),
        *_page_faults(file),
        *_id_faults(file),
        *_block_faults(file),
        *_order_faults(file),
        *_relation_faults(file),
        *_stats_faults(file),
    ]


def _document_faults(file: scidocir.SciDocIR) -> Iterator[str]:
    if file.document.num_pages != len(file.pages):
        yield f"document.num_pages is {file.document.num_pages}, but there are {len(file.pages)} pages"
    digest, own = file.document.provenance.sha256, file.document.doc_id
    pages = file.document.provenance.pages_sha256
    if isinstance(pages, str) and not DIGEST.fullmatch(pages):
        yield f"document.provenance.pages_sha256 {pages!r} is no SHA-256"
    if digest and not DIGEST.fullmatch(digest):
        yield f"document.provenance.sha256 {digest!r} is no SHA-256"
    elif digest and OWN_ID.fullmatch(own) and own != f"d-{digest[:12]}":
        yield f"document.doc_id {own!r} is not that of sha256 {digest}; it would be 'd-{digest[:12]}'"


def _category_faults(file: scidocir.SciDocIR) -> Iterator[str]:
    for name, count in Counter(entry.id for entry in file.categories).items():
        if count > 1:
            yield f"categories: id {name} is there {count} times"
    for entry in file.categories:
        if kind_of(entry.name) is None:
            yield f"categories: {entry.name!r} is unknown; known: {', '.join(known_names())}"


def _page_faults(file: scidocir.SciDocIR) -> Iterator[str]:
    for number, page in enumerate(file.pages):
        if page.page_index != number:
            yield f"pages[{number}]: page_index {page.page_index}; pages stand in order and count from 0"
        if not (math.isfinite(page.width) and math.isfinite(page.height) and page.width > 0 and page.height > 0):
            yield f"pages[{number}]: size {page.width} × {page.height}"


def _id_faults(file: scidocir.SciDocIR) -> Iterator[str]:
    for number, count in Counter(block.block_id for block in file.blocks).items():
        if count > 1:
            yield f"block {number} is there {count} times"


def _block_faults(file: scidocir.SciDocIR) -> Iterator[str]:
    categories = {entry.id: entry for entry in file.categories}
    ids = {block.block_id for block in file.blocks}
    labels: dict[str, set[int]] = {}
    for block in file.blocks:
        for label in block.references.outgoing_ref_labels:
            labels.setdefault(label, set()).add(block.block_id)
    for block in file.blocks:
        faults = [
            *_own_faults(block, categories),
            *_place_faults(block, file.pages),
            *_pointer_faults(block, ids),
            *_incoming_faults(block, labels, ids),
            *_table_faults(block, file.pages),
        ]
        yield from (f"block {block.block_id}: {fault}" for fault in faults)


def _own_faults(block: scidocir.Block, categories: Mapping[int, scidocir.Category]) -> Iterator[str]:
    if categories.get(block.category.id) != block.category:
        yield f"category {block.category.id} {block.category.name!r} ({block.category.supercategory}) is not in categories"
    if markup_of(block.content.format) is None:
        yield f"format {block.content.format!r} is unknown"
    own = block.metadata.task_fields.get(scidocir.OWN_FIELDS)
    if own is not None:
        try:
            msgspec.convert(own, scidocir.Kept)
        except msgspec.ValidationError as error:
            yield f"task_fields.{scidocir.OWN_FIELDS}: {error}"


def _place_faults(block: scidocir.Block, pages: Sequence[scidocir.Page]) -> Iterator[str]:
    if (block.bbox is None) != (block.page_index is None):
        yield "page_index and bbox are null together, or neither is"
    elif block.bbox is not None and block.page_index is not None:
        yield from _box_faults(block.bbox, block.page_index, pages)


def _box_faults(box: scidocir.Extent, index: int, pages: Sequence[scidocir.Page]) -> Iterator[str]:
    edges = (box.x1, box.y1, box.x2, box.y2)
    if not 0 <= index < len(pages):
        yield f"page_index {index}, but there are {len(pages)} pages"
        return
    if box.x2 <= box.x1 or box.y2 <= box.y1:
        yield f"bbox {edges} is reversed or empty"
    if abs(box.width - (box.x2 - box.x1)) > _OFF or abs(box.height - (box.y2 - box.y1)) > _OFF:
        yield f"bbox {edges} has width {box.width} and height {box.height}, not x2 − x1 and y2 − y1"
    page = pages[index]
    if min(box.x1, box.y1) < -_OUTSIDE or box.x2 > page.width + _OUTSIDE or box.y2 > page.height + _OUTSIDE:
        yield f"bbox {edges} is outside its page of {page.width} × {page.height}"


def _pointer_faults(block: scidocir.Block, ids: set[int]) -> Iterator[str]:
    structure, metadata = block.structure, block.metadata
    single = {
        "previous_block": structure.previous_block,
        "parent_block": structure.parent_block,
        "next_block": structure.next_block,
    }
    for name, number in single.items():
        if number is not None and (number not in ids or number == block.block_id):
            yield f"{name} {number} is {'the block itself' if number == block.block_id else 'no block'}"
    target = metadata.caption_target
    figure = metadata.figure_info
    lists: dict[str, Iterable[int]] = {
        "nearby_block_ids": metadata.nearby_block_ids,
        "caption_target": target.block_ids if isinstance(target, scidocir.CaptionTarget) else (),
        "subfigures": figure.subfigures if isinstance(figure, scidocir.FigureInfo) else (),
    }
    for name, numbers in lists.items():
        for number in numbers:
            if number not in ids or number == block.block_id:
                yield f"{name} has {number}, which is {'the block itself' if number == block.block_id else 'no block'}"


def _incoming_faults(block: scidocir.Block, labels: Mapping[str, set[int]], ids: set[int]) -> Iterator[str]:
    """Compare what refers to a block with what its labels are named by; a file without labels cannot be compared."""
    named = {number for label in block.references.labels for number in labels.get(label, ())} - {block.block_id}
    stated = set(block.references.incoming_ref_from)
    for number in sorted(stated - ids):
        yield f"incoming_ref_from has {number}, which is no block"
    for number in sorted((stated & ids) - named):
        yield f"incoming_ref_from has {number}, which refers to none of its labels"
    for number in sorted(named - stated):
        yield f"incoming_ref_from lacks {number}, which refers to it"


def _table_faults(block: scidocir.Block, pages: Sequence[scidocir.Page]) -> Iterator[str]:
    table = block.metadata.table_structure
    if not isinstance(table, scidocir.TableStructure):
        return
    size = f"table of {table.n_rows} × {table.n_cols}"
    if min(table.n_rows, table.n_cols) < 0 or table.n_rows * table.n_cols > _MOST_PLACES:
        yield f"{size}; at most {_MOST_PLACES:,} places are read"
        return
    if not (0 <= table.header_rows <= table.n_rows and 0 <= table.header_cols <= table.n_cols):
        yield f"{size} with {table.header_rows} header rows and {table.header_cols} header columns"
    taken: dict[tuple[int, int], scidocir.TableCell] = {}
    for cell in table.cells:
        name = f"cell ({cell.r}, {cell.c})"
        if cell.r < 0 or cell.c < 0 or cell.rowspan < 1 or cell.colspan < 1:
            yield f"{name} spans {cell.rowspan} × {cell.colspan}"
        elif cell.r + cell.rowspan > table.n_rows or cell.c + cell.colspan > table.n_cols:
            yield f"{name} spans {cell.rowspan} × {cell.colspan}, beyond the grid of {table.n_rows} × {table.n_cols}"
        else:
            yield from _overlap(cell, taken)
        index = cell.page_index if isinstance(cell.page_index, int) else block.page_index
        if isinstance(cell.bbox, scidocir.Extent):
            faults = ["a box but no page"] if index is None else _box_faults(cell.bbox, index, pages)
            yield from (f"{name}: {fault}" for fault in faults)


def _overlap(cell: scidocir.TableCell, taken: dict[tuple[int, int], scidocir.TableCell]) -> Iterator[str]:
    """Say whether a cell covers a place of another one."""
    for row in range(cell.r, cell.r + cell.rowspan):
        for column in range(cell.c, cell.c + cell.colspan):
            other = taken.setdefault((row, column), cell)
            if other is not cell:
                yield f"cells ({other.r}, {other.c}) and ({cell.r}, {cell.c}) both cover ({row}, {column})"
                return


def _order_faults(file: scidocir.SciDocIR) -> Iterator[str]:
    blocks = {block.block_id: block for block in file.blocks}
    for block in file.blocks:
        after = blocks.get(block.structure.next_block) if block.structure.next_block is not None else None
        if after is not None and after.structure.previous_block != block.block_id:
            yield (
                f"block {block.block_id}: next_block is {after.block_id},"
                f" whose previous_block is {after.structure.previous_block}"
            )
        before = blocks.get(block.structure.previous_block) if block.structure.previous_block is not None else None
        if before is not None and before.structure.next_block != block.block_id:
            yield (
                f"block {block.block_id}: previous_block is {before.block_id}, whose next_block is {before.structure.next_block}"
            )
    yield from _cycles("next_block", {number: block.structure.next_block for number, block in blocks.items()})
    yield from _cycles("parent_block", {number: block.structure.parent_block for number, block in blocks.items()})
    yield from _uncovered(file, blocks)
    yield from _part_faults(blocks)


def _part_faults(blocks: Mapping[int, scidocir.Block]) -> Iterator[str]:
    """Check that a part is one of a whole block, in its category, and follows it."""
    wholes = {number: scidocir.part_of(block) for number, block in blocks.items()}
    for number, whole in wholes.items():
        if whole is None:
            continue
        if whole not in blocks or wholes[whole] is not None:
            yield f"block {number}: part_of {whole}, which is {'no block' if whole not in blocks else 'itself a part'}"
        elif blocks[whole].category != blocks[number].category:
            yield f"block {number}: {blocks[number].category.name}, but part_of block {whole}, a {blocks[whole].category.name}"
        before = blocks[number].structure.previous_block
        if before != whole and (before is None or wholes.get(before) != whole):
            yield f"block {number}: part_of {whole}, but previous_block {before} is neither that block nor another part of it"


def _cycles(name: str, following: Mapping[int, int | None]) -> Iterator[str]:
    """Name one block of each cycle."""
    done: set[int] = set()
    for start in following:
        path: dict[int, None] = {}
        number: int | None = start
        while number is not None and number in following and number not in done and number not in path:
            path[number] = None
            number = following[number]
        if number is not None and number in path:
            yield f"{name} leads from block {number} back to itself"
        done.update(path)


def _uncovered(file: scidocir.SciDocIR, blocks: Mapping[int, scidocir.Block]) -> Iterator[str]:
    """Name the blocks that reading order leaves out, where the file has an order: furniture alone is in none (SD-81)."""
    body = [block for block in file.blocks if block.category.supercategory != "furniture"]
    ordered = [block for block in body if block.structure.previous_block is not None or block.structure.next_block is not None]
    if not ordered or len(body) == len(ordered):
        return
    for block in body:
        if block.structure.previous_block is None and block.structure.next_block is None:
            yield f"block {block.block_id}: in no reading order, which {len(ordered)} other blocks are in"


def _relation_faults(file: scidocir.SciDocIR) -> Iterator[str]:
    ids = {block.block_id for block in file.blocks}
    for number, relation in enumerate(file.relations):
        for name, end in (("from", relation.source), ("to", relation.target)):
            if end not in ids:
                yield f"relations[{number}] ({relation.type}): {name} {end} is no block"
        if relation.source == relation.target:
            yield f"relations[{number}] ({relation.type}): from block {relation.source} to itself"
    for relation, count in Counter(file.relations).items():
        if count > 1:
            yield f"relations: {relation.type} from {relation.source} to {relation.target} is there {count} times"


def _stats_faults(file: scidocir.SciDocIR) -> Iterator[str]:
    counted = scidocir.stats_of(file.blocks, file.relations)
    for name in ("num_blocks", "num_relations", "category_counts"):
        stated, right = getattr(file.stats, name), getattr(counted, name)
        if stated != right:
            yield f"stats.{name} is {stated}, counted {right}"
