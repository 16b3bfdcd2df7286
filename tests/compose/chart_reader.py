"""Reads a chart's values from the paths and words of its PDF alone; it shares no code with the drawing.

It knows what a person knows: grid lines belong to the printed ticks, colours are explained by the legend,
categories stand in the order of their names. The charts given to it have level names and solid grid lines.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pdfplumber

Colour = tuple[float, ...]
Values = dict[tuple[str, str], float]


@dataclass(frozen=True)
class Paths:
    """What a PDF page draws."""

    words: list[dict[str, Any]]
    rects: list[dict[str, Any]]
    lines: list[dict[str, Any]]
    curves: list[dict[str, Any]]
    height: float


def paths_of(pdf: bytes) -> Paths:
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        page = opened.pages[0]
        words = page.extract_words(x_tolerance_ratio=0.35, keep_blank_chars=False)
        return Paths(words, list(page.rects), list(page.lines), list(page.curves), float(page.height))


def number(text: str) -> float | None:
    plain = text.replace(",", "").replace("\u2212", "-")
    try:
        return float(plain)
    except ValueError:
        return None


def level_axis(paths: Paths) -> Callable[[float], float]:
    """Fit the value axis of standing charts: level grid lines against the numbers at their left."""
    ys = sorted({round(line["top"], 2) for line in _grid(paths) if abs(line["top"] - line["bottom"]) < 0.01})
    left = min(line["x0"] for line in _grid(paths) if abs(line["top"] - line["bottom"]) < 0.01)
    ticks = [word for word in paths.words if number(word["text"]) is not None and word["x1"] <= left]
    return _fitted([(nearest(ys, (word["top"] + word["bottom"]) / 2), number(word["text"]) or 0.0) for word in ticks])


def upright_axis(paths: Paths) -> Callable[[float], float]:
    """Fit a value axis across: upright grid lines against the numbers below them."""
    upright = [line for line in _grid(paths) if abs(line["x0"] - line["x1"]) < 0.01]
    xs, bottom = sorted({round(line["x0"], 2) for line in upright}), max(line["bottom"] for line in upright)
    ticks = [word for word in paths.words if number(word["text"]) is not None and word["top"] >= bottom]
    return _fitted([(nearest(xs, (word["x0"] + word["x1"]) / 2), number(word["text"]) or 0.0) for word in ticks])


def legend_of(paths: Paths, names: Sequence[str], swatches: Sequence[dict[str, Any]], key: str) -> dict[Colour, str]:
    """Give the name of each colour: that whose first word stands next to the right of its swatch."""
    found: dict[Colour, str] = {}
    for name in names:
        first = name.split()[0]
        for word in (word for word in paths.words if word["text"] == first):
            middle = (word["top"] + word["bottom"]) / 2
            near = [s for s in swatches if 0 < word["x0"] - s["x1"] < 8 and s["top"] - 3 < middle < s["bottom"] + 3]
            found |= {tuple(swatch[key]): name for swatch in near}
    return found


def bars(pdf: bytes, series: Sequence[str], categories: Sequence[str], *, lying: bool = False) -> Values:
    """Read bars beside one another; those of a colour stand in the order of the categories."""
    paths = paths_of(pdf)
    axis = upright_axis(paths) if lying else level_axis(paths)
    solid = [rect for rect in paths.rects if rect["fill"] and tuple(rect["non_stroking_color"]) != (1, 1, 1)]
    names = legend_of(paths, series, solid, "non_stroking_color") if len(series) > 1 else {}
    ends = ("x0", "x1") if lying else ("bottom", "top")
    near = max(0.05, 0.05 * abs(axis(1.0) - axis(0.0)))  # of zero: a twentieth of a point
    standing = [rect for rect in solid if any(abs(axis(rect[end])) < near for end in ends)]
    values: Values = {}
    for colour in {tuple(rect["non_stroking_color"]) for rect in standing}:
        row = sorted((r for r in standing if tuple(r["non_stroking_color"]) == colour), key=lambda r: r["top" if lying else "x0"])
        for category, rect in zip(categories, row, strict=True):
            values[names.get(colour, series[0]), category] = max((axis(rect[end]) for end in ends), key=abs)
    return values


def stacks(pdf: bytes, series: Sequence[str], categories: Sequence[str]) -> Values:
    paths = paths_of(pdf)
    axis = level_axis(paths)
    solid = [rect for rect in paths.rects if rect["fill"] and tuple(rect["non_stroking_color"]) != (1, 1, 1)]
    names = legend_of(paths, series, solid, "non_stroking_color")
    top = min(line["top"] for line in _grid(paths))
    values: Values = {}
    for colour, name in names.items():
        row = [r for r in solid if tuple(r["non_stroking_color"]) == colour and r["bottom"] >= top and r["width"] > 12]
        for category, rect in zip(categories, sorted(row, key=lambda r: r["x0"]), strict=True):
            values[name, category] = axis(rect["top"]) - axis(rect["bottom"])
    return values


def polylines(pdf: bytes, series: Sequence[str], categories: Sequence[str]) -> Values:
    """Read lines by the corners of each coloured path."""
    paths = paths_of(pdf)
    axis = level_axis(paths)
    open_paths = [path for path in (*paths.curves, *paths.lines) if not path["fill"]]
    names = legend_of(paths, series, [path for path in open_paths if path["x1"] - path["x0"] < 12], "stroking_color")
    names = names or legend_of(paths, series, paths.rects, "non_stroking_color")
    values: Values = {}
    for path in open_paths:
        name = names.get(tuple(path["stroking_color"]))
        if name is not None and len(path["pts"]) == len(categories):
            values |= {(name, category): axis(y) for category, (_, y) in zip(categories, path["pts"], strict=True)}
    return values


def stems(pdf: bytes, series: str, categories: Sequence[str]) -> Values:
    """Read lollipops by the far ends of their stems."""
    paths = paths_of(pdf)
    axis = level_axis(paths)
    thick = sorted((line for line in paths.lines if line["linewidth"] > 1), key=lambda line: line["x0"])
    ends = [max((axis(line["top"]), axis(line["bottom"])), key=abs) for line in thick]
    return {(series, category): value for category, value in zip(categories, ends, strict=True)}


def points(pdf: bytes) -> set[tuple[float, float]]:
    """Read a scatter chart's pairs: across, up."""
    paths = paths_of(pdf)
    up, across = level_axis(paths), upright_axis(paths)
    discs = [curve for curve in paths.curves if curve["fill"] and curve["x1"] - curve["x0"] < 6]
    return {(across((d["x0"] + d["x1"]) / 2), up((d["top"] + d["bottom"]) / 2)) for d in discs}


def shares(pdf: bytes) -> list[float]:
    """Read the shares of a pie's slices, in the order of drawing, from the angles of their arcs."""
    found = []
    for curve in (curve for curve in paths_of(pdf).curves if curve["fill"] and curve["width"] > 12):
        centre = curve["pts"][0]
        radius = max(math.dist(centre, point) for point in curve["pts"])
        arc = [point for point in curve["pts"] if math.dist(centre, point) > 0.9 * radius]
        angles = [math.degrees(math.atan2(x - centre[0], centre[1] - y)) % 360 for x, y in (arc[0], arc[-1])]
        sweep = (angles[1] - angles[0]) % 360
        found.append(sweep / 360)
    return found


def spokes(pdf: bytes, series: Sequence[str], categories: Sequence[str]) -> Values:
    """Read a radar chart: distances from the centre, in shares of the outermost ring, times the highest tick."""
    paths = paths_of(pdf)
    highest = max(value for word in paths.words if (value := number(word["text"])) is not None)
    rings = [curve for curve in paths.curves if not curve["fill"] and len(curve["pts"]) == len(categories) + 1]
    widest = max(rings, key=lambda ring: ring["bottom"] - ring["top"])
    corners = widest["pts"][:-1]
    centre = tuple(sum(corner[side] for corner in corners) / len(corners) for side in (0, 1))
    radius = math.dist(centre, corners[0])
    swatches = [line for line in paths.lines if abs(line["top"] - line["bottom"]) < 0.01 and line["x1"] - line["x0"] < 12]
    names = legend_of(paths, series, swatches, "stroking_color")
    values: Values = {}
    for ring in rings:
        name = names.get(tuple(ring["stroking_color"]))
        if name is not None:
            far = [math.dist(centre, corner) / radius * highest for corner in ring["pts"][:-1]]
            values |= {(name, category): value for category, value in zip(categories, far, strict=True)}
    return values


def nearest(places: Sequence[float], wanted: float) -> float:
    return min(places, key=lambda place: abs(place - wanted))


def _grid(paths: Paths) -> list[dict[str, Any]]:
    return [line for line in paths.lines if line["linewidth"] == 0.5]


def _fitted(pairs: Sequence[tuple[float, float]]) -> Callable[[float], float]:
    (first, low), (last, high) = min(pairs), max(pairs)
    return lambda place: low + (place - first) / (last - first) * (high - low)
