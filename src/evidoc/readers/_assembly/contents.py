"""The printed table of contents: lines that end with a page number, under its heading or with dots that lead to one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidoc.readers._assembly.furniture import is_furniture
from evidoc.readers._draft import Draft
from evidoc.records.document import BlockKind

_HEADING = re.compile(
    r"(?:table of )?contents|list of (?:figures|tables)|inhalt(?:sverzeichnis)?|table des matières|sommaire|índice|indice|"
    r"目\s*录|目\s*錄|目\s*次",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\S.*?\s*(?:\d{1,4}|[ivxl]{1,6})$", re.DOTALL)
_LEADERS = re.compile(r"(?:\s?[.…·]){5,}\s*(?:\d{1,4}|[ivxl]{1,6})\b")
_ENTRIES: tuple[BlockKind, ...] = ("paragraph", "heading", "list", "equation", "toc")
_PAGES = 8  # after its heading; the longest contents in ../shared/data have four


def mark_contents(drafts: Sequence[Draft]) -> None:
    """Retype the entries of a table of contents, so that they are neither headings nor formulas."""
    first: int | None = None
    for draft in drafts:
        if is_furniture(draft):
            continue
        if draft.kind in ("heading", "title", "paragraph") and _HEADING.fullmatch(draft.text.strip(" .:")):
            first = draft.page
        elif draft.kind in _ENTRIES and draft.owner is None and _is_entry(draft, first):
            draft.kind, draft.level, draft.latex = "toc", 0, ""
        else:
            first = None


def _is_entry(draft: Draft, first: int | None) -> bool:
    """Say whether a draft has a page number at its end; `first` is the page with the heading of the contents."""
    if _LEADERS.search(draft.text):
        return True
    if first is None or draft.page - first > (0 if draft.kind == "heading" else _PAGES):
        return False  # "Chapter 1" on a later page ends with a number too
    return _NUMBERED.fullmatch(draft.text) is not None
