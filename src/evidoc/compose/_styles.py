"""How each kind of block is set: weight, size, indents and the space around it, in points."""

from __future__ import annotations

from dataclasses import dataclass, replace

from evidoc.compose._fonts import Typeface, Weight, typeface
from evidoc.records.document import Block, BlockKind

# Vera's accented capitals reach 0.93 of the size above the baseline, its descenders 0.24 below it.
ASCENT, DESCENT = 0.93, 0.24


@dataclass(frozen=True, slots=True)
class Style:
    """One way of setting text; `leading` is the distance of baselines in sizes, `hard` keeps the text's own line ends."""

    size: float = 9.5
    weight: Weight = "text"
    leading: float = 1.34
    indent: float = 0.0
    hanging: float = 0.0
    before: float = 0.0
    after: float = 6.0
    hard: bool = False
    centred: bool = False
    grey: float = 0.0

    @property
    def typeface(self) -> Typeface:
        """The typeface of the style's weight."""
        return typeface(self.weight)

    @property
    def line(self) -> float:
        """The height of one line in points."""
        return self.size * self.leading


_PLAIN = Style()
_SMALL = Style(size=8.0, after=4.0)
_STYLES: dict[BlockKind, Style] = {
    "title": Style(size=17.0, weight="bold", leading=1.25, after=12.0),
    "abstract": Style(size=9.0, indent=18.0, after=6.0),
    "list": Style(indent=12.0, hanging=10.0, hard=True),
    "code": Style(size=8.5, weight="code", leading=1.25, indent=12.0, before=2.0, after=8.0, hard=True),
    "algorithm": Style(size=8.5, weight="code", leading=1.25, indent=12.0, before=2.0, after=8.0, hard=True),
    "equation": Style(size=10.0, centred=True, before=3.0, after=9.0, hard=True),
    "figure": Style(indent=12.0),
    "chart": Style(indent=12.0),
    "caption": Style(size=8.5, after=5.0),
    "footnote": _SMALL,
    "reference": replace(_SMALL, hanging=14.0),
    "toc": Style(size=9.0, after=3.0, hard=True),
    "header": replace(_SMALL, grey=0.4),
    "footer": replace(_SMALL, grey=0.4),
    "page_number": replace(_SMALL, grey=0.4),
    "margin": replace(_SMALL, grey=0.4),
}
_HEADINGS = (
    Style(size=13.5, weight="bold", leading=1.25, before=10.0, after=6.0),
    Style(size=11.5, weight="bold", leading=1.25, before=8.0, after=5.0),
    Style(size=10.0, weight="bold", leading=1.25, before=6.0, after=4.0),
)
CELL = Style(size=8.5, leading=1.26)
CELL_SIZES = (8.5, 7.5, 6.5, 6.0)  # a table that is too wide is tried at each, then split


def style_of(block: Block) -> Style:
    """Give the style of a block; headings below the third level look like the third."""
    if block.kind == "heading":
        return _HEADINGS[min(max(block.level, 1), len(_HEADINGS)) - 1]
    return _STYLES.get(block.kind, _PLAIN)
