"""MinerU's results of all four generations: middle, content_list and model files, told apart by what is in them.

A PDF of the same name beside the file gives the pages, and the boxes of table cells.

Source: formats.md, sections 10.1 to 10.3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from evidoc.errors import UnreadableDocument
from evidoc.readers._beside import drafts_on, on_pages_beside
from evidoc.readers._draft import Draft
from evidoc.readers._json import read_json
from evidoc.readers._json_kinds import Shape, shape_of
from evidoc.readers._parsed import Parsed, document_of, pages_of
from evidoc.readers._written import drafts_from
from evidoc.readers.mineru._content import content_list
from evidoc.readers.mineru._content_pages import content_pages
from evidoc.readers.mineru._envelope import envelope
from evidoc.readers.mineru._middle import middle
from evidoc.readers.mineru._models import legacy_model, pipeline_model, vlm_model
from evidoc.readers.mineru._result import Result, with_tables_joined
from evidoc.records.document import Document
from evidoc.records.geometry import Page

READER = "mineru@1"
_READ: Mapping[Shape, Callable[[object, Path], Result]] = MappingProxyType(
    {
        "mineru_middle": middle,
        "mineru_envelope": envelope,
        "mineru_content": content_list,
        "mineru_content_pages": content_pages,
        "mineru_model_legacy": legacy_model,
        "mineru_model_pipeline": pipeline_model,
        "mineru_model_vlm": vlm_model,
    }
)


def read(path: Path, *, name: str, sha256: str) -> Document:
    """Read a file that MinerU or docvortex wrote; the fullest is the middle file, then content_list_v2, content_list, model.

    Raises:
        UnreadableDocument: The file is no JSON, not MinerU's, or holds places without a text.
    """
    value = read_json(path)
    shape = shape_of(value, path)
    if shape not in _READ:
        raise UnreadableDocument(f"{path}: written by {shape.partition('_')[0]}, not by MinerU; read it by its own reader")
    result = _READ[shape](value, path)
    pages = pages_of(result.sizes, path=path)
    drafts = _drafts(result, pages) if result.has_words else drafts_on(result.pages, path)
    parsed = Parsed(pages=pages, drafts=with_tables_joined(drafts), title=result.title, flags=result.flags)
    return on_pages_beside(document_of(parsed, name=name, sha256=sha256, reader=READER), path)


def _drafts(result: Result, pages: Sequence[Page]) -> list[list[Draft]]:
    drafts: list[list[Draft]] = [[] for _ in pages]
    for laid_out in result.pages:
        drafts[laid_out.page_idx].extend(drafts_from(laid_out, pages[laid_out.page_idx]))
    return drafts
