"""Reading numbers as they are written: sign, digits, separators, exponent, unit. Nothing is ever evaluated."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Context, Decimal
from functools import lru_cache
from typing import Literal

from evidoc.answers._notation import SUPERSCRIPTS, plain_characters, split_notes
from evidoc.answers.units import CURRENCY, Suffix, currency_named, unit_after

DecimalMark = Literal[".", ","]
_KEPT = 16_384  # readings remembered, about 5 MB: the cells of the largest tables


@dataclass(frozen=True, slots=True)
class Number:
    """One number in a text.

    `value` is what the digits say ("1.2 million" is 1.2 with `scale` 6, "14.2%" is 14.2 with
    `percent`); `unit` is canonical ("USD", "%", "mg/kg") or ""; `worded` says that the unit is
    spelled out ("dollars", "kg"); `decimals` counts the digits after the decimal mark; `start`
    and `end` are half open, in characters, with sign and unit.
    """

    value: Decimal
    unit: str = ""
    scale: int = 0
    percent: bool = False
    start: int = 0
    end: int = 0
    decimals: int = 0
    worded: bool = False

    @property
    def amount(self) -> Decimal:
        """The value with its power of ten applied."""
        return self.value.scaleb(self.scale, _WIDE)


@lru_cache(maxsize=_KEPT)
def decimal_evidence(text: str) -> DecimalMark | None:
    """Give the decimal mark that a cell proves: "47,8" and "2.150,00" the comma, "12.5" the point, "1,204" none."""
    if _EVERYDAY.fullmatch(text) and not _GROUPED.search(text):
        return "." if "." in text else None
    body = _BODY.search(_bare(text)) if len(text) <= _LONGEST_CELL else None
    digits = body["digits"] if body else None
    if not digits or read_number(text) is None:
        return None
    mark = _decimal_mark(digits)
    if _GROUPED.fullmatch(digits):
        grouping = next(character for character in digits if not character.isdigit())
        several = digits.count(grouping) > 1 and grouping in ".,"
        return (",", ".")[grouping == ","] if several else None
    return "." if mark == "." else "," if mark == "," else None


def numbers_in(text: str, *, decimal: DecimalMark | None = None) -> list[Number]:
    """Give all numbers of a text, in order.

    Dates, times, ranges, codes ("0012", "v1.2.3", "COVID-19"), note marks, bounds ("<0.001") and
    what follows ± are no numbers; nor are "1_000", "nan" and "9**9". Source: cases F11, F13.
    """
    return list(_scan(plain_characters(text), decimal=decimal))


def read_number(text: str, *, decimal: DecimalMark | None = None) -> Number | None:
    """Give the number that a whole cell or reply is, or None where it is anything else.

    Parentheses are negative, note marks are left off, dashes and "n/m" are no numbers. `decimal`
    is the decimal mark where it is known, from other cells of the column say; otherwise "1,204" is
    grouped and "47,8" has a decimal comma. Source: cases F11, D02, D03.
    """
    if len(text) > _LONGEST_CELL or not _HAS_DIGIT.search(text):
        return None
    return _read_whole(text, decimal)


@lru_cache(maxsize=_KEPT)
def _read_whole(text: str, decimal: DecimalMark | None) -> Number | None:
    """Read a cell or reply; typing a table asks several times for the same one."""
    everyday = _EVERYDAY.fullmatch(text) if decimal != "," else None
    if everyday:
        value, percent = Decimal(everyday["number"].replace(",", "")), everyday["percent"] is not None
        decimals = -int(value.as_tuple().exponent)
        value = -value if everyday["minus"] else value
        return Number(value=value, unit="%" if percent else "", percent=percent, worded=percent, end=len(text), decimals=decimals)
    bare = _bare(text)
    found = next(_scan(bare, decimal=decimal, whole=True), None)
    if found is None or found.start > 0 or found.end < len(bare):
        return None
    return replace(found, start=0, end=len(text))


_HAS_DIGIT = re.compile(r"[\d¼-¾⅐-⅞]")
_EVERYDAY = re.compile(  # most cells: "12", "0.07", "1,204.5", "-3%"
    r"(?P<minus>-)?(?P<number>(?:0|[1-9][0-9]{0,14}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,5})(?:\.[0-9]{1,12})?)(?P<percent>%)?"
)
_LONGEST_CELL = 120  # characters; a longer text is prose
_MOST_DIGITS = 60
_WIDE = Context(prec=2100)  # exact for 60 digits and exponents to 999
_BODY = re.compile(
    r"(?P<root>(?<![\d.,])10(?:[⁺⁻]?[⁰¹²³⁴-⁹]{1,3}|\^\s?(?:[{(]\s?[-+]?\d{1,3}\s?[)}]|[-+]?\d{1,3})))"
    r"|(?P<digits>\d+(?:[.,'\u00a0 ]\d+)*|(?<![\d.])\.\d+)"
    r"|(?P<fraction>[¼-¾⅐-⅞])"
)
_TIGHT = re.compile(_BODY.pattern.replace(r"\u00a0 ]", r"\u00a0]"))
_BEFORE = re.compile(
    rf"(?P<outer>[-+\u2013])?(?P<open>\( ?)?(?:(?P<currency>{CURRENCY})[ \u00a0]?)?(?P<inner>\( ?)?(?P<sign>[-+\u2013])?\Z"
)
_EXPONENT = re.compile(
    r"[eE](?P<e>[-+]?\d{1,3})(?!\d)"
    r"|[ \u00a0]?(?:×|\\times|\\cdot|·|⋅|x|X|\*) ?10"
    r"(?:\^ ?(?:[{(] ?(?P<b>[-+]?\d{1,3}) ?[)}]|(?P<c>[-+]?\d{1,3}))|(?P<s>[⁺⁻]?[⁰¹²³⁴-⁹]{1,3}))(?!\d)"
)
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:(?P<sep>[.,'\u00a0 ])\d{3})(?:(?P=sep)\d{3})*|[1-9]\d?(?:,\d\d)+,\d{3}")
_BOUND = re.compile(r"(?:[<≤≥±]|(?<![-=])(?<!<[bi])>|\+/-|\\pm|\\leq?|\\geq?|\\lt|\\gt)[ \u00a0]?\Z")
_GLUED_AFTER = re.compile(r"[\w^]|\*+\d|[.,:/\u2013-][\d]|[-\u2013/][A-Za-z_]|[-\u2013] ?\d|:\d|[⁄]")
_GLUED_BEFORE = re.compile(r"[\w^\\@#§_]\Z|\d\*+\Z|\d[:/\u2013.,-]\Z|[A-Za-z][.\u2013-]\Z|\d \u2013\Z|[A-Za-z]/\Z|[⁄]\Z")
_WRAPPED = re.compile(r"\*\*(.*)\*\*|__(.*)__|`(.*)`|\\\((.*)\\\)|\\boxed\{(.*)\}|\$([^$]*\\[^$]*)\$", re.DOTALL)
_LATEX = re.compile(r"\\text\{([^{}]*)\}|\\mathrm\{([^{}]*)\}")
_BRACES = re.compile(r"(?<=\d)\{,\}(?=\d)|(?<=\d)\\[,;! ](?=\d)")
_SPACED_BRACKET = re.compile(r" [(\[]\d+[)\]]$")  # "12 (5)" is a count with its share, not 12 with note 5
_MINUS_GAP = re.compile(r"^([-\u2013]) (?=[\d.$€£¥(])")


def _bare(text: str) -> str:
    """Give a cell or reply without wrapping, note marks and a full stop, in plain characters."""
    bare = _without_stop(plain_characters(text).strip(" \t\r\n\u00a0"))
    while wrapped := _WRAPPED.fullmatch(bare):
        bare = _without_stop(next(group for group in wrapped.groups() if group is not None).strip())
    bare = _LATEX.sub(lambda found: found[1] or found[2] or "", _BRACES.sub(",", bare)).replace("\\%", "%").replace("\\$", "$")
    noted = split_notes(bare)[0]
    bare = noted if re.search(r"[\d¼-¾⅐-⅞]", noted) and not _SPACED_BRACKET.search(bare) else bare
    return _MINUS_GAP.sub(r"\1", bare).rstrip()


def _without_stop(text: str) -> str:
    return text[:-1].rstrip() if text.endswith(".") and not text.endswith("..") else text


def _scan(text: str, *, decimal: DecimalMark | None, whole: bool = False) -> Iterator[Number]:
    done = 0
    for body in (_BODY if whole else _TIGHT).finditer(text):
        if body.start() < done:
            continue
        number = _number_at(text, body, decimal=decimal, whole=whole, floor=done)
        if number is not None:
            done = number.end
            yield number


def _number_at(text: str, body: re.Match[str], *, decimal: DecimalMark | None, whole: bool, floor: int) -> Number | None:
    window = max(floor, body.start() - 14)
    before = _BEFORE.search(text, window, body.start())
    assert before is not None  # it matches the empty text too
    if _GLUED_BEFORE.search(text, max(0, before.start() - 3), before.start()) or _BOUND.search(text, window, before.start()):
        return None
    value, end = _value(text, body, decimal=decimal)
    if value is None or (before["outer"] and before["sign"]):
        return None
    currency = currency_named(before["currency"]) if before["currency"] else ""
    closing = _Closing.of(text, end, before=before, currency=currency)
    if _GLUED_AFTER.match(text, closing.end):
        return None
    negative = "-\u2013".find(before["sign"] or before["outer"] or " ") >= 0 or closing.negative(whole=whole)
    unit = closing.suffix.unit
    return Number(
        value=-value if negative else value,
        unit=unit.name,
        scale=unit.scale,
        percent=unit.name == "%",
        start=closing.start,
        end=closing.end,
        decimals=max(0, -int(value.as_tuple().exponent)),
        worded=unit.worded,
    )


@dataclass(frozen=True, slots=True)
class _Closing:
    """What stands around a numeral: its unit, and its parentheses where they belong to it."""

    suffix: Suffix
    start: int
    end: int
    paired: bool
    outside: bool

    @classmethod
    def of(cls, text: str, end: int, *, before: re.Match[str], currency: str) -> _Closing:
        opened = bool(before["open"] or before["inner"])
        close = _CLOSE.match(text, end) if opened else None
        suffix = unit_after(text, close.end() if close else end, currency=currency)
        outside = close is not None and (bool(before["inner"]) or suffix.end > close.end())
        if opened and close is None:
            close = _CLOSE.match(text, suffix.end)
        stop = max(suffix.end, close.end()) if close else suffix.end
        start = before.start() if close or not opened else before.end("open" if before["open"] else "inner")
        return cls(suffix=suffix, start=start, end=stop, paired=close is not None, outside=outside)

    def negative(self, *, whole: bool) -> bool:
        """In running text a bracket is a remark, unless the currency or the unit stands outside it."""
        return self.paired and (whole or self.outside)


_CLOSE = re.compile(r" ?\)")


def _value(text: str, body: re.Match[str], *, decimal: DecimalMark | None) -> tuple[Decimal | None, int]:
    if body["root"]:
        return _power_of_ten(Decimal(1), body["root"][2:]), body.end()
    if body["fraction"]:
        return _fraction(body["fraction"]), body.end()
    plain = _without_groups(body["digits"], decimal=decimal)
    if plain is None or len(plain) > _MOST_DIGITS:
        return None, body.end()
    if (vulgar := _VULGAR.match(text, body.end())) and plain.isdigit():
        return Decimal(plain) + _fraction(vulgar[1]), vulgar.end()
    exponent = _EXPONENT.match(text, body.end())
    if exponent is None:
        return Decimal(plain), body.end()
    power = next(group for group in exponent.groups() if group is not None)
    return _power_of_ten(Decimal(plain), power), exponent.end()


_VULGAR = re.compile(r" ?([¼-¾⅐-⅞])")


def _power_of_ten(value: Decimal, written: str) -> Decimal:
    """Scale by an exponent as written, "^{-3}" or "⁻³"; the result has no positive exponent, so that it prints in full."""
    scaled = value.scaleb(int(written.translate(SUPERSCRIPTS).strip("^{}() ").replace(" ", "")), _WIDE)
    return (
        scaled.quantize(Decimal(1), context=_WIDE)
        if scaled == scaled.to_integral_value(context=_WIDE) and int(scaled.as_tuple().exponent) > 0
        else scaled
    )


def _fraction(character: str) -> Decimal:
    top, bottom = unicodedata.normalize("NFKC", character).split("\u2044")
    return Decimal(top) / Decimal(bottom)


def _without_groups(digits: str, *, decimal: DecimalMark | None) -> str | None:
    """Give digits with "." as the only mark, or None for codes, dates and wrong grouping."""
    mark = decimal or _decimal_mark(digits)
    whole, _, fraction = digits.partition(mark) if mark else (digits, "", "")
    if fraction and not fraction.isdigit():
        return None
    if whole and not whole.isdigit():
        if not _GROUPED.fullmatch(whole):
            return None
        whole = re.sub(r"\D", "", whole)
    if len(whole) > 1 and whole[0] == "0":
        return None
    return f"{whole or 0}.{fraction}" if fraction else whole or None


def _decimal_mark(digits: str) -> str:
    """Decide from one number alone which mark, if any, is the decimal one. Source: case D02."""
    points, commas = digits.count("."), digits.count(",")
    if points and commas:
        return max(".,", key=digits.rindex)
    if points:
        return "." if points == 1 else ""
    if commas == 1 and ("\u00a0" in digits or " " in digits or "'" in digits):
        return ","
    return "," if commas == 1 and not _GROUPED.fullmatch(digits) else ""
