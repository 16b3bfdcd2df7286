"""Memory of the PDF reader: flat over the pages of a long file and over many openings (case A18)."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.measure import Row, at_most, peak_megabytes

PAGES = (50, 500)
OPENINGS = (200, 2_000)
_PEAK = 600.0  # MB for a long file
_GROWTH = 50.0  # MB that case A18 allows between a tenth of the work and all of it
_LINES = 30


def measure() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        few, many = (_peak(_read, _written(Path(folder), pages)) for pages in PAGES)
        short = _written(Path(folder), 3)
        early, late = (_peak(_open_often, short, times) for times in OPENINGS)
    return [
        at_most(f"peak memory, {PAGES[1]} pages read", many, "MB", _PEAK),
        at_most(f"growth from {PAGES[0]} to {PAGES[1]} pages", many - few, "MB", _GROWTH),
        Row(f"peak memory, {OPENINGS[1]:,} openings in one process", late, "MB"),
        at_most(f"growth from {OPENINGS[0]} to {OPENINGS[1]:,} openings", late - early, "MB", _GROWTH),
    ]


def _peak(function: object, *arguments: object) -> float:
    megabytes, _ = peak_megabytes(function, *arguments)  # type: ignore[arg-type]
    return megabytes


def _read(path: Path) -> None:
    from evidoc.readers import read_file

    read_file(path)


def _open_often(path: Path, times: int) -> None:
    from evidoc.pages.frame import displayed_pages, open_pdf
    from evidoc.pages.glyphs import page_text

    for _ in range(times):
        with open_pdf(path) as pdf:
            for page in displayed_pages(pdf):
                page_text(pdf, page, with_rules=True)


def _written(folder: Path, pages: int) -> Path:
    """Write a file of simple pages, one like the other."""
    from reportlab.pdfgen.canvas import Canvas

    path = folder / f"{pages}.pdf"
    canvas = Canvas(str(path), invariant=1)
    for page in range(pages):
        for row in range(_LINES):
            canvas.drawString(72, 750 - 20 * row, f"Page {page + 1}, line {row + 1}: the board looked at all rates.")
        canvas.showPage()
    canvas.save()
    return path
