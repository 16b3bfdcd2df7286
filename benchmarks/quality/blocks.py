"""Blocks: whether they are found in their place with their kind, captions bound to what they name, cells over their text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.quality.edits import edit_distance
from evidoc.pages.glyphs import text_in
from evidoc.records.document import FURNITURE, Block, Document
from evidoc.records.geometry import Box, coverage, hull, iou, reaches
from evidoc.records.table import Cell

_SAME_PLACE = 0.5  # intersection over union, the PASCAL VOC threshold
_SAME_TEXT = 0.2  # of the characters of a caption may be wrong


@dataclass(frozen=True, slots=True)
class Counts:
    """What is right among what is true and what is given."""

    right: int = 0
    true: int = 0
    given: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.right + other.right, self.true + other.true, self.given + other.given)

    @property
    def precision(self) -> float:
        return self.right / self.given if self.given else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.true if self.true else 0.0

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.true + self.given) if self.true + self.given else 0.0


def block_counts(truth: Document, given: Document) -> dict[str, Counts]:
    """Count by kind the blocks, page by page, that are found at IoU 0.5; under `any` whatever kind they are given.

    A block over several pages counts once a page, with one box around its parts there. Running headers,
    footers and page numbers are not asked about.
    """
    true, found = _placed(truth), _placed(given)
    kinds = sorted({kind for kind, _ in true} | {kind for kind, _ in found})
    counts = {kind: match_boxes(_of_kind(true, kind), _of_kind(found, kind)) for kind in kinds}
    return {**counts, "any": match_boxes([box for _, box in true], [box for _, box in found])}


def match_boxes(true: Sequence[Box], given: Sequence[Box]) -> Counts:
    """Pair boxes one to one, the best overlap first, and count the pairs that reach IoU 0.5."""
    pairs = [
        (shared, first, second)
        for first, box in enumerate(true)
        for second, other in enumerate(given)
        if reaches(shared := iou(box, other), _SAME_PLACE)
    ]
    left, right = set(range(len(true))), set(range(len(given)))
    for _, first, second in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if first in left and second in right:
            left.remove(first)
            right.remove(second)
    return Counts(len(true) - len(left), len(true), len(given))


def caption_counts(truth: Document, given: Document) -> dict[str, Counts]:
    """Count by the kind of what is named (table, figure) the captions bound to the block that stands in the true place."""
    counts: dict[str, Counts] = {}
    for caption in truth.blocks:
        if caption.kind != "caption" or caption.caption_of is None or not caption.text.strip():
            continue
        owner = truth.block(caption.caption_of)
        if owner.boxes:
            right = _is_bound(caption, owner, given)
            counts[owner.kind] = counts.get(owner.kind, Counts()) + Counts(int(right), 1, 1)
    return counts


def cell_box_counts(document: Document, pdf: Path) -> Counts:
    """Count the cells under whose box the page says what the cell says, white space apart and note marks with it or not."""
    cells = [cell for block in document.blocks if block.table is not None for cell in block.table.cells if cell.text.strip()]
    boxed = [cell for cell in cells if cell.box is not None]
    return Counts(sum(_says(cell, pdf) for cell in boxed), len(cells), len(boxed))


def placed_counts(truth: Document, aligned: Document) -> Counts:
    """Count the blocks with words that alignment puts on the true pages at IoU 0.5 on each."""
    known = {block.id: block for block in aligned.blocks}
    asked = [block for block in truth.blocks if block.boxes and (block.text.strip() or block.table is not None)]
    given = [block for block in asked if known[block.id].boxes]
    return Counts(sum(_same_place(block.boxes, known[block.id].boxes) for block in given), len(asked), len(given))


def placed_cell_counts(truth: Document, aligned: Document) -> Counts:
    """Count the cells whose aligned box lies, by half its area or more, in the true cell."""
    known = {block.id: _cells(block) for block in aligned.blocks}
    asked = [
        (cell.box, known[block.id].get((cell.row, cell.column)))
        for block in truth.blocks
        for cell in _cells(block).values()
        if cell.box is not None and cell.text.strip()
    ]
    given = [(true, cell.box) for true, cell in asked if cell is not None and cell.box is not None]
    return Counts(sum(reaches(coverage(box, true), _SAME_PLACE) for true, box in given), len(asked), len(given))


def _placed(document: Document) -> list[tuple[str, Box]]:
    return [(block.kind, box) for block in document.blocks if block.kind not in FURNITURE for box in hull(block.boxes)]


def _of_kind(placed: Iterable[tuple[str, Box]], kind: str) -> list[Box]:
    return [box for other, box in placed if other == kind]


def _is_bound(caption: Block, owner: Block, given: Document) -> bool:
    found = _nearest_block(caption.text, given.blocks)
    if found is None or found.caption_of is None:
        return False
    boxes = hull(given.block(found.caption_of).boxes)
    return any(reaches(iou(true, box), _SAME_PLACE) for true in hull(owner.boxes) for box in boxes)


def _nearest_block(text: str, blocks: Sequence[Block]) -> Block | None:
    distances = [(edit_distance(text, block.text), number) for number, block in enumerate(blocks) if _may_be(text, block)]
    if not distances or min(distances)[0] > _SAME_TEXT * len(text):
        return None
    return blocks[min(distances)[1]]


def _may_be(text: str, block: Block) -> bool:
    return abs(len(block.text) - len(text)) <= _SAME_TEXT * len(text)


def _same_place(true: Iterable[Box], given: Iterable[Box]) -> bool:
    pages, others = _by_page(true), _by_page(given)
    return pages.keys() == others.keys() and all(reaches(iou(box, others[page]), _SAME_PLACE) for page, box in pages.items())


def _by_page(boxes: Iterable[Box]) -> Mapping[int, Box]:
    return {box.page: box for box in hull(boxes)}


def _cells(block: Block) -> dict[tuple[int, int], Cell]:
    return {(cell.row, cell.column): cell for cell in block.table.cells} if block.table is not None else {}


def _says(cell: Cell, pdf: Path) -> bool:
    assert cell.box is not None
    under = "".join(text_in(pdf, cell.box).split())
    return under in ("".join(cell.text.split()), "".join((cell.text + "".join(cell.notes)).split()))
