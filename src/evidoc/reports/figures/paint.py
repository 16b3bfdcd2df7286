"""The colours of figures: each mark carries its colour for paper, and a class by which a dark screen gives it another.

Colours stand in the marks themselves, so that programs without style sheets (LaTeX, word processors) draw them right.
"""

from __future__ import annotations

from collections.abc import Mapping

from evidoc.reports.figures.lettering import FONTS

# tone → on paper, on a dark screen; c0 … c6 are those of our reports (templates/base.css)
_TONES: Mapping[str, tuple[str, str]] = {
    "paper": ("#ffffff", "#12171c"),
    "ink": ("#17202a", "#e6eaee"),
    "soft": ("#56616c", "#a2aeb9"),
    "line": ("#dde1e5", "#2c353d"),
    "axis": ("#aab2ba", "#56626d"),
    "wash": ("#c3cdd7", "#46525d"),
    "shade": ("#08457a", "#8fc4f5"),
    "black-white": ("#000000", "#ffffff"),
    "white-white": ("#ffffff", "#ffffff"),
    "black-black": ("#000000", "#000000"),
    "white-black": ("#ffffff", "#000000"),
    "c0": ("#0a5fa8", "#6cb2f2"),
    "c1": ("#b4500a", "#f09a55"),
    "c2": ("#007a5e", "#4cc7a3"),
    "c3": ("#96408a", "#dd8fd0"),
    "c4": ("#5a6570", "#b3bec8"),
    "c5": ("#7a6400", "#d8bf4e"),
    "c6": ("#2b8fb3", "#7fd3ee"),
    "c7": ("#a3123a", "#ff93a5"),
}
COLOURS = 8
ROOT = "evidoc-figure"


def fill(tone: str) -> dict[str, str | float]:
    """Give the attributes of something filled."""
    return {"class": f"f-{tone}", "fill": _TONES[tone][0]}


def stroke(tone: str, width: float = 1.0) -> dict[str, str | float]:
    """Give the attributes of a line that is not filled."""
    return {"class": f"s-{tone}", "stroke": _TONES[tone][0], "stroke-width": f"{width:g}", "fill": "none"}


def outlined(tone: str, border: str, width: float = 1.0) -> dict[str, str | float]:
    """Give the attributes of something filled with a border of another tone."""
    return {**stroke(border, width), "class": f"f-{tone} s-{border}", "fill": _TONES[tone][0]}


def series_tone(index: int) -> str:
    """Give the tone of a series."""
    return f"c{index % COLOURS}"


def style() -> str:
    """Give the style sheet of figures: other colours on dark screens, and only there, so that paper stays light."""
    rules = [f".{ROOT} .f-{tone}{{fill:{dark}}}.{ROOT} .s-{tone}{{stroke:{dark}}}" for tone, (_, dark) in _TONES.items()]
    return f".{ROOT}{{font-family:{FONTS}}}@media screen and (prefers-color-scheme:dark){{{''.join(rules)}}}"
