"""The shapes that a drawing is made of, and the sketch that gathers them before anything is painted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from evidoc.compose._fonts import Typeface, Weight, typeface
from evidoc.compose._lines import pieces, wrap
from evidoc.compose.charts.geometry import Edges, Point, Role, Words
from evidoc.compose.charts.palettes import Colour, Hatch, Marker
from evidoc.errors import Undrawable

INK: Colour = (0.13, 0.13, 0.15)
GREY: Colour = (0.45, 0.45, 0.47)
PALE: Colour = (0.86, 0.86, 0.87)
WHITE: Colour = (1.0, 1.0, 1.0)
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Fill:
    """How an area is filled and edged; `alpha` below 1 lets what lies under it show through."""

    colour: Colour
    alpha: float = 1.0
    edge: Colour | None = None
    width: float = 0.5
    hatch: Hatch = ""


@dataclass(frozen=True, slots=True)
class Polyline:
    """Straight lines through points."""

    points: tuple[Point, ...]
    colour: Colour
    width: float = 0.6
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A filled rectangle, with corners rounded by `radius` points."""

    edges: Edges
    fill: Fill
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon."""

    points: tuple[Point, ...]
    fill: Fill


@dataclass(frozen=True, slots=True)
class Slice:
    """A sector of a disc or ring: from `start` degrees clockwise from the top, `sweep` degrees wide."""

    centre: Point
    radius: float
    inner: float
    start: float
    sweep: float
    fill: Fill


@dataclass(frozen=True, slots=True)
class Dot:
    """A marker of a kind, `radius` points around its centre; `open` ones are white inside."""

    centre: Point
    radius: float
    marker: Marker
    colour: Colour
    open: bool = False


Shape = Polyline | Rectangle | Polygon | Slice | Dot | Words


@dataclass(frozen=True, slots=True)
class Pencil:
    """How words are set: face, size, colour and what they are for."""

    role: Role
    size: float
    face: Weight = "text"
    colour: Colour = INK

    @property
    def typeface(self) -> Typeface:
        """The typeface of the face."""
        return typeface(self.face)

    def width(self, text: str) -> float:
        """Give the width of a text in points."""
        return self.typeface.measure(text) * self.size

    def place(self, text: str, at: Point, *, anchor: Anchor = "start", angle: float = 0.0, owner: tuple[str, ...] = ()) -> Words:
        """Give a line of text whose baseline starts, is centred or ends at a point."""
        width = self.width(text)
        back = {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        across, down = turned(angle)
        return Words(
            text=text, role=self.role, x=at[0] - back * across, y=at[1] - back * down, size=self.size, width=width,
            face=self.face, colour=self.colour, angle=angle, owner=owner,
        )  # fmt: skip

    def lines(self, text: str, *, width: float, most: int) -> tuple[str, ...] | None:
        """Break a text into at most so many lines that are narrow enough, none inside a word; None where it cannot be."""
        return _broken(self.face, text, round(width / self.size, 3), most)


def suited(face: Weight, text: str) -> Weight:
    """Give the face for a whole text: the plain one where the bold or slanted one would set only some of its signs."""
    return face if face not in ("bold", "italic") or typeface(face).sets_whole(text) else "text"


def turned(angle: float) -> Point:
    """Give how far a step along a baseline goes right and down, for an angle in degrees against the clock."""
    import math

    return (math.cos(math.radians(angle)), -math.sin(math.radians(angle))) if angle else (1.0, 0.0)


@lru_cache(16_384)
def _broken(face: Weight, text: str, width: float, most: int) -> tuple[str, ...] | None:
    letters = typeface(face)
    if letters.measure(text) <= width:
        return (text,)
    if most == 1 or max(letters.measure(piece.strip()) for piece in pieces(text)) > width:
        return None
    lines = wrap(text, typeface=letters, width=width)
    return lines if len(lines) <= most else None


def check_glyphs(texts: Sequence[str], face: Weight) -> None:
    """Refuse texts with signs that no font has.

    Raises:
        Undrawable: With the reason `glyphs_missing`, the signs and the way to a font.
    """
    letters = typeface(face)
    missing = sorted({char for text in texts if letters.spell(text) != text for char in text if letters.spell(char) != char})
    if missing:
        signs = " ".join(f"{char!r} (U+{ord(char):04X})" for char in missing[:8])
        raise Undrawable("glyphs_missing", f"no font has {signs}; install docvortex, whose fonts have CJK, or use other names")
