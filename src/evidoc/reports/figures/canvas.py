"""A figure in the making: elements of SVG with a title above them, and the file that they become."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import escape

from evidoc.reports.figures.lettering import FONTS, LONGEST, plain, text_width, wrapped
from evidoc.reports.figures.paint import ROOT, fill, outlined, series_tone, stroke, style

MARGIN = 16.0
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Type:
    """How a text looks: its size in px, its tone, whether it is bold, and whether it stands out from what is behind it."""

    size: float
    tone: str = "ink"
    bold: bool = False
    halo: bool = False

    @property
    def leading(self) -> float:
        """From one base line to the next."""
        return self.size * 1.25


TITLE = Type(15, bold=True)
LABEL = Type(12)
SMALL = Type(11, "soft")
VALUE = Type(11)


class Canvas:
    """Elements of one figure; `top` is where the next thing under the title may begin."""

    def __init__(self, name: str, *, title: str, width: float, note: str = "") -> None:
        """Write the title, and a note under it, over the width of the figure."""
        self.name, self.title, self.width, self.top = name, plain(title), width, MARGIN
        self._parts: list[str] = []
        self._definitions: dict[str, str] = {}
        self._heading(self.title, TITLE)
        if note:
            self._heading(note, SMALL)
        self.top += 10

    def add(self, tag: str, attributes: Mapping[str, str | float], *, says: str = "") -> None:
        """Add an element; what it says is shown where one points at it."""
        content = f"<title>{escape(plain(says))}</title>" if says else ""
        self._parts.append(element(tag, attributes, content))

    def rule(self, start: Point, end: Point, *, tone: str = "line", width: float = 1.0) -> None:
        """Draw a straight line."""
        ends: dict[str, str | float] = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
        self.add("line", {**ends, **stroke(tone, width)})

    def text(self, text: str, at: Point, *, type: Type = LABEL, anchor: str = "start", turned: bool = False) -> None:
        """Write one line with its base line at a point; turned, it reads from the bottom up."""
        where: dict[str, str | float] = {"x": at[0], "y": at[1], "font-size": type.size, **fill(type.tone)}
        if type.halo:
            where |= {**outlined(type.tone, "paper", 3), "paint-order": "stroke"}
        if anchor != "start":
            where["text-anchor"] = anchor
        if type.bold:
            where["font-weight"] = "bold"
        if turned:
            where["transform"] = f"rotate(-90 {brief(at[0])} {brief(at[1])})"
        self._parts.append(element("text", where, str(escape(text))))

    def lines(self, lines: Sequence[str], at: Point, *, type: Type = LABEL, anchor: str = "start") -> None:
        """Write lines one under another, the base line of the first at a point."""
        for index, line in enumerate(lines):
            self.text(line, (at[0], at[1] + index * type.leading), type=type, anchor=anchor)

    def series_fill(self, index: int, *, of: int) -> dict[str, str | float]:
        """Give the attributes of a mark of a series: its colour, and its own pattern where there are several."""
        tone = series_tone(index)
        if of < 2 or index == 0:
            return outlined(tone, tone)
        pattern = f"{self.name}-p{index % _MANY}"
        self._definitions.setdefault(pattern, _pattern(pattern, index % _MANY))
        return {**stroke(tone), "fill": f"url(#{pattern})"}

    def svg(self, height: float, *, says: str, standalone: bool = True) -> str:
        """Give the whole figure; one that goes into a page leaves its style sheet to the page."""
        ids = f"{self.name}-t {self.name}-d"
        size: dict[str, str | float] = {
            "width": self.width,
            "height": height,
            "viewBox": f"0 0 {brief(self.width)} {brief(height)}",
        }
        root = {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": ROOT,
            **size,
            "role": "img",
            "aria-labelledby": ids,
        }
        paper = element("rect", {"width": self.width, "height": height, **fill("paper")})
        head = element("title", {"id": f"{self.name}-t"}, str(escape(self.title)))
        head += element("desc", {"id": f"{self.name}-d"}, str(escape(plain(says, limit=10 * LONGEST))))
        head += element("style", {}, style()) if standalone else ""
        head += element("defs", {}, "".join(self._definitions.values())) if self._definitions else ""
        return element("svg", {**root, "font-family": FONTS}, "\n".join([head, paper, *self._parts, ""]))

    def _heading(self, text: str, look: Type) -> None:
        lines = wrapped(text, size=look.size, width=self.width - 2 * MARGIN, bold=look.bold)
        self.lines(lines, (MARGIN, self.top + look.size * 0.8), type=look)
        self.top += len(lines) * look.leading


@dataclass(frozen=True, slots=True)
class Drawn:
    """A canvas with all on it, its height, and what it says to who cannot see it."""

    canvas: Canvas
    height: float
    says: str


def element(tag: str, attributes: Mapping[str, str | float], content: str = "") -> str:
    """Give one element; attributes are escaped, the content is markup."""
    said = "".join(f' {key}="{escape(value if isinstance(value, str) else brief(value))}"' for key, value in attributes.items())
    return f"<{tag}{said}>{content}</{tag}>" if content else f"<{tag}{said}/>"


def brief(value: float) -> str:
    """Give a length as short as SVG takes it, to a hundredth of a pixel."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def middle(y: float, look: Type) -> float:
    """Give the base line of a text whose small letters are centred on y."""
    return y + look.size * 0.35


def widest(texts: Sequence[str], look: Type) -> float:
    """Give the width of the widest of some lines."""
    return max((text_width(text, look.size, bold=look.bold) for text in texts), default=0.0)


_STROKES = (
    "",
    "M-2 8 8-2M-1 13 13-1M4 14 14 4",
    "M2 2h2v2h-2zM7 7h2v2h-2z",
    "M0 3H12M0 9H12",
    "M0 0 12 12M0 12 12 0",
    "M3 0V12M9 0V12",
    "M-2 4 4-2M-2 10 10-2M2 14 14 2M8 14 14 8",
    "M0 0H12M0 6H12M0 0V12M6 0V12",
)
_MANY = 64  # eight colours times eight patterns


def _pattern(name: str, index: int) -> str:
    tone, lines = series_tone(index), _STROKES[(index + index // 8) % len(_STROKES)]
    ground = element("rect", {"width": 12, "height": 12, **fill(tone), "fill-opacity": 0.25 if lines else 1})
    drawn = element("path", {"d": lines, **stroke(tone, 1.6)}) if lines else ""
    return element("pattern", {"id": name, "width": 12, "height": 12, "patternUnits": "userSpaceOnUse"}, ground + drawn)
