"""Long PDF files, laid out part by part so that memory does not grow with their pages (case A18)."""

from pathlib import Path

import pytest

from evidoc.readers.pdf import _engine, _parts, read
from evidoc.readers.pdf._engine import LayoutFailed
from evidoc.readers.pdf._parts import parts_of
from evidoc.records.document import Document
from evidoc.records.geometry import Page

_WORDS = (
    "the",
    "board",
    "met",
    "in",
    "may",
    "and",
    "looked",
    "at",
    "all",
    "of",
    "rates",
    "that",
    "members",
    "pay",
    "fund",
    "each",
)


def book(folder: Path, *, pages: int) -> Path:
    """Write a book with a title, running headers, page numbers, sections, sentences over pages and tables."""
    from reportlab.pdfgen.canvas import Canvas

    path = folder / "book.pdf"
    canvas = Canvas(str(path), invariant=1)
    canvas.setTitle("A history of the fund")
    for page in range(pages):
        _write_page(canvas, page)
        canvas.showPage()
    canvas.save()
    return path


def _write_page(canvas, page: int) -> None:  # type: ignore[no-untyped-def]
    canvas.setFont("Helvetica", 9)
    canvas.drawString(72, 805, "A history of the fund and its members")
    canvas.drawCentredString(297, 30, str(page + 1))
    if page == 0:
        canvas.setFont("Helvetica-Bold", 22)
        canvas.drawString(72, 745, "A history of the fund")
    if page % 3 == 1:
        canvas.setFont("Helvetica-Bold", 14)
        canvas.drawString(72, 745, f"{page // 3 + 1} What the members paid then")
    canvas.setFont("Helvetica", 11)
    for row in range(24):
        words = [_WORDS[(page * 7 + row * 5 + word) % len(_WORDS)] for word in range(14)]
        canvas.drawString(72, 715 - 15 * row, " ".join(words))
    for row, cells in enumerate(
        (("Name", "Rate", "Paid"), *((f"Town {page}{row}", f"{row}.5", f"{page}{row}") for row in range(4)))
    ):
        for column, cell in enumerate(cells):
            canvas.drawString(100 + 120 * column, 300 - 16 * row, cell)
    for row in range(6):
        words = [_WORDS[(page * 3 + row * 5 + word) % len(_WORDS)] for word in range(14)]
        canvas.drawString(72, 200 - 15 * row, " ".join(words))


def told(document: Document) -> list[tuple[str, int, str, int]]:
    return [(block.kind, block.level, block.text, len(block.boxes)) for block in document.blocks]


def test_a_long_file_gives_the_same_blocks_in_parts_and_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A18: what the engine knows of a whole file it knows of a part: furniture, levels, sentences over its border."""
    path = book(tmp_path, pages=14)
    as_one = read(path, name="book.pdf", sha256="ab" * 32)
    monkeypatch.setattr(_parts, "LONG", 10)
    monkeypatch.setattr(_parts, "_PART", 5)
    in_parts = read(path, name="book.pdf", sha256="ab" * 32)
    assert told(in_parts) == told(as_one)
    assert in_parts.title == as_one.title == "A history of the fund"
    assert any(len({box.page for box in block.boxes}) > 1 for block in in_parts.blocks if block.kind == "paragraph")
    assert in_parts == as_one


def test_a_part_that_the_engine_cannot_read_does_not_cost_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of such a part are read as paragraphs, and the document says so."""
    path = book(tmp_path, pages=12)
    monkeypatch.setattr(_parts, "LONG", 10)
    monkeypatch.setattr(_parts, "_PART", 6)
    calls = []

    def lay_out(source: bytes) -> object:
        calls.append(source)
        if len(calls) == 2:
            raise LayoutFailed("page 3 of it: the engine failed; read it without layout")
        return _engine.lay_out(source)

    monkeypatch.setattr(_parts, "lay_out", lay_out)
    found = read(path, name="book.pdf", sha256="ab" * 32)
    assert len(calls) == 2
    assert found.flags == (_parts.ENGINE_FAILED,)
    assert {block.boxes[0].page for block in found.blocks} == set(range(12))


@pytest.mark.parametrize("count", [101, 120, 500, 2_000])
def test_parts_are_of_about_one_size_and_hold_every_page_once(count: int) -> None:
    pages = [Page(index=index, width=595.0, height=842.0) for index in range(count)]
    parts = list(parts_of(pages))
    assert [page.index for part in parts for page in part] == list(range(count))
    assert max(map(len, parts)) <= 48
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
