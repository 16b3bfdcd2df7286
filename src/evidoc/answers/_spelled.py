"""Numbers that a reply spells out ("one", "twenty-one", "three hundred and five"), written in digits. English."""

from __future__ import annotations

import re

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {word: value for value, word in enumerate(_ONES)} | {word: 10 * tens for tens, word in enumerate(_TENS, 2)}
_TEN = "|".join(_TENS)
_ONE = "|".join(sorted(_ONES, key=len, reverse=True))
_BELOW_HUNDRED = rf"(?:(?:{_TEN})(?:[- ](?:{'|'.join(_ONES[1:10])}))?|{_ONE})"
_PHRASE = re.compile(
    rf"(?<![\w-])(?:(?P<hundreds>{_BELOW_HUNDRED}|an?) hundred(?:(?: and)? (?P<rest>{_BELOW_HUNDRED}))?"
    rf"|(?P<plain>{_BELOW_HUNDRED}))(?![\w-])",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:not?|none|nor|never|neither|cannot|without)\b|n['’]t\b", re.IGNORECASE)
_COUNTS_BEFORE = re.compile(
    r"(?:^|[:(*_\"“]|\b(?:is|are|was|were|be|of|only|exactly|just|about|equals?|has|have|had|found|includes?|reports?|with|and|in|for))\s*$",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(r"\s+(?:that|which|who|with|in|at|from|for|on|should|can|could|may|must|is)\b", re.IGNORECASE)


def in_digits(text: str) -> str:
    """Give a text with its spelled-out numbers in digits; a "one" that stands for a noun ("the larger one") stays.

    A text that denies something is given as it is: "I could not find one" is no number.
    """
    return text if _DENIES.search(text) else _PHRASE.sub(lambda found: _digits(found, text), text)


def _digits(found: re.Match[str], text: str) -> str:
    if found["hundreds"]:
        hundreds = _value(found["hundreds"]) if found["hundreds"].lower() not in ("a", "an") else 1
        return str(100 * hundreds + (_value(found["rest"]) if found["rest"] else 0))
    if found[0].lower() == "one" and not _is_count(text, found):
        return found[0]
    return str(_value(found["plain"]))


def _is_count(text: str, found: re.Match[str]) -> bool:
    """Say whether "one" counts: after a verb or at the start, and not where it points back ("the one that …")."""
    before = text[max(0, found.start() - 24) : found.start()]
    return _COUNTS_BEFORE.search(before) is not None and _POINTS_BACK.match(text, found.end()) is None


def _value(words: str) -> int:
    return sum(_VALUES[word] for word in re.split(r"[- ]", words.lower()))
