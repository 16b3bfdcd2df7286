"""What a style attribute says that matters to reading: hidden, bold, italic, raised, page breaks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from lxml import etree

_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden")
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)")
_NOT_BOLD = re.compile(r"font-weight\s*:\s*(?:normal|[1-5]00)")
_ITALIC = re.compile(r"font-style\s*:\s*(?:italic|oblique)")
_RAISED = re.compile(r"vertical-align\s*:\s*(?:super|text-top)|position\s*:\s*relative[^}]*top\s*:\s*-\s*[1-9.]")
_BREAK_BEFORE = re.compile(r"(?:page-)?break-before\s*:\s*(?:always|page|left|right)")
_BREAK_AFTER = re.compile(r"(?:page-)?break-after\s*:\s*(?:always|page|left|right)")


@dataclass(frozen=True, slots=True)
class Look:
    """How a stretch looks; `bold` and `italic` are None where nothing is said."""

    hidden: bool = False
    bold: bool | None = None
    italic: bool | None = None
    raised: bool = False
    break_before: bool = False
    break_after: bool = False


PLAIN = Look()
_BOLD_LOOK, _ITALIC_LOOK = Look(bold=True), Look(italic=True)
_BY_TAG = {
    "b": _BOLD_LOOK,
    "strong": _BOLD_LOOK,
    "i": _ITALIC_LOOK,
    "em": _ITALIC_LOOK,
}


def look(element: etree._Element) -> Look:
    """Give how an element asks to look, by its style or else by its tag."""
    style = element.get("style")
    if style:
        return style_look(style)
    return _BY_TAG.get(element.tag, PLAIN)


@lru_cache(maxsize=4096)
def style_look(style: str) -> Look:
    """Read a style attribute; the few hundred styles of a filing are each read once."""
    text = style.lower()
    return Look(
        hidden=bool(_HIDDEN.search(text)),
        bold=True if _BOLD.search(text) else False if _NOT_BOLD.search(text) else None,
        italic=True if _ITALIC.search(text) else None,
        raised=bool(_RAISED.search(text)),
        break_before=bool(_BREAK_BEFORE.search(text)),
        break_after=bool(_BREAK_AFTER.search(text)),
    )
