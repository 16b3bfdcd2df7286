"""Numbers in replies and cells, and whether a reply says the number that is right."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Context, Decimal

from evidoc.answers._denied import is_denied, is_taken_back
from evidoc.answers._meant import meant_numbers
from evidoc.answers._numeral import DecimalMark, Number, numbers_in, read_number
from evidoc.answers._unit_names import SHARED_SIGNS, WEIGHED_TOO
from evidoc.answers.final import answer_text
from evidoc.answers.units import Unit, factor_of, is_currency, kind_of, leading_unit, named_unit
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
    full. A power of ten in the unit's own name ("million kilowatt hours") is one of the scale. Units of one
    kind are converted; a unit of another kind is wrong, and so is another noun ("2 bananas") where the answer has a
    unit. In a sentence, every number that is left after `reply_numbers` must be the right one, and none may be denied, asked
    or taken back ("not 42", "42?"). Source: D04, G08.
    """
    gold = read_number(str(answer.value), decimal=".")
    asked = _Asked.of(answer, question)
    meant = meant_numbers(answer_text(reply), question=f"{question}\n{answer.unit}")
    if gold is None or not meant.numbers or is_taken_back(meant.text):
        return False
    return all(_is_right(number, gold, asked, meant.text) and not is_denied(meant.text, number) for number in meant.numbers)


def reply_numbers(reply: str, *, question: str = "") -> list[Number]:
    """Give the numbers that a reply may mean as its answer.

    The text after a final-answer marker, if there is one; the number that this text, or its last
    line, is; or else the numbers in it: those in bold, or all without labels, dates and citations ("Table 2",
    "4 March", "Lake et al., 2011"); where there is none, those in words ("one"). Where several differ, those of the
    question are left out, then years, as long as one remains.
    """
    return meant_numbers(answer_text(reply), question=question).numbers


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked for: the answer, its unit with all powers of ten in `scale`, and the words of unit and question."""

    answer: Answer
    unit: str
    scale: int
    words: frozenset[str]
    initials: str

    @classmethod
    def of(cls, answer: Answer, question: str) -> _Asked:
        named = named_unit(answer.unit) if answer.unit else Unit()
        name = named.name if kind_of(named.name) else leading_unit(named.name) or named.name
        initials = "".join(word[0] for word in _words(named.name))
        return cls(answer, name, answer.scale + named.scale, frozenset(_words(f"{answer.unit} {question}")), initials)


def _is_right(number: Number, gold: Number, asked: _Asked, text: str) -> bool:
    number = _weighed(number, asked, text)
    unit = _agreed_unit(number, asked, written=text[number.start : number.end])
    if unit is None or (asked.unit and not number.unit and _counts_something_else(text, number, asked)):
        return False
    in_full = number.amount * factor_of(number.unit) / factor_of(unit) if kind_of(unit) else number.amount
    in_full = in_full.scaleb(-asked.scale)
    readings = [in_full] if number.scale or number.worded else [number.value]
    if is_currency(number.unit) and not number.worded:
        readings.append(in_full)
    if number.percent and not unit:
        readings.append(number.value / 100)
    return any(_is_close(reading, gold.value, answer=asked.answer) for reading in readings)


def _weighed(number: Number, asked: _Asked, text: str) -> Number:
    """Read pounds as a mass where a mass is asked for."""
    mass = WEIGHED_TOO.get(number.unit, "")
    written = text[number.start : number.end + len(" sterling")].lower()
    is_word = mass and "pound" in written and "sterling" not in written
    return replace(number, unit=mass) if is_word and kind_of(asked.unit) == kind_of(mass) else number


def _agreed_unit(number: Number, asked: _Asked, *, written: str) -> str | None:
    """Give the unit in which both can be compared ("" for as they stand), or None where one is of another kind."""
    if not number.unit or not asked.unit:
        return ""
    kind, kind_asked = kind_of(number.unit), kind_of(asked.unit)
    if not kind_asked:
        says_it = number.unit in asked.unit or number.unit.lower() == asked.initials
        return "" if says_it or not asked.words.isdisjoint(_words(written)) or kind not in _NAMED_KINDS else None
    if kind != kind_asked:
        return None
    if kind != "currency" or number.unit == asked.unit:
        return asked.unit
    return "" if any(sign in written and asked.unit in codes for sign, codes in SHARED_SIGNS.items()) else None


def _counts_something_else(text: str, number: Number, asked: _Asked) -> bool:
    """Say whether a noun follows a number that is neither of the unit nor of the question: "2 bananas"."""
    found = _NOUN.match(text, number.end)
    if found is None or _NO_NOUN.fullmatch(found["noun"]) or not asked.words.isdisjoint(_words(found[0])):
        return False
    is_all = number.start == 0 and not text[found.end() :].strip(" .!*_")
    return is_all or _PLURAL.search(found["noun"]) is not None


def _words(text: str) -> list[str]:
    """Give the words of a text for comparing: lower case, plain digits, without the plural's ending."""
    words = re.findall(r"[^\W\d_]+\d*[a-z]?", unicodedata.normalize("NFKC", text).lower())
    return [word.removesuffix("s") if len(word) > 3 else word for word in words]


_NAMED_KINDS = frozenset({
    "share", "currency", "mass", "length", "area", "volume", "time", "period", "energy", "power", "pressure", "amount",
    "emissions",
})  # fmt: skip
_LINKS = "(?:in|for|of|at|on|by|from|to|during|per|and|or|as|with|according|than|over|under|among)"
_NOUN = re.compile(
    rf"[ \u00a0](?!{_LINKS}\b)(?:[a-z]+ (?!{_LINKS}\b))?(?P<noun>[A-Za-z]{{3,}})(?=[ *_]*(?:$|[.,;:!?()\n]|{_LINKS}\b))"
)
_NO_NOUN = re.compile(  # what may follow a number and counts nothing
    r"in|for|and|but|the|was|were|are|has|had|which|that|this|total|overall|respectively|exactly|approximately|only|units|points|"
    r"times|ones|each|altogether|together|combined|higher|lower|more|less|than|does|exceeds|equals|means|refers|always|"
    r"plus|minus|thousands|millions|billions",
    re.IGNORECASE,
)
_PLURAL = re.compile(r"(?:[^iuos'’]s|[aeo]es|ies|people|children|men|women|bacteria|species)$", re.IGNORECASE)


def _is_close(stated: Decimal, gold: Decimal, *, answer: Answer) -> bool:
    if stated == gold:
        return True
    if answer.decimals is not None and round_half_up(stated, answer.decimals) == round_half_up(gold, answer.decimals):
        return True
    if answer.tolerance is None:
        return False
    allowed = max(Decimal(str(answer.tolerance.absolute)), Decimal(str(answer.tolerance.relative)) * abs(gold))
    return abs(stated - gold) <= allowed
