"""DocGenome's blocks to drafts: page by page in order, parts of one paragraph put together, captions bound."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from evidoc.readers._bind import bound
from evidoc.readers._draft import Draft
from evidoc.readers._node import LaidOutPage, Node
from evidoc.readers._tex import tex_text
from evidoc.readers.docgenome._files import Entry, Paper
from evidoc.readers.docgenome._fragment import formula_of, level_of, text_of
from evidoc.records.document import BlockKind
from evidoc.records.geometry import Box, Page, make_box

KINDS: Mapping[int, BlockKind] = {
    0: "algorithm", 1: "caption", 2: "equation", 3: "figure", 4: "footnote", 5: "list", 7: "table", 8: "paragraph",
    9: "paragraph", 10: "heading", 11: "reference", 12: "title", 13: "code", 14: "abstract",
}  # fmt: skip
_NODES: Mapping[int, str] = {
    0: "code", 1: "caption", 2: "equation", 3: "image", 4: "page_footnote", 5: "list", 7: "table", 10: "paragraph_title",
    11: "ref_text", 12: "doc_title", 13: "code", 14: "abstract",
}  # fmt: skip
_OWNERS: tuple[BlockKind, ...] = ("figure", "table", "algorithm", "code")
_TEXTS: tuple[BlockKind, ...] = ("paragraph", "abstract", "list", "footnote", "reference", "caption")
_ID = "docgenome:"


def drafts_of(paper: Paper, pages: Sequence[Page]) -> list[list[Draft]]:
    """Give the drafts of a paper by page; each is flagged with the ids of the blocks that it is made of.

    DocGenome lists pages in the order of their file names and repeats the source of a paragraph that goes on over a page.
    """
    by_page: list[list[Draft]] = [[] for _ in pages]
    entries = {entry.block_id: entry for entry in paper.entries}
    made: dict[int, Draft] = {}
    for entry in sorted(paper.entries, key=lambda entry: entry.page_index):
        boxes = _boxes(entry, paper, pages[entry.page_index])
        before = _beginning(entry, entries, made)
        if before is None:
            made[entry.block_id] = _draft(entry, boxes)
            by_page[entry.page_index].append(made[entry.block_id])
        else:
            before.boxes.extend(boxes)
            before.flags.append(f"{_ID}{entry.block_id}")
            made[entry.block_id] = before
    return [_in_order(drafts) for drafts in by_page]


def ids_of(flags: Sequence[str]) -> list[int]:
    """Give the ids that a block's flags name."""
    return [int(flag.removeprefix(_ID)) for flag in flags if flag.startswith(_ID)]


def nodes_of(paper: Paper) -> list[LaidOutPage]:
    """Give the blocks of a file of places alone as nodes, whose words the PDF has."""
    nodes: dict[int, list[Node]] = defaultdict(list)
    for entry in paper.entries:
        kind = _NODES.get(entry.category, "text")
        width, height = paper.sizes[entry.page_index]
        x0, y0, x1, y1 = entry.bbox
        nodes[entry.page_index].append(Node(type=kind, bbox=(x0 / width, y0 / height, x1 / width, y1 / height)))
    return [LaidOutPage(index, tuple(bound(_top_down(nodes[index])))) for index in sorted(nodes)]


def _draft(entry: Entry, boxes: Sequence[Box]) -> Draft:
    kind = KINDS.get(entry.category, "paragraph")
    source = entry.source_code.strip()
    draft = Draft(kind=kind, text=text_of(source), boxes=list(boxes), source=source, flags=[f"{_ID}{entry.block_id}"])
    draft.markup = "latex" if source else ""
    if kind == "heading":
        draft.level = level_of(source)
    elif kind == "equation":
        draft.latex = formula_of(source)
        draft.text = tex_text(draft.latex)
    return draft


def _beginning(entry: Entry, entries: Mapping[int, Entry], made: Mapping[int, Draft]) -> Draft | None:
    """Give the draft of which a block is a further part: its parent's, where that has the same source."""
    parent = entries.get(entry.parent_block) if entry.parent_block is not None else None
    if parent is None or not entry.source_code or parent.source_code != entry.source_code or parent is entry:
        return None
    before = made.get(parent.block_id)
    return before if before is not None and before.kind in _TEXTS else None


def _boxes(entry: Entry, paper: Paper, page: Page) -> tuple[Box, ...]:
    width, height = paper.sizes[entry.page_index]
    across, down = page.width / width, page.height / height
    x0, y0, x1, y1 = entry.bbox
    box = make_box(page.index, (x0 * across, y0 * down, x1 * across, y1 * down), within=page)
    return () if box is None else (box,)


def _in_order(drafts: Sequence[Draft]) -> list[Draft]:
    """Bind the captions of a page, and put each picture that is listed at the page's end before its caption."""
    floats = [draft for draft in drafts if draft.kind in _OWNERS and draft.boxes]
    captions = [draft for draft in drafts if draft.kind == "caption" and draft.boxes]
    moved: dict[int, list[Draft]] = defaultdict(list)
    for float_ in floats:
        near = min(captions, key=lambda caption: _gap(caption.boxes[0], float_.boxes[0]), default=None)
        if near is not None:
            near.owner = near.owner or float_
            moved[id(near)].append(float_)
    taken = {id(draft) for group in moved.values() for draft in group if not draft.source}
    ordered: list[Draft] = []
    for draft in drafts:
        ordered.extend(float_ for float_ in moved.get(id(draft), ()) if not float_.source)
        if id(draft) not in taken:
            ordered.append(draft)
    return ordered


def _gap(first: Box, second: Box) -> float:
    across = max(first.x0, second.x0) - min(first.x1, second.x1)
    down = max(first.y0, second.y0) - min(first.y1, second.y1)
    return max(across, 0.0) + max(down, 0.0)


def _top_down(nodes: Sequence[Node]) -> list[Node]:
    return sorted(nodes, key=lambda node: (node.bbox[1], node.bbox[0]) if node.bbox else (0.0, 0.0))
