"""Colours, markers, dashes and hatches: what tells one series from another, also in grey and for the colour-blind."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from evidoc.errors import UnknownName

Marker = Literal["disc", "square", "triangle", "diamond", "cross", "wedge", "plus", "pentagon"]
Hatch = Literal["", "rising", "falling", "crossed", "level", "upright"]
Colour = tuple[float, float, float]

_MARKERS: tuple[Marker, ...] = ("disc", "square", "triangle", "diamond", "wedge", "pentagon", "cross", "plus")
_DASHES: tuple[tuple[float, ...], ...] = ((), (4.0, 1.8), (1.2, 1.4), (5.0, 1.5, 1.2, 1.5))
_HATCHES: tuple[Hatch, ...] = ("", "rising", "falling", "crossed", "level", "upright")

# Okabe and Ito 2008 with a darker yellow; Tol 2021 "bright", "muted" and "vibrant" with the same care for white paper;
# "ocean" and "earth" keep to one half of the wheel and step in lightness; "ink" is for print without colour.
PALETTES: dict[str, tuple[str, ...]] = {
    "okabe_ito": ("0072B2", "E69F00", "009E73", "CC79A7", "56B4E9", "D55E00", "B8A800", "333333"),
    "bright": ("4477AA", "EE6677", "228833", "B9A22C", "66CCEE", "AA3377", "8A8A8A", "222255"),
    "muted": ("332288", "CC6677", "44AA99", "BBA94C", "882255", "6FB5DC", "117733", "AA4499"),
    "vibrant": ("EE7733", "0077BB", "33BBEE", "EE3377", "CC3311", "009988", "8F8F8F", "4B2E83"),
    "ocean": ("08306B", "4292C6", "2CA25F", "9EBCDA", "00441B", "66C2A4", "6A51A3", "B08DCB"),
    "earth": ("8C510A", "35978F", "D8A24A", "01665E", "BF5B17", "80B1A8", "543005", "B7A57A"),
    "ink": ("222222", "8C8C8C", "BDBDBD", "5A5A5A"),
}


@dataclass(frozen=True, slots=True)
class Look:
    """How one series is drawn."""

    colour: Colour
    dash: tuple[float, ...]
    marker: Marker
    hatch: Hatch

    @property
    def ink(self) -> Colour:
        """The colour darkened until words of it can be read on white (contrast 4.5, WCAG 2.1)."""
        colour = self.colour
        while contrast(colour, (1.0, 1.0, 1.0)) < 4.5:
            colour = (colour[0] * 0.93, colour[1] * 0.93, colour[2] * 0.93)
        return colour


def looks(palette: str, count: int, *, hatch: bool) -> tuple[Look, ...]:
    """Give the looks of so many series; those beyond the palette's colours repeat them with another dash, marker and hatch.

    Raises:
        UnknownName: No palette has this name.
    """
    if palette not in PALETTES:
        raise UnknownName(palette, kind="palette", known=tuple(PALETTES))
    colours = [colour(code) for code in PALETTES[palette]]
    return tuple(_look(number, colours, hatch=hatch or palette == "ink") for number in range(count))


def _look(number: int, colours: list[Colour], *, hatch: bool) -> Look:
    turn, place = divmod(number, len(colours))
    texture = number if hatch else turn
    return Look(
        colour=colours[place],
        dash=_DASHES[(turn + (number if len(colours) < 5 else number // 4)) % len(_DASHES)],
        marker=_MARKERS[(number + turn) % len(_MARKERS)],
        hatch=_HATCHES[texture % len(_HATCHES)],
    )


def colour(code: str) -> Colour:
    """Give red, green and blue in [0, 1] of six hex digits."""
    red, green, blue = (int(code[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return red, green, blue


def contrast(first: Colour, second: Colour) -> float:
    """Give the contrast of two colours, from 1 to 21. Source: WCAG 2.1."""
    one, other = sorted((_luminance(first), _luminance(second)))
    return (other + 0.05) / (one + 0.05)


def distance(first: Colour, second: Colour) -> float:
    """Give how far apart two colours look (CIE 1976 Delta E, D65). Source: case G06."""
    return math.dist(_lab(first), _lab(second))


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _luminance(shade: Colour) -> float:
    red, green, blue = map(_linear, shade)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _lab(shade: Colour) -> tuple[float, float, float]:
    red, green, blue = map(_linear, shade)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    x, y, z = (_root(part) for part in (x, _luminance(shade), z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116
