"""The displayed frame of a page, and what cannot be opened. Cases A06, A09, A10, A18."""

import math
from pathlib import Path

import pytest

from evidoc.errors import UnreadableDocument
from evidoc.pages import frame
from evidoc.pages.frame import displayed_pages, open_pdf, shown_page, to_displayed
from evidoc.records.geometry import Page
from tests.build import line, pdf_bytes, shared
from tests.pages.written import one_page, pdf_of


def pages_of(path: Path) -> tuple[Page, ...]:
    with open_pdf(path) as pdf:
        return displayed_pages(pdf)


def status_of(path: Path) -> str:
    with pytest.raises(UnreadableDocument) as error:
        pages_of(path)
    return error.value.status


def test_the_page_is_what_the_crop_box_shows_of_the_media_box(tmp_path: Path) -> None:
    """A06."""
    (page,) = pages_of(one_page(tmp_path, b"", attributes="/MediaBox[0 0 400 400] /CropBox[100 50 300 350]"))
    assert (page.width, page.height, page.flags) == (200.0, 300.0, ())


def test_a_crop_box_larger_than_the_page_is_cut(tmp_path: Path) -> None:
    (page,) = pages_of(one_page(tmp_path, b"", attributes="/MediaBox[0 0 400 400] /CropBox[-50 -50 300 500]"))
    assert (page.width, page.height) == (300.0, 400.0)


def test_the_user_unit_scales_the_page(tmp_path: Path) -> None:
    """A09: points are physical, so that dpi means what it says."""
    (page,) = pages_of(one_page(tmp_path, b"", attributes="/MediaBox[0 0 200 100] /UserUnit 2"))
    assert (page.width, page.height, page.user_unit) == (400.0, 200.0, 2.0)


def test_each_page_has_its_own_user_unit(tmp_path: Path) -> None:
    """A09."""
    boxes = ("/MediaBox[0 0 200 100]", "/MediaBox[0 0 200 100] /UserUnit 1.5", "/MediaBox[0 0 200 100]")
    assert [page.user_unit for page in pages_of(pdf_of(tmp_path, [(box, b"") for box in boxes]))] == [1.0, 1.5, 1.0]


@pytest.mark.parametrize(("rotation", "size"), [(0, (200, 100)), (90, (100, 200)), (180, (200, 100)), (270, (100, 200))])
def test_rotation_is_already_applied(tmp_path: Path, rotation: int, size: tuple[int, int]) -> None:
    (page,) = pages_of(one_page(tmp_path, b"", attributes=f"/MediaBox[0 0 200 100] /Rotate {rotation}"))
    assert [page.width, page.height] == list(size)
    assert page.rotation == rotation


@pytest.mark.parametrize(
    ("rotation", "expected"),
    [(0, (20, 40, 60, 50)), (90, (50, 20, 60, 60)), (180, (140, 50, 180, 60)), (270, (40, 140, 50, 180))],
)
def test_boxes_turn_with_the_page(tmp_path: Path, rotation: int, expected: tuple[float, ...]) -> None:
    path = one_page(tmp_path, b"", attributes=f"/MediaBox[10 10 210 110] /Rotate {rotation}")
    with open_pdf(path) as pdf:
        (page,) = displayed_pages(pdf)
        with shown_page(pdf, page) as handle:
            assert to_displayed(handle, page)(30, 60, 70, 70) == expected


@pytest.mark.parametrize(
    "box", ["/MediaBox[0 0 0 0]", "/MediaBox[0 0 200 0]", "/MediaBox[0 0 200 100] /CropBox[500 500 600 600]"]
)
def test_a_page_without_an_area_keeps_its_number_and_gets_a_size(tmp_path: Path, box: str) -> None:
    """A10: no page number shifts, and nothing is divided by zero."""
    pages = pages_of(pdf_of(tmp_path, [(box, line(20, 50, "A")), ("/MediaBox[0 0 200 100]", b"")]))
    assert [(page.index, page.width, page.height, page.flags) for page in pages] == [
        (0, 612.0, 792.0, ("degenerate_page_box",)),
        (1, 200.0, 100.0, ()),
    ]
    assert all(math.isfinite(page.width) and math.isfinite(page.height) for page in pages)


def test_a_page_of_no_possible_size_gets_a_possible_one(tmp_path: Path) -> None:
    """A09: a user unit may be up to 75,000."""
    (page,) = pages_of(one_page(tmp_path, b"", attributes="/MediaBox[0 0 14400 14400] /UserUnit 75000"))
    assert page.flags == ("degenerate_page_box",)


def test_printed_page_labels_are_kept() -> None:
    assert pages_of(shared("data/jats/ocimum/PMC2803133.pdf"))[2].label == "3"


def test_a_file_without_bytes_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "empty.pdf"
    path.write_bytes(b"")
    assert status_of(path) == "empty"


def test_a_file_of_another_kind_is_no_pdf(tmp_path: Path) -> None:
    path = tmp_path / "page.pdf"
    path.write_bytes(b"<!DOCTYPE html><title>Not found</title>" + b" " * 2000)
    assert status_of(path) == "not_pdf"


def test_a_header_may_follow_some_bytes_of_something_else(tmp_path: Path) -> None:
    """PDF 1.7, appendix H.3: readers look for it in the first 1024 bytes."""
    path = tmp_path / "mail.pdf"
    path.write_bytes(b"HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n" + pdf_bytes([("/MediaBox[0 0 200 100]", b"")]))
    assert len(pages_of(path)) == 1


def test_half_a_file_is_damaged(tmp_path: Path) -> None:
    whole = pdf_bytes([("/MediaBox[0 0 200 100]", line(20, 50, "Hello"))])
    path = tmp_path / "half.pdf"
    path.write_bytes(whole[: len(whole) // 5])
    assert status_of(path) == "damaged"


def test_a_missing_file_is_no_file(tmp_path: Path) -> None:
    assert status_of(tmp_path / "none.pdf") == "not_a_file"


def test_a_well_formed_file_without_pages_is_empty() -> None:
    assert status_of(shared("data/derived/zero-pages.pdf")) == "empty"


def test_too_many_bytes_or_pages_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = pdf_of(tmp_path, [("/MediaBox[0 0 200 100]", b"")] * 3)
    monkeypatch.setattr(frame, "MAX_PAGES", 2)
    assert status_of(path) == "too_large"
    monkeypatch.setattr(frame, "MAX_FILE_BYTES", 100)
    assert status_of(path) == "too_large"


def test_an_encrypted_file_asks_for_its_password() -> None:
    with pytest.raises(UnreadableDocument, match="--password") as error, open_pdf(shared("data/pdf/encrypted/aes-256.pdf")):
        pass
    assert error.value.status == "encrypted"


def test_a_wrong_password_is_named_as_such() -> None:
    path = shared("data/pdf/encrypted/aes-256.pdf")
    with pytest.raises(UnreadableDocument, match="does not open it"), open_pdf(path, password="wrong"):
        pass


def test_the_right_password_opens_and_the_empty_one_needs_not_be_given() -> None:
    with open_pdf(shared("data/pdf/encrypted/aes-256.pdf"), password="foo") as pdf:
        assert len(displayed_pages(pdf)) == 1
    assert len(pages_of(shared("data/pdf/encrypted/enc-XI-R6,V5,O=master.pdf"))) == 30


def test_a_page_that_cannot_be_loaded_keeps_its_place() -> None:
    pages = pages_of(shared("data/pdf/damaged/Pages-tree-refs.pdf"))
    assert len(pages) == 2
    assert [page.index for page in pages] == [0, 1]
    assert "damaged_page" in pages[1].flags


def test_fifteen_hundred_pages_are_within_the_limit() -> None:
    assert len(pages_of(shared("data/derived/1500-pages.pdf"))) == 1500
