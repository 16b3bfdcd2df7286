"""Paragraphs whose page has marks of citations that their source leaves out."""

from __future__ import annotations

import pytest

from evidoc.checks.box_text import holds

PARAGRAPH = (
    "The finest pores of the char hold water that plants cannot use, so that the storage is not emptied between two rains. " * 2
)


@pytest.mark.parametrize("mark", [" [10]", "10", " [3, 4]"])
def test_a_paragraph_may_have_marks_of_citations_on_its_page(mark: str) -> None:
    assert holds(f"Before. {PARAGRAPH.replace('rains.', f'rains{mark}.')}", PARAGRAPH)


def test_a_paragraph_with_another_word_is_not_what_stands_there() -> None:
    assert not holds(PARAGRAPH.replace("two", "three"), PARAGRAPH)


def test_a_paragraph_that_breaks_off_is_not_what_stands_there() -> None:
    assert not holds(PARAGRAPH[:-20], PARAGRAPH)


def test_in_a_short_text_a_digit_more_is_another_number() -> None:
    assert not holds("It took 57 mg.", "It took 5 mg.")
