"""Periods and days in headings, and the words that place a question in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Period:
    """A time that a number holds for: its name ("fiscal year 2023"), the preposition before it, and its place in time.

    `instant` marks a day at which something was counted, not a span in which it happened.
    """

    name: str
    preposition: str
    order: tuple[int, int, int]
    instant: bool = False

    @property
    def phrase(self) -> str:
        """The period inside a sentence: "in fiscal year 2023", "as of 31 March 2024"."""
        return f"{self.preposition} {self.name}"

    @property
    def noun(self) -> str:
        """What the period is one of: year, quarter, month, day or period."""
        if self.instant:
            return "date"
        if re.fullmatch(r"(?:fiscal year |financial year )?\d{4}|the year ended .*", self.name):
            return "year"
        return "month" if _MONTH_ALONE.fullmatch(self.name) else "period"


_MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|"
    r"Dec(?:ember)?)\.?"
)
_MONTH_ALONE = re.compile(_MONTH, re.IGNORECASE)
_YEAR = r"(?:19|20)\d{2}"
_FISCAL = re.compile(rf"(?:fiscal(?: year)?|FY|financial year)[\s.:']*({_YEAR}|\d{{2}})", re.IGNORECASE)
_SPAN = re.compile(rf"({_YEAR})\s?[-–—/]\s?({_YEAR}|\d{{2}})")
_DAY = re.compile(
    rf"(?:as of |at |on )?({_MONTH})\s?(\d{{1,2}}),?\s?({_YEAR})|(?:as of |at |on )?(\d{{1,2}})\s({_MONTH}),?\s({_YEAR})",
    re.IGNORECASE,
)
_MONTH_YEAR = re.compile(rf"({_MONTH})[\s,/-]+({_YEAR})", re.IGNORECASE)
_QUARTER = re.compile(
    rf"(?:Q([1-4])|(first|second|third|fourth) quarter(?: of)?)[\s,/-]*({_YEAR})?|({_YEAR})[\s-]?Q([1-4])", re.IGNORECASE
)
_ENDED = re.compile(
    r"(?:for the |the )?((?:fiscal |financial )?years?|(?:three|six|nine|twelve|\d{1,2}) months|(?:thirteen|\d{1,2}) weeks|"
    r"quarters?)[\s-]+(?:ended|ending)(?: on)?",
    re.IGNORECASE,
)
_ORDINALS = ("first", "second", "third", "fourth")
_YEAR_WORD = re.compile(
    rf"(?:calendar )?years?[\s:]+({_YEAR})|({_YEAR})(?:\s?\(?(?:actual|audited|unaudited)\)?)?", re.IGNORECASE
)


def read_period(text: str) -> Period | None:
    """Read a heading that is nothing but a period or a day; None for any other heading."""
    text = " ".join(text.replace("\u00a0", " ").split()).strip(" :,*†")
    for read in (_ended, _fiscal, _span, _quarter, _day, _month_year, _year, _month):
        period = read(text)
        if period is not None:
            return period
    return None


def joined_period(parts: Sequence[str]) -> tuple[Period | None, tuple[str, ...]]:
    """Find the period in a heading of several levels, and give the levels that are no part of it.

    "Years ended" above "September 28, 2024" is one period.
    """
    for index, part in enumerate(parts):
        below = parts[index + 1] if index + 1 < len(parts) else ""
        both = read_period(f"{part} {below}") if below else None
        if both is not None:
            return both, (*parts[:index], *parts[index + 2 :])
        period = read_period(part)
        if period is not None:
            return period, (*parts[:index], *parts[index + 1 :])
    return None, tuple(parts)


def _ended(text: str) -> Period | None:
    found = _ENDED.match(text)
    if not found:
        return None
    day = _day(text[found.end() :].strip())
    if day is None:
        return None
    span = found[1].lower()
    span = span if "month" in span or "week" in span else span.removesuffix("s")
    return Period(f"the {span} ended {day.name}", "in", day.order)


def _fiscal(text: str) -> Period | None:
    found = _FISCAL.fullmatch(text)
    if not found:
        return None
    year = found[1] if len(found[1]) == 4 else f"20{found[1]}"
    return Period(f"fiscal year {year}", "in", (int(year), 0, 0))


def _span(text: str) -> Period | None:
    found = _SPAN.fullmatch(text)
    if not found:
        return None
    return Period(f"{found[1]}–{found[2]}", "in", (int(found[1]), 0, 1))


def _quarter(text: str) -> Period | None:
    found = _QUARTER.fullmatch(text)
    if not found:
        return None
    number = int(found[1] or found[5] or _ORDINALS.index(found[2].lower()) + 1)
    year = found[3] or found[4] or ""
    name = f"the {_ORDINALS[number - 1]} quarter" + (f" of {year}" if year else "")
    return Period(name, "in", (int(year or 0), 3 * number, 0))


def _day(text: str) -> Period | None:
    found = _DAY.fullmatch(text)
    if not found:
        return None
    month, day, year = (found[1], found[2], found[3]) if found[1] else (found[5], found[4], found[6])
    name = f"{_full_month(month)} {day}, {year}" if found[1] else f"{day} {_full_month(month)} {year}"
    return Period(name, "as of", (int(year), _month_number(month), int(day)), instant=True)


def _month_year(text: str) -> Period | None:
    found = _MONTH_YEAR.fullmatch(text)
    if not found:
        return None
    return Period(f"{_full_month(found[1])} {found[2]}", "in", (int(found[2]), _month_number(found[1]), 0))


def _year(text: str) -> Period | None:
    found = _YEAR_WORD.fullmatch(text)
    year = (found[1] or found[2]) if found else None
    return Period(year, "in", (int(year), 0, 0)) if year else None


def _month(text: str) -> Period | None:
    return Period(_full_month(text), "in", (0, _month_number(text), 0)) if _MONTH_ALONE.fullmatch(text) else None


def _full_month(name: str) -> str:
    return _MONTH_NAMES[_month_number(name) - 1]


def _month_number(name: str) -> int:
    return [month[:3] for month in _MONTH_NAMES].index(name[:3].title()) + 1
