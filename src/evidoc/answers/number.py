"""Numbers in replies and cells, and whether a reply says the number that is right."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import ROUND_HALF_UP, Context, Decimal

from evidoc.answers._numeral import DecimalMark, Number, numbers_in, read_number
from evidoc.answers._unit_names import SHARED_SIGNS
from evidoc.answers.final import answer_text, last_line
from evidoc.answers.units import factor_of, is_currency, kind_of, unit_named
from evidoc.records.item import Answer

__all__ = ["DecimalMark", "Number", "numbers_in", "read_number", "reply_numbers", "round_half_up", "same_number"]


def round_half_up(value: Decimal, decimals: int) -> Decimal:
    """Round to so many decimals, halves away from zero: 2.675 → 2.68, −0.5 → −1. Source: case G08."""
    digits = max(28, value.adjusted() + decimals + 2)
    return value.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP, context=Context(prec=digits))


def same_number(reply: str, answer: Answer, *, question: str = "") -> bool:
    """Say whether a reply states the number of the answer, which is meant in `unit` times 10^`scale`.

    A number without a unit, or with only a currency sign or code, is meant in the scale that was asked
    for; with a power of ten ("$1.204 billion") or a unit in words ("1,204 dollars") it is meant in
    full. Units of one kind are converted; a unit of another kind is wrong. In a sentence, every
    number that is left after `reply_numbers` must be the right one. Source: D04, G08.
    """
    gold = read_number(str(answer.value), decimal=".")
    text = answer_text(reply)
    stated = _meant_numbers(text, question=f"{question}\n{answer.unit}")
    return gold is not None and bool(stated) and all(_is_right(number, gold, answer=answer, text=text) for number in stated)


def reply_numbers(reply: str, *, question: str = "") -> list[Number]:
    """Give the numbers that a reply may mean as its answer.

    The text after a final-answer marker, if there is one; the number that this text, or its last
    line, is; or else the numbers in it: those in bold, or all without labels and dates ("Table 2",
    "4 March"). Where several differ, those of the question are left out, then years, as long as one remains.
    """
    return _meant_numbers(answer_text(reply), question=question)


_LONGEST_ANSWER = 20_000  # characters
_LABEL = re.compile(
    r"(?:\b(?:tables?|figures?|fig|sections?|pages?|pp?|notes?|equations?|eqs?|steps?|chapters?|appendix|items?|rows?|columns?|"
    r"documents?|doc|sources?|no|panel|part|phase|level)\.? ?|\[)$",
    re.IGNORECASE,
)
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_DAY_BEFORE = re.compile(rf"\b{_MONTH} $", re.IGNORECASE)
_DAY_AFTER = re.compile(rf" {_MONTH}(?![a-z])", re.IGNORECASE)
_NUMBERING = re.compile(r"[.)] +\S")


def _meant_numbers(text: str, *, question: str) -> list[Number]:
    """Give numbers with spans in `text`; a longer text than an answer may be is read by its last line only."""
    line = last_line(text)
    for part in (text, line):
        whole = read_number(part)
        if whole is not None:
            return [replace(whole, start=text.rindex(part), end=text.rindex(part) + len(part))]
    if len(text) > _LONGEST_ANSWER:
        return []
    everything = numbers_in(text)
    bold = [number for number in everything if _is_bold(text, number)]
    found = bold or [number for number in everything if not _is_label(text, number)] or everything
    asked = {number.amount for number in numbers_in(question)}
    found = _without(found, [number for number in found if number.amount in asked])
    return _without(found, [number for number in found if _is_year(number)])


def _is_bold(text: str, number: Number) -> bool:
    return text[max(0, number.start - 2) : number.start] == "**" and text[number.end : number.end + 2] == "**"


def _without(found: list[Number], left_out: list[Number]) -> list[Number]:
    if len({number.amount for number in found}) < 2:
        return found
    return [number for number in found if number not in left_out] or found


def _is_year(number: Number) -> bool:
    return not number.unit and not number.scale and not number.decimals and 1900 <= number.value <= 2100


def _is_label(text: str, number: Number) -> bool:
    """Say whether a number names a place, a day of a date, or a step of a numbered list."""
    before, after = text[max(0, number.start - 14) : number.start], text[number.end : number.end + 12]
    if _LABEL.search(before) or (number.value <= 31 and (_DAY_BEFORE.search(before) or _DAY_AFTER.match(after))):
        return True
    line_start = not before.rpartition("\n")[2].strip()
    return line_start and number.value <= 99 and _NUMBERING.match(after) is not None


def _is_right(number: Number, gold: Number, *, answer: Answer, text: str) -> bool:
    unit = _agreed_unit(number, _asked_unit(answer.unit), written=text[number.start : number.end])
    if unit is None:
        return False
    in_full = number.amount * factor_of(number.unit) / factor_of(unit) if kind_of(unit) else number.amount
    in_full = in_full.scaleb(-answer.scale)
    readings = [in_full] if number.scale or number.worded else [number.value]
    if is_currency(number.unit) and not number.worded:
        readings.append(in_full)
    if number.percent and not unit:
        readings.append(number.value / 100)
    return any(_is_close(reading, gold.value, answer=answer) for reading in readings)


def _asked_unit(written: str) -> str:
    """Give the canonical unit, or for a longer name that nobody can convert the unit it begins with ("kg CO2e", "% of total")."""
    whole = unit_named(written)
    if kind_of(whole) or " " not in whole:
        return whole
    first = unit_named(whole.split()[0])
    return first if kind_of(first) and " per " not in whole else whole


def _agreed_unit(number: Number, asked: str, *, written: str) -> str | None:
    """Give the unit in which both can be compared ("" for as they stand), or None where one is of another kind."""
    if not number.unit or not asked:
        return ""
    kind, kind_asked = kind_of(number.unit), kind_of(asked)
    if not kind_asked:
        return "" if number.unit in asked or kind not in {"share", "currency"} else None
    if kind != kind_asked:
        return None
    if kind != "currency" or number.unit == asked:
        return asked
    return "" if any(sign in written and asked in codes for sign, codes in SHARED_SIGNS.items()) else None


def _is_close(stated: Decimal, gold: Decimal, *, answer: Answer) -> bool:
    if stated == gold:
        return True
    if answer.decimals is not None and round_half_up(stated, answer.decimals) == round_half_up(gold, answer.decimals):
        return True
    if answer.tolerance is None:
        return False
    allowed = max(Decimal(str(answer.tolerance.absolute)), Decimal(str(answer.tolerance.relative)) * abs(gold))
    return abs(stated - gold) <= allowed
