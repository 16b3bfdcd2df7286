"""Which part of a reply states an answer, and what may stand beside it. Source: DH-64, X-37; docs/why/stated-answers.md."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.answers._derived import comes_to
from evidoc.answers._explaining import Told, explains, leaves_no_room
from evidoc.answers._numeral import Number
from evidoc.answers.explained import freely_explained, number_parts, stated_parts

PARIS = ("Paris",)
CAPITAL = "What is the capital of France?"


@pytest.mark.parametrize(
    ("reply", "parts"),
    [
        ("Paris. The report says so.", ("Paris.",)),
        ("Paris, as the report states.", ("Paris",)),
        ("Paris (see page 3)", ("Paris",)),
        ("The table lists both. So it is Paris.", ()),
        ("The table lists it. So it is Paris.", ("it is Paris.",)),
        ("Answer: Paris. See page 3.", ("Paris.",)),
        ("Paris? The report says so.", ()),
        ("Paris. Lyon.", ()),
        ("Paris", ()),
        ("", ()),
        ("Paris. " + "See page 3. " * 20, ()),
        ("Paris. " + "The report says so. " * 200, ()),
    ],
)
def test_the_part_that_states_an_answer(reply: str, parts: tuple[str, ...]) -> None:
    assert stated_parts(reply, PARIS, question=CAPITAL) == parts


def test_whether_a_part_is_the_answer_is_for_the_caller_to_say() -> None:
    assert stated_parts("Lyon. The report says so.", PARIS, question=CAPITAL) == ("Lyon.",)


@pytest.mark.parametrize(
    ("reply", "parts"),
    [
        ("3.1 + 9.3 = 12.4", ("12.4",)),
        ("The share is 12.4. See page 3.", ("The share is 12.4.",)),
        ("There is a row for 12.4. See page 3.", ()),
        ("12.4 and 13. See page 3.", ()),
    ],
)
def test_a_part_must_be_one_number_and_no_more(reply: str, parts: tuple[str, ...]) -> None:
    assert number_parts(reply, ("12.4",), question="What is the share?") == parts


@pytest.mark.parametrize(
    ("reply", "parts"),
    [
        ("Paris. The river flows through it.", ("Paris.",)),
        ("Paris, the city of lights", ("Paris",)),
        ("Paris. No, Lyon.", ()),
        ("Paris", ()),
        ("", ()),
    ],
)
def test_what_stands_before_free_words(reply: str, parts: tuple[str, ...]) -> None:
    assert freely_explained(reply) == parts


def told(*right: str, rivals: tuple[str, ...] = ()) -> Told:
    return Told.of(right, question=CAPITAL, rivals=rivals)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("The report says so on page 3", True),
        ("Paris is listed in Table 2", True),
        ("The table lists Paris and Lyon", True),
        ("The table lists Lyon", False),
        ("The capital was named in the report", False),
        ("It is the capital by name", False),
        ("Rivers flow", False),
        ("", False),
    ],
)
def test_an_explanation_is_known_by_how_it_begins_and_states_nothing_else(text: str, known: bool) -> None:
    assert explains(text, told("Paris")) is known


@pytest.mark.parametrize(
    ("text", "right", "rivals", "leaves"),
    [
        ("The report says so on page 3", ("Paris",), (), True),
        ("The study found a river", ("Paris",), (), False),
        ("The study found a river", ("Paris",), ("Lyon",), True),
        ("The table lists 3.1 and 9.3", ("Paris",), (), True),
        ("The table lists 3.1 and 9.3", ("Q3 2020",), (), False),
        ("The table lists 3.1 for rivers and 9.3 for lakes", ("12.4 %",), (), True),
        ("The table lists 3.1 and 9.4", ("12.4 %",), (), False),
        ("See page 3 of 2010", ("12.4 %",), (), True),
        ("The table lists 12.4 %", ("12.4 %",), (), True),
    ],
)
def test_what_follows_an_answer_leaves_no_room_for_another(
    text: str, right: tuple[str, ...], rivals: tuple[str, ...], leaves: bool
) -> None:
    assert leaves_no_room(text, told(*right, rivals=rivals)) is leaves


@pytest.mark.parametrize(
    ("numbers", "result", "decimals", "comes"),
    [
        ("3.1 9.3", "12.4", 1, True),
        ("9.3 12.5", "-3.2", 1, True),
        ("31 250", "12.4", 1, True),
        ("6 7", "42", 0, True),
        ("1 3", "0.33", 2, True),
        ("110 100", "10", 0, True),
        ("1 2 6", "3", 0, True),
        ("1 2 6", "9", 0, True),
        ("1 2 6", "12", 0, False),
        ("3.1", "3.1", 1, False),
        ("0 0", "0", 0, True),
        ("5 0", "1", 0, False),
        ("1e40 1", "7", 2, False),
        ("1e70 1", "7", 2, False),
    ],
)
def test_numbers_come_to_another_in_one_step(numbers: str, result: str, decimals: int, comes: bool) -> None:
    """Sum, difference, product, share (also in percent), growth in percent, mean; rounded as the answer is."""
    assert comes_to([Decimal(one) for one in numbers.split()], Number(value=Decimal(result), decimals=decimals)) is comes


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    for right in PARIS, ("12.4 %",):
        assert all(part.strip() for part in (*stated_parts(text, right), *number_parts(text, right), *freely_explained(text)))
