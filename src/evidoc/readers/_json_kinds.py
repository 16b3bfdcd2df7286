"""What a JSON file is by the names in it: whose result, and of which generation."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeGuard

from evidoc.errors import UnreadableDocument

Shape = Literal[
    "docling",
    "docgenome_layout", "docgenome_order", "docgenome_reading",
    "mineru_middle", "mineru_envelope", "mineru_content", "mineru_content_pages",
    "mineru_model_legacy", "mineru_model_pipeline", "mineru_model_vlm",
]  # fmt: skip
READABLE = "MinerU (middle, content_list, model), Docling (DoclingDocument) and DocGenome (layout, order, reading annotations)"


def json_part(value: object, path: Path) -> str:
    """Give the name of the reader for what a JSON file holds.

    Raises:
        UnreadableDocument: No reader takes it; the message says which JSON is read.
    """
    return shape_of(value, path).partition("_")[0]


def shape_of(value: object, path: Path) -> Shape:
    """Say whose JSON this is, by its names and not by the file's.

    Raises:
        UnreadableDocument: It is nobody's that is known.
    """
    shape = _mapping_shape(value) if isinstance(value, Mapping) else _list_shape(value)
    if shape is None:
        hint = "; import it with: evidoc import scidocir" if _is_scidocir(value) else f"; JSON of these is read: {READABLE}"
        raise UnreadableDocument(f"{path}: JSON {_described(value)}{hint}", status="unsupported")
    return shape


def _mapping_shape(value: Mapping[object, object]) -> Shape | None:
    if value.get("schema_name") == "DoclingDocument":
        return "docling"
    if isinstance(value.get("pdf_info"), list):
        return "mineru_middle"
    if isinstance(value.get("orders"), list) and isinstance(value.get("annotations"), list):
        return "docgenome_order"
    if _has(value, "images", "annotations", "categories") and _names_docgenome(value["categories"]):
        return "docgenome_layout"
    pages = value.get("pages")
    is_envelope = str(value.get("schema", "")).startswith(("docvortex.", "mineru.")) or _has(_first(pages), "page_idx", "blocks")
    return "mineru_envelope" if is_envelope and isinstance(pages, list) else None


def _list_shape(value: object) -> Shape | None:
    first = _first(value)
    if isinstance(first, list) or first is None:
        return _pages_shape(value)
    if isinstance(first, Mapping) and _has(first, "layout_dets", "page_info"):
        is_omnidocbench = _has(_first(first["layout_dets"]), "category_type")  # a benchmark that grew from the format
        return None if is_omnidocbench else "mineru_model_legacy"
    if _has(first, "block_id", "bbox", "category", "page_index"):
        return "docgenome_reading"
    return "mineru_content" if _has(first, "type", "page_idx") else None


def _pages_shape(value: object) -> Shape | None:
    """Tell lists of pages apart by their first block; some pages may be empty."""
    block = next((page[0] for page in value if isinstance(page, list) and page), None) if isinstance(value, list) else None
    if _has(block, "bbox", "label") or _has(block, "bbox", "cls_id"):
        return "mineru_model_pipeline"
    if not isinstance(block, Mapping) or "type" not in block:
        return None
    return "mineru_content_pages" if isinstance(block.get("content"), Mapping) else "mineru_model_vlm"


def _names_docgenome(categories: object) -> bool:
    names = {str(entry.get("name")) for entry in categories if isinstance(entry, Mapping)} if _is_list(categories) else set()
    return {"Text-EQ", "PaperTitle"} <= names


def _is_scidocir(value: object) -> bool:
    return _has(value, "blocks", "pages", "document") or (
        _has(value, "blocks", "pages")
        and isinstance(value, Mapping)
        and _has(_first(value["blocks"]), "block_id", "category_name")
    )


def _described(value: object) -> str:
    if isinstance(value, Mapping):
        return f"with the names {', '.join(map(repr, list(value)[:5])) or 'of nothing'}, which no known program writes"
    return f"that is a {'list' if isinstance(value, list) else type(value).__name__} of no known shape"


def _has(value: object, *names: str) -> bool:
    return isinstance(value, Mapping) and all(name in value for name in names)


def _first(value: object) -> object:
    return value[0] if _is_list(value) and value else None


def _is_list(value: object) -> TypeGuard[list[object]]:
    return isinstance(value, list)
