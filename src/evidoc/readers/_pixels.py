"""Page sizes of page pictures: which resolution makes a common sheet of paper of so many pixels."""

from __future__ import annotations

_SHEETS = (
    (612.0, 792.0),
    (595.28, 841.89),
    (612.0, 1008.0),
    (792.0, 1224.0),
    (841.89, 1190.55),
)  # Letter, A4, Legal, Tabloid, A3
_RESOLUTIONS = (200, 144, 300, 72, 96, 150, 100)  # px an inch, the commonest of parsers first
_OFF = 1.5  # px by which a picture may be rounded
DEFAULT = 200  # MinerU's and DocGenome's


def resolution_of(width: float, height: float) -> tuple[float, bool]:
    """Give the resolution of a page picture in px an inch, and whether a common sheet of paper confirms it."""
    sides = sorted((width, height))
    for resolution in _RESOLUTIONS:
        if any(_fits(sides, sheet, resolution) for sheet in _SHEETS):
            return float(resolution), True
    return float(DEFAULT), False


def page_points(width: float, height: float) -> tuple[float, float]:
    """Give the size in points of a page of which there is a picture of so many pixels."""
    resolution, _ = resolution_of(width, height)
    return width * 72 / resolution, height * 72 / resolution


def _fits(sides: list[float], sheet: tuple[float, float], resolution: float) -> bool:
    return all(abs(side - edge * resolution / 72) <= _OFF for side, edge in zip(sides, sheet, strict=True))
