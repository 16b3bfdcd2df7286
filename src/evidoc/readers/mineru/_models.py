"""The model files of MinerU: what its networks saw on each page, before paragraphs, captions and lists are put together."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from evidoc.errors import UnreadableDocument
from evidoc.pages.frame import displayed_pages, open_pdf
from evidoc.readers._bind import bound
from evidoc.readers._inline import inline_spans
from evidoc.readers._json import as_record
from evidoc.readers._node import LaidOutPage, Node
from evidoc.readers._pixels import DEFAULT, page_points
from evidoc.readers._runs import pdf_beside, run_name
from evidoc.readers._tex import tex_source
from evidoc.readers.mineru._content import unfenced
from evidoc.readers.mineru._result import Result, relative

UNORDERED = "order_from_boxes"
_VLM_TYPES = {
    "title": "paragraph_title",
    "formula_number": "text",
    "phonetic": "text",
    "list_item": "text",
    "algorithm": "code",
    "image_block": "image",
    "equation_block": "equation",
    "unknown": "text",
}
_LEGACY_TYPES = {0: "paragraph_title", 1: "text", 2: "discarded", 3: "image", 4: "image_caption", 5: "table", 6: "table_caption",
                 7: "table_footnote", 8: "equation", 9: "text", 14: "equation"}  # fmt: skip
_LEGACY_WORDS = 15  # a line that was read by character recognition
_PIPELINE_TYPES = {
    "abstract": "text",
    "algorithm": "code",
    "content": "index",
    "display_formula": "equation",
    "figure_title": "caption",
    "footer_image": "footer",
    "footnote": "page_footnote",
    "header_image": "header",
    "number": "page_number",
    "reference": "text",
    "reference_content": "ref_text",
    "seal": "image",
    "vertical_text": "aside_text",
    "vision_footnote": "footnote",
}  # of the 25 labels of PP-DocLayoutV2 those that MinerU 4 calls otherwise
_LONGEST_SIDE = 3_500  # px; MinerU draws no larger page
_BODIES = ("table", "image", "chart", "code")


class _Seen(msgspec.Struct, frozen=True):
    type: str
    bbox: tuple[float, ...] | None = None
    content: str | None = None
    sub_type: str | None = None
    merge_prev: bool | None = None


class _Detection(msgspec.Struct, frozen=True):
    category_id: int
    poly: tuple[float, ...] = ()
    text: str | None = None
    latex: str | None = None
    html: str | None = None


class _Region(msgspec.Struct, frozen=True):
    label: str
    bbox: tuple[float, ...] = ()
    index: int | None = None


class _PageInfo(msgspec.Struct, frozen=True):
    page_no: int
    width: float
    height: float


class _LegacyPage(msgspec.Struct, frozen=True):
    layout_dets: tuple[_Detection, ...]
    page_info: _PageInfo


def vlm_model(value: object, path: Path) -> Result:
    """Read the model file of the back-ends that use a vision language model: boxes in 0–1, in reading order."""
    pages = as_record(value, tuple[tuple[_Seen, ...], ...], path=path, what="MinerU's vision language model")
    laid_out = [LaidOutPage(number, tuple(bound([_node(seen) for seen in page]))) for number, page in enumerate(pages)]
    return Result(sizes=dict.fromkeys(range(len(pages)), (math.nan, math.nan)), pages=laid_out)


def legacy_model(value: object, path: Path) -> Result:
    """Read the model file of MinerU 1: corners in pixels, lines of words apart from the boxes that they stand in.

    Raises:
        UnreadableDocument: The words were taken from the PDF, which is not there.
    """
    pages = as_record(value, tuple[_LegacyPage, ...], path=path, what="MinerU 1")
    has_words = any(found.text or found.html or found.latex for page in pages for found in page.layout_dets)
    if not has_words and pdf_beside(path) is None:
        raise _without_words(path)
    sizes = {page.page_info.page_no: page_points(page.page_info.width, page.page_info.height) for page in pages}
    laid_out = [LaidOutPage(page.page_info.page_no, tuple(bound(list(_legacy_nodes(page))))) for page in pages]
    return Result(sizes=sizes, pages=laid_out, flags=(UNORDERED,), has_words=has_words)


def pipeline_model(value: object, path: Path) -> Result:
    """Read the model file of the pipeline back-end: boxes in pixels of pages at 200 dpi, whose sizes and words the PDF has.

    Raises:
        UnreadableDocument: The PDF is not there; the message says which other file of the same run to give.
    """
    pdf = pdf_beside(path)
    if pdf is None:
        raise _without_words(path)
    pages = as_record(value, tuple[tuple[_Region, ...], ...], path=path, what="MinerU's pipeline")
    with open_pdf(pdf) as opened:
        sizes = [(page.width, page.height) for page in displayed_pages(opened)]
    if len(sizes) < len(pages):
        raise UnreadableDocument(f"{path}: {len(pages)} pages, but {pdf.name} has {len(sizes)}; put the right PDF beside it")
    laid_out = [
        LaidOutPage(number, tuple(bound(list(_pipeline_nodes(page, sizes[number]))))) for number, page in enumerate(pages)
    ]
    return Result(sizes=dict(enumerate(sizes)), pages=laid_out, has_words=False)


def _without_words(path: Path) -> UnreadableDocument:
    run = run_name(path)
    return UnreadableDocument(
        f"{path}: layout boxes without any words; put {run}.pdf beside it, or give {run}_middle.json of the same run",
        status="no_text_layer",
    )


def _pipeline_nodes(page: Sequence[_Region], size: tuple[float, float]) -> Iterator[Node]:
    """Give the regions of a page in their order; formulas within lines and their numbers are parts of others."""
    scale = DEFAULT / 72 * min(1.0, _LONGEST_SIDE / (max(size) * DEFAULT / 72))
    pixels = (size[0] * scale, size[1] * scale)
    for region in sorted(page, key=lambda region: math.inf if region.index is None else region.index):
        kind = _PIPELINE_TYPES.get(region.label, region.label)
        if kind not in ("inline_formula", "formula_number"):
            yield Node(type=kind, bbox=relative(region.bbox, pixels))


def _node(seen: _Seen) -> Node:
    kind = _VLM_TYPES.get(seen.type, seen.type)
    said = seen.content or ""
    box = relative(seen.bbox, (1.0, 1.0))
    if kind == "equation":
        return Node(type=kind, content=tex_source(said), bbox=box)
    if kind in _BODIES:
        sub_type = "algorithm" if seen.type == "algorithm" else seen.sub_type
        return Node(type=kind, content=unfenced(said) if kind == "code" else said, bbox=box, sub_type=sub_type)
    return Node(type=kind, content=inline_spans(said), bbox=box, continues_prev=seen.merge_prev)


def _legacy_nodes(page: _LegacyPage) -> Iterator[Node]:
    """Give the boxes of a page from top to bottom, each with the lines whose middle is in it."""
    size = (page.page_info.width, page.page_info.height)
    words = [found for found in page.layout_dets if found.category_id == _LEGACY_WORDS and found.text]
    for found in sorted(page.layout_dets, key=lambda found: _top_left(found.poly)):
        kind = _LEGACY_TYPES.get(found.category_id)
        if kind is None:
            continue
        box = _edges(found.poly)
        lines = [word.text or "" for word in words if box is not None and _is_in(word, box)]
        said = tex_source(found.latex or "") if kind == "equation" else found.html or found.latex or "\n".join(lines)
        if kind == "discarded":
            kind = "header" if box is not None and box[3] < size[1] / 2 else "footer"
        is_plain = kind in ("equation", *_BODIES)
        yield Node(type=kind, content=said if is_plain else inline_spans(said), bbox=relative(box, size))


def _edges(poly: Sequence[float]) -> tuple[float, ...] | None:
    """Give the edges around four corners x, y, x, y and so on."""
    if len(poly) != 8:
        return None
    return min(poly[0::2]), min(poly[1::2]), max(poly[0::2]), max(poly[1::2])


def _top_left(poly: Sequence[float]) -> tuple[float, float]:
    edges = _edges(poly)
    return (edges[1], edges[0]) if edges is not None else (math.inf, math.inf)


def _is_in(word: _Detection, box: Sequence[float]) -> bool:
    edges = _edges(word.poly)
    if edges is None:
        return False
    x, y = (edges[0] + edges[2]) / 2, (edges[1] + edges[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]
