"""Bookmarks as evidence for headings: a text that is also the title of a bookmark is a heading of that level."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from evidoc.readers._assembly.headings import is_heading
from evidoc.readers._draft import Draft
from evidoc.records.document import OutlineEntry

_NUMBER = re.compile(r"^\s*(?:§\s*)?(?:\d{1,2}(?:\.\d{1,2})*|[IVX]{1,5}|[A-Z])[.)]?\s+")
_LONGEST = 15  # words; bookmarks to references and figures are longer
_NEAR = 72.0  # points between the place of a bookmark and the top of its heading


def believe_bookmarks(drafts: Sequence[Draft], bookmarks: Sequence[OutlineEntry]) -> None:
    """Give headings the levels of their bookmarks, and make headings of the lines to which bookmarks of their words lead.

    A number in front of a heading states its level more surely and is kept.
    """
    above = _levels_above(bookmarks, drafts)
    by_title: dict[str, list[OutlineEntry]] = defaultdict(list)
    for bookmark in bookmarks:
        by_title[_words(bookmark.title)].append(bookmark)
    times = Counter(_words(draft.text) for draft in drafts if draft.kind in ("heading", "paragraph"))
    for draft in drafts:
        if draft.kind not in ("heading", "paragraph") or not is_heading(draft.text) or len(draft.text.split()) > _LONGEST:
            continue
        words = _words(draft.text)
        entry = _leading_to(draft, by_title.get(words, ()), is_only=times[words] == 1)
        if entry is not None and words:
            is_numbered = draft.kind == "heading" and _NUMBER.match(draft.text) is not None
            draft.level = draft.level if is_numbered else max(1, entry.level - above)
            draft.kind = "heading"


def _leading_to(draft: Draft, entries: Iterable[OutlineEntry], *, is_only: bool) -> OutlineEntry | None:
    """Give the bookmark that leads to a draft; one that leads nowhere counts if no other text has its words."""
    top = draft.boxes[0].y0
    for entry in entries:
        if entry.page is None and is_only:
            return entry
        if entry.page == draft.page and (entry.y is None or abs(entry.y - top) <= _NEAR):
            return entry
    return None


def _levels_above(bookmarks: Sequence[OutlineEntry], drafts: Sequence[Draft]) -> int:
    """Give 1 where the whole outline hangs under the title of the document, else 0."""
    roots = [entry for entry in bookmarks if entry.level == 1]
    if len(roots) != 1 or len(bookmarks) < 2:
        return 0
    titles = {_words(draft.text) for draft in drafts if draft.kind == "title"}
    return int(_words(roots[0].title) in titles)


def _words(text: str) -> str:
    """Give what two writings of one heading have in common: its letters and digits, without its number."""
    bare = _NUMBER.sub("", text) or text
    return "".join(character for character in bare.casefold() if character.isalnum())
