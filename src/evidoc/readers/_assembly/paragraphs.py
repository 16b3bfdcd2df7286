"""Paragraphs that run over columns and pages, put together with all their boxes (case A15)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidoc.pages.text import LINE_END_HYPHEN, clean_text, is_wide
from evidoc.readers._assembly.furniture import is_furniture
from evidoc.readers._draft import Draft
from evidoc.records.geometry import Box

_ENDED = re.compile(r"[.!?:;。！？：；…．][\"'”’»)\]]*\s*(?:\d+(?:[,–-]\d+)*)?$")
_GOES_ON = re.compile(r"[a-zß-öø-ÿ\d(]")
_WORDS = 4  # a line of fewer is more likely a label than the beginning of a sentence
_BETWEEN = ("figure", "chart", "table", "caption", "footnote")  # what may stand between the parts of one paragraph


def join_paragraphs(drafts: Sequence[Draft]) -> list[Draft]:
    """Give the drafts with each paragraph whole; the rest of it joins the part where it begins."""
    joined: list[Draft] = []
    for draft in drafts:
        before = _open_paragraph(joined) if draft.kind in ("paragraph", "reference") else None
        if before is not None and (draft.continues or _is_broken(before, draft)):
            append(before, draft)
        else:
            joined.append(draft)
    return joined


def append(before: Draft, draft: Draft) -> None:
    """Make a draft the end of the one before it."""
    before.text = joined_text(before.text, draft.text)
    before.boxes.extend(draft.boxes)
    before.raised += draft.raised
    before.flags.extend(flag for flag in draft.flags if flag not in before.flags)


def joined_text(first: str, second: str) -> str:
    """Give two parts of a paragraph as one text; a word that is broken between them is joined."""
    if re.search(r"[^\W\d_]-$", first) and second[:1].isalpha():
        return clean_text(first[:-1] + LINE_END_HYPHEN + second)
    if first and second and is_wide(first[-1]) and is_wide(second[0]):
        return first + second
    return clean_text(f"{first} {second}")


def _open_paragraph(joined: Sequence[Draft]) -> Draft | None:
    """Give the last paragraph if only furniture and floating things follow it."""
    for draft in reversed(joined):
        if draft.kind in ("paragraph", "reference"):
            return draft
        if not is_furniture(draft) and draft.kind not in _BETWEEN:
            return None
    return None


def has_ended(text: str) -> bool:
    """Say whether a text ends as a sentence does."""
    return _ENDED.search(text) is not None


def _is_broken(before: Draft, draft: Draft) -> bool:
    """Say whether a sentence without an end goes on at the top of the next page or column."""
    if not _is_further_on(before.boxes[-1], draft.boxes[0]) or before.kind != draft.kind or not before.text or not draft.text:
        return False
    if has_ended(before.text) or not _GOES_ON.match(draft.text):
        return False
    return before.text[-1] == "-" or len(before.text.split()) >= _WORDS


def _is_further_on(last: Box, first: Box) -> bool:
    if first.page != last.page:
        return first.page == last.page + 1
    return first.x0 >= last.x1 and first.y0 < last.y0
