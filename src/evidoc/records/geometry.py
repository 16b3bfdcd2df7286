"""Boxes on displayed pages, how they overlap, and the frames that others write them in.

One frame inside evidoc: PDF points of the page as displayed (crop box, rotation and
user unit applied), origin top left. `Frame` converts to and from everybody else's.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Literal

from evidoc.errors import InvalidBox
from evidoc.records.record import Record, SparseRecord

SLACK = 1e-9  # (0,0,.3,.1) against (.1,0,.4,.1) is 0.4999999999999999 in floating point: case F09


class Page(SparseRecord, frozen=True, kw_only=True):
    """One page as displayed: width and height in points after crop, rotation and user unit.

    `rotation` is what the file asks for (0, 90, 180, 270), already applied; `label` is the
    printed page label; `flags` name what is odd about it (`degenerate_page_box`).
    """

    index: int
    width: float
    height: float
    rotation: int = 0
    user_unit: float = 1.0
    label: str = ""
    flags: tuple[str, ...] = ()


class Box(Record, frozen=True, kw_only=True):
    """A rectangle on a displayed page, in points, top left origin; never reversed, never empty.

    Raises:
        InvalidBox: An edge is not finite, the box is reversed or has no area, or the page is negative.
    Source: CV-23, X-03; cases F05 and F07.
    """

    page: int
    x0: float
    y0: float
    x1: float
    y1: float

    def __post_init__(self) -> None:
        """Refuse what is not a box, saying what it seems to be."""
        if self.page < 0:
            raise InvalidBox(f"box on page {self.page}; pages count from 0")
        edges = (self.x0, self.y0, self.x1, self.y1)
        if not all(map(math.isfinite, edges)):
            raise InvalidBox(f"box {edges} on page {self.page} is not finite; give four numbers")
        if self.x1 <= self.x0 or self.y1 <= self.y0:
            raise InvalidBox(f"box {edges} on page {self.page} is {_fault(edges)}; give x0 < x1 and y0 < y1")

    @property
    def width(self) -> float:
        """Width in points."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """Height in points."""
        return self.y1 - self.y0

    @property
    def area(self) -> float:
        """Area in square points."""
        return self.width * self.height


def _fault(edges: tuple[float, float, float, float]) -> str:
    x0, y0, x1, y1 = edges
    if x1 < x0 and y1 < y0:
        return "reversed, probably x, y, width, height"
    return "reversed" if x1 < x0 or y1 < y0 else "empty"


def make_box(page: int, edges: Sequence[float], *, within: Page | None = None) -> Box | None:
    """Give the box with edges rounded to 1/100 point and clipped to the page, or None where nothing is left."""
    if not all(map(math.isfinite, edges)):
        return None
    x0, y0, x1, y1 = edges
    if within is not None:
        x0, x1 = max(0.0, x0), min(within.width, x1)
        y0, y1 = max(0.0, y0), min(within.height, y1)
    x0, y0, x1, y1 = (round(edge, 2) + 0.0 for edge in (x0, y0, x1, y1))
    return Box(page=page, x0=x0, y0=y0, x1=x1, y1=y1) if x0 < x1 and y0 < y1 else None


def intersection(first: Box, second: Box) -> float:
    """Give the common area in square points: 0 on different pages and for boxes that only touch."""
    if first.page != second.page:
        return 0.0
    width = min(first.x1, second.x1) - max(first.x0, second.x0)
    height = min(first.y1, second.y1) - max(first.y0, second.y0)
    return width * height if width > 0 and height > 0 else 0.0


def iou(first: Box, second: Box) -> float:
    """Give intersection over union, in [0, 1], symmetric. Source: CV-49, case F05."""
    shared = intersection(first, second)
    return shared / (first.area + second.area - shared) if shared else 0.0


def iou_min(first: Box, second: Box) -> float:
    """Give the intersection over the smaller area, in [0, 1], never below `iou`. Source: CV-64."""
    shared = intersection(first, second)
    return shared / min(first.area, second.area) if shared else 0.0


def coverage(inner: Box, outer: Box) -> float:
    """Give the share of the inner box that lies in the outer one, in [0, 1]."""
    return intersection(inner, outer) / inner.area


def reaches(value: float, threshold: float) -> bool:
    """Say whether value >= threshold, with a slack of 1e-9 for floating point. Source: case F09."""
    return value >= threshold - SLACK


def hull(boxes: Iterable[Box]) -> tuple[Box, ...]:
    """Give one box a page that encloses all given boxes of that page, by page."""
    pages: dict[int, Box] = {}
    for box in boxes:
        known = pages.get(box.page, box)
        pages[box.page] = Box(
            page=box.page,
            x0=min(known.x0, box.x0),
            y0=min(known.y0, box.y0),
            x1=max(known.x1, box.x1),
            y1=max(known.y1, box.y1),
        )
    return tuple(pages[index] for index in sorted(pages))


class Frame(Record, frozen=True, kw_only=True):
    """Somebody's way of writing four edges: a unit, an origin and an order.

    `unit`: `points`; `relative` (0 to `scale`, so 1 or 1000); `pixels` at `dpi`, or of an image whose
    `image` size in px is known. `order`: `xyxy`, `yxyx` (y first), `xywh` or `xxyy`.
    Source: formats.md, section 11.
    """

    unit: Literal["points", "relative", "pixels"] = "points"
    scale: float = 1.0
    dpi: float = 72.0
    image: tuple[int, int] | None = None
    origin: Literal["top", "bottom"] = "top"
    order: Literal["xyxy", "yxyx", "xywh", "xxyy"] = "xyxy"

    def write(self, box: Box, page: Page) -> tuple[float, float, float, float]:
        """Give the four numbers of the box in this frame, unrounded."""
        x0, x1, y0, y1 = box.x0, box.x1, box.y0, box.y1
        if self.origin == "bottom":
            y0, y1 = page.height - y1, page.height - y0
        across, down = self._factors(page)
        return _ordered(x0 * across, y0 * down, x1 * across, y1 * down, order=self.order)

    def read(self, numbers: Sequence[float], page: Page) -> Box:
        """Give the box that the four numbers of this frame mean.

        Raises:
            InvalidBox: The numbers make no box: reversed, empty, or not finite.
        """
        x0, y0, x1, y1 = _corners(numbers, order=self.order)
        across, down = self._factors(page)
        x0, x1, y0, y1 = x0 / across, x1 / across, y0 / down, y1 / down
        if self.origin == "bottom":
            y0, y1 = page.height - y1, page.height - y0
        return Box(page=page.index, x0=x0, y0=y0, x1=x1, y1=y1)

    def _factors(self, page: Page) -> tuple[float, float]:
        if self.unit == "relative":
            return self.scale / page.width, self.scale / page.height
        if self.unit == "pixels" and self.image is not None:
            return self.image[0] / page.width, self.image[1] / page.height
        return (self.dpi / 72.0,) * 2 if self.unit == "pixels" else (1.0, 1.0)


POINTS = Frame()
THOUSAND = Frame(unit="relative", scale=1000.0)  # CiteVQA model tags, Qwen-VL, MinerU content lists
UNIT = Frame(unit="relative", scale=1.0)  # MinerU-4, DocVortex
CITEVQA_EVIDENCE = Frame(unit="relative", scale=1000.0, order="yxyx")
BOTTOM_LEFT = Frame(origin="bottom")


def pixels(dpi: float) -> Frame:
    """Give the frame of a page rendered at a resolution."""
    return Frame(unit="pixels", dpi=dpi)


def image_pixels(width: int, height: int) -> Frame:
    """Give the frame of a page picture of a known size in px, whatever resized it."""
    return Frame(unit="pixels", image=(width, height))


def _ordered(x0: float, y0: float, x1: float, y1: float, *, order: str) -> tuple[float, float, float, float]:
    orders = {"xyxy": (x0, y0, x1, y1), "yxyx": (y0, x0, y1, x1), "xywh": (x0, y0, x1 - x0, y1 - y0), "xxyy": (x0, x1, y0, y1)}
    return orders[order]


def _corners(numbers: Sequence[float], *, order: str) -> tuple[float, float, float, float]:
    if len(numbers) != 4:
        raise InvalidBox(f"{len(numbers)} numbers {tuple(numbers)!r}; a box has four")
    a, b, c, d = numbers
    orders = {"xyxy": (a, b, c, d), "yxyx": (b, a, d, c), "xywh": (a, b, a + c, b + d), "xxyy": (a, c, b, d)}
    return orders[order]
