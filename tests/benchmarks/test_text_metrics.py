"""The measures of text and order, against values worked by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.quality.edits import Place, edit_distance, nearest_place
from benchmarks.quality.order import kendall_distance, order_places
from benchmarks.quality.text import Found, error_rate, find_all, trigram_recall, whole_error_rate

LONG = "the gauge at the bridge was read twice a day through the whole of the dry season"


@pytest.mark.parametrize(
    ("first", "second", "edits"),
    [("kitten", "sitting", 3), ("", "abc", 3), ("abc", "", 3), ("flaw", "lawn", 2), ("same", "same", 0), ("ab", "ba", 2)],
)
def test_the_edit_distance_is_the_textbook_one(first: str, second: str, edits: int) -> None:
    assert edit_distance(first, second) == edits


@given(st.text("abc", max_size=12), st.text("abc", max_size=12))
def test_the_edit_distance_is_that_of_the_plain_matrix(first: str, second: str) -> None:
    assert edit_distance(first, second) == _matrix(first, second)


@given(st.text("abc", min_size=1, max_size=8), st.text("abc", max_size=12))
def test_the_nearest_place_is_no_farther_than_any_part_of_the_text(needle: str, text: str) -> None:
    parts = {text[start:end] for start in range(len(text) + 1) for end in range(start, len(text) + 1)}
    assert nearest_place(needle, text).edits == min(_matrix(needle, part) for part in parts)


def test_a_text_is_found_inside_another_at_no_cost() -> None:
    assert nearest_place("bcd", "aabcdee") == Place(end=5, edits=0)


def test_a_block_that_stands_there_whole_has_no_error_wherever_it_stands() -> None:
    assert error_rate(find_all(["second part", "first part"], "first\npart and  second part")) == 0


def test_one_wrong_letter_of_ten_is_an_error_rate_of_a_tenth() -> None:
    assert error_rate(find_all(["abcde fghi"], "xx abcde fgxi yy")) == pytest.approx(0.1)


def test_a_block_that_is_not_there_counts_with_all_its_characters() -> None:
    found = find_all([LONG], "quite another text")
    assert (error_rate(found), found[0].end) == (1, None)


def test_a_long_block_is_found_through_its_runs_of_three_words() -> None:
    given_text = f"{'filler words here ' * 50}{LONG.replace('bridge', 'brigde')} {'more words there ' * 50}"
    (found,) = find_all([LONG], given_text)
    assert found.edits == 2 and found.end == given_text.index("dry season") + len("dry season")


def test_the_whole_text_counts_what_is_added() -> None:
    assert whole_error_rate("abcd", "abcd 12") == pytest.approx(3 / 4)


def test_recall_of_three_words_counts_each_as_often_as_it_is_true() -> None:
    assert trigram_recall(["a b c", "a b c", "d e f"], "a b c d e f") == pytest.approx(2 / 3)


def test_runs_of_three_words_do_not_cross_blocks() -> None:
    assert trigram_recall(["a b", "c d"], "a b c d") == 0


def test_the_order_distance_is_the_share_of_swapped_pairs() -> None:
    assert kendall_distance([1, 2, 3, 4]) == 0
    assert kendall_distance([4, 3, 2, 1]) == 1
    assert kendall_distance([2, 1, 3, 4]) == pytest.approx(1 / 6)


def test_one_block_has_no_order() -> None:
    with pytest.raises(ValueError, match="1 places make no pair"):
        kendall_distance([7])


def test_short_repeated_and_missing_blocks_say_nothing_about_order() -> None:
    twice = "x" * 50
    found = [Found("Results", 0, 5), Found(twice, 0, 60), Found(twice, 0, 60), Found("y" * 50, 40, None), Found("z" * 50, 0, 9)]
    assert order_places(found) == [9]


def _matrix(first: str, second: str) -> int:
    row = list(range(len(second) + 1))
    for number, one in enumerate(first, 1):
        last, row[0] = row[0], number
        for place, other in enumerate(second, 1):
            last, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, last + (one != other))
    return row[-1]
