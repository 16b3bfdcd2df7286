"""Right-to-left text. Case A12."""

from pathlib import Path

import pytest

from evidoc.pages.bidi import in_logical_order, is_right_to_left
from evidoc.pages.drawn import Glyph
from evidoc.pages.frame import displayed_pages, open_pdf
from evidoc.pages.glyphs import mapped_text, page_text
from tests.build import line, shared
from tests.pages.written import mapped

HEBREW = "\u05e1\u05e4\u05e8 \u05d7\u05d3\u05e9 47"  # "new book 47" as it is read
PAINTED = "47 \u05e9\u05d3\u05d7 \u05e8\u05e4\u05e1"  # the same from screen left to right


def painted(text: str, *, step: float = 6.0) -> list[Glyph]:
    """Give the glyphs of a line from left to right."""
    return [glyph_at(character, step * number) for number, character in enumerate(text)]


def glyph_at(character: str, x: float, *, y: float = 10.0) -> Glyph:
    return Glyph(character, (x, y - 5, x + 6, y + 5), x + 3, y, is_gap=character.isspace())


def text_of(glyphs: list[Glyph]) -> str:
    return "".join(glyph.text for glyph in glyphs)


def test_a_line_in_painting_order_is_turned_and_its_digits_are_not() -> None:
    """A12: 47 stays 47."""
    ordered, reading = in_logical_order(painted(PAINTED))
    assert (text_of(ordered), reading) == (HEBREW, "verified")


def test_a_line_in_logical_order_is_not_turned_again() -> None:
    """A12: its letters run against x already."""
    logical, _ = in_logical_order(painted(PAINTED))
    again, reading = in_logical_order(logical)
    assert (text_of(again), reading) == (HEBREW, "verified")


@pytest.mark.parametrize(
    ("screen", "read"),
    [
        ("45.5% \u05d2\u05d1\u05d0", "\u05d0\u05d1\u05d2 45.5%"),
        ("\u05d3\u05d2 New York \u05d1\u05d0", "\u05d0\u05d1 New York \u05d2\u05d3"),
        ("1,234 \u05d1 567 \u05d0", "\u05d0 567 \u05d1 1,234"),
        ("the word \u05d1\u05d0 is here", "the word \u05d0\u05d1 is here"),
    ],
)
def test_numbers_and_words_of_other_scripts_keep_their_direction(screen: str, read: str) -> None:
    """A12."""
    ordered, reading = in_logical_order(painted(screen))
    assert (text_of(ordered), reading) == (read, "verified")


def test_any_other_order_is_left_alone_and_marked() -> None:
    """A12: if unsupported, flagged and not silently used."""
    glyphs = painted("\u05d3\u05d2\u05d1\u05d0")
    shuffled = [glyphs[1], glyphs[3], glyphs[0], glyphs[2]]
    assert in_logical_order(shuffled) == (shuffled, "unverified")


def test_a_line_that_is_not_level_is_left_alone_and_marked() -> None:
    glyphs = [glyph_at("\u05d0", 0), glyph_at("\u05d1", 6, y=40)]
    assert in_logical_order(glyphs) == (glyphs, "unverified")


def test_lines_are_turned_one_by_one() -> None:
    glyphs = [*painted("\u05d1\u05d0"), Glyph("\n", (0, 0, 0, 0), is_gap=True), *painted("Latin")]
    ordered, _ = in_logical_order(glyphs)
    assert text_of(ordered) == "\u05d0\u05d1\nLatin"


def test_text_without_such_letters_is_not_touched() -> None:
    glyphs = painted("plain 12")
    assert in_logical_order(glyphs) == (glyphs, "")
    assert not is_right_to_left("plain 12")
    assert is_right_to_left("\u05d0")


def test_a_painted_line_in_a_file_is_read_in_logical_order(tmp_path: Path) -> None:
    """A12, through PDFium."""
    letters = "\u05e1 \u05e4 \u05e8 \u05d7 \u05d3 \u05e9"
    path = mapped(tmp_path, line(20, 50, "47 FED CBA"), letters=letters)
    with open_pdf(path) as pdf:
        text = page_text(pdf, displayed_pages(pdf)[0])
    assert mapped_text(text).text == HEBREW
    assert text.reading == "verified"


def test_a_real_arabic_page_is_read_in_logical_order() -> None:
    with open_pdf(shared("data/pdf/rtl/tabula-arabic.pdf")) as pdf:
        text = mapped_text(page_text(pdf, displayed_pages(pdf)[0])).text
    assert "عندي 47 قطط" in text
    assert "Jeremy is جرمي in Arabic" in text
