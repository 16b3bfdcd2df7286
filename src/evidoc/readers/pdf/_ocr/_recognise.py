"""One page that is only a picture: its words, and the groups in which they are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pypdfium2

from evidoc.pages.picture import page_image
from evidoc.readers.pdf._ocr._find_lines import find_lines
from evidoc.readers.pdf._ocr._groups import Group, OcrLine, OcrWord, grouped
from evidoc.readers.pdf._ocr._read_lines import Seen, read_lines
from evidoc.readers.pdf._ocr._regions import find_regions
from evidoc.readers.pdf._turned import turned_back, turned_page
from evidoc.records.geometry import Box, Frame, Page, image_pixels, make_box

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Pixels = npt.NDArray[np.uint8]

DPI = 150  # measured: docs/why/scans.md
MAX_PIXELS = 12_000_000  # A3 at 250 dpi; larger sheets are drawn smaller
_GUESS = 0.5  # the confidence of a line that is only just kept
_SURE = 0.9  # mean confidence; the worst upright page of print in ../shared/data has 0.95
_TALL = 1.5  # times as high as wide: a line that runs up or down
_BLANK = 8  # grey levels between the lightest and darkest px of an empty page


@dataclass(frozen=True, slots=True)
class Scan:
    """What was recognised on one page, in reading order, with all boxes on the page turned so that its text is upright.

    `turn` says by how many degrees, clockwise; `page` is the page so turned.
    """

    displayed: Page
    turn: int
    groups: tuple[Group, ...]

    @property
    def page(self) -> Page:
        """The page as it is displayed when it is turned."""
        return turned_page(self.displayed, self.turn) if self.turn else self.displayed

    @property
    def lines(self) -> Iterator[OcrLine]:
        """All lines, in reading order."""
        return (line for group in self.groups for line in group.lines)

    @property
    def words_as_displayed(self) -> Iterator[OcrWord]:
        """All words, in reading order, where they are on the page as displayed."""
        for line in self.lines:
            for word in line.words:
                box = turned_back(word.box, self.displayed, self.turn) if self.turn else word.box
                yield OcrWord(word.text, box, word.confidence)


def recognise(pdf: pypdfium2.PdfDocument, page: Page) -> Scan:
    """Read the picture of a page, drawn at `DPI`, or smaller where it would have more than `MAX_PIXELS`.

    Raises:
        UnreadableDocument: The page cannot be drawn.
        MissingDependency: The extra `ocr` is not installed.
    """
    import numpy as np

    image = page_image(pdf, page, dpi=DPI, max_pixels=MAX_PIXELS)
    picture = np.ascontiguousarray(np.asarray(image)[:, :, ::-1])  # the models were trained on blue, green, red
    if int(picture.max()) - int(picture.min()) <= _BLANK:
        return Scan(displayed=page, turn=0, groups=())
    reading = _best_reading(picture)
    scan = Scan(displayed=page, turn=reading.turn, groups=())
    frame = image_pixels(reading.picture.shape[1], reading.picture.shape[0])
    lines = [line for words in reading.lines if (line := _line(words, frame, scan.page)).words]
    found = find_regions(reading.picture) if lines else ()
    regions = [(region, box) for region in found if (box := _on_page(region.edges, frame, scan.page)) is not None]
    return Scan(displayed=page, turn=reading.turn, groups=tuple(grouped(lines, regions, scan.page)))


@dataclass(frozen=True, slots=True)
class _Reading:
    """The lines of a picture that was turned clockwise by some degrees."""

    picture: Pixels
    turn: int
    lines: Sequence[tuple[Seen, ...]]

    @property
    def gain(self) -> float:
        """How much was read, and how surely; text that stands on its head is read as little, with doubt."""
        return sum((word.confidence - _GUESS) * len(word.text) for line in self.lines for word in line)

    @property
    def is_sure(self) -> bool:
        """Whether what was read is clear enough that no other way up needs be tried."""
        words = [word for line in self.lines for word in line]
        return sum(word.confidence * len(word.text) for word in words) >= _SURE * sum(len(word.text) for word in words)


def _best_reading(picture: Pixels) -> _Reading:
    """Read a picture, turned where most of its lines run up or down, or where it may stand on its head."""
    outlines = find_lines(picture)
    upright = sum(outline.height > _TALL * outline.width for outline in outlines)
    if 2 * upright > len(outlines):
        return max((_read(picture, turn) for turn in (90, 270)), key=lambda reading: reading.gain)
    as_it_is = _Reading(picture, 0, read_lines(picture, outlines))
    if as_it_is.is_sure:
        return as_it_is
    return max((as_it_is, _read(picture, 180)), key=lambda reading: reading.gain)


def _read(picture: Pixels, turn: int) -> _Reading:
    import numpy as np

    turned = np.ascontiguousarray(np.rot90(picture, -turn // 90))
    return _Reading(turned, turn, read_lines(turned, find_lines(turned)))


def _line(seen: tuple[Seen, ...], frame: Frame, page: Page) -> OcrLine:
    boxes = ((word, _on_page(word.edges, frame, page)) for word in seen if word.text.strip())
    return OcrLine(tuple(OcrWord(word.text, box, word.confidence) for word, box in boxes if box is not None))


def _on_page(edges: tuple[float, float, float, float], frame: Frame, page: Page) -> Box | None:
    x0, y0, x1, y1 = edges
    if x0 >= x1 or y0 >= y1:
        return None
    box = frame.read(edges, page)
    return make_box(page.index, (box.x0, box.y0, box.x1, box.y1), within=page)
