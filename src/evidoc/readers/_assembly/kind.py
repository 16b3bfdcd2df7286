"""What sort of document a PDF is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidoc.readers._draft import Draft
from evidoc.records.document import DocumentKind
from evidoc.records.geometry import Page

_FILING = re.compile(r"securities and exchange commission|\bform\s+(?:10-[kq]|8-k|20-f|6-k|s-1|def 14a)\b", re.IGNORECASE)
_REPORT = re.compile(r"\b(?:annual|sustainability|esg|quarterly|integrated|interim|technical|progress)\s+report\b", re.IGNORECASE)
_FRONT = 6_000  # characters in which a document says what it is
_SLIDE_WORDS = 150  # words a page; slides have 20 to 80, pages of text 300 and more
_BOOK_PAGES = 60


def kind_of(drafts: Sequence[Draft], pages: Sequence[Page]) -> DocumentKind:
    """Guess the kind of a document from its front, its shape and its parts."""
    front = " ".join(draft.text for draft in drafts[:80])[:_FRONT]
    kinds = {draft.kind for draft in drafts}
    words = sum(len(draft.text.split()) for draft in drafts)
    if _FILING.search(front):
        return "filing"
    if _are_slides(pages, words):
        return "slides"
    if "reference" in kinds or "abstract" in kinds:
        return "book" if len(pages) >= _BOOK_PAGES and "toc" in kinds else "article"
    if _REPORT.search(front):
        return "report"
    if len(pages) >= _BOOK_PAGES and "toc" in kinds:
        return "book"
    tables = sum(len(draft.text.split()) for draft in drafts if draft.kind == "table")
    return "table" if tables > 0.8 * words > 0 else "other"


def _are_slides(pages: Sequence[Page], words: int) -> bool:
    return len(pages) >= 3 and words < _SLIDE_WORDS * len(pages) and all(page.width > page.height for page in pages)
