"""Values of a workbook as they are displayed, where their number format is a simple one."""

from __future__ import annotations

import datetime
import re
from decimal import ROUND_HALF_UP, Decimal

Value = str | bool | int | float | datetime.datetime | datetime.date | datetime.time | datetime.timedelta | None

_DIGITS = 15  # significant ones, as many as a spreadsheet keeps
_IGNORED = re.compile(r"\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]|[_*].", re.IGNORECASE)
_CURRENCY = re.compile(r"\[\$([^\]-]*)(?:-[^\]]*)?\]")
_LITERAL = re.compile(r'"([^"]*)"|\\(.)')
_NUMBER = re.compile(r"([^#0?]*?)((?:[#0]+,)*[#0]+)(\.0+)?(,*)(\s*%)?([^#0%?]*)")
_SCIENTIFIC = re.compile(r"E[+-]", re.IGNORECASE)
_DATE = re.compile(r"yyyy|yy|mmmm|mmm|mm?|dddd|ddd|dd?|hh?|ss?|am/pm|[-/., :]|\"[^\"]*\"|\\.", re.IGNORECASE)
_LOCALE = re.compile(r"\[\$-[^\]]*\]|;.*$")
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def displayed(value: Value, number_format: str = "General") -> str:
    """Give a cell's value as the sheet shows it: percent, thousands, decimals, currencies and dates; plainly otherwise."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, (int, float)):
        return _number(value, number_format)
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return _date(value, number_format)
    return str(value)


def _number(value: int | float, number_format: str) -> str:
    sections = number_format.split(";")
    section = sections[1] if value < 0 and len(sections) > 1 and sections[1] else sections[0]
    pattern = _IGNORED.sub("", section)
    pattern = _CURRENCY.sub(lambda match: match[1], pattern)
    pattern = _LITERAL.sub(lambda match: match[1] if match[1] is not None else match[2], pattern)
    found = _NUMBER.fullmatch(pattern)
    if found is None or "[" in pattern or _SCIENTIFIC.search(pattern):
        return _plain(value)
    before, whole, decimals, thousands, percent, after = (part or "" for part in found.groups())
    shown = Decimal(repr(value)) * (100 if percent else 1) / (1000 ** len(thousands))
    has_own_sign = section is not sections[0]
    digits = _rounded(abs(shown), places=max(0, len(decimals) - 1), grouped="," in whole)
    digits = digits.zfill(whole.count("0") + len(decimals)) if "," not in whole else digits
    sign = "-" if value < 0 and not has_own_sign and any(digit in digits for digit in "123456789") else ""
    return f"{before}{sign}{digits}{percent}{after}".strip()


def _rounded(value: Decimal, *, places: int, grouped: bool) -> str:
    rounded = value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP) if value < Decimal(10) ** 20 else value
    return f"{rounded:,f}" if grouped else f"{rounded:f}"


def _plain(value: int | float) -> str:
    """Give a number without a format: all digits that a spreadsheet keeps, without an exponent where it can be read so."""
    if isinstance(value, int):
        return str(value)
    short = f"{value:.{_DIGITS}g}"
    return f"{Decimal(short):f}" if "e" in short and 1e-10 < abs(value) < 1e20 else short


def _date(value: datetime.datetime | datetime.date | datetime.time, number_format: str) -> str:
    pattern = _LOCALE.sub("", number_format)
    tokens = _DATE.findall(pattern)
    if "".join(tokens) != pattern or not any(token[0].lower() in "ymdhs" for token in tokens):
        return _iso(value)
    lowered = [token.lower() for token in tokens]
    is_half_day = "am/pm" in lowered
    parts = [
        _date_part(value, token, is_minute=_is_minute(lowered, place), is_half_day=is_half_day)
        for place, token in enumerate(lowered)
    ]
    literal = (_LITERAL.sub(lambda match: match[1] or match[2] or "", token) for token in tokens)
    shown = "".join(word if part is None else part for part, word in zip(parts, literal, strict=True))
    return shown.strip()


def _is_minute(tokens: list[str], place: int) -> bool:
    """Say whether an m stands for minutes: after hours or before seconds."""
    words = [index for index, token in enumerate(tokens) if token[0] in "ymdhs"]
    if place not in words or tokens[place][0] != "m":
        return False
    at = words.index(place)
    return (at > 0 and tokens[words[at - 1]][0] == "h") or (at + 1 < len(words) and tokens[words[at + 1]][0] == "s")


def _date_part(
    value: datetime.datetime | datetime.date | datetime.time, token: str, *, is_minute: bool, is_half_day: bool
) -> str | None:
    """Give what a token stands for, or None where it stands for itself."""
    if token == "am/pm":
        return "AM" if _part(value, "hour") < 12 else "PM"
    if token[0] not in "ymdhs":
        return None
    if token[0] == "y":
        year = _part(value, "year")
        return f"{year:04d}" if len(token) == 4 else f"{year % 100:02d}"
    if token[0] == "m" and not is_minute:
        return _month(_part(value, "month"), len(token))
    if token[0] == "d" and len(token) > 2:
        day = _DAYS[value.weekday()] if isinstance(value, datetime.date) else ""
        return day if len(token) == 4 else day[:3]
    number = _part(value, {"d": "day", "h": "hour", "m": "minute", "s": "second"}[token[0]])
    if token[0] == "h" and is_half_day:
        number = number % 12 or 12
    return f"{number:0{len(token)}d}"


def _month(month: int, length: int) -> str:
    if length > 2:
        return _MONTHS[month - 1] if length == 4 else _MONTHS[month - 1][:3]
    return f"{month:0{length}d}"


def _part(value: datetime.datetime | datetime.date | datetime.time, name: str) -> int:
    return int(getattr(value, name, 1 if name in ("month", "day") else 0))


def _iso(value: datetime.datetime | datetime.date | datetime.time) -> str:
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time() else value.isoformat(sep=" ", timespec="seconds")
    return value.isoformat() if isinstance(value, datetime.date) else value.isoformat(timespec="seconds")
