"""Reading a choice: case F15."""

from __future__ import annotations

import pytest

from evidoc.answers.choice import read_choice


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("B", "B"),
        ("(b)", "B"),
        ("B.", "B"),
        ("No", "B"),
        ("B) No", "B"),
        ("B No", "B"),
        ("Option B", "B"),
        ("Answer: B", "B"),
        ("B) it is lower", "B"),
        ("A) No", None),
        ("A total of five", None),
        ("C", None),
        ("", None),
        ("perhaps", None),
    ],
)
def test_an_option_is_named_by_letter_or_text(reply: str, letter: str | None) -> None:
    """A letter beside another option's text chooses nothing."""
    assert read_choice(reply, ["Yes", "No"]) == letter


def test_two_options_of_one_text_cannot_be_chosen_by_text() -> None:
    assert read_choice("Yes", ["Yes", "yes"]) is None
