"""Bands: the parts of a page that stand above one another, and how texts are stacked in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace as replaced

from evidoc.compose._fonts import Weight
from evidoc.compose.charts.geometry import Edges, Role, Words, moved
from evidoc.compose.charts.palettes import Colour
from evidoc.compose.charts.shapes import INK, Anchor, Fill, Pencil, Polyline, Rectangle, Shape, suited
from evidoc.errors import Undrawable

# A4 to the nearest px at 300 dpi: 2480 × 3508 (DH-58); the format itself is 595.28 × 841.89.
WIDTH, HEIGHT = 595.2, 841.92
MARGIN, TOP, BOTTOM = 46.0, 36.0, 34.0
MEASURE = WIDTH - 2 * MARGIN
GUTTER = 15.0
FLOOR = 7.0  # points, the smallest body text (DH-56) and the smallest of every other word


@dataclass(frozen=True, slots=True)
class Band:
    """A part of a page: its height, shapes measured from its top, and where charts go, by number."""

    height: float
    shapes: tuple[Shape, ...]
    charts: tuple[tuple[int, Edges], ...] = ()
    after: float = 8.0

    def at(self, top: float) -> Band:
        """Give the band moved down to a place on the page."""
        charts = tuple((number, moved(edges, 0.0, top)) for number, edges in self.charts)
        return Band(self.height, tuple(shifted(shape, 0.0, top) for shape in self.shapes), charts, self.after)


@dataclass(slots=True)
class Stack:
    """Texts set below one another; `y` is how far down it is filled."""

    left: float = MARGIN
    width: float = MEASURE
    y: float = 0.0
    shapes: list[Shape] = field(default_factory=list)

    def text(self, text: str, pencil: Pencil, *, owner: str, anchor: Anchor = "start", most: int = 2) -> None:
        """Set a text over at most so many lines, smaller where it is too long.

        Raises:
            Undrawable: It is too long even at the smallest size (`does_not_fit`).
        """
        if not text:
            return
        size = pencil.size
        while size >= FLOOR:
            letters = Pencil(pencil.role, size, suited(pencil.face, text), pencil.colour)
            lines = letters.lines(text, width=self.width, most=most)
            if lines is not None:
                break
            size -= 0.5
        else:
            raise Undrawable("does_not_fit", f"{text!r} on {most} lines of {self.width:.0f} points; shorten it")
        x = self.left + {"start": 0.0, "middle": self.width / 2, "end": self.width}[anchor]
        for line in lines:
            self.shapes.append(letters.place(line, (x, self.y + 0.96 * size), anchor=anchor, owner=(owner,)))
            self.y += 1.24 * size

    def rule(self, colour: Colour, *, width: float = 0.8, left: float | None = None, right: float | None = None) -> None:
        """Draw a line across."""
        x0 = self.left if left is None else left
        x1 = self.left + self.width if right is None else right
        self.shapes.append(Polyline(((x0, self.y), (x1, self.y)), colour, width))

    def skip(self, height: float) -> None:
        """Leave white space."""
        self.y += height

    def band(self, *, after: float = 9.0) -> Band:
        """Give what has been set as a band."""
        return Band(self.y, tuple(self.shapes), after=after)


def pencil(size: float, face: Weight = "text", colour: Colour = INK, *, role: Role = "furniture") -> Pencil:
    """Give a pencil for the words of a page, never below the smallest size."""
    return Pencil(role, max(size, FLOOR), face, colour)


def shifted(shape: Shape, across: float, down: float) -> Shape:
    """Give a shape moved right and down."""
    if isinstance(shape, Words):
        return replaced(shape, x=shape.x + across, y=shape.y + down)
    if isinstance(shape, Rectangle):
        return Rectangle(moved(shape.edges, across, down), shape.fill, shape.radius)
    if isinstance(shape, Polyline):
        points = tuple((x + across, y + down) for x, y in shape.points)
        return Polyline(points, shape.colour, shape.width, shape.dash)
    raise TypeError(f"a {type(shape).__name__} on a page; only words, rectangles and lines are moved")


def tint(colour: Colour, share: float) -> Colour:
    """Give a colour mixed with white; `share` is how much of it remains."""
    red, green, blue = (1 - share + share * part for part in colour)
    return red, green, blue


def panel(edges: Edges, accent: Colour, *, bar: bool = True) -> list[Shape]:
    """Give a tinted ground with a bar of the accent at its left."""
    shapes: list[Shape] = [Rectangle(edges, Fill(tint(accent, 0.07)))]
    if bar:
        shapes.append(Rectangle((edges[0], edges[1], edges[0] + 2.5, edges[3]), Fill(accent)))
    return shapes


def tallest(bands: Iterable[Band]) -> float:
    """Give the height of bands stacked with the space after each but the last."""
    found: Sequence[Band] = tuple(bands)
    return sum(band.height + band.after for band in found) - (found[-1].after if found else 0.0)
