"""Whether a reply states the right number: cases D04, G08, F11; golden vectors of other evaluators."""

from __future__ import annotations

import time

import pytest

from evidoc.answers.number import reply_numbers, same_number
from evidoc.records.item import Answer, Tolerance

REVENUE = Answer(kind="number", value="1204", unit="USD", scale=6)
MARGIN = Answer(kind="number", value="14.2", unit="%")


@pytest.mark.parametrize(
    "reply",
    [
        "1,204",
        "1,204 million",
        "$1,204 million",
        "$1.204 billion",
        "1204000000 dollars",
        "USD 1.204bn",
        "$1,204",
        "1,204 USD",
        "1,204,000 thousand",
        "$1,204,000,000",
        "Answer: **1,204**",
        "The answer is $1,204 million.",
        '{"answer": 1204}',
        "Revenue was $1,204 million in 2023.",
        "It rose to **1,204** from 1,100.",
        "In Table 2, revenue is $1,204 million (1.204 billion).",
        "On 4 March it was 1,204.",
        "1. I look at the table\n2. The row says it\n\n1,204",
        "<think>1,100?</think>1,204",
    ],
)
def test_the_right_amount_is_accepted_in_any_scale_that_is_named(reply: str) -> None:
    """Case D04: a number without a unit, or with a sign only, is meant in the scale that was asked for."""
    assert same_number(reply, REVENUE)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "1,204 dollars",
        "1.204",
        "1,204 thousand",
        "14%",
        "€1,204 million",
        "1,204 kg",
        "from 1,204 to 1,300",
        "<think>1,204",
        "not stated",
        "1,205",
        "-1,204",
        "the answer is unknown",
        "1204" * 10_000,
    ],
)
def test_a_wrong_amount_scale_or_unit_is_rejected(reply: str) -> None:
    assert not same_number(reply, REVENUE)


@pytest.mark.parametrize(
    ("reply", "right"),
    [
        ("14.2", True),
        ("14.2%", True),
        ("14.2 percent", True),
        ("1420 bps", True),
        ("14.2 percentage points", True),
        ("0.142", False),
        ("$14.2", False),
    ],
)
def test_a_percentage_is_not_its_fraction(reply: str, right: bool) -> None:
    """Case D04."""
    assert same_number(reply, MARGIN) is right


@pytest.mark.parametrize(
    ("reply", "right"), [("10.33", True), ("10.333", True), ("10.3", False), ("10.335", False), ("10.34", False)]
)
def test_more_digits_than_asked_for_must_round_to_the_answer(reply: str, right: bool) -> None:
    """Case G08."""
    assert same_number(reply, Answer(kind="number", value="10.33", decimals=2)) is right


def test_integers_without_tolerance_are_exact() -> None:
    """DH-65: one percent would take 100 for 101."""
    assert not same_number("101", Answer(kind="number", value="100"))
    assert same_number("100.0", Answer(kind="number", value="100"))


@pytest.mark.parametrize(("reply", "right"), [("101", True), ("102", False), ("99", True)])
def test_a_tolerance_on_the_answer_is_respected(reply: str, right: bool) -> None:
    assert same_number(reply, Answer(kind="number", value="100", tolerance=Tolerance(relative=0.01))) is right


@pytest.mark.parametrize(
    ("unit", "reply", "right"),
    [
        ("kg", "5 kg", True),
        ("kg", "5000 g", True),
        ("kg", "5 mg", False),
        ("kg", "5", True),
        ("mg/kg", "5 mg/kg", True),
        ("mg/kg", "5 g/kg", False),
        ("mg/kg", "5 mg", False),
        ("shares", "5 shares", True),
        ("employees", "5%", False),
        ("USD per share", "$5", True),
        ("CAD", "$5", True),
        ("CAD", "USD 5", False),
        ("", "5%", True),
        ("", "500%", True),
        ("", "5 kg", True),
        ("mg per 100 mL", "5 mg per 100 mL", True),
        ("kg CO2e", "5 kg CO2e", True),
        ("kg CO2e", "5 mg CO2e", False),
        ("% of total", "5%", True),
        ("% of total", "$5", False),
    ],
)
def test_units_of_one_kind_convert_and_others_are_wrong(unit: str, reply: str, right: bool) -> None:
    assert same_number(reply, Answer(kind="number", value="5", unit=unit)) is right


def test_numbers_of_the_question_and_years_are_left_out_where_several_differ() -> None:
    question = "What was revenue in 2023, compared with 1,100 in 2022?"
    assert [str(n.value) for n in reply_numbers("In 2023 it was 1,204 instead of 1,100.", question=question)] == ["1204"]


def test_a_year_alone_is_an_answer() -> None:
    assert same_number("It was founded in 1998.", Answer(kind="number", value="1998"))


def test_a_label_alone_is_read_rather_than_nothing() -> None:
    assert same_number("Level 5", Answer(kind="number", value="5"))


def test_an_answer_that_is_no_number_is_never_matched() -> None:
    assert not same_number("nan", Answer(kind="number", value="nan"))


def test_a_megabyte_reply_is_decided_at_once() -> None:
    start = time.process_time()
    assert not same_number("1 " * 500_000, REVENUE)
    assert time.process_time() - start < 2


ELECTRICITY = Answer(kind="number", value="3500", unit="Million kilowatt hours (mkWh)")
EMITTED = Answer(kind="number", value="2", unit="(million metric tons CO₂e)")


@pytest.mark.parametrize(
    ("answer", "reply", "right"),
    [
        (ELECTRICITY, "3,500", True),
        (ELECTRICITY, "3,500 Million kilowatt hours", True),
        (ELECTRICITY, "3,500 million kWh", True),
        (ELECTRICITY, "3.5 billion kWh", True),
        (ELECTRICITY, "3500 GWh", True),
        (ELECTRICITY, "3,500 mkWh", True),
        (ELECTRICITY, "The consumption was 3,500 million kilowatt-hours.", True),
        (ELECTRICITY, "3,500 kWh", False),
        (ELECTRICITY, "3,500 million tonnes", False),
        (EMITTED, "2 million metric tons CO2e", True),
        (EMITTED, "2 million tonnes of CO2 equivalent", True),
        (EMITTED, "2,000,000 tCO2e", True),
        (EMITTED, "2 MtCO2e", True),
        (EMITTED, "2", True),
        (EMITTED, "2 metric tons CO2e", False),
        (EMITTED, "2 bananas", False),
        (EMITTED, "2 million bananas", False),
        (Answer(kind="number", value="1.3", unit="lb", scale=9), "1.3 billion pounds", True),
        (Answer(kind="number", value="1.3", unit="lb", scale=9), "£1.3 billion", False),
        (Answer(kind="number", value="1.3", unit="lb", scale=9), "1.3 billion pounds sterling", False),
        (Answer(kind="number", value="1.3", unit="GBP", scale=9), "1.3 billion pounds", True),
    ],
)
def test_a_power_of_ten_in_a_unit_s_name_is_a_scale(answer: Answer, reply: str, right: bool) -> None:
    """A user's correct replies with their unit scored 0, and "2 bananas" scored 1."""
    assert same_number(reply, answer) is right


@pytest.mark.parametrize(
    ("unit", "reply", "right"),
    [
        ("kg", "5 bananas", False),
        ("kg", "The yield was 5 bananas.", False),
        ("kg", "5 ripe bananas", False),
        ("kg", "The yield was 5 in total", True),
        ("kg", "5 according to the table", True),
        ("kg", "5 of rice", True),
        ("widgets", "5 kg", False),
        ("widgets", "5 widgets", True),
        ("base pairs", "5 bp", True),
        ("µg/g dry weight", "5 µg/g", True),
        ("µg/g dry weight", "5 mg/g", False),
        ("metric tons CO₂e per 100 metric tons of throughput", "5 metric tons CO2e per 100 metric tons", True),
        ("%", "five percent", True),
    ],
)
def test_another_unit_or_noun_is_wrong_where_the_answer_has_a_unit(unit: str, reply: str, right: bool) -> None:
    assert same_number(reply, Answer(kind="number", value="5", unit=unit)) is right


def test_a_noun_of_the_question_is_no_other_unit() -> None:
    answer = Answer(kind="number", value="5", unit="USD")
    assert same_number("5 net sales", answer, question="What were the net sales?")
    assert not same_number("5 net losses", answer, question="What was the revenue?")


@pytest.mark.parametrize(
    ("reply", "right"),
    [
        ("one", True),
        ("There is one study (Mondal et al., 2011).", True),
        ("There is 1 study (Mondal et al., 2011)", True),
        ("Only one, by Mondal (2011)", True),
        ("There is one study (Mondal and Sen, 2011)", True),
        ("two", False),
        ("one or two", False),
        ("I could not find one", False),
        ("Mondal et al., 2011", False),
    ],
)
def test_a_number_in_words_counts_and_the_year_of_a_citation_does_not(reply: str, right: bool) -> None:
    assert same_number(reply, Answer(kind="number", value="1", decimals=0)) is right


@pytest.mark.parametrize(
    ("reply", "right"),
    [
        ("42", True),
        ("It is 42.", True),
        ("Perhaps 42", True),
        ("Not only 42", True),
        ("It is no. 42", True),
        ("42 did not change", True),
        ("not 42", False),
        ("It isn't 42", False),
        ("The report does not mention 42.", False),
        ("Whether it is 42 is open", False),
        ("42?", False),
        ("Is it **42**?", False),
        ("42 is wrong", False),
        ("42 isn't it", False),
        ("42. This is false.", False),
        ("42, but the text contradicts it", False),
        ("I cannot find it. The report mentions 42.", False),
        ("Unknown. The table lists 42.", False),
    ],
)
def test_a_number_that_is_denied_asked_or_taken_back_is_not_stated(reply: str, right: bool) -> None:
    """ "Not 42" was as right as 42."""
    assert same_number(reply, Answer(kind="number", value="42", decimals=0)) is right


@pytest.mark.parametrize(
    ("reply", "values"),
    [
        ("43. The report mentions 42.", ["43", "42"]),
        ("1. The report mentions 42.", ["42"]),
        ("1. It rose.\n2. The report mentions 42.", ["42"]),
        ("1. It rose.\n3. The report mentions 42.", ["3", "42"]),
        ("13 %. The report mentions 42.", ["13", "42"]),
        ("42\n43\nin all", ["42", "43"]),
        ("Paragraph 3 says 42", ["42"]),
        ("In the table. 43 or 42", ["43", "42"]),
        ("42 -> 43", ["42", "43"]),
        ("42 (p > 0.05)", ["42"]),
    ],
)
def test_only_the_numbers_of_a_list_from_1_on_are_no_numbers(reply: str, values: list[str]) -> None:
    """An answer with a stop behind it, and a second line, must not be passed over: "43. The report mentions 42." was right."""
    assert [str(number.value) for number in reply_numbers(reply)] == values
