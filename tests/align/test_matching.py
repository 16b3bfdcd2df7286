"""The parts of the alignment, one by one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from evidoc.align._chain import closed_up, longest, matched, subsequence
from evidoc.align._furniture import without_furniture
from evidoc.align._index import Index
from evidoc.align._place import place
from evidoc.align._regions import boxes_of
from evidoc.align._tokens import stream_of, tokens_of
from evidoc.align._turn import to_page, to_reading, turns_of
from evidoc.pages.glyphs import Word
from evidoc.records.geometry import Box, Page
from tests.build import box

TOKENS = st.lists(st.sampled_from("abcdefgh"), max_size=60)


def word(text: str, x: float, y: float, *, page: int = 0, joined: bool = False) -> Word:
    return Word(text=text, box=box(x, y, x + 5 * len(text), y + 10, page=page), joined=joined)


def test_letters_and_digits_are_compared_without_accents_signs_and_capitals() -> None:
    assert tokens_of("Soil¹² — Naïve CO2 (3.5%) ﬁn 中文") == ["soil", "12", "naive", "co", "2", "3", "5", "fin", "中", "文"]


def test_a_word_over_two_lines_is_one_token_of_two_words() -> None:
    stream = stream_of([word("reten", 0, 0), word("tion", 0, 20, joined=True), word("rose", 30, 20)])
    assert stream.tokens == ("retention", "rose")
    assert list(zip(stream.first, stream.last, strict=True)) == [(0, 1), (2, 2)]


def test_a_word_of_two_tokens_owns_both() -> None:
    assert stream_of([word("3.5", 0, 0)]).first == (0, 0)


def test_no_words_give_an_empty_stream() -> None:
    assert stream_of([]).tokens == ()


@given(TOKENS, TOKENS)
def test_matches_are_equal_tokens_that_rise_on_both_sides(source: list[str], page: list[str]) -> None:
    pairs = closed_up(matched(source, page), source, page)
    if "".join(source) != "".join(page):
        assert all(source[i] == page[j] for i, j in pairs)
    assert all(a[0] <= b[0] and a[1] < b[1] for a, b in zip(pairs, pairs[1:], strict=False))


@given(TOKENS)
def test_equal_sequences_match_whole(tokens: list[str]) -> None:
    assert matched(tokens, tokens) == [(place, place) for place in range(len(tokens))]


@given(TOKENS, TOKENS)
def test_a_common_subsequence_is_common_and_symmetric_in_length(first: list[str], second: list[str]) -> None:
    pairs = subsequence(first, second)
    assert all(first[i] == second[j] for i, j in pairs)
    assert len(pairs) == len(subsequence(second, first))


@given(st.lists(st.integers(0, 50), unique=True, max_size=40))
def test_the_longest_chain_rises(places: list[int]) -> None:
    chain = longest(list(enumerate(places)))
    assert all(a < b for (_, a), (_, b) in zip(chain, chain[1:], strict=False))


def test_a_word_broken_otherwise_on_the_page_matches_by_its_letters() -> None:
    assert matched(["retention"], ["reten", "tion"]) == [(0, 0), (0, 1)]


def test_an_exchange_of_two_parts_keeps_the_longer_in_order_and_finds_the_other() -> None:
    first, second = [f"a{n}" for n in range(9)], [f"b{n}" for n in range(20)]
    placed = place([first, second], Index([*second, *first]))
    assert {number: found.share for number, found in placed.items()} == {0: 1.0, 1: 1.0}


def test_a_heading_stands_on_a_line_of_its_own_and_not_in_a_row_of_a_table() -> None:
    page = ["text", "ends", "other", "assets", "other", "assets", "12", "next", "text"]
    index = Index(page, line_starts={0, 2, 4, 7})
    assert place([["text", "ends"], ["other", "assets"], ["next", "text"]], index)[1].start == 2


def test_running_headers_and_page_numbers_are_left_out() -> None:
    pages = [Page(index=number, width=600, height=800) for number in range(4)]
    words = [
        [
            word("Journal", 50, 30, page=n),
            word(str(n + 7), 500, 30, page=n),
            word(f"text{n}", 50, 300, page=n),
            word(f"{n}", 300, 780, page=n),
        ]
        for n in range(4)
    ]
    assert [word.text for word in without_furniture(pages, words)] == ["text0", "text1", "text2", "text3"]


def test_a_line_in_the_margin_of_one_page_is_kept() -> None:
    pages = [Page(index=0, width=600, height=800)]
    assert [word.text for word in without_furniture(pages, [[word("Title", 50, 30)]])] == ["Title"]


def test_rows_of_a_table_over_two_pages_are_no_furniture() -> None:
    pages = [Page(index=number, width=600, height=800) for number in range(2)]
    words = [[word(f"Day{line}", 50, 40 + 13 * line, page=n) for line in range(56)] for n in range(2)]
    assert len(list(without_furniture(pages, words))) == 112


def test_words_of_two_columns_make_two_boxes() -> None:
    left = [box(50, 700 + 12 * n, 250, 710 + 12 * n) for n in range(3)]
    right = [box(300, 100 + 12 * n, 500, 110 + 12 * n) for n in range(3)]
    assert boxes_of([*left, *right]) == (box(50, 700, 250, 734), box(300, 100, 500, 134))


def test_lines_far_apart_make_two_boxes_and_pages_their_own() -> None:
    words = [box(50, 100, 250, 110), box(50, 300, 250, 310), box(50, 100, 250, 110, page=1)]
    assert boxes_of(words) == tuple(words)


def test_a_raised_mark_does_not_break_a_box() -> None:
    assert boxes_of([box(50, 100, 100, 110), box(101, 97, 104, 103), box(106, 100, 150, 110)]) == (box(50, 97, 150, 110),)


@given(st.sampled_from(["up", "down"]), st.tuples(*[st.floats(0, 500)] * 2), st.tuples(*[st.floats(1, 90)] * 2))
def test_turning_a_box_and_back_changes_nothing(turn: str, corner: tuple[float, float], size: tuple[float, float]) -> None:
    turns = {0: turn}
    sample = Box(page=0, x0=corner[0], y0=corner[1], x1=corner[0] + size[0], y1=corner[1] + size[1])
    assert to_page(to_reading(sample, turns), turns) == sample  # type: ignore[arg-type]
    assert to_reading(sample, {}) == sample


def test_pages_whose_words_are_higher_than_wide_are_turned() -> None:
    up = [Word(text="word", box=box(100, 500 - 40 * n, 110, 530 - 40 * n)) for n in range(4)]
    down = [Word(text="word", box=box(100, 100 + 40 * n, 110, 130 + 40 * n, page=1)) for n in range(4)]
    flat = [word("word", 100, 100, page=2)]
    assert turns_of([*up, *down, *flat]) == {0: "up", 1: "down"}
