"""Titles, headings with their levels, and the abstract."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidoc.readers._assembly.furniture import is_furniture
from evidoc.readers._assembly.references import is_reference_heading
from evidoc.readers._draft import Draft

_NUMBERED = re.compile(r"(?:§\s*)?(\d{1,2}(?:\.\d{1,2})*)\.?(?=\s|[^\W\d_])")
_CHAPTER = re.compile(
    r"(?:part|chapter|kapitel|chapitre|capítulo|appendix|anhang)\s+[\dIVXA-Z]+\b|第.{1,3}[章部编]", re.IGNORECASE
)
_DATED = re.compile(r"(?:19|20)\d\d[a-z]?[.)]\s+\w")  # as references go on after their authors
_SENTENCE = re.compile(r"[.。．;；,，]$")
_ABSTRACT = re.compile(
    r"(?:abstract|summary|zusammenfassung|résumé|resumen|riassunto|摘\s*要|要\s*旨|概\s*要)\s*[:.：—–-]?\s*", re.IGNORECASE
)
_KEYWORDS = re.compile(
    r"(?:key\s?-?words?|index terms|schlüsselwörter|mots[- ]clés|palabras clave|关键词|关键字|キーワード)", re.IGNORECASE
)
_LAST_PAGE = 3  # counted from 0; an abstract stands no further in, even in a thesis
_NARROW = 0.6  # of the abstract's width; a second column of it is as wide as the first
_LONGEST = 30  # words; a heading of more is a paragraph in bold
_SHORT = 4  # words; so many may end with a full stop ("Background.") and still be a heading


def settle_headings(drafts: Sequence[Draft]) -> None:
    """Make one title, give headings their levels, and take back what is no heading."""
    title = _title(drafts)
    for draft in drafts:
        if draft.kind == "paragraph" and _is_named_section(draft):
            draft.kind, draft.level = "heading", 1
        if draft.kind == "title" and draft is not title:
            draft.kind, draft.level = "heading", 1
        if draft.kind == "heading" and not is_heading(draft.text):
            draft.kind, draft.level = "paragraph", 0
        elif draft.kind == "heading":
            draft.level = _level(draft)


def mark_abstract(drafts: Sequence[Draft]) -> None:
    """Retype the paragraphs under the heading "Abstract", or that begin with the word, up to the key words."""
    is_within, first = False, None
    for draft in drafts:
        if is_furniture(draft) or (is_within and first is not None and _is_margin_note(draft, first)):
            continue
        if draft.kind in ("heading", "title"):
            is_within, first = _is_abstract_heading(draft.text) and draft.page <= _LAST_PAGE, None
        elif draft.kind != "paragraph" or _KEYWORDS.match(draft.text):
            is_within = False
        elif is_within or _opens_abstract(draft):
            draft.kind = "abstract"
            first = first or draft


def _is_margin_note(draft: Draft, abstract: Draft) -> bool:
    """Say whether a paragraph stands beside an abstract in a column that is much narrower: dates, licence, addresses."""
    note, box = draft.boxes[0], abstract.boxes[0]
    is_beside = note.page == box.page and (note.x1 <= box.x0 or note.x0 >= box.x1)
    return draft.kind == "paragraph" and is_beside and note.width < _NARROW * box.width


def abstract_of(drafts: Sequence[Draft]) -> str:
    """Give the abstract as one text, without its heading."""
    texts = [draft.text for draft in drafts if draft.kind == "abstract"]
    return " ".join(text[match.end() :] if (match := _opening(text)) else text for text in texts)


def is_heading(text: str) -> bool:
    """Say whether a text can be a heading: short, begun with a capital or a number, and no sentence."""
    words = text.split()
    if not text or len(words) > _LONGEST or not any(character.isalnum() for character in text):
        return False
    if (text[0].islower() and len(words) > 1) or _DATED.match(text):
        return False
    return not _SENTENCE.search(text) or (text.endswith(".") and len(words) <= _SHORT)


def _title(drafts: Sequence[Draft]) -> Draft | None:
    return next((draft for draft in drafts if draft.kind == "title" and draft.text), None)


def _level(draft: Draft) -> int:
    """Give the level that a heading's number states, else the engine's."""
    numbered = _NUMBERED.match(draft.text)
    if numbered:
        return numbered[1].count(".") + 1
    return 1 if _CHAPTER.match(draft.text) else max(1, draft.level)


def _is_named_section(draft: Draft) -> bool:
    """Say whether a paragraph is the heading of the abstract or of the references, which the engine took for text."""
    return is_reference_heading(draft.text) or (_is_abstract_heading(draft.text) and draft.page <= _LAST_PAGE)


def _is_abstract_heading(text: str) -> bool:
    match = _ABSTRACT.match(text)
    return match is not None and match.end() == len(text)


def _opens_abstract(draft: Draft) -> bool:
    return _opening(draft.text) is not None


def _opening(text: str) -> re.Match[str] | None:
    """Give the word "Abstract" at the beginning of a paragraph that goes on after it."""
    match = _ABSTRACT.match(text)
    has_mark = match is not None and (match[0].rstrip()[-1:] in ":.：—–-" or text[match.end() : match.end() + 1].isupper())
    return match if match and has_mark and match.end() < len(text) else None
