"""Reading a choice: case F15."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.answers.choice import options_contract, options_listed, read_choice


def _can_be_listed(option: str) -> bool:
    """Options are names; what parts the list does not stand in them."""
    return bool(option) and "; " not in option and not option.endswith(";")


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


@given(st.lists(st.text(st.sampled_from("ab .:;,é中"), min_size=1).map(str.strip).filter(_can_be_listed), min_size=1, max_size=4))
def test_the_options_that_a_contract_lists_are_read_back(options: list[str]) -> None:
    assert options_listed(options_contract(options)) == tuple(options)


@pytest.mark.parametrize(
    ("contract", "options"),
    [
        ("Answer with one of these, and no other words: Q1 2023; U.S. sales.", ("Q1 2023", "U.S. sales")),
        ("One of these options:\nrye;\noat\n", ("rye", "oat")),
        ("Choose one of these, as written: Acme Inc.; A: b.", ("Acme Inc.", "A: b")),
        ("Answer in a few words.", ()),
        ("One of these days we shall see.", ()),
        ("", ()),
    ],
)
def test_a_list_of_options_is_read_however_it_is_introduced(contract: str, options: tuple[str, ...]) -> None:
    assert options_listed(contract) == options
