"""Dates and periods: case F16."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.answers.date import Day, read_date, same_date


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("4 March 2024", "right"),
        ("March 4, 2024", "right"),
        ("4th of March 2024", "right"),
        ("on 4 Mar. 2024.", "right"),
        ("2024-03-04", "right"),
        ("2024/3/4", "right"),
        ("2024年3月4日", "right"),
        ("04/03/2024", "ambiguous"),
        ("3/4/24", "ambiguous"),
        ("March 2024", "wrong"),
        ("2024-04-03", "wrong"),
        ("2024", "wrong"),
        ("31/12/2024", "wrong"),
        ("13/13/2024", "wrong"),
        ("30 February 2024", "wrong"),
        ("soon", "wrong"),
        ("", "wrong"),
    ],
)
def test_a_day_must_be_said_with_full_precision(reply: str, said: str) -> None:
    """Case F16: an ISO date is never flipped."""
    assert same_date(reply, "2024-03-04") == said


def test_the_order_of_day_and_month_decides_numeric_dates() -> None:
    assert same_date("04/03/2024", "2024-03-04", order="day first") == "right"
    assert same_date("04/03/2024", "2024-03-04", order="month first") == "wrong"
    assert same_date("3/4/24", "2024-03-04", order="month first") == "right"
    assert read_date("31/12/99", order="month first") is None
    assert read_date("31/12/99") == Day("1999-12-31")
    assert read_date("5/5/2024") == Day("2024-05-05")


def test_a_fiscal_year_is_no_calendar_year_unless_the_question_says_so() -> None:
    assert same_date("fiscal 2023", "FY2023") == "right"
    assert same_date("2023", "FY2023") == "wrong"
    assert same_date("2023", "FY2023", fiscal=True) == "right"
    assert same_date("year ended 30 June 2023", "FY2023") == "wrong"


@pytest.mark.parametrize("reply", ["2022Q3", "Q3 2022", "third quarter of 2022", "3Q 2022", "the third quarter 2022"])
def test_a_quarter_is_read_however_it_is_written(reply: str) -> None:
    assert same_date(reply, "2022-Q3") == "right"


def test_a_right_answer_that_is_no_date_matches_nothing() -> None:
    assert same_date("2024", "soon") == "wrong"


@given(st.dates())
def test_an_iso_date_reads_as_itself(day: object) -> None:
    assert read_date(str(day)) == Day(str(day))
