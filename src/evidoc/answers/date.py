"""Reading dates and periods out of replies; a day and a month that could be swapped are said to be ambiguous."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from evidoc.answers._notation import plain_characters
from evidoc.answers.final import answer_text

DayOrder = Literal["day first", "month first"]


@dataclass(frozen=True, slots=True)
class Day:
    """A date or period in its canonical form: "2024-03-04", "2024-03", "2024", "2022-Q3" or "FY2023".

    `other` is the second reading of a numeric date of which nobody can tell day and month apart, "" if there is none.
    """

    value: str
    other: str = ""


def read_date(text: str, *, order: DayOrder | None = None) -> Day | None:
    """Read a text that is a date or a period, or None.

    `order` decides "04/03/2024"; ISO dates are never swapped. Source: case F16.
    """
    bare = plain_characters(text).strip(" \t\n.*`\"'").removeprefix("on ").removeprefix("in ")
    for pattern, reader in ((_ISO, _iso), (_NAMED, _named), (_QUARTER, _quarter), (_FISCAL, _fiscal)):
        found = pattern.fullmatch(bare)
        if found is not None:
            value = reader({name: part for name, part in found.groupdict().items() if part})
            return Day(value) if value else None
    numeric = _NUMERIC.fullmatch(bare)
    return _numeric(numeric, order=order) if numeric else None


def same_date(
    reply: str, right: str, *, order: DayOrder | None = None, fiscal: bool = False
) -> Literal["right", "wrong", "ambiguous"]:
    """Compare the final answer with a date or period; less precision than asked for is wrong.

    `fiscal` says that the question asks for a fiscal year, so that "2023" means "FY2023".
    """
    gold, said = read_date(right), read_date(answer_text(reply), order=order)
    if gold is None or said is None:
        return "wrong"
    if said.other and gold.value in (said.value, said.other):
        return "ambiguous"
    mapped = f"FY{said.value}" if fiscal and len(said.value) == 4 else said.value
    return "right" if gold.value == mapped else "wrong"


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(?P<month>(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\.?"
_YEAR = r"(?P<year>\d{4})"
_ISO = re.compile(rf"{_YEAR}(?:[-/.年](?P<month>\d{{1,2}})(?:[-/.月](?P<day>\d{{1,2}})日?)?)?[年月]?")
_NAMED = re.compile(
    rf"(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? )?{_MONTH},? {_YEAR}"
    rf"|{_MONTH.replace('month', 'named')} (?P<number>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<in_year>\d{{4}})",
    re.IGNORECASE,
)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_QUARTER = re.compile(
    r"Q(?P<a>[1-4])[ ,/-]*(?:FY ?)?(?P<year_a>\d{4})|(?P<year_b>\d{4})[ /-]?Q(?P<b>[1-4])|(?P<c>[1-4])Q[ /-]?(?P<year_c>\d{4})"
    r"|(?:the )?(?P<d>first|second|third|fourth) quarter(?: of|,)? (?P<year_d>\d{4})",
    re.IGNORECASE,
)
_FISCAL = re.compile(r"(?:FY|(?:the )?(?:fiscal|financial)(?: year)?) ?-?(?P<year>\d{4})", re.IGNORECASE)
_NUMERIC = re.compile(r"(?P<a>\d{1,2})(?P<mark>[/.-])(?P<b>\d{1,2})(?P=mark)(?P<year>\d{4}|\d{2})")
_CENTURY_FROM = 70  # two digits below are of this century, as POSIX has it within a year


def _iso(part: dict[str, str]) -> str:
    return _written(part["year"], part.get("month", ""), part.get("day", ""))


def _named(part: dict[str, str]) -> str:
    month = 1 + _MONTHS.index(part.get("month", part.get("named", ""))[:3].lower())
    return _written(part.get("year", part.get("in_year", "")), str(month), part.get("day", part.get("number", "")))


def _quarter(part: dict[str, str]) -> str:
    number = next(part[name] for name in "abcd" if name in part)
    year = next(value for name, value in part.items() if name.startswith("year"))
    return f"{year}-Q{_ORDINALS.get(number.lower(), number)}"


def _fiscal(part: dict[str, str]) -> str:
    return f"FY{part['year']}"


def _numeric(found: re.Match[str], *, order: DayOrder | None) -> Day | None:
    year = found["year"]
    if len(year) == 2:
        year = f"{20 if int(year) < _CENTURY_FROM else 19}{year}"
    day_first, month_first = _written(year, found["b"], found["a"]), _written(year, found["a"], found["b"])
    if order is not None:
        chosen = day_first if order == "day first" else month_first
        return Day(chosen) if chosen else None
    readings = list(dict.fromkeys(reading for reading in (day_first, month_first) if reading))
    return Day(readings[0], readings[1] if len(readings) > 1 else "") if readings else None


def _written(year: str, month: str, day: str) -> str:
    """Give the canonical form, or "" for a day that no calendar has."""
    try:
        date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        return ""
    return "-".join([year, *(f"{int(part):02d}" for part in (month, day) if part)])
