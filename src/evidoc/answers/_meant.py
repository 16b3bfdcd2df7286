"""Which of the numbers in a reply it means as its answer."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from evidoc.answers._numeral import Number, numbers_in, read_number
from evidoc.answers._spelled import in_digits
from evidoc.answers.final import last_line


@dataclass(frozen=True, slots=True)
class Meant:
    """The numbers that a text means, with their spans in `text`: the reply's own, or that with its words in digits."""

    text: str
    numbers: list[Number]


def meant_numbers(text: str, *, question: str) -> Meant:
    """Find the numbers that are meant; a longer text than an answer may be is read by its last line only."""
    line = last_line(text)
    for part in (text, line):
        whole = read_number(part)
        if whole is not None:
            return Meant(text, [replace(whole, start=text.rindex(part), end=text.rindex(part) + len(part))])
    if len(text) > _LONGEST_ANSWER:
        return Meant(text, [])
    everything = numbers_in(text)
    told = [number for number in everything if not is_label(text, number)]
    spelled = in_digits(text) if not told else text
    if spelled != text:
        return meant_numbers(_without_labels(spelled), question=question)
    found = [number for number in everything if _is_bold(text, number)] or told or everything
    asked = {number.amount for number in numbers_in(question)}
    found = _without(found, [number for number in found if number.amount in asked])
    return Meant(text, _without(found, [number for number in found if is_year(number)]))


_LONGEST_ANSWER = 20_000  # characters
_LABEL = re.compile(
    r"(?:\b(?:tables?|figures?|sections?|pages?|notes?|equations?|steps?|chapters?|appendix|items?|rows?|columns?|paragraphs?|lines?|"
    r"sentences?|documents?|sources?|panel|part|phase|level) ?|\b(?:figs?|tab|pp?|eqs?|sec|no|doc)\.? ?|\[)$",
    re.IGNORECASE,
)
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_DAY_BEFORE = re.compile(rf"\b{_MONTH} $", re.IGNORECASE)
_DAY_AFTER = re.compile(rf" {_MONTH}(?![a-z])", re.IGNORECASE)
_NUMBERING = re.compile(r"[.)] +\S")


_CITED = re.compile(r"\bet al\.?,? ?\(?$|\([A-Z][\w’'-]+(?:(?: and| &|,) [A-Z][\w’'-]+){0,3},? $")
_CITED_BARE = re.compile(r"[A-Z][\w’'-]+ \($")


def _without_labels(text: str) -> str:
    """Blank out the labels of a text whose number was spelled out, so that it is not read beside them."""
    for number in reversed(numbers_in(text)):
        if is_label(text, number):
            text = text[: number.start] + " " * (number.end - number.start) + text[number.end :]
    return text


def _is_bold(text: str, number: Number) -> bool:
    return text[max(0, number.start - 2) : number.start] == "**" and text[number.end : number.end + 2] == "**"


def _without(found: list[Number], left_out: list[Number]) -> list[Number]:
    if len({number.amount for number in found}) < 2:
        return found
    return [number for number in found if number not in left_out] or found


def is_year(number: Number) -> bool:
    return not number.unit and not number.scale and not number.decimals and 1900 <= number.value <= 2100


def is_label(text: str, number: Number) -> bool:
    """Say whether a number names a place, a day of a date, or a step of a numbered list."""
    before, after = text[max(0, number.start - 14) : number.start], text[number.end : number.end + 12]
    if is_year(number) and _is_citation(text, number):
        return True
    if _LABEL.search(before) or (number.value <= 31 and (_DAY_BEFORE.search(before) or _DAY_AFTER.match(after))):
        return True
    line_start = not before.rpartition("\n")[2].strip()
    return line_start and _NUMBERING.match(after) is not None and _is_of_list(text, number)


def _is_of_list(text: str, number: Number) -> bool:
    """Say whether a number at the start of a line is one of a list that begins with 1: "43. The report says so." is an answer."""
    if number.unit or number.scale or number.decimals or not 1 <= number.value <= 99:
        return False
    numbered = set(re.findall(r"(?m)^[^\w\n]{0,4}(\d{1,2})[.)] ", text[: number.start]))
    return number.value == 1 or {"1", str(int(number.value) - 1)} <= numbered


def _is_citation(text: str, number: Number) -> bool:
    start = number.start + (text[number.start] == "(")
    before, closes = text[max(0, start - 80) : start], text[start + 4 : start + 5] == ")"
    return _CITED.search(before) is not None or (closes and _CITED_BARE.search(before) is not None)
