"""Captions: which table or figure each belongs to, and its printed name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidoc.readers.pdf._draft import Draft
from evidoc.records.geometry import Box

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
_FLOATS = ("table", "figure", "chart")
_LONGEST = 120  # words; a paragraph that begins with "Table 2 shows" is longer or lacks the full stop
_REACH = 0.15  # of the page's height, between a caption and what it names


def bind_captions(drafts: Sequence[Draft], *, heights: Sequence[float]) -> None:
    """Name what has a caption, and find the owners of captions that the engine left among the text."""
    _pass_on_spare_captions(drafts)
    for draft in drafts:
        if draft.owner is None and draft.kind in ("paragraph", "heading", "caption") and is_caption(draft.text):
            draft.owner = _nearest(draft, drafts, reach=_REACH * heights[draft.page])
            draft.kind, draft.level = "caption", 0
    for draft in drafts:
        found = _CAPTION.match(draft.text) if draft.kind == "caption" else None
        if found:
            draft.label = found["label"]
            if draft.owner is not None and not draft.owner.label:
                draft.owner.label = found["label"]


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
    found = _CAPTION.match(caption.text)
    wants_table = found is not None and _NAMES[found["name"].lower()] == "table"
    near = [
        (_distance(caption.boxes[0], draft.boxes[0]), index, draft)
        for index, draft in enumerate(drafts)
        if draft.page == caption.page and (draft.kind == "table" if wants_table else draft.kind in ("figure", "chart"))
    ]
    free = [entry for entry in near if id(entry[2]) not in taken and entry[0] <= reach]
    return min(free)[2] if free else None


def _distance(first: Box, second: Box) -> float:
    """Give the white space between two boxes of a page, in points."""
    across = max(first.x0, second.x0) - min(first.x1, second.x1)
    down = max(first.y0, second.y0) - min(first.y1, second.y1)
    return max(across, 0.0) + max(down, 0.0)
