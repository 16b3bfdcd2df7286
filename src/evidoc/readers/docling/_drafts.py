"""Docling's items to drafts of blocks: roles by label, places by each box's own origin, captions bound by pointers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from evidoc.pages.text import clean_text
from evidoc.readers._draft import Draft
from evidoc.readers._tex import tex_source, tex_text
from evidoc.readers.docling._places import boxes_of
from evidoc.readers.docling._schema import Item
from evidoc.readers.docling._tables import table_of
from evidoc.readers.docling._tree import Tree
from evidoc.records.document import BlockKind, Figure
from evidoc.records.geometry import Box, Page

_KINDS: Mapping[str, BlockKind] = {
    "title": "title",
    "section_header": "heading",
    "field_heading": "heading",
    "list_item": "list",
    "caption": "caption",
    "footnote": "footnote",
    "formula": "equation",
    "code": "code",
    "page_header": "header",
    "page_footer": "footer",
    "document_index": "toc",
    "picture": "figure",
    "chart": "chart",
    "table": "table",
    "reference": "reference",
}
_LAYERS: Mapping[str, BlockKind] = {"furniture": "margin", "background": "margin", "notes": "margin"}
_FLOATS = ("table", "picture", "chart", "document_index")
_LONGEST_PAGE_NUMBER = 5


def drafts_of(tree: Tree, roots: Sequence[Item], pages: Sequence[Page]) -> list[list[Draft]]:
    """Give the drafts in reading order by the page on which each begins; one without a place stays with the one before it."""
    by_page: list[list[Draft]] = [[] for _ in pages] or [[]]
    here = 0
    for root in roots:
        for item, depth in tree.walk(root):
            for draft in _drafts(item, depth, tree, pages):
                here = draft.boxes[0].page if draft.boxes else here
                by_page[here].append(draft)
    return by_page


def _drafts(item: Item, depth: int, tree: Tree, pages: Sequence[Page]) -> Iterator[Draft]:
    if item.content_layer == "invisible":
        return
    body = _float(item, tree, pages) if item.label in _FLOATS else _text(item, depth, tree, pages)
    captions = [_note("caption", note, body, pages) for note in tree.given(item.captions)]
    notes = [_note("footnote", note, body, pages) for note in tree.given(item.footnotes)]
    yield from (caption for caption in captions if _is_above(caption, body))
    if body.text or body.boxes or body.table is not None:
        yield body
    yield from (caption for caption in captions if not _is_above(caption, body))
    yield from notes


def _text(item: Item, depth: int, tree: Tree, pages: Sequence[Page]) -> Draft:
    runs = tree.within(item) if item.label == "inline" else []
    places = item.prov or tuple(dict.fromkeys(place for run in runs for place in run.prov))
    kind = _kind(item)
    draft = Draft(kind=kind, text=clean_text(" ".join(map(_said, runs or [item]))), boxes=boxes_of(places, pages))
    if kind == "heading":
        draft.level = max(1, item.level or 1)
    elif kind == "list":
        draft.level, draft.label = max(1, depth), item.marker or "" if item.enumerated else ""
    elif kind == "equation" and item.text:
        draft.latex = tex_source(item.text)
    elif kind == "code":
        draft.source, draft.markup = item.text, "text"
    return draft


def _said(item: Item) -> str:
    """Give what an item says on the page; a formula that docling has read is TeX, one that it has not is its glyphs."""
    if item.label == "formula":
        return tex_text(tex_source(item.text)) if item.text else item.orig
    return item.text or item.orig


def _kind(item: Item) -> BlockKind:
    kind = _KINDS.get(item.label, "paragraph")
    if kind in ("header", "footer") and 0 < len(item.text) <= _LONGEST_PAGE_NUMBER and item.text.strip().isdigit():
        return "page_number"
    return _LAYERS.get(item.content_layer, kind) if kind == "paragraph" else kind


def _float(item: Item, tree: Tree, pages: Sequence[Page]) -> Draft:
    draft = Draft(kind=_KINDS[item.label], boxes=boxes_of(item.prov, pages))
    if item.data is not None:
        page = pages[draft.boxes[0].page] if draft.boxes else None
        draft.table = table_of(item.data, page)
    if item.label in ("picture", "chart"):
        chart = _chart_type(item)
        draft.kind = "chart" if chart else draft.kind
        draft.figure = Figure(chart_type=chart)
        draft.text = clean_text(" ".join(map(_said, tree.within(item))))
    if item.label == "document_index" and draft.table is not None:
        draft.text = clean_text(" ".join(cell.text for cell in draft.table.cells))
        draft.table = None
    return draft


def _chart_type(item: Item) -> str:
    """Give the kind of chart that a classifier takes a picture for, "" where it is none."""
    guesses = [guess for annotation in item.annotations for guess in annotation.predicted_classes]
    best = max(guesses, key=lambda guess: guess.confidence, default=None)
    is_chart = best is not None and (
        best.class_name.endswith("_chart") or best.class_name in ("scatter_plot", "heatmap", "box_plot")
    )
    return best.class_name if best is not None and is_chart else ""


def _note(kind: BlockKind, item: Item, owner: Draft, pages: Sequence[Page]) -> Draft:
    return Draft(kind=kind, text=clean_text(_said(item)), boxes=boxes_of(item.prov, pages), owner=owner)


def _is_above(caption: Draft, body: Draft) -> bool:
    """Say whether a caption stands before what it belongs to; where no places tell, those of tables and listings do."""
    if not caption.boxes or not body.boxes:
        return body.kind in ("table", "code")
    return _start(caption.boxes[0]) < _start(body.boxes[0])


def _start(box: Box) -> tuple[int, float]:
    return box.page, box.y0
