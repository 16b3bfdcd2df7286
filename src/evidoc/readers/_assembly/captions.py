"""Captions: which table or figure each belongs to, and its printed name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from evidoc.readers._draft import Draft
from evidoc.records.document import BlockKind
from evidoc.records.geometry import Box, coverage

_NAMES = {
    "table": "table", "tab": "table", "tabelle": "table", "tableau": "table", "tabla": "table", "表": "table",
    "figure": "figure", "fig": "figure", "figs": "figure", "abbildung": "figure", "abb": "figure", "figura": "figure",
    "图": "figure", "図": "figure", "圖": "figure", "scheme": "scheme", "chart": "chart", "exhibit": "exhibit",
    "plate": "plate", "algorithm": "algorithm", "listing": "listing", "box": "box",
}  # fmt: skip
_NAME = "|".join(sorted(_NAMES, key=len, reverse=True))
_NUMBER = r"(?:[SA]?\d+(?:[.\-–]\d+)*|[IVX]+)"
_LABEL = re.compile(rf"(?i:(?P<label>(?P<name>{_NAME})\.?\s*(?P<number>{_NUMBER})))")
_CAPTION = re.compile(rf"(?i:supplementary\s+)?{_LABEL.pattern}(?:\s*[.:：|—–]|\s+[A-ZÀ-Þ(\u4e00-\u9fff]|\s*$)")
_MENTION = re.compile(rf"\b{_LABEL.pattern}")
_FLOATS: tuple[BlockKind, ...] = ("table", "figure", "chart")
_LONGEST = 120  # words; a paragraph that begins with "Table 2 shows" is longer or lacks the full stop
_INSIDE = 0.9  # of a label, for it to be part of a picture
_NOTE = re.compile(
    r"(?:notes?|sources?|abbreviations?|anmerkungen|anmerkung|quelle|legend)\s*[:.—–]|[*†‡§¶#]{1,4}\s?\w", re.IGNORECASE
)
_BELOW = 24.0  # points between a table and its first note
_FEWEST, _MOST_WORDS = 2, 16  # words of a table's title that has no number; most have three to ten
_LINE = 18.0  # points; a title of one line
_CLOSE = 14.0  # points between such a title and its table
_ASIDE = 6.0  # points by which it may be wider than its table
_REACH = 0.15  # of the page's height, between a caption and what it names


def bind_captions(drafts: Sequence[Draft], *, heights: Sequence[float]) -> None:
    """Name what has a caption, and find the owners of captions that the engine left among the text."""
    _pass_on_spare_captions(drafts)
    full = {anchor(draft.text) for draft in drafts if is_caption(draft.text) and not _is_bare(draft.text)}
    for draft in drafts:
        if draft.owner is None and draft.kind in ("paragraph", "heading", "caption") and is_caption(draft.text):
            if _is_bare(draft.text) and anchor(draft.text) in full and _is_in_picture(draft, drafts):
                continue  # a drawing that shows a page, or points to another figure
            draft.owner = _nearest(draft, drafts, reach=_REACH * heights[draft.page])
            draft.kind, draft.level = "caption", 0
    for draft in drafts:
        found = _CAPTION.match(draft.text) if draft.kind == "caption" else None
        if found is not None:
            draft.label = found["label"]
            if draft.owner is not None and not draft.owner.label:
                draft.owner.label = found["label"]
    _bind_titles(drafts)
    _bind_notes(drafts)


def _is_bare(text: str) -> bool:
    """Say whether a text is a printed name and nothing else: "Figure 1."."""
    found = _LABEL.match(text)
    return found is not None and not any(character.isalnum() for character in text[found.end() :])


def _is_in_picture(draft: Draft, drafts: Sequence[Draft]) -> bool:
    pictures = (other.boxes[0] for other in drafts if other.kind in ("figure", "chart") and other.page == draft.page)
    return any(coverage(draft.boxes[0], box) >= _INSIDE for box in pictures)


def _bind_titles(drafts: Sequence[Draft]) -> None:
    """Make the short line right above a table its caption, where the table has none: "Net sales by region"."""
    named = {id(draft.owner) for draft in drafts if draft.kind == "caption"}
    for before, table in pairwise(drafts):
        if table.kind != "table" or id(table) in named or before.kind != "paragraph" or before.owner is not None:
            continue
        if _is_title(before.text) and _is_right_above(before, table):
            before.kind, before.owner = "caption", table


def _bind_notes(drafts: Sequence[Draft]) -> None:
    """Make what stands right below a table and begins as notes do its footnote, and the notes that follow that one."""
    above: Draft | None = None
    for before, draft in pairwise(drafts):
        is_first = before.kind == "table"
        is_next = before.kind == "footnote" and before.owner is above and above is not None
        if not is_first and not is_next:
            continue
        above = before if is_first else above
        if draft.kind == "paragraph" and draft.owner is None and _NOTE.match(draft.text) and _is_right_below(draft, before):
            draft.kind, draft.owner = "footnote", above


def _is_right_below(draft: Draft, before: Draft) -> bool:
    if draft.page != before.boxes[-1].page:
        return False
    box, above = draft.boxes[0], before.boxes[-1]
    return -2 <= box.y0 - above.y1 <= _BELOW and box.x0 < above.x1 and box.x1 > above.x0


def _is_title(text: str) -> bool:
    words = text.split()
    begins = text[:1].isupper() and sum(character.isalpha() for character in text) * 2 > len(text)
    return _FEWEST <= len(words) <= _MOST_WORDS and begins and text[-1:] not in ".:;,!?。："


def _is_right_above(before: Draft, table: Draft) -> bool:
    if len(before.boxes) != 1 or before.page != table.page:
        return False
    line, box = before.boxes[0], table.boxes[0]
    is_one_line = line.height <= _LINE
    return is_one_line and -1 <= box.y0 - line.y1 <= _CLOSE and line.x0 >= box.x0 - _ASIDE and line.x1 <= box.x1 + _ASIDE


def is_caption(text: str) -> bool:
    """Say whether a text has the form of a caption: a name, a number, and a mark or a capital after it."""
    return _CAPTION.match(text) is not None and len(text.split()) <= _LONGEST


def anchor(label: str) -> str:
    """Give the anchor of a printed name: "Fig. 2" and "Figure 2" are both "figure-2"."""
    found = _LABEL.match(label)
    return f"{_NAMES[found['name'].lower()]}-{found['number'].lower()}" if found else ""


def mentions(text: str, known: frozenset[str]) -> tuple[str, ...]:
    """Give the anchors of tables and figures that a text names, each once, in order."""
    found = (anchor(match["label"]) for match in _MENTION.finditer(text))
    return tuple(dict.fromkeys(name for name in found if name in known))


def _pass_on_spare_captions(drafts: Sequence[Draft]) -> None:
    """Give the second numbered caption of one figure to the next figure of the page that has none."""
    owners = [draft for draft in drafts if draft.kind in _FLOATS]
    for number, owner in enumerate(owners):
        captions = [draft for draft in drafts if draft.owner is owner and draft.kind == "caption" and is_caption(draft.text)]
        for spare in captions[1:]:
            following = owners[number + 1] if number + 1 < len(owners) else None
            if following is None or following.page != owner.page or any(draft.owner is following for draft in drafts):
                break
            spare.owner = following


def _nearest(caption: Draft, drafts: Sequence[Draft], *, reach: float) -> Draft | None:
    """Give the nearest table or figure of the page without a caption, of the kind that the caption names if there is one."""
    taken = {id(draft.owner) for draft in drafts if draft.owner is not None and draft.kind == "caption"}
    wanted = _wanted(caption)
    near = [
        (_distance(caption.boxes[0], draft.boxes[0]), index, draft)
        for index, draft in enumerate(drafts)
        if draft.page == caption.page and draft.kind in wanted
    ]
    free = [entry for entry in near if id(entry[2]) not in taken and entry[0] <= reach]
    return min(free)[2] if free else None


def _wanted(caption: Draft) -> Sequence[BlockKind]:
    """Give the kinds of block that a caption may name; an exhibit is a table as often as a figure."""
    found = _CAPTION.match(caption.text)
    name = _NAMES[found["name"].lower()] if found else "figure"
    return ("table",) if name == "table" else _FLOATS if name in ("exhibit", "box") else ("figure", "chart")


def _distance(first: Box, second: Box) -> float:
    """Give the white space between two boxes of a page, in points."""
    across = max(first.x0, second.x0) - min(first.x1, second.x1)
    down = max(first.y0, second.y0) - min(first.y1, second.y1)
    return max(across, 0.0) + max(down, 0.0)
