"""Words of questions and headings, made comparable."""

from __future__ import annotations

import re

_STOP_TEXT = """
    a an the of in on for to and or by with at as from than that those is are was were be been did do does had has have
    which what how who when where it its there study
"""
STOP = frozenset(_STOP_TEXT.split())
_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_SHORT_MONTHS = {month[:3]: month for month in _MONTHS} | {"sept": "september"}


def words_of(text: str) -> frozenset[str]:
    """Give the words of a text without those that only carry grammar; plurals, months and signs in one form.

    The letter A is a word of its own where it does not stand before one.
    """
    text = (
        re.sub(r"\bA\b(?!\s[a-z])", "letter-a", text)
        .lower()
        .replace("%", " percent ")
        .replace("percentage", "percent")
        .replace("no.", "number ")
    )
    return frozenset(map(_form, re.findall(r"\d+(?:[.,]\d+)+|[^\W_]+", text))) - STOP


def _form(word: str) -> str:
    if word in _SHORT_MONTHS:
        return _SHORT_MONTHS[word]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-3] + "y" if word.endswith("ies") else word[:-1]
    return word
