"""Raised text: exponents stay apart from their number, note marks leave it, ordinals join it.

Source: cases B08 and D03.
"""

from __future__ import annotations

import re

_JOINED = re.compile(r"(?:st|nd|rd|th|TM|SM|[®™©°ºª′″',;.:])$")
_EDITORIAL = re.compile(r"\[[^\]]*[^\W\d_]{3}[^\]]*\]$")  # "[citation needed]"
_SIGN_APART = re.compile(r"^([+-])\s+")
_DEGREES = ("o", "O", "∘", "ο", "○")  # what stands raised for the degree sign
_SIMPLE = re.compile(r"[+-]?[\w.]+[+-]?$|[+*†‡§¶#′-]+$")
_ONE_NOTE = r"[\[(]?(?:\d{1,2}|[a-z]{1,2}|[A-Z]|[ivx]{1,4}|[*†‡§¶#‖^]{1,4})[\])]?"
_NOTE = re.compile(rf"{_ONE_NOTE}(?:\s*[,;/ ]\s*{_ONE_NOTE})*$")
_SIGNED = re.compile(r"[+-]\s*\d|\d\s*[+-]|[+-]$")
_ISOTOPE = re.compile(r"\d+[A-Z][a-z]?(?![a-z])")
_TEN = re.compile(r"(?:^|[^\d.,])10$|[×x*·]\s*10$")
# what is squared and cubed in tables, and symbols that carry a superscript
_RAISED_UNIT = re.compile(
    r"(?:^|[\s/(·×*.\d])(?:[pnµμmcdhk]?m|ft|in|yd|mi|s|sec|h|hr|d|g|kg|L|l|M|K|N|J|W|V|A|R|r|χ|Χ|X|x|I|η|ω|ε|T|P|F|t|y)$"
)
_MINUS = str.maketrans({"\u2212": "-", "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\ufe63": "-", "\uff0d": "-"})


def raised(text: str, *, before: str = "", after: str = "") -> str:
    """Write a superscript of running text: 2 as ^2, −4 as ^-4, th as th, n + 1 as ^(n + 1), o after a number as °.

    `before` is the text before it, `after` the text behind it: a mark that stands before its word is a note's own mark
    and gets a space, unless it makes an isotope such as 14C.
    """
    core = _SIGN_APART.sub(r"\1", text.strip().translate(_MINUS))
    if core in _DEGREES and before[-1:].isdigit():
        return "°"
    if not core or _JOINED.match(core) or _EDITORIAL.match(core):
        return text
    if not before.strip() and (after[:1].isalpha() or not _SIMPLE.match(core)) and not _ISOTOPE.match(core + after):
        return f"{text.strip()} "
    return f"^{core}" if _SIMPLE.match(core) else f"^({core})"


def is_note_mark(mark: str, *, before: str) -> bool:
    """Say whether a superscript in a table cell is a note mark and no exponent of what stands before it."""
    core = mark.strip().translate(_MINUS)
    if not _NOTE.match(core) or _SIGNED.search(core):
        return False
    standing = before.rstrip()
    if core[-1:].isdigit() or core in ("n", "x"):
        return not (_TEN.search(standing) or _RAISED_UNIT.search(standing))
    return not _JOINED.match(core)
