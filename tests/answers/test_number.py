"""Reading numbers: cases F11, F13, D02, D03, G08."""

from __future__ import annotations

import time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.answers.number import Number, numbers_in, read_number, round_half_up


def value(text: str) -> str | None:
    number = read_number(text)
    return None if number is None else str(number.amount.normalize())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\u22125", "-5"),
        ("\u20135", "-5"),
        ("\u2212 5", "-5"),
        ("\uff15", "5"),
        ("\u0661\u0662", "12"),
        ("½", "0.5"),
        ("1½", "1.5"),
        ("1\u202f234,5", "1234.5"),
        ("10\u207b\u00b3", "0.001"),
        ("10^-3", "0.001"),
        ("10^{-3}", "0.001"),
        ("10^(\u22123)", "0.001"),
        ("2 × 10^(3)", "2E+3"),
        (r"2.47\times10^{-1}", "0.247"),
        (r"$2.47\times10^{-1}$", "0.247"),
        ("2.47 × 10⁻¹", "0.247"),
        ("247e-3", "0.247"),
        ("1e3", "1E+3"),
        ("2x10^-3", "0.002"),
        ("1'234'567", "1234567"),
        ("1.234.567", "1234567"),
        ("1,20,000", "1.2E+5"),
        (".5", "0.5"),
        (r"1{,}204", "1204"),
        (r"\boxed{42}", "42"),
        (r"12\%", "12"),
        (r"5\,000", "5E+3"),
        ("**42**.", "42"),
        ("9·95", "9.95"),
        ("2·10^3", "2E+3"),
        ("1.2B", "1.2E+9"),
    ],
)
def test_look_alike_characters_and_number_forms_are_read(text: str, expected: str) -> None:
    """Cases F11 and F13."""
    assert value(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "1_000",
        "nan",
        "NaN",
        "inf",
        "-infinity",
        "²",
        "Ⅳ",
        "IV",
        "5–10",
        "5-10",
        "5 - 10",
        "9**9**9**9",
        "9^9",
        "10:30",
        "±3",
        r"\pm 3",
        "07.02.2022",
        "0012",
        "2024-03-04",
        "3/4/24",
        "v1.2.3",
        "1.2.3",
        "12a",
        "5th",
        "COVID-19",
        "Q3",
        "5-year",
        "<0.001",
        "≥ 5",
        "12 (5)",
        "5.2 ± 0.3",
        "1,23,4",
        "--5",
        '__import__("os")',
        "1" * 100,
        "x" * 200,
        "1/2",
        "5 to 10",
        "5%5",
        "3B",
        "4T",
    ],
)
def test_what_is_no_number_stays_text(text: str) -> None:
    """Ranges, dates, codes, bounds, roman numerals, names of non-numbers and programs are not numbers (F11, F13, D02)."""
    assert read_number(text) is None


def test_hostile_powers_are_refused_at_once() -> None:
    """Case F13: nothing is evaluated."""
    start = time.process_time()
    assert read_number("9**9**9**9") is None
    assert numbers_in("9**9**9**9**9") == []
    assert time.process_time() - start < 0.1


@pytest.mark.parametrize(
    "text", ["1," * 500_000, "9" * 1_000_000, "(" * 1_000_000, "- " * 300_000, "$" * 500_000, "10^" * 100_000]
)
def test_a_megabyte_of_anything_is_read_in_linear_time(text: str) -> None:
    start = time.process_time()
    numbers_in(text)
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("text", "number", "unit", "scale"),
    [
        ("(1,204)", "-1204", "", 0),
        ("$(5)", "-5", "USD", 0),
        ("($5)", "-5", "USD", 0),
        ("$ (5.0) million", "-5.0", "USD", 6),
        ("(5)%", "-5", "%", 0),
        ("(14.2%)", "-14.2", "%", 0),
        ("-$5", "-5", "USD", 0),
        ("$-5", "-5", "USD", 0),
        ("1,250³", "1250", "", 0),
        ("1,250(3)", "1250", "", 0),
        ("98.5%*", "98.5", "%", 0),
        ("1,204 million", "1204", "", 6),
        ("$1.204 billion", "1.204", "USD", 9),
        ("USD 1.204bn", "1.204", "USD", 9),
        ("US$ 1.2 bn", "1.2", "USD", 9),
        ("A$5m", "5", "AUD", 6),
        ("1.204,50 €", "1204.50", "EUR", 0),
        ("1204000000 dollars", "1204000000", "USD", 0),
        ("3 million U.S. dollars", "3", "USD", 6),
        ("3 million of euros", "3", "EUR", 6),
        ("5m", "5", "m", 0),
        ("5 mg/kg", "5", "mg/kg", 0),
        ("5 mg per kg", "5", "mg/kg", 0),
        ("14.2 percent", "14.2", "%", 0),
        ("3 percentage points", "3", "pp", 0),
        ("1204万", "1204", "", 4),
        ("5K", "5", "", 3),
        ("¥5", "5", "JPY", 0),
    ],
)
def test_signs_units_and_note_marks_around_a_number(text: str, number: str, unit: str, scale: int) -> None:
    """Case D03."""
    read = read_number(text)
    assert read is not None
    assert (str(read.value), read.unit, read.scale) == (number, unit, scale)


@pytest.mark.parametrize("text", ["-", "–", "—", "\u2212", "n/m", "N/A", "nil", "..", "n.a."])
def test_a_dash_or_a_word_for_nothing_is_no_number(text: str) -> None:
    """Case D03: a nil marker is neither 0 nor −1."""
    assert read_number(text) is None


@pytest.mark.parametrize(
    ("text", "decimal", "expected"),
    [
        ("1.204", None, "1.204"),
        ("1.204", ",", "1204"),
        ("1,204", None, "1204"),
        ("1,204", ",", "1.204"),
        ("47,8", None, "47.8"),
        ("2.150,00", None, "2150.00"),
        ("47,8", ".", None),
        ("1.5", ",", None),
        ("0,500", None, "0.500"),
        ("1234,5678", None, "1234.5678"),
    ],
)
def test_the_decimal_mark_is_decided_by_evidence_or_by_the_caller(text: str, decimal: str | None, expected: str | None) -> None:
    """Case D02."""
    read = read_number(text, decimal="," if decimal == "," else "." if decimal == "." else None)
    assert (None if read is None else str(read.value)) == expected


def test_the_numbers_of_a_sentence_are_found_in_order() -> None:
    text = "In 2023 revenue was $1,204 million (up 14.2%), 5–10 items on 2024-03-04, v1.2.3; 9**9, x5, **3**, see [2] and 4."
    assert [(str(n.value), n.unit, n.scale) for n in numbers_in(text)] == [
        ("2023", "", 0),
        ("1204", "USD", 6),
        ("14.2", "%", 0),
        ("3", "", 0),
        ("2", "", 0),
        ("4", "", 0),
    ]


def test_a_span_covers_sign_and_unit() -> None:
    text = "It fell by -$1,204 million."
    (number,) = numbers_in(text)
    assert text[number.start : number.end] == "-$1,204 million"


def test_a_bracket_in_a_sentence_is_negative_only_inside_a_unit() -> None:
    """ "($5)" is a remark, "$(5) million" a loss."""
    assert [number.value for number in numbers_in("five dollars ($5)")] == [Decimal(5)]
    assert [number.value for number in numbers_in("a loss of $(5) million")] == [Decimal(-5)]
    assert [number.value for number in numbers_in("a margin of (5)% then")] == [Decimal(-5)]


@given(st.integers(-(10**15), 10**15), st.integers(0, 6))
def test_a_written_number_reads_back(digits: int, places: int) -> None:
    number = Decimal(digits).scaleb(-places)
    for text in (f"{number:f}", f"{number:,f}"):
        assert read_number(text, decimal=".") == Number(number, end=len(text), decimals=places)


@given(st.text(max_size=60))
def test_reading_never_fails(text: str) -> None:
    for number in [*numbers_in(text), read_number(text)]:
        assert number is None or number.value.is_finite()


@pytest.mark.parametrize(
    ("number", "decimals", "expected"),
    [
        ("2.675", 2, "2.68"),
        ("0.5", 0, "1"),
        ("1.5", 0, "2"),
        ("2.5", 0, "3"),
        ("-0.5", 0, "-1"),
        ("10.333", 2, "10.33"),
        ("1e40", 2, "1e40"),
    ],
)
def test_halves_are_rounded_away_from_zero(number: str, decimals: int, expected: str) -> None:
    """Case G08."""
    assert round_half_up(Decimal(number), decimals) == Decimal(expected)


def test_amounts_are_exact_decimals() -> None:
    """Case G08: 0.1 + 0.2 is 0.3."""
    first, second = read_number("0.1"), read_number("0.2")
    assert first is not None and second is not None
    assert first.value + second.value == Decimal("0.3")
