"""The canonical form of text. Cases A01, A03, A05, A21."""

import json

from hypothesis import given
from hypothesis import strategies as st

from evidoc.pages.text import clean_text, clean_with_offsets

HARD = st.text(
    alphabet=st.one_of(
        st.characters(),
        st.sampled_from(
            " \t\n\r\x00\x02\x0b\xa0\xad-\u2009\u200b\u200d\u0301\u0308\u3000\ufb01\ufb03\ufffe\ufeff\ud835\udc00中の"
        ),
    ),
    max_size=30,
)


def test_joined_letters_are_taken_apart() -> None:
    """A01: the same word matches whatever engine found it."""
    assert clean_text("A\ufb03nity o\ufb03ce") == "Affinity office"
    assert clean_text("".join(map(chr, range(0xFB00, 0xFB07)))) == "fffiflffifflstst"


def test_compatibility_characters_that_mean_something_stay() -> None:
    """A01: NFKC over everything would turn 10² into 102."""
    assert clean_text("10² ① ½ ﹪ Ⅳ") == "10² ① ½ ﹪ Ⅳ"


def test_halves_of_one_character_are_joined_and_single_halves_replaced() -> None:
    """A03: no text that leaves a reader can break a UTF-8 write."""
    assert clean_text("\ud835\udc00") == "\U0001d400"
    assert clean_text("x\ud835y") == "x\ufffdy"


@given(HARD)
def test_clean_text_can_always_be_written(raw: str) -> None:
    """A03."""
    assert json.dumps(clean_text(raw), ensure_ascii=False).encode("utf-8")


def test_only_the_soft_hyphen_is_dropped_at_a_line_end() -> None:
    """A05: the real hyphen before it belongs to the word."""
    assert clean_text("Long-\u00ad\nterm follow-up") == "Long-term follow-up"
    assert clean_text("ex\u00adample") == "example"


def test_suspended_hyphens_in_a_line_stay() -> None:
    """A05: no line ends between the two words."""
    for text in ("pre- and post-test scores", "Vor- und Nachteile"):
        assert clean_text(text) == text


def test_a_word_broken_over_two_lines_is_joined() -> None:
    """PDFium writes U+0002 for the hyphen at a line's end."""
    assert clean_text("exam\x02ple") == "example"
    assert clean_text("exam\x02\r\nple") == "example"


def test_a_hyphen_at_a_line_end_that_belongs_to_the_word_stays() -> None:
    """A05."""
    assert clean_text("Long-\x02term") == "Long-term"
    assert clean_text("COVID\x0219") == "COVID-19"
    assert clean_text("Nord\x02Süd") == "Nord-Süd"
    assert clean_text("pre\x02and post-test") == "pre- and post-test"
    assert clean_text("the end\x02") == "the end-"


def test_white_space_of_every_kind_is_one_space() -> None:
    assert clean_text("  a\u00a0\u2009b\t\n\u3000c\u200b ") == "a b c"


def test_lines_of_chinese_meet_without_a_space() -> None:
    assert clean_text("中文\n排版") == "中文排版"
    assert clean_text("中文\nword") == "中文 word"
    assert clean_text("한국\n어") == "한국 어"


def test_control_characters_and_marks_that_are_never_seen_are_dropped() -> None:
    assert clean_text("a\x00b\x07\ufeff\ufffe\u200e\u202ec") == "abc"


def test_joiners_that_a_script_needs_stay() -> None:
    assert clean_text("می\u200cخواهم") == "می\u200cخواهم"


def test_accents_are_composed_with_their_letter() -> None:
    assert clean_text("Ma\u0308rz cafe\u0301") == "März café"


@given(HARD)
def test_cleaning_twice_changes_nothing(raw: str) -> None:
    once = clean_text(raw)
    assert clean_text(once) == once


@given(HARD)
def test_each_clean_character_knows_where_it_came_from(raw: str) -> None:
    """A21: the map is made while cleaning, and never counts again."""
    clean = clean_with_offsets(raw)
    assert clean.text == clean_text(raw)
    assert len(clean.offsets) == len(clean.text)
    assert list(clean.offsets) == sorted(clean.offsets)
    assert all(0 <= offset < len(raw) for offset in clean.offsets)
    for character, offset in zip(clean.text, clean.offsets, strict=True):
        if character.isascii() and character.isalpha() and raw[offset].isascii() and raw[offset].isalpha():
            assert character == raw[offset]
