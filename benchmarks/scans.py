"""Scans: what is recognised against what is printed there, and the time of a page."""

from __future__ import annotations

import math
import time
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import Row
from benchmarks.quality.edits import edit_distance
from evidoc.records.geometry import Box, iou

SHARED = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
ARTICLE = "jats/ocimum/PMC4945999.pdf"
_LONG = 3  # characters; shorter words come several times in a line and cannot be told apart
_OVER = 0.5  # IoU

Printed = list[tuple[str, Box | None]]


@dataclass(frozen=True)
class Case:
    """A scan, and what is printed on its pages: a PDF with text from the page `first` on, or a text file.

    Boxes are compared where the picture was not turned against the printed page.
    """

    name: str
    scan: str
    printed: str
    first: int = 0
    has_boxes: bool = True


CASES = (
    Case("article, 2 pages at 150 dpi", "derived/PMC4945999-scan.pdf", ARTICLE),
    Case("article, 1 page askew", "derived/PMC4945999-scan-skew.pdf", ARTICLE, first=1, has_boxes=False),
    Case("leaflet in small print", "pdf/scanned/linn.pdf", "pdf/scanned/linn.txt", has_boxes=False),
    Case("leaflet askew", "pdf/scanned/skew.pdf", "pdf/scanned/linn.txt", has_boxes=False),
    Case("web page at screen resolution", "pdf/same-page-three-ways/edgar_image.pdf", "pdf/same-page-three-ways/edgar.pdf"),
)


def measure() -> list[Row]:
    return [row for case in CASES if (SHARED / case.scan).is_file() for row in _rows(case)]


def _rows(case: Case) -> list[Row]:
    pages, seconds = _recognised(SHARED / case.scan)
    printed = _printed(case, len(pages))
    read, truth = [word for page in pages for word in page], [word for page in printed for word in page]
    found, there = Counter(text for text, _ in read), Counter(text for text, _ in truth)
    both = (found & there).total()
    numbers = Counter(text for text in there.elements() if any(sign.isdigit() for sign in text))
    rows = [
        Row(f"{case.name}: words found", both / there.total(), ""),
        Row(f"{case.name}: of the words read, printed", both / max(1, found.total()), ""),
        Row(f"{case.name}: words with a digit found", (found & numbers).total() / max(1, numbers.total()), ""),
        Row(f"{case.name}: character error rate, order included", _error_rate(pages, printed), ""),
        Row(f"{case.name}: CPU seconds a page", seconds / len(pages), "s"),
    ]
    return [*rows, *(_boxes(case, pages, printed) if case.has_boxes else ())]


def _recognised(scan: Path) -> tuple[list[Printed], float]:
    from evidoc.pages.frame import displayed_pages, open_pdf
    from evidoc.readers.pdf._ocr._recognise import recognise

    with open_pdf(scan) as pdf:
        pages = displayed_pages(pdf)
        recognise(pdf, pages[0])  # loads the models
        start = time.process_time()
        scans = [recognise(pdf, page) for page in pages]
        seconds = time.process_time() - start
    return [[(_plain(word.text), word.box) for word in scan.words_as_displayed] for scan in scans], seconds


def _printed(case: Case, pages: int) -> list[Printed]:
    from evidoc.pages.frame import displayed_pages, open_pdf
    from evidoc.pages.glyphs import page_words

    path = SHARED / case.printed
    if path.suffix == ".txt":
        return [[(_plain(word), None) for word in path.read_text(encoding="utf-8").split()]]
    with open_pdf(path) as pdf:
        shown = displayed_pages(pdf)[case.first : case.first + pages]
        return [[(_plain(word.text), word.box) for word in page_words(pdf, page)] for page in shown]


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _error_rate(pages: Sequence[Printed], printed: Sequence[Printed]) -> float:
    texts = [(_joined(read), _joined(truth)) for read, truth in zip(pages, printed, strict=True)]
    return sum(edit_distance(read, truth) for read, truth in texts) / sum(len(truth) for _, truth in texts)


def _joined(words: Printed) -> str:
    return " ".join(text for text, _ in words)


def _boxes(case: Case, pages: Sequence[Printed], printed: Sequence[Printed]) -> list[Row]:
    best = [
        (max(same, key=lambda there: (iou(there, box), -math.dist(_middle(there), _middle(box)))), box)
        for read, truth in zip(pages, printed, strict=True)
        for text, box in read
        if box is not None and len(text) >= _LONG
        if (same := [there for word, there in truth if word == text and there is not None])
    ]
    over = [iou(there, box) for there, box in best]
    inside = [there.x0 <= _middle(box)[0] <= there.x1 and there.y0 <= _middle(box)[1] <= there.y1 for there, box in best]
    return [
        Row(f"{case.name}: word boxes with IoU over {_OVER}", sum(value > _OVER for value in over) / len(over), ""),
        Row(f"{case.name}: word boxes with their middle in the printed word", sum(inside) / len(inside), ""),
    ]


def _middle(box: Box) -> tuple[float, float]:
    return (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
