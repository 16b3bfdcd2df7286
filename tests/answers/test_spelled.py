"""Numbers in words."""

from __future__ import annotations

import pytest

from evidoc.answers._spelled import in_digits


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("one", "1"),
        ("Twenty-one plots", "21 plots"),
        ("five percent", "5 percent"),
        ("three hundred and five", "305"),
        ("a hundred", "100"),
        ("two hundred", "200"),
        ("two million dollars", "2 million dollars"),
        ("There is one study.", "There is 1 study."),
        ("Only one of them", "Only 1 of them"),
        ("The larger one", "The larger one"),
        ("It is one that fell", "It is one that fell"),
        ("someone", "someone"),
        ("I could not find one", "I could not find one"),
        ("No one", "No one"),
        ("nine-tailed", "nine-tailed"),
    ],
)
def test_words_become_digits_where_they_count(text: str, digits: str) -> None:
    assert in_digits(text) == digits
