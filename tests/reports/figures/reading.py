"""Figures as another program reads them: their texts with the places that they take, and their marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from lxml import etree

from evidoc.records.analysis import Figure
from evidoc.reports.figures import draw
from evidoc.reports.figures.lettering import text_width

SVG = "{http://www.w3.org/2000/svg}"
ASCENT, DESCENT = 0.74, 0.21  # of the size: what letters reach above and below their base line


@dataclass(frozen=True)
class Placed:
    """A text and the rectangle that it takes."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Placed, *, slack: float = 0.5) -> bool:
        return (
            min(self.right, other.right) - max(self.left, other.left) > slack
            and min(self.bottom, other.bottom) - max(self.top, other.top) > slack
        )


def parsed(figure: Figure) -> etree._Element:
    return etree.fromstring(draw(figure).encode())


def texts(svg: etree._Element) -> list[Placed]:
    return [_placed(node) for node in svg.iter(SVG + "text")]


def words(svg: etree._Element) -> str:
    """All that is written, lines joined by spaces."""
    return " ".join(text.text for text in texts(svg))


def marks(svg: etree._Element, kind: str) -> list[etree._Element]:
    return [node for node in svg.iter() if node.get("data-mark") == kind]


def said(mark: etree._Element) -> str:
    return mark.findtext(SVG + "title") or ""


def of(mark: etree._Element, name: str) -> float:
    return float(mark.get(name))


def faults(svg: etree._Element) -> list[str]:
    """Texts that reach out of the figure, and pairs of texts that overlap."""
    width, height = float(svg.get("width")), float(svg.get("height"))
    return [*_outside(texts(svg), width, height), *_overlapping(texts(svg))]


def axis_value(svg: etree._Element, at: float, *, upright: bool) -> float:
    """Read the value at a place off an axis, as a person would: between its ticks."""
    ticks = sorted(_ticks(svg, upright=upright))
    (first, low), (last, high) = ticks[0], ticks[-1]
    return low + (at - first) / (last - first) * (high - low)


def _ticks(svg: etree._Element, *, upright: bool) -> Iterator[tuple[float, float]]:
    for line in svg.iter(SVG + "line"):
        one, other = ("y1", "y2") if upright else ("x1", "x2")
        follower = line.getnext()
        if line.get(one) == line.get(other) and follower is not None and follower.tag == SVG + "text":
            text = follower.text.replace(",", "").replace("−", "-")
            if re.fullmatch(r"-?[\d.]+(e-?\d+)?", text):
                yield float(line.get(one)), float(text)


def _placed(node: etree._Element) -> Placed:
    x, y, size = (float(node.get(name)) for name in ("x", "y", "font-size"))
    width = text_width(node.text, size, bold=node.get("font-weight") == "bold")
    shift = {"start": 0.0, "middle": width / 2, "end": width}[node.get("text-anchor", "start")]
    if "rotate(-90" in node.get("transform", ""):
        return Placed(node.text, x - ASCENT * size, y + shift - width, x + DESCENT * size, y + shift)
    return Placed(node.text, x - shift, y - ASCENT * size, x - shift + width, y + DESCENT * size)


def _outside(placed: list[Placed], width: float, height: float) -> Iterator[str]:
    for one in placed:
        if min(one.left, one.top) < 0 or one.right > width or one.bottom > height:
            yield f"{one} reaches out of {width} by {height}"


def _overlapping(placed: list[Placed]) -> Iterator[str]:
    for one, other in combinations(placed, 2):
        if one.meets(other):
            yield f"{one} overlaps {other}"
