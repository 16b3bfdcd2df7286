"""Words and their boxes. Cases A01, A05, A06, A17, A18, A21."""

from pathlib import Path

import psutil
import pytest

from evidoc.pages.frame import displayed_pages, open_pdf
from evidoc.pages.glyphs import (
    PageText,
    Word,
    is_unmapped,
    join_words,
    lines_of,
    mapped_text,
    over_glyphs,
    page_text,
    page_words,
    text_in,
    usual_height,
    words_of,
)
from evidoc.records.geometry import Box, coverage
from tests.build import line, shared
from tests.pages.written import invisible, mapped, one_page, pdf_of, rows

CROPPED = "/MediaBox[0 0 400 400] /CropBox[100 50 300 350]"


def text_of(path: Path, *, page: int = 0) -> PageText:
    with open_pdf(path) as pdf:
        return page_text(pdf, displayed_pages(pdf)[page])


def words(path: Path) -> list[str]:
    return [word.text for word in words_of(text_of(path))]


def test_words_stand_in_the_displayed_frame_and_what_is_cropped_away_is_not_there(tmp_path: Path) -> None:
    """A06: HELLO at 120 of the media box is at 20 of the page."""
    (word,) = words_of(text_of(one_page(tmp_path, line(120, 300, "HELLO") + line(10, 10, "OUTSIDE"), attributes=CROPPED)))
    assert word.text == "HELLO"
    assert abs(word.box.x0 - 20.0) < 0.1 and abs(word.box.x1 - 59.3) < 0.1
    assert 45 < (word.box.y0 + word.box.y1) / 2 < 46


def test_what_is_outside_is_counted(tmp_path: Path) -> None:
    """A06."""
    text = text_of(one_page(tmp_path, line(120, 300, "HELLO") + line(10, 10, "OUT"), attributes=CROPPED))
    assert text.outside == 3


def test_boxes_are_in_physical_points(tmp_path: Path) -> None:
    """A09: relative to the page, the box is the same whatever the unit."""
    text = text_of(one_page(tmp_path, line(20, 50, "HELLO"), attributes="/MediaBox[0 0 200 100] /UserUnit 2"))
    (word,) = words_of(text)
    assert abs(word.box.x0 / text.page.width - 0.10) < 0.001


def test_a_ligature_is_two_letters_under_one_box(tmp_path: Path) -> None:
    """A01: the box covers the whole glyph."""
    path = mapped(tmp_path, line(20, 50, "BA"), letters="\ufb01 B")
    (word,) = words_of(text_of(path))
    assert word.text == "Bfi"
    assert abs(word.box.x1 - 36.0) < 0.1


def test_letters_and_boxes_never_get_out_of_step(tmp_path: Path) -> None:
    """A21: after a character beyond 16 bits, a ligature and a NUL, the last C still has the sixth glyph's box."""
    path = mapped(tmp_path, line(20, 50, "BACDEC"), letters="\U0001d400 B C \ufb01 \x00")
    clean = mapped_text(text_of(path))
    assert clean.text == "B\U0001d400CfiC"
    assert len(clean.glyphs) == len(clean.text)
    (last,) = clean.span(5, 6)
    assert 61.2 < last.x0 < 62 and 69.4 < last.x1 < 70.1


def test_the_text_under_the_box_of_a_span_is_the_span() -> None:
    """A21, on a real page: the self-check of a sample of words."""
    path = shared("data/jats/ocimum/PMC4945999.pdf")
    clean = mapped_text(text_of(path, page=1))
    for start in range(0, len(clean.text) - 40, 397):
        end = clean.text.index(" ", start + 20)
        begin = clean.text.index(" ", start) + 1
        found = " ".join(text_in(path, box) for box in clean.span(begin, end))
        assert found.replace("- ", "").replace(" ", "") == clean.text[begin:end].replace(" ", "")


def test_text_drawn_twice_to_look_bold_is_there_once(tmp_path: Path) -> None:
    """A17: 11 is neither 1111 nor 1."""
    path = one_page(tmp_path, line(20, 50, "Total 11") + line(20.3, 50, "Total 11"))
    assert words(path) == ["Total", "11"]


def test_text_drawn_four_times_far_apart_in_the_file_is_there_once(tmp_path: Path) -> None:
    """A17: PDFium looks only at neighbours in the file."""
    again = b"".join(line(20 + shift, 50, "Total 11") + line(20, 700, f"other {shift}") for shift in (0, 0.2, 0.4, 0.6))
    assert words(one_page(tmp_path, again)).count("11") == 1


@pytest.mark.parametrize("text", ["still 11", "2002 >60", "Mississippi", "aaa 000"])
def test_true_doubles_stay(tmp_path: Path, text: str) -> None:
    """A17."""
    assert join_words(words_of(text_of(one_page(tmp_path, line(20, 50, text))))) == text


def test_the_real_file_with_fake_bold_reads_once() -> None:
    assert "BOLD TEXT SAMPLE" in mapped_text(text_of(shared("data/pdf/fonts/fake-bold-sample.pdf"))).text


def test_a_word_over_two_lines_is_two_joined_words(tmp_path: Path) -> None:
    """A05: each part has its own box."""
    first, second, third = words_of(text_of(one_page(tmp_path, rows(20, 700, ["exam-", "ple of"]))))
    assert (first.text, second.text, second.joined, third.joined) == ("exam", "ple", True, False)
    assert second.box.y0 > first.box.y0
    assert join_words((first, second, third)) == "example of"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["doi 10.1186/0717-", "6287-47"], "doi 10.1186/0717-6287-47"),
        (["the COVID-", "19 pandemic"], "the COVID-19 pandemic"),
        (["mean -", "three"], "mean - three"),
        (["pre-", "and post-test"], "pre- and post-test"),
    ],
)
def test_other_hyphens_at_line_ends(tmp_path: Path, lines: list[str], expected: str) -> None:
    """A05."""
    assert mapped_text(text_of(one_page(tmp_path, rows(20, 700, lines)))).text == expected


def test_invisible_text_is_not_read_where_there_is_no_scan(tmp_path: Path) -> None:
    text = text_of(one_page(tmp_path, line(20, 700, "seen") + invisible(20, 600, "unseen")))
    assert [word.text for word in words_of(text)] == ["seen"]
    assert text.invisible == 6


def test_the_invisible_text_over_a_scan_is_read_and_marked() -> None:
    text = text_of(shared("data/pdf/scanned-with-ocr/sandwich.pdf"))
    found = words_of(text)
    assert text.has_scan
    assert all(word.is_hidden for word in found)
    assert "Sequence" in [word.text for word in found]


def test_each_wide_character_is_a_word_without_a_space(tmp_path: Path) -> None:
    path = mapped(tmp_path, line(20, 50, "ABC"), letters="\u4e2d \u6587 a")
    found = words_of(text_of(path))
    assert [(word.text, word.joined) for word in found] == [("中", False), ("文", True), ("a", True)]
    assert join_words(found) == "中文a"


def test_columns_without_a_space_between_them_are_two_words(tmp_path: Path) -> None:
    path = one_page(tmp_path, b"BT /F1 12 Tf 20 700 Td [(left) -9000 (right)] TJ ET\n")
    assert words(path) == ["left", "right"]


def test_the_text_of_a_box_is_what_has_its_ink_in_it(tmp_path: Path) -> None:
    path = one_page(tmp_path, rows(72, 700, ["first line.", "second line", "third line"]))
    box = Box(page=0, x0=70.0, y0=95.0, x1=140.0, y1=107.0)
    assert text_in(path, box) == "second line"
    assert text_in(path, Box(page=0, x0=0.0, y0=0.0, x1=20.0, y1=20.0)) == ""


def test_a_point_at_the_foot_of_a_line_is_in_a_box_around_the_line(tmp_path: Path) -> None:
    """A glyph is where its ink is, not where its font's height is."""
    path = one_page(tmp_path, line(72, 700, "."))
    assert text_in(path, Box(page=0, x0=72.0, y0=90.0, x1=80.0, y1=93.0)) == "."


def test_lines_painted_from_the_bottom_up_are_read_from_the_top_down(tmp_path: Path) -> None:
    path = one_page(tmp_path, line(72, 660, "three") + line(72, 680, "two") + line(72, 700, "one"))
    assert text_in(path, Box(page=0, x0=0.0, y0=0.0, x1=612.0, y1=792.0)) == "one two three"


def test_columns_are_not_mixed_line_by_line(tmp_path: Path) -> None:
    path = one_page(tmp_path, rows(72, 700, ["left one", "left two"]) + rows(320, 700, ["right one", "right two"]))
    assert text_in(path, Box(page=0, x0=0.0, y0=0.0, x1=612.0, y1=792.0)) == "left one left two right one right two"


def test_a_box_grows_over_the_glyphs_that_it_touches(tmp_path: Path) -> None:
    text = text_of(one_page(tmp_path, line(72, 700, "gap")))
    tight = Box(page=0, x0=75.0, y0=86.0, x1=88.0, y1=92.0)
    grown = over_glyphs(text, tight)
    assert grown.x0 < 72.5 and grown.y1 > 94.5
    assert over_glyphs(text, Box(page=0, x0=300.0, y0=300.0, x1=310.0, y1=310.0)).x0 == 300.0


def test_lines_have_boxes(tmp_path: Path) -> None:
    first, second = lines_of(text_of(one_page(tmp_path, rows(72, 700, ["one two", "three"]))))
    assert (first.text, second.text) == ("one two", "three")
    assert first.box is not None and second.box is not None and second.box.y0 > first.box.y0


def test_a_span_over_two_lines_has_two_boxes(tmp_path: Path) -> None:
    clean = mapped_text(text_of(one_page(tmp_path, rows(72, 700, ["one two", "three four"]))))
    assert len(clean.span(4, 13)) == 2
    assert clean.span(3, 4) == ()


def test_words_of_a_box_are_words_of_the_page(tmp_path: Path) -> None:
    text = text_of(one_page(tmp_path, rows(72, 700, ["one two", "three four"])))
    box = words_of(text)[2].box
    assert [word.text for word in words_of(text, within=box)] == ["three"]


def test_the_usual_height_is_that_of_most_glyphs(tmp_path: Path) -> None:
    text = text_of(one_page(tmp_path, rows(72, 700, ["much of this"] * 3) + line(72, 600, "Big", size=30)))
    assert 12 < usual_height(text) < 16
    assert usual_height(PageText(page=text.page, glyphs=())) == 0.0


def test_words_of_a_rotated_page_lie_on_it() -> None:
    text = text_of(shared("data/pdf/page-geometry/rotated-page-90.pdf"))
    page = Box(page=0, x0=0.0, y0=0.0, x1=text.page.width, y1=text.page.height)
    found = words_of(text)
    assert found
    assert all(coverage(word.box, page) == 1.0 for word in found)


def test_characters_that_no_font_explains_are_counted(tmp_path: Path) -> None:
    text = text_of(mapped(tmp_path, line(20, 50, "ABC"), letters="\ue001 \ufffd a"))
    assert text.unmapped == 2
    assert is_unmapped("\ue001") and is_unmapped("\ufffd") and not is_unmapped("a")


def test_a_damaged_page_has_no_words() -> None:
    path = shared("data/pdf/damaged/Pages-tree-refs.pdf")
    with open_pdf(path) as pdf:
        pages = displayed_pages(pdf)
        assert page_words(pdf, pages[1]) == ()


def test_a_word_of_a_glyph_without_extent_has_a_place(tmp_path: Path) -> None:
    path = one_page(tmp_path, b"BT /F1 0.001 Tf 20 700 Td (x) Tj ET\n")
    assert all(word.box.area > 0 for word in words_of(text_of(path)))


def test_memory_stays_flat_over_many_pages(tmp_path: Path) -> None:
    """A18: pages are opened one at a time and closed."""
    path = pdf_of(tmp_path, [("/MediaBox[0 0 612 792]", line(72, 700, "the same page again"))] * 300)
    process = psutil.Process()
    sizes = []
    with open_pdf(path) as pdf:
        for page in displayed_pages(pdf):
            assert len(page_words(pdf, page)) == 4
            sizes.append(process.memory_info().rss)
    assert sizes[-1] - sizes[len(sizes) // 10] < 50_000_000


def test_words_are_records_of_plain_values(tmp_path: Path) -> None:
    (word,) = words_of(text_of(one_page(tmp_path, line(72, 700, "one"))))
    assert word == Word(text="one", box=word.box)


def test_both_letters_of_a_doubled_ligature_stay(tmp_path: Path) -> None:
    """A17, A01: PDFium gives both letters of "ff" the one box of their glyph, which is no fake bold."""
    assert words(mapped(tmp_path, line(20, 50, "BACDE"), letters="ff E e c t")) == ["Effect"]
