"""What a PDF says beside its text: bookmarks, links, comments. Case A17's pages keep their own frame."""

from pathlib import Path

import pytest

from evidoc.pages.frame import displayed_pages, open_pdf
from evidoc.pages.links import Apart, beside_text
from evidoc.records.geometry import Box
from tests.build import shared


def written(folder: Path) -> Path:
    """Write two pages of 400 by 600 points with two bookmarks, two links, a comment and a highlight."""
    from reportlab.pdfgen.canvas import Canvas

    path = folder / "linked.pdf"
    canvas = Canvas(str(path), pagesize=(400, 600), invariant=1)
    canvas.drawString(50, 500, "First")
    canvas.bookmarkHorizontal("first", 0, 510)
    canvas.addOutlineEntry("1  Theory", "first", level=0)
    canvas.linkURL("https://example.org/a", (50, 400, 150, 420))
    canvas.linkAbsolute("to the second", "second", (50, 300, 150, 320))
    canvas.textAnnotation("Who says so?", Rect=(200, 500, 220, 520))
    canvas.highlightAnnotation("Doubtful", (50, 495, 90, 512), [50, 512, 90, 512, 50, 495, 90, 495])
    canvas.showPage()
    canvas.drawString(50, 500, "Second")
    canvas.bookmarkHorizontal("second", 0, 450)
    canvas.addOutlineEntry("Practice", "second", level=1)
    canvas.showPage()
    canvas.save()
    return path


def beside(path: Path) -> Apart:
    with open_pdf(path) as pdf:
        return beside_text(pdf, displayed_pages(pdf))


def test_bookmarks_lead_to_a_height_on_a_page(tmp_path: Path) -> None:
    found = beside(written(tmp_path)).outline
    assert [(entry.title, entry.level, entry.page, entry.y) for entry in found] == [
        ("1 Theory", 1, 0, 90.0),
        ("Practice", 2, 1, 150.0),
    ]


def test_links_lead_to_an_address_or_a_place_in_the_file(tmp_path: Path) -> None:
    outside, inside = beside(written(tmp_path)).links
    assert (outside.address, outside.page) == ("https://example.org/a", None)
    assert outside.box == Box(page=0, x0=50.0, y0=180.0, x1=150.0, y1=200.0)
    assert (inside.address, inside.page, inside.y) == ("", 1, 150.0)


def test_comments_and_highlights_keep_what_was_written(tmp_path: Path) -> None:
    found = beside(written(tmp_path)).annotations
    assert [(note.kind, note.text) for note in found] == [("comment", "Who says so?"), ("highlight", "Doubtful")]


@pytest.mark.parametrize(("name", "bookmarks", "links", "annotations"), [
    ("bookmark_sample.pdf", 8, 0, 0), ("link.pdf", 0, 2, 0), ("annotated_pdf.pdf", 0, 0, 1), ("append-xref-loop.pdf", 11, 0, 0),
])  # fmt: skip
def test_real_files(name: str, bookmarks: int, links: int, annotations: int) -> None:
    path = next(path for path in sorted(shared("data/pdf").rglob(name)))
    found = beside(path)
    assert (len(found.outline), len(found.links), len(found.annotations)) == (bookmarks, links, annotations)
    assert all(entry.level >= 1 and entry.title for entry in found.outline)


def test_a_file_without_any_has_none(tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "plain.pdf"), invariant=1)
    canvas.drawString(50, 500, "Plain")
    canvas.save()
    assert beside(tmp_path / "plain.pdf") == Apart()
